/** S2 and S3, which unit tests play over a fake Electron: they run, and their figures are told. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { ROOT, run } from '../commands/process.ts';
import { readVitest } from '../commands/report.ts';
import type { Finding } from '../support/finding.ts';

const FOLDER = path.join(ROOT, 'out/security');
const LIMIT_MS = 3 * 60_000;

/** The preferences that a guest starts with, whatever the page asks for. */
export function checkGuestPreferences(): Promise<Finding> {
  return ofUnitTests('unit/main/previews/guest-rules', {
    id: 'S2',
    what: 'will-attach-webview: a guest starts with Easel’s preferences or not at all',
    target: 'at least 200 combinations, 0 unsafe',
  });
}

/** What a guest may do, of all that can be asked for. */
export function checkPermissions(): Promise<Finding> {
  return ofUnitTests('unit/main/security/permissions', {
    id: 'S3',
    what: 'permissions: 46 names × 2 handlers × 8 contexts',
    target: '736 cells, 4 allow; the two of reading only where a person works in the room',
  });
}

const figures = v.object({
  testResults: v.array(
    v.object({
      assertionResults: v.array(v.object({ meta: v.optional(v.object({ figure: v.optional(v.string()) })) })),
    }),
  ),
});

async function ofUnitTests(file: string, about: Pick<Finding, 'id' | 'what' | 'target'>): Promise<Finding> {
  const report = path.join(FOLDER, `${about.id}.json`);
  await mkdir(FOLDER, { recursive: true });
  await rm(report, { force: true });
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts'];
  const asked = ['--project', 'unit', file, '--reporter=json', `--outputFile=${report}`];
  const ended = await run(process.execPath, [...vitest, ...asked], { limitMs: LIMIT_MS });
  const text = await readFile(report, 'utf8').catch(() => {
    throw new Error(ended.output);
  });
  const { passed, failed, failures, skipped } = readVitest(JSON.parse(text));
  const told = v
    .parse(figures, JSON.parse(text))
    .testResults.flatMap(({ assertionResults }) => assertionResults.map(({ meta }) => meta?.figure ?? []));
  return {
    ...about,
    figure: told.flat().join('; '),
    passed,
    failed,
    skipped: skipped.map(({ name, reason = 'not said' }) => ({ name, reason })),
    problems: failures.map(({ name, error }) => `${name}: ${error}`),
  };
}
