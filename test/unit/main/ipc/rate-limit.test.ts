import { expect, test } from 'vitest';
import { RateLimit } from '../../../../main/ipc/dispatch.ts';

test('tokens come back one by one, and never exceed the burst', () => {
  let now = 0;
  const rate = new RateLimit(() => now);
  const takeAll = (): number => {
    let taken = 0;
    while (rate.take('connections.save')) taken += 1;
    return taken;
  };
  expect(takeAll()).toBe(5);
  now += 999;
  expect(takeAll()).toBe(0);
  now += 1;
  expect(takeAll()).toBe(1);
  now += 10_000_000;
  expect(takeAll()).toBe(5);
});
