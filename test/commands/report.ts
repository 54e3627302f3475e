/** Reads what Vitest and Playwright report, and adds it up. */
import * as v from 'valibot';

/** A test that did not run, with the reason where the report knows one. */
export type Skipped = { readonly name: string; readonly reason?: string };

/** What failed, and how. */
export type Failure = { readonly name: string; readonly error: string };

/** What one stage came to; a stage without tests of its own counts as one. */
export type Counts = {
  readonly passed: number;
  readonly failed: number;
  /** What to tell of the failed ones; there may be several for one, or one for several. */
  readonly failures: readonly Failure[];
  readonly skipped: readonly Skipped[];
};

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          failureMessages: v.optional(v.nullable(v.array(v.string()))),
        }),
      ),
    }),
  ),
});

/**
 * Counts a Vitest JSON report. A file that could not be loaded has no tests and counts as one failure.
 * Tests that were skipped or are only planned (`todo`) are named: the name says what they need.
 */
export function readVitest(report: unknown): Counts {
  const { testResults } = v.parse(vitestReport, report);
  const tests = testResults.flatMap((file) =>
    file.assertionResults.map((result) => ({ ...result, file: file.name })),
  );
  const failed = tests.filter((test) => test.status === 'failed');
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: failed.length + broken.length,
    failures: [
      ...broken.map(({ name, message }) => ({ name, error: message })),
      ...failed.map(({ file, fullName, failureMessages }) => ({
        name: `${file} › ${fullName}`,
        error: failureMessages?.join('\n') ?? '',
      })),
    ],
    skipped: tests
      .filter((test) => test.status !== 'passed' && test.status !== 'failed')
      .map((test) => ({ name: test.fullName })),
  };
}

const playwrightErrors = v.array(v.object({ message: v.optional(v.string()) }));
const playwrightNotes = v.array(v.object({ type: v.string(), description: v.optional(v.string()) }));
const playwrightSpecs = v.array(
  v.object({
    title: v.string(),
    tests: v.array(
      v.object({
        status: v.string(),
        annotations: playwrightNotes,
        results: v.optional(
          v.array(v.object({ errors: playwrightErrors, annotations: v.optional(playwrightNotes) })),
        ),
      }),
    ),
  }),
);

interface Suite {
  readonly title: string;
  readonly specs: v.InferOutput<typeof playwrightSpecs>;
  readonly suites?: readonly Suite[] | undefined;
}

const suite: v.GenericSchema<unknown, Suite> = v.object({
  title: v.string(),
  specs: playwrightSpecs,
  suites: v.optional(v.array(v.lazy(() => suite))),
});

const playwrightReport = v.object({ suites: v.array(suite), errors: playwrightErrors });

const messages = (errors: v.InferOutput<typeof playwrightErrors>): string =>
  errors.map(({ message }) => message ?? 'an error without words').join('\n');

/** The kind of note that a spec leaves about what a person would have read where it failed. */
export const WINDOW_SAID = 'The window said';

type PlaywrightTest = Skipped & Failure & { readonly status: string };

/** Counts a Playwright JSON report. Errors outside of any test (a spec that can't be loaded) count as failures. */
export function readPlaywright(report: unknown): Counts {
  const { suites, errors } = v.parse(playwrightReport, report);
  const walk = (item: Suite, above: string): readonly PlaywrightTest[] => {
    const title = above === '' ? item.title : `${above} › ${item.title}`;
    const own = item.specs.flatMap((spec) =>
      spec.tests.map((test) => {
        const reason = test.annotations.find((note) => note.type === 'skip')?.description;
        const tries = test.results ?? [];
        const said = tries
          .flatMap(({ annotations = [] }) => annotations)
          .filter(({ type }) => type === WINDOW_SAID)
          .map(({ description }) => `${WINDOW_SAID}: ${description ?? ''}\n`);
        return {
          name: `${title} › ${spec.title}`,
          status: test.status,
          error: said.join('') + messages(tries.flatMap((result) => result.errors)),
          ...(reason === undefined ? {} : { reason }),
        };
      }),
    );
    return [...own, ...(item.suites ?? []).flatMap((inner) => walk(inner, title))];
  };
  const tests = suites.flatMap((item) => walk(item, ''));
  const failed = tests.filter((test) => test.status === 'unexpected' || test.status === 'flaky');
  return {
    passed: tests.filter((test) => test.status === 'expected').length,
    failed: failed.length + errors.length,
    failures: [
      ...errors.map((error) => ({ name: 'outside of any test', error: messages([error]) })),
      ...failed.map(({ name, error }) => ({ name, error })),
    ],
    skipped: tests
      .filter((test) => test.status === 'skipped')
      .map(({ name, reason }) => (reason === undefined ? { name } : { name, reason })),
  };
}

/** Adds up the counts of all stages. */
export function total(counts: readonly Counts[]): Counts {
  return {
    passed: counts.reduce((sum, item) => sum + item.passed, 0),
    failed: counts.reduce((sum, item) => sum + item.failed, 0),
    failures: counts.flatMap((item) => item.failures),
    skipped: counts.flatMap((item) => item.skipped),
  };
}

/** `12 passed, 0 failed`, and `, 3 skipped` where some were: the last line of `npm test`. */
export function summaryLine(counts: Counts): string {
  const line = `${counts.passed} passed, ${counts.failed} failed`;
  return counts.skipped.length === 0 ? line : `${line}, ${counts.skipped.length} skipped`;
}
