/** The command line over the whole of main: what it prints, what it changes, how it ends, here and at the end of a socket. */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Terminal } from '../../../main/cli/terminal.ts';
import { runHosted } from '../../../main/cli/hosted.ts';
import { listenForCommands, runInOpenEasel } from '../../../main/cli/socket.ts';
import { createLog } from '../../../main/log/log.ts';
import { NO_POLICY, type Policy } from '../../../main/policy/policy.ts';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { draftFor, policyOf, startServices, type TestServices } from '../../support/services.ts';

let practice: PracticeService;
let services: TestServices;

afterEach(async () => {
  await services.close();
  await practice.stop();
});

interface Typist {
  /** What stands in files, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** What is typed at a terminal; without one nobody is asked. */
  readonly types?: string;
  /** Presses Ctrl+C when this is said. */
  readonly interruptsAt?: RegExp;
  /** Nobody reads the output any more. */
  readonly isClosed?: boolean;
}

interface Ran {
  readonly code: number;
  readonly output: string;
  readonly said: string;
  readonly asked: readonly string[];
}

/** Runs a command as `via` does, over a terminal that is written down. */
async function ran(
  typed: readonly string[],
  { files = {}, types, interruptsAt, isClosed = false }: Typist = {},
  via: (typed: readonly string[], terminal: Terminal) => Promise<number | null> = (words, terminal) =>
    runHosted({ attach: services.attach, policy }, words, terminal),
): Promise<Ran> {
  const interrupted = new AbortController();
  const asked: string[] = [];
  let output = '';
  let said = '';
  let lost: 'closed' | null = null;
  const code = await via(typed, {
    isTerminal: types !== undefined,
    write: (text) => {
      if (isClosed) {
        lost = 'closed';
        interrupted.abort();
      } else output += text;
      return Promise.resolve();
    },
    say: (line) => {
      said += `${line}\n`;
      if (interruptsAt?.test(line) === true) interrupted.abort();
    },
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(types ?? '');
    },
    read: (file): Promise<Result<string, string>> =>
      Promise.resolve(files[file] === undefined ? fail('This file no longer exists.') : ok(files[file])),
    lost: () => lost,
    signal: interrupted.signal,
  });
  return { code: code ?? -1, output, said, asked };
}

let policy: Policy;
/** What was saved from the window last. */
let written: string;

async function start(rules: Partial<Policy> = {}, draft: Parameters<typeof draftFor>[2] = {}): Promise<void> {
  policy = { ...NO_POLICY, ...rules };
  practice = await startPractice({ boards: 30 });
  services = await startServices(undefined, {
    policy: policyOf(rules),
    files: {
      save: (_purpose, name, text) => {
        written = text;
        return Promise.resolve(ok(name));
      },
    },
  });
  const saved = await services.call('connections.save', draftFor(practice.origin, practice.apiKey, draft));
  if (!saved.ok) throw new Error(saved.error.message);
}

const boards = async (): Promise<readonly string[]> => (await practice.contents()).boards;
const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

