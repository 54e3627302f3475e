import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPractice, type PracticeService } from '../../../main/practice/practice.ts';
import { keyringAvailable, startKeyring, type Keyring } from '../../support/keyring.ts';
import { filesBelow, findLeaks, type Secret } from '../../support/needles.ts';
import type { SecretName, Step, StepReply } from './heap-steps.ts';

/** Whole strings are shown: one of a thousand characters may hold a key at its end. */
const FLAGS = ['--expose-gc', '--heap-snapshot-string-limit=1000000'];

let folder: string;
let practice: PracticeService;
let keyring: Keyring | null;
let child: ChildProcess;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-heap-'));
  practice = await startPractice({ boards: 3, boardPreviews: true });
  keyring = keyringAvailable() ? await startKeyring({ state: 'unlocked' }) : null;
  child = fork(path.join(import.meta.dirname, 'heap-child.ts'), [], {
    execArgv: FLAGS,
    env: { ...process.env, ...keyring?.environment },
  });
});

afterEach(async () => {
  child.kill('SIGKILL');
  await practice.stop();
  await keyring?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function tell(step: Step): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(step);
  const [reply] = (await answer) as [StepReply];
  if (!reply.ok) throw new Error(`${step.do}: ${reply.reason}`);
  return reply.value;
}

/** Which secrets the heap of the child holds now, each with the forms in which it does. */
async function inHeap(secrets: readonly Secret[], name: string): Promise<readonly string[]> {
  const file = path.join(folder, `${name}.heapsnapshot`);
  await tell({ do: 'snapshot', file });
  return findLeaks(secrets, [{ name: 'the heap', bytes: readFileSync(file) }]);
}

const random = (): string => randomBytes(24).toString('base64url');

test('a locked Easel holds no key and no passphrase, neither in its heap nor in any file', async () => {
  const texts: Readonly<Record<SecretName, string>> = {
    stored: practice.apiKey,
    session: await practice.issueKey(),
    next: await practice.issueKey(),
    refused: random(),
    chosen: random(),
    export: random(),
    lock: random(),
  };
  const secrets = Object.entries(texts).map(([name, text]) => ({ name, text }));
  const userData = path.join(folder, 'user-data');
  mkdirSync(userData);
  const { origin } = practice;
  await tell({ do: 'start', userData, origin, exports: path.join(folder, 'export.json'), secrets: texts });
  expect(await inHeap(secrets, 'started')).toEqual([]);

  const paper = practice.samplePapers()[0]?.identifier ?? '';
  await tell({ do: 'use', paper, hasKeychain: keyring !== null });
  await practice.faults.set('listBoards', { kind: 'status', status: 503 });
  await tell({ do: 'fail' });
  // Else an empty result after the lock would prove nothing.
  const before = await inHeap(secrets, 'used');
  for (const held of ['stored', 'session', 'next', 'chosen']) {
    expect(before).toContain(`${held} (raw) in the heap`);
  }

  expect(await tell({ do: 'lock' })).toMatchObject({ locked: true, unlockBy: 'passphrase' });
  expect(await inHeap(secrets, 'locked')).toEqual([]);
  expect(findLeaks(secrets, filesBelow(userData))).toEqual([]);

  await practice.faults.clear();
  const phases = await tell({ do: 'unlock' });
  expect(phases).toEqual([keyring === null ? 'failed' : 'done', 'failed']);
  await tell({ do: 'end' });
  expect(findLeaks(secrets, filesBelow(userData))).toEqual([]);
}, 120_000);
