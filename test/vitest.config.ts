/**
 * Vitest projects, one per kind of test (`--project unit`). All run in plain Node; tests of pages run in Chromium,
 * see test/e2e. Results go to out/test/vitest.json.
 */
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { mutants } from './mutants/plugin.ts';

const repository = path.dirname(import.meta.dirname);

/** Time limit of one test per kind, in ms. It only ends hanging tests: the slowest test takes a tenth of it. */
const TIMEOUTS = { unit: 60_000, contract: 60_000, architecture: 60_000, integration: 120_000 } as const;

/** `npm run nightly` negates conditions of main to check that a test fails. */
const isMutated = process.env['EASEL_MUTANTS'] === '1';

export default defineConfig({
  root: repository,
  plugins: isMutated ? [mutants()] : [],
  cacheDir: path.join(repository, 'out/vitest'),
  test: {
    reporters: ['default'],
    // Two cores, and tests of main wait half of their time. Forked processes can load native modules safely.
    maxWorkers: 3,
    pool: 'forks',
    // Both cores are busy, so parallel garbage collection would cost a tenth.
    execArgv: ['--single-threaded-gc'],
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
        // Its few files read the same sources, so a second process would cost more than it saves.
        ...(name === 'architecture' && { maxWorkers: 1 }),
        testTimeout,
        hookTimeout: testTimeout,
        // Waits as long as the test may take; the default is one second.
        expect: { poll: { timeout: testTimeout } },
        // Files share a process and must leave no changes behind, because loading modules took most of the
        // time.
        isolate: false,
        setupFiles: [
          'test/support/no-traces.ts',
          'test/support/same-draws.ts',
          ...(isMutated ? ['test/mutants/active.ts'] : []),
        ],
      },
    })),
  },
});