describe('boards list', () => {
  beforeEach(() => start());

  test('prints every board as a line of JSON, as the service listed it', async () => {
    const { code, output } = await ran(['boards', 'list', '--json']);
    const listed = lines(output).map((line) => JSON.parse(line) as { id: string; raw: object });
    expect(code).toBe(0);
    expect(listed.map(({ id }) => id).toSorted()).toEqual((await boards()).toSorted());
    expect(Object.keys(listed[0]?.raw ?? {}).length).toBeGreaterThan(0);
  });

  test('prints the boards that it has, and ends with another code where there may be more', async () => {
    expect((await ran(['boards', 'list', '--json'])).code).toBe(0);
    await practice.faults.set('listBoards', { kind: 'no-content' });
    const { code, output, said } = await ran(['boards', 'list', '--json']);
    expect([code, lines(output).length]).toEqual([1, 30]);
    expect(said).toContain('there may be more');
  });

  test('asks the service for nothing where the stored list is wanted', async () => {
    await ran(['boards', 'list']);
    const before = (await practice.requests()).counts;
    const { output } = await ran(['boards', 'list', '--stored', '--csv']);
    expect(lines(output)).toHaveLength(31);
    expect((await practice.requests()).counts).toEqual(before);
  });

  test('says of a stored list, too, that it may lack boards', async () => {
    expect(await ran(['boards', 'list', '--stored'])).toMatchObject({
      code: 1,
      output: '',
      said: '0 boards; there may be more.\n',
    });
    await ran(['boards', 'list']);
    expect(await ran(['boards', 'list', '--stored'])).toMatchObject({ code: 0, said: '' });
  });

  test('says nothing where nobody reads its output any more', async () => {
    const { code, said } = await ran(['boards', 'list'], { isClosed: true });
    expect([code, said]).toEqual([130, '']);
  });

  test('names what it needs where there are several connections, and ends with its own code', async () => {
    await services.call('connections.save', draftFor(practice.origin, practice.apiKey, { name: 'Other' }));
    expect(await ran(['boards', 'list'])).toMatchObject({ code: 6, output: '' });
    expect((await ran(['boards', 'list', '--connection', 'Other'])).code).toBe(0);
  });

  test('ends with the code of the key where the service refuses it, and never says the key', async () => {
    const draft = draftFor(practice.origin, 'another-key-than-the-right-one', { name: 'Wrong' });
    await services.call('connections.save', draft);
    const { code, said } = await ran(['boards', 'list', '--connection', 'Wrong']);
    expect(code).toBe(5);
    expect(said).not.toContain('another-key');
  });
});

test('what the service refuses ends with the code of the service, and not with that of a refusal of Easel’s', async () => {
  await start();
  await practice.faults.set('listBoards', { kind: 'status', status: 422, body: { message: 'No.' } });
  expect(await ran(['boards', 'list'])).toMatchObject({ code: 4, output: '' });
});

describe('boards delete', () => {
  const list = async (some: number): Promise<string> => (await boards()).slice(0, some).join('\n');

  test('says what would be deleted, and sends nothing', async () => {
    await start();
    const files = { ids: await list(5) };
    const { code, said, output } = await ran(['boards', 'delete', '--from', 'ids', '--dry-run'], { files });
    expect(code).toBe(0);
    expect(said).toContain('5 boards of “Acme boards” (test) would be deleted.');
    expect(lines(output)).toHaveLength(6);
    expect((await practice.requests()).counts.deleteBoard).toBe(0);
  });

  test('takes what “boards list” printed, asks for the count, holds and deletes', async () => {
    await start({ holdSeconds: { single: 0, bulk: 0 } });
    const { output } = await ran(['boards', 'list', '--json']);
    const ids = lines(output).slice(0, 12).join('\n');
    const typed = await ran(['boards', 'delete', '--from', '-', '--json'], {
      files: { '-': ids },
      types: '12',
    });
    expect(typed.asked).toEqual(['Type 12 to delete 12 boards from “Acme boards” (test): ']);
    expect(typed.said).toContain('12 boards: 12 deleted.');
    expect(typed.code).toBe(0);
    expect(lines(typed.output)).toHaveLength(12);
    expect(await boards()).toHaveLength(18);
  });

  test('deletes nothing where another number is typed, or none is expected', async () => {
    await start();
    const files = { ids: await list(5) };
    expect((await ran(['boards', 'delete', '--from', 'ids'], { files, types: '50' })).code).toBe(3);
    expect((await ran(['boards', 'delete', '--from', 'ids'], { files })).code).toBe(3);
    expect((await ran(['boards', 'delete', '--from', 'ids', '--expect', '6'], { files })).code).toBe(3);
    const jobs = await services.call('jobs.list', {});
    expect(jobs).toEqual(ok([]));
  });

  test('is held, and Ctrl+C meanwhile cancels it: nothing was sent', async () => {
    await start();
    const files = { ids: await list(5) };
    const typed = ['boards', 'delete', '--from', 'ids', '--expect', '5'];
    const { code, said } = await ran(typed, {
      files,
      interruptsAt: /^Nothing is sent for 5 minutes|^Nothing/u,
    });
    expect(code).toBe(130);
    expect(said).toContain('5 boards: 5 untouched.');
    expect((await practice.requests()).counts.deleteBoard).toBe(0);
  });

  test('refuses Production without a terminal, unless the policy allows it', async () => {
    await start({ holdSeconds: { single: 0, bulk: 0 } }, { environment: 'production' });
    const typed = ['boards', 'delete', '--from', 'ids', '--expect', '2'];
    const files = { ids: await list(2) };
    expect(await ran(typed, { files })).toMatchObject({ code: 3 });
    expect(await boards()).toHaveLength(30);
    policy = { ...policy, allowUnattended: true };
    expect(await ran(typed, { files })).toMatchObject({ code: 0 });
    expect(await boards()).toHaveLength(28);
  });

  test('refuses a read-only connection, whoever confirms it', async () => {
    await start({ allowUnattended: true }, { readOnly: true });
    const files = { ids: await list(2) };
    expect((await ran(['boards', 'delete', '--from', 'ids'], { files, types: '2' })).code).toBe(3);
    expect((await ran(['boards', 'delete', '--from', 'ids', '--expect', '2'], { files })).code).toBe(3);
    expect((await practice.requests()).counts.deleteBoard).toBe(0);
  });

  test('reads no half list: one line that is no id ends it', async () => {
    await start();
    const files = { ids: `${await list(2)}\n../board\n` };
    const { code, said } = await ran(['boards', 'delete', '--from', 'ids', '--expect', '2'], { files });
    expect(code).toBe(3);
    expect(said).toContain('Line 3 of the file holds no board id.');
  });
});

