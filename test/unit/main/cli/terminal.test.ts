import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { ownTerminal, type Streams } from '../../../../main/cli/terminal.ts';

/** A process with these streams; `signal` sends it one. */
function processWith(streams: { readonly stdout?: Writable; readonly stderr?: Writable } = {}) {
  const hearers = new Map<string, () => void>();
  const stdin = new PassThrough();
  const all = { stdin, stdout: new PassThrough(), stderr: new PassThrough(), ...streams };
  const on = (signal: string, hear: () => void) => hearers.set(signal, hear);
  const terminal = ownTerminal({ ...all, on } as unknown as Streams);
  return { terminal, stdin, signal: (name: string) => hearers.get(name)?.() };
}

/** An output that fails with this code, as a pipe does later, or as a file on a full disk at once. */
function failing(code: string, how: 'later' | 'at once'): Writable {
  const error = Object.assign(new Error(`write ${code}`), { code });
  return new Writable({
    write: (_piece, _encoding, done) => {
      if (how === 'at once') throw error;
      setImmediate(done, error);
    },
  });
}

test('nobody sits at a pipe, and an Easel that is open is told so', () => {
  const { terminal } = processWith();
  expect(JSON.parse(JSON.stringify({ isTerminal: terminal.isTerminal }))).toEqual({ isTerminal: false });
});

test('a reader that has enough ends the command, and is no fault', async () => {
  const { terminal } = processWith({ stdout: failing('EPIPE', 'later') });
  await terminal.write('a board\n');
  await terminal.write('another\n');
  expect([terminal.lost(), terminal.signal.aborted]).toEqual(['closed', true]);
});

test.each(['later', 'at once'] as const)('a full disk ends it %s, and is told', async (how) => {
  const { terminal } = processWith({ stdout: failing('ENOSPC', how) });
  expect(terminal.lost()).toBeNull();
  await terminal.write('a board\n');
  expect(terminal.lost()).toMatchObject({
    code: 'storage',
    message: expect.stringContaining('disk is full'),
  });
  expect(terminal.signal.aborted).toBe(true);
});

test.each(['later', 'at once'] as const)('goes on where nobody can be told how it goes, %s', async (how) => {
  const { terminal } = processWith({ stderr: failing('EPIPE', how) });
  terminal.say('Nothing is sent for 5 minutes.');
  await new Promise((resolve) => void setImmediate(() => setImmediate(resolve)));
  expect([terminal.lost(), terminal.signal.aborted]).toEqual([null, false]);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s ends the wait for what is piped in', async (name) => {
  const { terminal, stdin, signal } = processWith();
  const read = terminal.read('-', 100);
  stdin.write('an id\n');
  signal(name);
  expect((await read).ok).toBe(false);
  expect(terminal.signal.aborted).toBe(true);
});

test('takes what is piped in up to its bound, without waiting for its end beyond it', async () => {
  const { terminal, stdin } = processWith();
  stdin.end('0123456789');
  expect(await terminal.read('-', 10)).toEqual({ ok: true, value: '0123456789' });
  const endless = processWith();
  endless.stdin.write('01234567890');
  expect(await endless.terminal.read('-', 10)).toMatchObject({ ok: false });
});
