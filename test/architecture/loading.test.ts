import { expect, test } from 'vitest';
import { createFirstStore } from '../../renderer/store/store.ts';
import { createAppStore, scriptedBridge } from '../unit/renderer/scripted-bridge.ts';
import { allArrows, reachedFrom } from './modules.ts';
import { trackedFiles } from './repository.ts';

const SLOW = ['node:crypto', 'node:http', 'node:net', 'node:tls', 'undici/lib/dispatcher/agent.js'];

test('the main process loads no slow module before it opens its window', () => {
  const arrows = allArrows(trackedFiles().filter(({ path }) => /^(?:main|preload)\//u.test(path)));
  const atOnce = arrows.filter(({ lazy }) => !lazy);
  const before = reachedFrom('main/index.ts', atOnce);
  expect(before).toContain('main/app/window/main-window.ts');
  expect(SLOW.filter((name) => before.has(name))).toEqual([]);
  expect([...reachedFrom('main/index.ts', arrows)]).toEqual(expect.arrayContaining(SLOW));
});

/** Removes comments and strings from code, because a state field that is only named in them is not used. */
const codeOf = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gmu, '').replaceAll(/'[^'\n]*'|"[^"\n]*"/gu, "''");

test('the first screen’s code reads no field that only later code adds to the page’s state store', () => {
  const { bridge } = scriptedBridge({});
  const names = (store: ReturnType<typeof createAppStore>): readonly string[] =>
    Object.keys(store.getState());
  const [first, all] = [names(createFirstStore(bridge)), names(createAppStore(bridge))];
  expect(all).toEqual(expect.arrayContaining([...first]));
  const later = all.filter((name) => !first.includes(name));
  expect(later).toContain('openActivity');

  const page = trackedFiles().filter(({ path }) => path.startsWith('renderer/'));
  const arrows = allArrows(page).filter(({ to }) => to !== 'renderer/frame/later.ts');
  const reached = reachedFrom('renderer/main.tsx', arrows);
  expect(reached).toContain('renderer/store/boards-slice.ts');
  const used = page
    .filter(({ path }) => reached.has(path))
    .flatMap(({ path, text }) => {
      const words = new Set(codeOf(text).match(/[\w$]+\b(?!\??: )/gu));
      return later.filter((name) => words.has(name)).map((name) => `${path}: ${name}`);
    });
  expect(used).toEqual([]);
});