describe('plan run', () => {
  async function plan(connectionId: string, some: number): Promise<string> {
    const selection = { kind: 'ids', ids: (await boards()).slice(0, some) } as const;
    const review = await services.call('jobs.review', { connectionId, selection });
    if (!review.ok) throw new Error(review.error.message);
    const { reviewId } = review.value;
    const saved = await services.call('plans.save', { reviewId, note: 'Term is over', validDays: 7 });
    if (!saved.ok) throw new Error(saved.error.message);
    return written;
  }

  async function startListed(rules: Partial<Policy> = {}): Promise<string> {
    await start(rules);
    await ran(['boards', 'list']);
    const known = await services.call('connections.list', {});
    return known.ok ? (known.value.connections[0]?.id ?? '') : '';
  }

  test('shows the plan, asks for the count, and deletes its boards and no others', async () => {
    const files = { plan: await plan(await startListed(), 4) };
    const before = await boards();
    const dry = await ran(['plan', 'run', 'plan', '--dry-run'], { files });
    expect(dry).toMatchObject({ code: 0, said: expect.stringContaining('Term is over') });
    expect(await boards()).toEqual(before);
    const { code, asked } = await ran(['plan', 'run', 'plan', '--start-now'], { files, types: '4' });
    expect({ code, asked: asked.length }).toEqual({ code: 0, asked: 1 });
    expect(await boards()).toEqual(before.slice(4));
  });

  test('is refused to its author where two people are asked for', async () => {
    const files = { plan: await plan(await startListed({ twoPersons: true }), 4) };
    expect((await ran(['plan', 'run', 'plan'], { files, types: '4' })).code).toBe(3);
    expect((await practice.requests()).counts.deleteBoard).toBe(0);
  });

  test('reads no plan that was changed', async () => {
    const text = await plan(await startListed(), 4);
    const files = { plan: text.replace('Term is over', 'Term is 0ver') };
    expect((await ran(['plan', 'run', 'plan'], { files, types: '4' })).code).not.toBe(0);
    expect((await practice.requests()).counts.deleteBoard).toBe(0);
  });
});

