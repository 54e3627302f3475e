import { describe, expect, test } from 'vitest';
import { readPlaywright, readVitest } from '../../commands/report.ts';

const file = (status: string, ...tests: readonly (readonly [string, string])[]) => ({
  name: 'x.test.ts',
  status,
  assertionResults: tests.map(([fullName, state]) => ({ fullName, status: state })),
});

describe('a Vitest report', () => {
  test('counts a file that could not be loaded as a failure', () => {
    expect(readVitest({ testResults: [file('failed')] }).failed).toBe(1);
  });

  test('of another shape is refused, not counted as empty', () => {
    expect(() => readVitest({ results: [] })).toThrow(/testResults/u);
  });
});

describe('a Playwright report', () => {
  test('counts a spec that could not be loaded as a failure', () => {
    expect(readPlaywright({ errors: [{ message: 'SyntaxError' }], suites: [] }).failed).toBe(1);
  });
});
