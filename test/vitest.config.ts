/**
 * Vitest: one project per kind of test, so that `--project unit` runs one kind. All run in plain Node;
 * what needs a page runs in Chromium, in test/e2e. The results land in out/test/vitest.json.
 */
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const repository = path.dirname(import.meta.dirname);

/** Kinds and the longest that one test of each may take, in milliseconds. */
const TIMEOUTS = { unit: 10_000, contract: 10_000, architecture: 30_000, integration: 30_000 } as const;

export default defineConfig({
  root: repository,
  cacheDir: path.join(repository, 'out/vitest'),
  test: {
    reporters: ['default'],
    // The machines that run this have two cores; child processes (forks) may load native modules safely.
    maxWorkers: 2,
    pool: 'forks',
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    passWithNoTests: false,
    coverage: {
      provider: 'v8',
      include: ['{main,preload,renderer}/**/*.{ts,tsx}'],
      exclude: ['**/*.d.ts', 'renderer/vite.config.ts'],
      reportsDirectory: path.join(repository, 'out/test/coverage'),
    },
    projects: Object.entries(TIMEOUTS).map(([name, testTimeout]) => ({
      extends: true,
      test: {
        name,
        include: [`test/${name}/**/*.test.{ts,tsx}`],
        testTimeout,
        hookTimeout: testTimeout,
      },
    })),
  },
});
