import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SerialQueue } from '../../../../main/keychain/guarded.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('operations run one after another, in order', async () => {
  const queue = new SerialQueue(100);
  const events: string[] = [];
  const step = (name: string) => async () => {
    events.push(`${name} begins`);
    await Promise.resolve();
    events.push(`${name} ends`);
    return name;
  };
  const outcomes = await Promise.all([queue.run(step('a')), queue.run(step('b')), queue.run(step('c'))]);
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(['done', 'done', 'done']);
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

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
