import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPracticeThread, type PracticeService } from '../../practice/practice.ts';
import { isNightly } from '../../support/nightly.ts';
import { keyringAvailable, startKeyring, type Keyring } from '../../support/keyring.ts';
import { filesBelow, findLeaks, type Secret } from '../../support/planted-secrets.ts';
import type { SecretName, Step, StepReply } from './heap-child.ts';

/** Whole strings are shown: one of a thousand characters may hold a key at its end. */
const FLAGS = ['--expose-gc', '--heap-snapshot-string-limit=1000000'];

let folder: string;
let userData: string;
let practice: PracticeService;
let keyring: Keyring | null;
let child: ChildProcess;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-heap-'));
  userData = path.join(folder, 'user-data');
  practice = await startPracticeThread({ boards: 3, boardPreviews: true });
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

/** The heap of the child as it is now. */
async function heap(name: string): Promise<Buffer> {
  const file = path.join(folder, `${name}.heapsnapshot`);
  await tell({ do: 'snapshot', file });
  return readFileSync(file);
}

const random = (): string => randomBytes(24).toString('base64url');

/** Starts main with secrets of its own, and gives these. Nothing of them is in its memory yet. */
async function start(): Promise<readonly Secret[]> {
  const texts: Readonly<Record<SecretName, string>> = {
    stored: practice.apiKey,
    session: await practice.issueKey(),
    next: await practice.issueKey(),
    refused: random(),
    export: random(),
    lock: random(),
  };
  mkdirSync(userData);
  const { origin } = practice;
  await tell({ do: 'start', userData, origin, exports: path.join(folder, 'export.json'), secrets: texts });
  return Object.entries(texts).map(([name, text]) => ({ name, text }));
}

/** Brings all of them into its memory. */
function fill(): Promise<unknown> {
  const paper = practice.samplePapers[0]?.identifier ?? '';
  return tell({ do: 'fill', paper, hasKeychain: keyring !== null });
}

/** The signatures of the tokens in all links that were made in bulk and copied; those of one link alone have no tab. */
function linksMade(): readonly Secret[] {
  const lines = readFileSync(path.join(folder, 'export.json.links'), 'utf8').split('\n');
  const tokens = lines.flatMap((line) => new URLSearchParams(line.split(/\t.*\?/u)[1]).get('token') ?? []);
  return tokens.map((token, index) => ({ name: `link ${index + 1}`, text: token.split('.')[2] ?? '' }));
}

// Snapshots of the heap take a minute. Files and replies are searched in other tests, too.
test.runIf(isNightly)(
  'a locked Easel holds no key, passphrase or join link, in its heap or in any file, and keys given up are in no keychain',
  async () => {
    const keys = await start();
    await fill();
    const links = linksMade();
    expect(new Set(links.map(({ text }) => text)).size).toBe(6);
    const secrets = [...keys, ...links];
    await practice.faults.set('listBoards', { kind: 'status', status: 503 });
    await tell({ do: 'fail' });
    // Else an empty result after the lock would prove nothing.
    const before = await heap('filled');
    const held = secrets.filter(({ text }) => before.includes(text, 0, 'latin1')).map(({ name }) => name);
    expect(held).toEqual(
      expect.arrayContaining(['stored', 'session', 'next', ...links.map(({ name }) => name)]),
    );

    expect(await tell({ do: 'lock' })).toMatchObject({ locked: true, unlockBy: 'passphrase' });
    expect(findLeaks(secrets, [{ name: 'the heap', bytes: await heap('locked') }])).toEqual([]);
    expect(findLeaks(secrets, filesBelow(userData))).toEqual([]);

    await practice.faults.clear();
    // The stored key comes from the keychain again, the session's is lost.
    expect(await tell({ do: 'unlock' })).toEqual([keyring === null ? 'failed' : 'done', 'failed']);
    if (keyring !== null) {
      expect(await tell({ do: 'keys' })).not.toEqual([]);
      await tell({ do: 'lock' });
      expect(await tell({ do: 'give up' })).toMatchObject({ locked: false, unlockBy: 'none' });
      expect(await tell({ do: 'keys' })).toEqual([]);
    }
    await tell({ do: 'end' });
    expect(findLeaks(secrets, filesBelow(userData))).toEqual([]);
  },
  300_000,
);
