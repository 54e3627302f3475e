import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Failure } from '../../../../preload/contract/failure.ts';
import { retryAt } from '../../../../renderer/parts/failure-notice.tsx';

/** A rate-limit failure; `detail` distinguishes two of them. */
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

test('the countdown to a retry continues when the same failure is received again', () => {
  const end = retryAt(limited('copied'));
  vi.setSystemTime(1_030_000);
  expect(retryAt({ ...limited('copied') })).toBe(end);
  vi.setSystemTime(1_100_000);
  retryAt(limited('another in between'));
  expect(retryAt(limited('copied'))).toBe(end);
});
