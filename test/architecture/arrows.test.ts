import { expect, test } from 'vitest';
import { judge } from './map.ts';
import { allArrows, arrowsOf } from './modules.ts';
import { trackedFiles } from './repository.ts';

test('no folder imports a module that the dependency map forbids', () => {
  const product = trackedFiles().filter(
    ({ path }) => /^(?:main|preload|renderer)\//u.test(path) && path !== 'renderer/vite.config.ts',
  );
  const wrong = allArrows(product).flatMap((arrow) => {
    const why = judge(arrow);
    return why === undefined ? [] : [`${arrow.from} imports ${arrow.to}: ${why}`];
  });
  expect(wrong).toEqual([]);
});

test.each([
  ['main/boards/boards.ts', "import { app } from 'electron';", 'only main/index.ts'],
  ['main/boards/boards.ts', "await import('electron');", 'only main/index.ts'],
  ['main/boards/boards.ts', "export * from 'undici';", 'only main/service/transport.ts'],
  ['main/boards/boards.ts', "import { x } from '../../renderer/x.ts';", 'main never imports the page'],
  ['main/boards/boards.ts', "import { x } from '../practice/x.ts';", 'only compose.ts imports practice'],
  ['main/boards/boards.ts', "import type { X } from '../app/x.ts';", 'boards may not import app'],
  ['main/store/mirror/x.ts', "import { x } from '../../service/http.ts';", 'store imports only the readers'],
  ['main/attic/x.ts', "import { x } from './y.ts';", 'attic is not on the map'],
  ['renderer/parts/x.tsx', "import path from 'node:path';", 'a page can’t use Node'],
  ['renderer/parts/x.tsx', "import { X } from '../../preload/contract/x.ts';", 'the page imports only types'],
  ['preload/bridge.ts', "import { x } from '../main/env.ts';", 'the bridge imports only'],
  ['preload/contract/contract.ts', "import { x } from '../bridge.ts';", 'the contract imports only'],
])('the dependency map forbids this import in the file %s: %s', (path, text, why) => {
  expect(arrowsOf({ path, text }).map(judge)).toEqual([expect.stringContaining(why)]);
});

test.each([
  ['main/boards/boards.ts', "import { x } from '../service/api.ts';"],
  ['main/store/mirror/writer.ts', "import { x } from '../../service/wire/x.ts';"],
  ['renderer/parts/x.tsx', "import type { X } from '../../preload/contract/x.ts';"],
])('the dependency map allows this import in the file %s: %s', (path, text) => {
  expect(arrowsOf({ path, text }).map(judge)).toEqual([undefined]);
});
