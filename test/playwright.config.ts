/**
 * Playwright: the specs of test/e2e (of test/soak with EASEL_SOAK=1), one set for both drivers (the real Electron and the Chromium shell,
 * see test/support/driver.ts). A test that fails sometimes is a bug of the test or the app, so none is retried.
 */
import path from 'node:path';
import { defineConfig } from '@playwright/test';

const out = path.join(import.meta.dirname, '../out/test');

export default defineConfig({
  testDir: '.',
  testMatch: process.env['EASEL_SOAK'] === '1' ? 'soak/*.spec.ts' : 'e2e/**/*.spec.ts',
  globalSetup: './support/run-keychain.ts',
  outputDir: path.join(out, 'e2e'),
  // The machines have two cores; a spec waits for a third of its time.
  workers: 3,
  // Test by test, so that no long file runs alone at the end.
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: path.join(out, 'e2e.json') }]],
});
