/** Vitest projects, one per kind of test (`--project unit`). All run in plain Node; test/e2e uses Chromium. */
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { mutants } from './mutants/plugin.ts';

const repository = path.dirname(import.meta.dirname);

/** Time limit of a test in ms, by kind of test. All tests take at most a tenth of the limit unless they hang. */
const TIMEOUTS = { unit: 60_000, contract: 60_000, architecture: 60_000, integration: 120_000 } as const;

/** True during mutation tests (`npm run nightly mutants`), which negate single conditions of main's code. */
const isMutated = process.env['EASEL_MUTANTS'] === '1';

export default defineConfig({
  root: repository,
  plugins: isMutated ? [mutants()] : [],
  cacheDir: path.join(repository, 'out/vitest'),
  test: {
    reporters: ['default'],
    // Three workers keep two cores busy, because main's tests often wait. Only processes can load native modules.
    maxWorkers: 3,
    pool: 'forks',
    // Both cores are busy, so garbage collection in parallel threads would make the tests a tenth slower.
    execArgv: ['--single-threaded-gc'],
    restoreMocks: true,
    // Keeps the compiled code of worker threads, because compiling TypeScript took half of a service's start-up time.
    env: { NODE_COMPILE_CACHE: path.join(repository, 'out/compile-cache') },
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
        // Runs architecture tests in one process, because a second process would have to read the same sources again.
        ...(name === 'architecture' && { maxWorkers: 1 }),
        ...(name === 'integration' && { globalSetup: 'test/support/postgres.ts' }),
        testTimeout,
        hookTimeout: testTimeout,
        // `expect.poll` retries for the whole time limit of the test, instead of the default of one second.
        expect: { poll: { timeout: testTimeout } },
        // Test files share a process, because loading modules took most of the time. So a file must undo its changes.
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
