import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openThread, ThreadError, type Thread } from '../../../../../main/lib/threads/rpc.ts';
import type { tests } from './thread-under-test.ts';

interface Served {
  readonly tests: typeof tests;
}

const url = new URL('./thread-under-test.ts', import.meta.url);
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiQW5uIn0.c2lnbmF0dXJl';

let thread: Thread<Served>;
let closings: Int32Array;

const open = (change: Partial<Parameters<typeof openThread>[0]> = {}): Thread<Served> =>
  openThread({ url, name: 'the thread', data: closings, ...change });

beforeEach(() => {
  closings = new Int32Array(new SharedArrayBuffer(4));
  thread = open();
});

afterEach(async () => {
  vi.useRealTimers();
  await thread.end();
});

test('an error in a worker thread reaches the caller with its message and kind', async () => {
  const { fail, giveFunction, add } = thread.of('tests');
  const error: unknown = await fail('too far').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ThreadError);
  expect(error).toMatchObject({ message: 'too far', kind: 'range' });
  await expect(giveFunction()).rejects.toMatchObject({ kind: '' });
  await expect(add(1, (() => 1) as unknown as number)).rejects.toThrow('could not be cloned');
  expect(await add(1, 1)).toBe(2);
});

test('access tokens are removed from the errors of a worker thread', async () => {
  await expect(thread.of('tests').fail(`no JSON: "${TOKEN}"`)).rejects.toThrow('no JSON: "[redacted]"');
  const crashing = thread.of('tests').crash(`no JSON: "${TOKEN}"`);
  await expect(Promise.all([crashing, thread.of('tests').wait()])).rejects.toThrow('no JSON: "[redacted]"');
});

test('calls fail with the kind “not-started” if the worker thread can’t be loaded', async () => {
  const gone = open({ url: new URL('./no-such-thread.ts', import.meta.url) });
  await expect(gone.of('tests').wait()).rejects.toMatchObject({
    kind: 'not-started',
    message: expect.stringContaining('no-such-thread.ts') as string,
  });
  const { crash, wait } = thread.of('tests');
  await expect(Promise.all([crash('halfway'), wait()])).rejects.toMatchObject({ kind: '' });
});

test.each([
  ['exits', 'exit', 'the thread has ended'],
  ['crashes', 'crash', 'it broke'],
  ['runs out of memory', 'grow', 'memory limit'],
] as const)('all running calls to a worker thread fail if the thread %s', async (_what, how, reason) => {
  thread = open({ resourceLimits: { maxOldGenerationSizeMb: 32 } });
  const { wait, add, [how]: end } = thread.of('tests');
  void end('it broke').catch(() => undefined);
  const calls = [wait(), add(1, 2)].map((call) => call.catch((error: unknown) => error));
  for (const error of await Promise.all(calls)) {
    expect(error).toBeInstanceOf(ThreadError);
    expect(String(error)).toContain(reason);
  }
  await expect(add(1, 2)).rejects.toThrow('the thread has ended');
});

test('a worker thread answers other calls between two steps of a long call', async () => {
  const { walk, note, done } = thread.of('tests');
  const walked = walk(3);
  const between = [note('a'), done()];
  const closed = thread.close();
  expect(await Promise.all(between)).toEqual([undefined, ['step 1', 'a']]);
  expect(await walked).toBe(3);
  await closed;
  expect([...closings]).toEqual([1]);
});

test('a worker thread that is closing answers earlier calls and rejects later calls', async () => {
  const { note, done, add } = thread.of('tests');
  const asked = [note('a'), done()];
  const closed = thread.close();
  await expect(add(1, 2)).rejects.toThrow('the thread is closed');
  expect(await Promise.all(asked)).toEqual([undefined, ['a']]);
  await closed;
  expect([...closings]).toEqual([1]);
  await thread.close();
  await open().close();
});

test('a worker thread that is closing ends a call that does not finish within 20 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await thread.of('tests').add(1, 1);
  const endless = thread
    .of('tests')
    .wait()
    .catch((reason: unknown) => reason);
  const closed = thread.close();
  await vi.advanceTimersByTimeAsync(20_000);
  await closed;
  expect(await endless).toEqual(new ThreadError('the thread has ended'));
});
