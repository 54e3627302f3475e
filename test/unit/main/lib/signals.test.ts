import { expect, test } from 'vitest';
import { Signals } from '../../../../main/lib/signals.ts';

test('a signal (event emitter) calls the remaining listeners after one has thrown', async () => {
  const signals = new Signals();
  const dropped: string[] = [];
  signals.locked.on(() => {
    throw new Error('not dropped');
  });
  signals.locked.on(() => dropped.push('keys'));
  const told = signals.locked.tell();
  expect(dropped).toEqual(['keys']);
  await expect(told).rejects.toThrow('not dropped');
});

test('a shutdown closes modules in reverse order, even if one of them fails to close', async () => {
  const signals = new Signals();
  const closed: string[] = [];
  signals.onClose(() => closed.push('store'));
  signals.onClose(() => Promise.reject(new Error('jobs hang')));
  signals.onClose(() => closed.push('boards'));
  await expect(signals.close()).rejects.toThrow('jobs hang');
  expect(closed).toEqual(['boards', 'store']);
});
