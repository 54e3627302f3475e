import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPracticeThread, type PracticeService } from '../../practice/practice.ts';
import { isNightly } from '../../support/nightly.ts';
import { keyringAvailable, startKeyring, type Keyring } from '../../support/keyring.ts';
import { filesBelow, findLeaks, type Secret } from '../../support/planted-secrets.ts';
import type { SecretName, Step, StepReply } from './heap-child.ts';
import { freshFolder } from '../../support/fresh-folder.ts';

/** Lets heap snapshots contain long strings without truncation, because an API key may be at a string's end. */
const FLAGS = ['--expose-gc', '--heap-snapshot-string-limit=1000000'];

let folder: string;
let userData: string;
let practice: PracticeService;
let keyring: Keyring | null;
let child: ChildProcess;

beforeEach(async () => {
  folder = freshFolder();
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
});

async function run(step: Step): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(step);
  const [reply] = (await answer) as [StepReply];
  if (!reply.ok) throw new Error(`${step.do}: ${reply.reason}`);
  return reply.value;
}

async function heap(name: string): Promise<Buffer> {
  const file = path.join(folder, `${name}.heapsnapshot`);
  await run({ do: 'snapshot', file });
  return readFileSync(file);
}

const random = (): string => randomBytes(24).toString('base64url');

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
  await run({ do: 'start', userData, origin, exports: path.join(folder, 'export.json'), secrets: texts });
  return Object.entries(texts).map(([name, text]) => ({ name, text }));
}

function fill(): Promise<unknown> {
  const paper = practice.samplePapers[0]?.identifier ?? '';
  return run({ do: 'fill', paper, hasKeychain: keyring !== null });
}

function linksMade(): readonly Secret[] {
  const lines = readFileSync(path.join(folder, 'export.json.links'), 'utf8').split('\n');
  const tokens = lines.flatMap((line) => new URLSearchParams(line.split(/\t.*\?/u)[1]).get('token') ?? []);
  return tokens.map((token, index) => ({ name: `link ${index + 1}`, text: token.split('.')[2] ?? '' }));
}

test.runIf(isNightly)(
  'the memory and files of a locked Easel contain no key, passphrase or join link (only nightly: takes a minute)',
  async () => {
    const keys = await start();
    await fill();
    const links = linksMade();
    expect(new Set(links.map(({ text }) => text)).size).toBe(6);
    const secrets = [...keys, ...links];
    await practice.faults.set('listBoards', { kind: 'status', status: 503 });
    await run({ do: 'fail' });
    // Proves that the search finds secrets, which the snapshot before the lock must contain.
    const before = await heap('filled');
    const found = secrets.filter(({ text }) => before.includes(text, 0, 'latin1')).map(({ name }) => name);
    expect(found).toEqual(
      expect.arrayContaining(['stored', 'session', 'next', ...links.map(({ name }) => name)]),
    );

    expect(await run({ do: 'lock' })).toMatchObject({ locked: true, unlockBy: 'passphrase' });
    expect(findLeaks(secrets, [{ name: 'the heap', bytes: await heap('locked') }])).toEqual([]);
    expect(findLeaks(secrets, filesBelow(userData))).toEqual([]);

    await run({ do: 'end' });
    expect(findLeaks(secrets, filesBelow(userData))).toEqual([]);
  },
  300_000,
);
