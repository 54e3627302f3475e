import { stripVTControlCharacters } from 'node:util';

export type Skipped = { readonly name: string; readonly reason?: string };

export type Failure = { readonly name: string; readonly error: string };

/** Numbers of passed and failed tests in a stage of `npm test`. Stages without a test runner count as one test. */
export type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly Failure[];
  readonly skipped: readonly Skipped[];
};

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** Reads Vitest's report. A test file that fails to load counts as one failure. Lists skipped and `todo` tests. */
export function readVitest(report: unknown): Counts {
  const { testResults } = report as VitestReport;
  const tests = testResults.flatMap(({ name, status, message, assertionResults }) =>
    assertionResults.length === 0 && status === 'failed'
      ? [{ name, status, error: message ?? '' }]
      : assertionResults.map((test) => ({
          name: test.status === 'failed' ? `${name} › ${test.fullName}` : test.fullName,
          status: test.status,
          error: test.failureMessages?.join('\n') ?? '',
        })),
  );
  const failures = tests.filter(({ status }) => status === 'failed');
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: failures.length,
    failures: failures.map(({ name, error }) => ({ name, error })),
    skipped: tests.flatMap(({ name, status }) => (/^(?:passed|failed)$/u.test(status) ? [] : [{ name }])),
  };
}

type Notes = readonly { readonly type: string; readonly description?: string }[];
type Errors = readonly { readonly message?: string }[];

interface Suite {
  readonly title: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly annotations: Notes;
      readonly results: readonly { readonly errors: Errors; readonly annotations?: Notes }[];
    }[];
  }[];
  readonly suites?: readonly Suite[];
}

/** Name of the Playwright annotation with the messages that Easel's window showed when a test failed. */
export const WINDOW_SAID = 'The window said';

const messages = (errors: Errors): readonly string[] =>
  errors.map(({ message }) => message ?? 'an error without words');

function testsOf(suite: Suite, above: string): readonly (Skipped & Failure & { readonly status: string })[] {
  const title = above === '' ? suite.title : `${above} › ${suite.title}`;
  const own = suite.specs.flatMap((spec) =>
    spec.tests.map(({ status, annotations, results }) => {
      const reason = annotations.find(({ type }) => type === 'skip')?.description;
      const windowTexts = results
        .flatMap((result) => result.annotations ?? [])
        .filter(({ type }) => type === WINDOW_SAID)
        .map(({ description }) => `${WINDOW_SAID}: ${description ?? ''}`);
      const error = [...windowTexts, ...results.flatMap(({ errors }) => messages(errors))].join('\n');
      return { name: `${title} › ${spec.title}`, status, error, ...(reason !== undefined && { reason }) };
    }),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, title))];
}

/** Reads Playwright's report. Errors outside tests count as failures, for example if a spec fails to load. */
export function readPlaywright(report: unknown): Counts {
  const { suites, errors } = report as { readonly suites: readonly Suite[]; readonly errors: Errors };
  const tests = suites.flatMap((suite) => testsOf(suite, ''));
  const failures = [
    ...messages(errors).map((error) => ({ name: 'outside of any test', error })),
    ...tests.filter(({ status }) => status === 'unexpected' || status === 'flaky'),
  ];
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failed: failures.length,
    failures: failures.map(({ name, error }) => ({ name, error })),
    skipped: tests
      .filter(({ status }) => status === 'skipped')
      .map(({ name, reason }) => (reason === undefined ? { name } : { name, reason })),
  };
}

export function total(counts: readonly Counts[]): Counts {
  return {
    passed: counts.reduce((sum, item) => sum + item.passed, 0),
    failed: counts.reduce((sum, item) => sum + item.failed, 0),
    failures: counts.flatMap((item) => item.failures),
    skipped: counts.flatMap((item) => item.skipped),
  };
}

export function summaryLine(counts: Counts): string {
  const line = `${counts.passed} passed, ${counts.failed} failed`;
  return counts.skipped.length === 0 ? line : `${line}, ${counts.skipped.length} skipped`;
}

const IN_FULL = 25;

/** Formats all failed tests with their stage. Keeps the text short, because CI shows only the end of a long log. */
export function failureLines(stages: readonly (Counts & { readonly name: string })[]): readonly string[] {
  const all = stages.flatMap((stage) => stage.failures.map((failure) => ({ ...failure, stage: stage.name })));
  const lines = all.flatMap(({ stage, name, error }, at) => {
    const errorLines = stripVTControlCharacters(error)
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
      .slice(0, at < IN_FULL ? 8 : 0);
    return [`  ${stage}: ${name}`, ...errorLines.map((line) => `      ${line.trimEnd().slice(0, 300)}`)];
  });
  return all.length === 0 ? [] : ['Failed:', ...lines];
}