describe('papers and links', () => {
  beforeEach(() => start());

  test('are made for each name, and the links go to the output alone', async () => {
    const made = await ran(['papers', 'create', '--name', 'Class {n}', '--count', '3', '--json']);
    expect(made.code).toBe(0);
    const papers = lines(made.output).map((line) => JSON.parse(line) as { id: string; name: string });
    expect(papers.map(({ name }) => name)).toEqual(['Class 1', 'Class 2', 'Class 3']);
    const typed = ['links', '--paper', papers[0]?.id ?? '', '--names', 'class'];
    const { code, output, said } = await ran(typed, { files: { class: 'Ada\nGrace\n' } });
    expect(code).toBe(0);
    expect(lines(output)).toHaveLength(3);
    expect(output).toContain('?token=');
    expect(said).not.toContain('token=');
  });

  test('are made in a number that is one', async () => {
    const typed = ['papers', 'create', '--name', 'Class {n}', '--count'];
    for (const count of ['0', '1001', '1e1', '0x3', '2.0', '']) {
      expect((await ran([...typed, count])).code, count).toBe(2);
    }
    const { code, said } = await ran(['papers', 'create', '--name', 'Class', '--count', '3']);
    expect(code).toBe(2);
    expect(said, 'there are no fields to mark').not.toMatch(/fields/u);
  });

  test('need a name', async () => {
    expect((await ran(['papers', 'create'])).code).toBe(2);
    expect((await ran(['links', '--name', 'Ada'])).code).toBe(2);
  });
});

describe('an Easel that is open', () => {
  let folder: string;
  let stop: () => void;
  const lines_: string[] = [];
  const log = createLog({ write: (line) => lines_.push(line) });

  beforeEach(async () => {
    await start();
    folder = await mkdtemp(path.join(tmpdir(), 'easel-commands-'));
    stop = await listenForCommands(
      folder,
      (typed, terminal) => runHosted({ attach: services.attach, policy }, typed, terminal),
      log,
    );
  });

  afterEach(async () => {
    stop();
    await rm(folder, { recursive: true, force: true });
  });

  const overSocket = (typed: readonly string[], terminal: Terminal): Promise<number | null> =>
    runInOpenEasel(folder, typed, terminal);

  test('does the work of a command: its questions, its files and its output are those of the terminal', async () => {
    const listed = await ran(['boards', 'list', '--json'], {}, overSocket);
    expect(lines(listed.output)).toHaveLength(30);
    const files = { ids: lines(listed.output).slice(0, 3).join('\n') };
    const typed = ['boards', 'delete', '--from', 'ids', '--start-now'];
    const deleted = await ran(typed, { files, types: '3' }, overSocket);
    expect(deleted).toMatchObject({
      code: 0,
      asked: ['Type 3 to delete 3 boards from “Acme boards” (test): '],
    });
    expect(await boards()).toHaveLength(27);
  });

  test('keeps a job that was left to it', async () => {
    const files = { ids: (await boards()).slice(0, 3).join('\n') };
    const typed = ['boards', 'delete', '--from', 'ids', '--expect', '3', '--detach'];
    const { code, output } = await ran(typed, { files }, overSocket);
    expect(code).toBe(0);
    const jobs = await services.call('jobs.list', {});
    expect(jobs.ok && jobs.value).toMatchObject([{ id: output.trim(), state: 'held' }]);
  });

  test('cancels what a command began that is gone', async () => {
    const files = { ids: (await boards()).slice(0, 3).join('\n') };
    const typed = ['boards', 'delete', '--from', 'ids', '--expect', '3'];
    expect((await ran(typed, { files, interruptsAt: /^Nothing/u }, overSocket)).code).toBe(130);
    const jobs = await services.call('jobs.list', {});
    expect(jobs.ok && jobs.value).toMatchObject([{ state: 'cancelled' }]);
  });

  test('is left at once where nobody reads the output any more', async () => {
    const { code, said } = await ran(['boards', 'list'], { isClosed: true }, overSocket);
    expect([code, said]).toEqual([130, '']);
  });

  test('answers nobody who says something else', async () => {
    const socket = connect(path.join(folder, 'commands/easel.sock'));
    socket.write('{"kind":"run","typed":["boards","list"],"isTerminal":false,"key":"x"}\n');
    let answer = '';
    for await (const piece of socket.setEncoding('utf8') as AsyncIterable<string>) answer += piece;
    expect(answer).toBe('');
  });
});
