/** Runs the specs of test/e2e, or of test/soak if EASEL_SOAK=1. Never retries, so that flaky tests fail. */
import path from 'node:path';
import { defineConfig } from '@playwright/test';

const out = path.join(import.meta.dirname, '../out/test');
const LONG = 'e2e/{plans,states,team}.spec.ts';

export default defineConfig({
  testDir: '.',
  // Begins with the specs that have the longest tests. Otherwise, one of these would run alone at the end.
  projects:
    process.env['EASEL_SOAK'] === '1'
      ? [{ name: 'soak', testMatch: 'soak/*.spec.ts' }]
      : [
          { name: 'long', testMatch: LONG },
          { name: 'e2e', testMatch: 'e2e/**/*.spec.ts', testIgnore: LONG },
        ],
  globalSetup: ['./support/run-keychain.ts', './support/postgres.ts'],
  outputDir: path.join(out, 'e2e'),
  // Runs three workers on two cores, because each spec spends a third of its time waiting.
  workers: 3,
  // Runs the tests of a file concurrently too. Otherwise a long file would run alone at the end.
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: path.join(out, 'e2e.json') }]],
});
