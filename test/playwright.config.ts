/**
 * Playwright runs the specs of test/e2e (with EASEL_SOAK=1 those of test/soak) in Electron or in a headless Chromium,
 * see test/support/driver.ts. No test is retried, because an unstable test shows a bug of the test or the app.
 */
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
  // Distributes single tests, so that no long file runs alone at the end.
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: path.join(out, 'e2e.json') }]],
});
