/** The one direction of flow: what each room may import. */
import { describe, expect, test } from 'vitest';
import { judge, roomOf, ROOMS } from './map.ts';
import { allArrows, arrowsOf, findCycle } from './modules.ts';
import { trackedFiles } from './repository.ts';

const product = trackedFiles().filter((file) =>
  /^(?:main|preload|renderer|test)\/.*\.[cm]?[jt]sx?$/u.test(file.path),
);
const arrows = allArrows(product);

/** The verdicts on the imports of one made-up file. */
const verdicts = (path: string, text: string): readonly (string | undefined)[] =>
  arrowsOf({ path, text }).map(judge);

describe('the tree', () => {
  test('has no import against the arrows', () => {
    const wrong = arrows.flatMap((arrow) => {
      const why = judge(arrow);
      return why === undefined ? [] : [`${arrow.from}:${arrow.line} imports ${arrow.to}: ${why}`];
    });
    expect(wrong).toEqual([]);
  });

  test('has no circular imports', () => {
    expect(findCycle(arrows)).toBeUndefined();
  });

  test('has no room of main that is not on the map', () => {
    const rooms = product.filter((file) => file.path.startsWith('main/')).map((file) => roomOf(file.path));
    expect([...new Set(rooms)].filter((room) => !Object.hasOwn(ROOMS, room))).toEqual([]);
  });

  test('imports only files that exist', () => {
    const known = new Set(trackedFiles().map((file) => file.path));
    const lost = arrows.filter(({ to }) => /^(?:main|preload|renderer|test)\//u.test(to) && !known.has(to));
    expect(lost.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });
});

describe('the records', () => {
  test('include every kind of import, which are types, and which are lazy', () => {
    const text = `import { a } from './a.ts';
import type { B } from '../boards/b.ts';
import { type C } from './c.ts';
import { type D, d } from './d.ts';
import './e.css';
export { f } from './f.ts';
export type { G } from './g.ts';
export * from 'node:path';
await import('keytar');
await import(name);`;
    expect(arrowsOf({ path: 'main/store/x.ts', text })).toEqual([
      { from: 'main/store/x.ts', to: 'main/store/a.ts', line: 1, typeOnly: false, lazy: false },
      { from: 'main/store/x.ts', to: 'main/boards/b.ts', line: 2, typeOnly: true, lazy: false },
      { from: 'main/store/x.ts', to: 'main/store/c.ts', line: 3, typeOnly: true, lazy: false },
      { from: 'main/store/x.ts', to: 'main/store/d.ts', line: 4, typeOnly: false, lazy: false },
      { from: 'main/store/x.ts', to: 'main/store/e.css', line: 5, typeOnly: false, lazy: false },
      { from: 'main/store/x.ts', to: 'main/store/f.ts', line: 6, typeOnly: false, lazy: false },
      { from: 'main/store/x.ts', to: 'main/store/g.ts', line: 7, typeOnly: true, lazy: false },
      { from: 'main/store/x.ts', to: 'node:path', line: 8, typeOnly: false, lazy: false },
      { from: 'main/store/x.ts', to: 'keytar', line: 9, typeOnly: false, lazy: true },
    ]);
  });

  test('find a cycle, and ignore type imports', () => {
    const ring = [
      { path: 'main/store/a.ts', text: "import { b } from './b.ts';" },
      { path: 'main/store/b.ts', text: "import { c } from './c.ts';" },
      { path: 'main/store/c.ts', text: "import { a } from './a.ts';" },
    ];
    expect(findCycle(allArrows(ring))).toBe(
      'main/store/a.ts → main/store/b.ts → main/store/c.ts → main/store/a.ts',
    );
    const types = ring.map((file) => ({ ...file, text: file.text.replace('import', 'import type') }));
    expect(findCycle(allArrows(types))).toBeUndefined();
  });
});

describe('the map', () => {
  const refused: readonly (readonly [string, string])[] = [
    ['main/boards/boards.ts', "import { x } from '../../renderer/store/x.ts';"],
    ['main/boards/boards.ts', "import { app } from 'electron';"],
    ['main/boards/boards.ts', "const { app } = await import('electron');"],
    ['main/boards/boards.ts', "import { openKeychain } from '../keychain/keychain.ts';"],
    ['main/boards/boards.ts', "import { startPractice } from '../practice/practice.ts';"],
    ['main/boards/boards.ts', "import { request } from 'undici';"],
    ['main/boards/boards.ts', "import { DatabaseSync } from 'node:sqlite';"],
    ['main/service/api.ts', "import { openStore } from '../store/database.ts';"],
    ['main/service/api.ts', "import { request } from 'undici';"],
    ['renderer/parts/x.tsx', "import { request } from 'undici';"],
    ['main/keychain/keychain.ts', "import keytar from 'keytar';"],
    ['main/store/rows.ts', "import type { Api } from '../service/api.ts';"],
    ['main/security/origins.ts', "import { Boards } from '../boards/boards.ts';"],
    ['main/ipc/handlers.ts', "import { ipcMain } from 'electron';"],
    ['main/attic/x.ts', "import { x } from './y.ts';"],
    ['renderer/parts/x.tsx', "import { CALLS } from '../../preload/contract/contract.ts';"],
    ['renderer/parts/x.tsx', "import type { X } from '../../main/boards/boards.ts';"],
    ['renderer/parts/x.tsx', "import path from 'node:path';"],
    ['preload/bridge.ts', "import { x } from '../main/env.ts';"],
    ['preload/contract/contract.ts', "import { x } from '../bridge.ts';"],
    ['test/e2e/x.spec.ts', "import { app } from 'electron';"],
  ];
  for (const [path, text] of refused) {
    test(`refuses in ${path}: ${text}`, () => {
      expect(verdicts(path, text)).toEqual([expect.any(String)]);
    });
  }

  const allowed: readonly (readonly [string, string])[] = [
    ['main/index.ts', "import { app } from 'electron';\nimport { compose } from './compose.ts';"],
    ['main/compose.ts', "import { startPractice } from './practice/practice.ts';"],
    [
      'main/boards/boards.ts',
      "import { createApi } from '../service/api.ts';\nimport { open } from '../store/x.ts';",
    ],
    ['main/boards/boards.ts', "import type { Keychain } from '../keychain/keychain.ts';"],
    ['main/boards/boards.ts', "import { CALLS } from '../../preload/contract/contract.ts';"],
    ['main/service/transport.ts', "import { request } from 'undici';"],
    ['main/keychain/keytar-keychain.ts', "const { default: keytar } = await import('keytar');"],
    ['main/store/open.ts', "import { DatabaseSync } from 'node:sqlite';"],
    ['main/practice/server.ts', "import { WebSocketServer } from 'ws';\nimport http from 'node:http';"],
    [
      'main/ipc/router.ts',
      "import { ipcMain } from 'electron';\nimport { isTrusted } from '../security/x.ts';",
    ],
    ['main/ipc/handlers.ts', "import type { Boards } from '../boards/boards.ts';"],
    [
      'main/previews/guest.ts',
      "import { isEmbed } from '../security/origins.ts';\nimport { session } from 'electron';",
    ],
    [
      'renderer/parts/x.tsx',
      "import { useState } from 'react';\nimport type { Board } from '../../preload/contract/boards.ts';",
    ],
    [
      'preload/bridge.ts',
      "import { ipcRenderer } from 'electron';\nimport { CALLS } from './contract/contract.ts';",
    ],
    [
      'test/unit/x.test.ts',
      "import type { App } from 'electron';\nimport { x } from '../../main/boards/boards.ts';",
    ],
  ];
  for (const [path, text] of allowed) {
    test(`accepts in ${path}: ${text}`, () => {
      expect(verdicts(path, text).filter((verdict) => verdict !== undefined)).toEqual([]);
    });
  }
});
