import { expect, test, vi } from 'vitest';
import { runAll } from '../../commands/schedule.ts';

test('npm test does not run the e2e stage if the build has failed', async () => {
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  const results = await runAll(
    [
      { name: 'build', quarters: 4 },
      { name: 'e2e', quarters: 6, needsBuild: true },
    ],
    (name) => Promise.resolve({ name, seconds: 0, passed: 0, failed: 1, failures: [], skipped: [] }),
  );
  expect(results.map(({ name, skipped }) => [name, skipped.length])).toEqual([
    ['build', 0],
    ['e2e', 1],
  ]);
});
