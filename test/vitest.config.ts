/**
 * Vitest: one project per kind of test, so that `--project unit` runs one kind. All run in plain Node;
 * what needs a page runs in Chromium, in test/e2e. The results land in out/test/vitest.json.
 */
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { mutants } from './mutants/plugin.ts';

const repository = path.dirname(import.meta.dirname);

/**
 * Kinds and the longest that one test of each may take, in milliseconds. It ends what hangs, and is no measure of speed:
 * the slowest test takes a tenth of it here, and a machine may well be five times as busy.
 */
const TIMEOUTS = { unit: 60_000, contract: 60_000, architecture: 60_000, integration: 120_000 } as const;

/** `npm run nightly` negates conditions of main, to see whether a test notices. */
const isMutated = process.env['EASEL_MUTANTS'] === '1';

export default defineConfig({
  root: repository,
  plugins: isMutated ? [mutants()] : [],
  cacheDir: path.join(repository, 'out/vitest'),
  test: {
    reporters: ['default'],
    // The machines that run this have two cores, and tests of main wait for half of their time. Child processes (forks)
    // may load native modules safely.
    maxWorkers: 3,
    pool: 'forks',
    // Both cores have a process: threads that help each with its garbage only get in the other's way (a tenth).
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
        // Its few files read the same sources, so a second process costs more than it saves.
        ...(name === 'architecture' && { maxWorkers: 1 }),
        testTimeout,
        hookTimeout: testTimeout,
        // What is polled for comes, or the test fails at its own limit: the default is one second.
        expect: { poll: { timeout: testTimeout } },
        // Files share a process, and must leave nothing in it: most of the time went into loading the same modules.
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
