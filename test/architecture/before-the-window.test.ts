/** What main loads before its first window, which waits for it. */
import { expect, test } from 'vitest';
import { allArrows, reachedFrom } from './modules.ts';
import { trackedFiles } from './repository.ts';

/** Each takes a good part of the time that main may take until then, or all of it. */
const SLOW = ['node:crypto', 'node:http', 'node:net', 'node:tls', 'undici/lib/dispatcher/agent.js'];

test('main loads nothing slow before its window', () => {
  const arrows = allArrows(trackedFiles().filter(({ path }) => /^(?:main|preload)\//u.test(path)));
  const atOnce = arrows.filter(({ lazy }) => !lazy);
  const before = reachedFrom('main/index.ts', atOnce);
  expect(before).toContain('main/window/main-window.ts');
  expect(SLOW.filter((name) => before.has(name))).toEqual([]);
  expect([...reachedFrom('main/index.ts', arrows)]).toEqual(expect.arrayContaining(SLOW));
});
