import { describe, expect, test } from 'vitest';
import { failureLines } from '../../commands/failures.ts';
import { readPlaywright, readVitest, summaryLine, total } from '../../commands/report.ts';

const file = (status: string, ...tests: readonly (readonly [string, string])[]) => ({
  name: 'x.test.ts',
  status,
  assertionResults: tests.map(([fullName, state]) => ({ fullName, status: state })),
});

describe('a Vitest report', () => {
  test('is counted by test', () => {
    const counts = readVitest({
      testResults: [
        file('passed', ['a', 'passed'], ['b', 'passed']),
        file('failed', ['c', 'failed'], ['d', 'passed']),
      ],
    });
    expect(counts).toMatchObject({ passed: 3, failed: 1, skipped: [] });
  });

  test('names what was skipped or only planned', () => {
    const counts = readVitest({
      testResults: [
        file('passed', ['keytar (needs a keyring)', 'skipped'], ['later', 'todo'], ['x', 'pending']),
      ],
    });
    expect(counts.skipped.map((item) => item.name)).toEqual(['keytar (needs a keyring)', 'later', 'x']);
    expect(counts.passed).toBe(0);
  });

  test('counts a file that could not be loaded as a failure', () => {
    expect(readVitest({ testResults: [file('failed')] }).failed).toBe(1);
  });

  test('names the place and error of each failure', () => {
    const broken = { ...file('failed'), name: 'y.test.ts', message: 'no such module' };
    const wrong = { fullName: 'adds up', status: 'failed', failureMessages: ['expected 1 to be 2'] };
    const report = { testResults: [broken, { ...file('failed'), assertionResults: [wrong] }] };
    expect(readVitest(report).failures).toEqual([
      { name: 'y.test.ts', error: 'no such module' },
      { name: 'x.test.ts › adds up', error: 'expected 1 to be 2' },
    ]);
  });

  test('of another shape is refused, not counted as empty', () => {
    expect(() => readVitest({ results: [] })).toThrow(/testResults/u);
  });
});

describe('a Playwright report', () => {
  const spec = (title: string, status: string, annotations: readonly object[] = []) => ({
    title,
    tests: [{ status, annotations }],
  });

  test('is counted through all its suites', () => {
    const report = {
      errors: [],
      suites: [
        {
          title: 'boards.spec.ts',
          specs: [spec('opens', 'expected')],
          suites: [{ title: 'search', specs: [spec('finds', 'expected'), spec('fails', 'unexpected')] }],
        },
      ],
    };
    expect(readPlaywright(report)).toMatchObject({ passed: 2, failed: 1, skipped: [] });
  });

  test('tells of a test that passed only on the second try how it failed on the first, and what the window said', () => {
    const annotations = [{ type: 'The window said', description: 'Locked.' }];
    const results = [
      { errors: [{ message: 'no such button' }], annotations },
      { errors: [], annotations: [] },
    ];
    const unsteady = { title: 'x', tests: [{ status: 'flaky', annotations: [], results }] };
    const counts = readPlaywright({ errors: [], suites: [{ title: 'a', specs: [unsteady] }] });
    expect(counts).toMatchObject({ passed: 1, failed: 0 });
    expect(failureLines([{ name: 'e2e', ...counts }])).toEqual([
      'Passed only when tried again:',
      '  e2e: a › x',
      '      The window said: Locked.',
      '      no such button',
    ]);
  });

  test('names what was skipped, with the reason', () => {
    const skip = [{ type: 'skip', description: 'needs Electron' }];
    const report = {
      errors: [],
      suites: [{ title: 'a.spec.ts', specs: [spec('x', 'skipped', skip), spec('y', 'skipped')] }],
    };
    expect(readPlaywright(report).skipped).toEqual([
      { name: 'a.spec.ts › x', reason: 'needs Electron' },
      { name: 'a.spec.ts › y' },
    ]);
  });

  test('names the place and error of each failure', () => {
    const results = [{ errors: [{ message: 'no such button' }, {}] }];
    const failing = { title: 'presses', tests: [{ status: 'unexpected', annotations: [], results }] };
    const report = {
      errors: [{ message: 'SyntaxError' }],
      suites: [{ title: 'a.spec.ts', specs: [failing, spec('x', 'expected')] }],
    };
    expect(readPlaywright(report).failures).toEqual([
      { name: 'outside of any test', error: 'SyntaxError' },
      { name: 'a.spec.ts › presses', error: 'no such button\nan error without words' },
    ]);
  });

  test('counts a spec that could not be loaded as a failure', () => {
    expect(readPlaywright({ errors: [{ message: 'SyntaxError' }], suites: [] }).failed).toBe(1);
  });
});

describe('the last line', () => {
  test('counts all stages together', () => {
    const sum = total([
      { passed: 1, failed: 0, failures: [], skipped: [] },
      { passed: 2, failed: 3, failures: [], skipped: [{ name: 'x' }] },
    ]);
    expect(summaryLine(sum)).toBe('3 passed, 3 failed, 1 skipped');
  });

  test('is silent about skips when there are none', () => {
    expect(summaryLine(total([{ passed: 7, failed: 0, failures: [], skipped: [] }]))).toBe(
      '7 passed, 0 failed',
    );
  });
});
