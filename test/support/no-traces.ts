/** Fails a test file that leaves global changes, which would break later test files in the same process. */
import { afterAll, expect, vi } from 'vitest';

const environment = { ...process.env };
const folder = process.cwd();
const signals = process.eventNames().map(String).toSorted();

afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  expect(vi.isFakeTimers(), 'timers are left faked').toBe(false);
  expect(process.env).toEqual(environment);
  expect(process.cwd()).toBe(folder);
  expect(process.eventNames().map(String).toSorted()).toEqual(signals);
});
