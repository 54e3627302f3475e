/** The first screen: what it loads knows nothing of the slices that come later, though the store is typed as the whole. */
import { expect, test } from 'vitest';
import { createFirstStore } from '../../renderer/store/store.ts';
import { createAppStore, scriptedBridge } from '../unit/renderer/scripted-bridge.ts';
import { allArrows, reachedFrom } from './modules.ts';
import { trackedFiles } from './repository.ts';

const LATER = 'renderer/frame/later.ts';

const page = trackedFiles().filter(({ path }) => path.startsWith('renderer/'));

/** What `main.tsx` loads before anything is shown. */
function loadedFirst(): ReadonlySet<string> {
  const arrows = allArrows(page).filter(({ to }) => to !== LATER);
  return reachedFrom('renderer/main.tsx', arrows);
}

const names = (store: ReturnType<typeof createAppStore>): readonly string[] => Object.keys(store.getState());

test('the store is completed by later code, and loses nothing', () => {
  const { bridge } = scriptedBridge({});
  const first = names(createFirstStore(bridge));
  expect(names(createAppStore(bridge))).toEqual(expect.arrayContaining([...first]));
});

test('code that is loaded first never uses what the store gets later', () => {
  const { bridge } = scriptedBridge({});
  const first = new Set(names(createFirstStore(bridge)));
  const later = names(createAppStore(bridge)).filter((name) => !first.has(name));
  expect(later).toContain('openActivity');
  const reached = loadedFirst();
  expect(reached).toContain('renderer/store/boards-slice.ts');
  const asked = page
    .filter(({ path }) => reached.has(path))
    .flatMap(({ path, text }) => {
      // Without comments and texts: a screen may be called as a part of the state is.
      const code = text
        .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gmu, '')
        .replaceAll(/'[^'\n]*'|"[^"\n]*"/gu, "''");
      return later
        .filter((name) => new RegExp(`\\b${name}\\b(?!: )`, 'u').test(code))
        .map((name) => `${path}: ${name}`);
    });
  expect(asked).toEqual([]);
});
