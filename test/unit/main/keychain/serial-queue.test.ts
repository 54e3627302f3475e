import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SerialQueue } from '../../../../main/keychain/guarded.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('an operation that waits too long behind others is dropped, and never runs', async () => {
  const queue = new SerialQueue(100);
  const slow = async (): Promise<void> => void (await new Promise((resolve) => setTimeout(resolve, 60)));
  let ran = false;
  const outcomes = Promise.all([
    queue.run(slow),
    queue.run(slow),
    queue.run(async () => {
      ran = true;
    }),
  ]);
  await vi.advanceTimersByTimeAsync(200);
  expect((await outcomes).map((outcome) => outcome.kind)).toEqual(['done', 'done', 'blocked']);
  expect(ran).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('an operation learns that its caller has left', async () => {
  const queue = new SerialQueue(100);
  const seen: boolean[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const outcome = queue.run(async (turn) => {
    seen.push(turn.isLate());
    await promise;
    seen.push(turn.isLate());
  });
  await vi.advanceTimersByTimeAsync(100);
  expect((await outcome).kind).toBe('late');
  resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual([false, true]);
});
