import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Failure } from '../../../../preload/contract/failure.ts';
import { retryAt } from '../../../../renderer/parts/failure-notice.tsx';

/** A refusal with a wait; `detail` tells two of them apart, as their times do. */
function limited(detail: string): Failure {
  return {
    code: 'too-many-requests',
    message: 'Too many requests.',
    nextStep: 'Wait.',
    retryable: true,
    details: [detail],
    retryAfterSeconds: 42,
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a later copy of a failure does not restart the wait', () => {
  const end = retryAt(limited('copied'));
  vi.setSystemTime(1_030_000);
  expect(retryAt({ ...limited('copied') })).toBe(end);
  vi.setSystemTime(1_100_000);
  retryAt(limited('another in between'));
  expect(retryAt(limited('copied'))).toBe(end);
});
