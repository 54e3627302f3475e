/** Runs the specs of test/e2e, or of test/soak if EASEL_SOAK=1. Never retries, so that flaky tests fail. */
import path from 'node:path';
import { defineConfig } from '@playwright/test';

const out = path.join(import.meta.dirname, '../out/test');

export default defineConfig({
  testDir: '.',
  testMatch: process.env['EASEL_SOAK'] === '1' ? 'soak/*.spec.ts' : 'e2e/**/*.spec.ts',
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
