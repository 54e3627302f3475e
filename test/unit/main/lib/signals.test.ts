import { expect, test } from 'vitest';
import { createLog } from '../../../../main/lib/log/log.ts';
import { Signals } from '../../../../main/lib/signals.ts';

function signalsAndLog() {
  const lines: string[] = [];
  return { signals: new Signals(createLog((line) => lines.push(line))), lines };
}

test('an error in one listener of a signal does not prevent calls to the other listeners', async () => {
  const { signals } = signalsAndLog();
  const dropped: string[] = [];
  signals.locked.on(() => {
    throw new Error('not dropped');
  });
  signals.locked.on(() => dropped.push('keys'));
  const told = signals.locked.tell();
  expect(dropped).toEqual(['keys']);
  await expect(told).rejects.toThrow('not dropped');
});

test.each([
  ['a rejected promise', () => Promise.reject(new Error('the disk is full'))],
  [
    'a thrown error',
    () => {
      throw new Error('the disk is full');
    },
  ],
])('Easel only logs the failure of a signal’s listener: %s', async (_what, listener) => {
  const { signals, lines } = signalsAndLog();
  signals.recorded.on(listener);
  void signals.recorded.tell();
  // Waits until Vitest would detect an unhandled rejection, which would fail the test.
  await new Promise(setImmediate);
  expect(lines).toEqual([expect.stringMatching(/a listener failed.*the disk is full/u)]);
});

test('a shutdown closes all modules in reverse order, even if one module fails to close', async () => {
  const { signals } = signalsAndLog();
  const closed: string[] = [];
  signals.onClose(() => closed.push('store'));
  signals.onClose(() => Promise.reject(new Error('jobs hang')));
  signals.onClose(() => closed.push('boards'));
  await expect(signals.close()).rejects.toThrow('jobs hang');
  expect(closed).toEqual(['boards', 'store']);
});
