import { expect, test } from 'vitest';
import { isShownByOutage } from '../../../../../renderer/screens/boards/boards-status.tsx';
import { healthOf } from '../../scripted-bridge.ts';

test('a failure is told by the outage alone where it is the same one and asks for no wait', () => {
  const failure = { code: 'timeout', message: 'No.', nextStep: '', retryable: true, details: [] } as const;
  const health = healthOf('a', { 'board-api': { state: 'trouble', since: 1, lastFailure: 1, failure } });
  expect(isShownByOutage(health, 'board-api', failure)).toBe(true);
  expect(isShownByOutage(health, 'paper-api', failure)).toBe(false);
  expect(isShownByOutage(health, 'board-api', { ...failure, code: 'key-refused' })).toBe(false);
  expect(isShownByOutage(health, 'board-api', { ...failure, retryAfterSeconds: 9 })).toBe(false);
  expect(isShownByOutage(null, 'board-api', failure)).toBe(false);
});
