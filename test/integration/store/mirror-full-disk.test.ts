/** Listings on a full disk. */
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BoardList } from '../../../main/boards/board-list.ts';
import { RecentChanges } from '../../../main/boards/recent-changes.ts';
import { createLog } from '../../../main/lib/log/log.ts';
import type { BoardStore } from '../../../main/store/mirror/board-store.ts';
import type { Mirror } from '../../../main/store/mirror/mirror.ts';
import type { BoardsState } from '../../../preload/contract/boards.ts';
import { listOf, WAITING } from '../../unit/main/boards/read-pages.ts';
import { ok } from '../../../preload/contract/failure.ts';
import { done } from '../../support/steps.ts';
import { openMirrorServices, type MirrorServices } from './mirror-services.ts';
import { CONNECTION, faultsOf, idsOf, NOW } from './mirror-parts.ts';

let services: MirrorServices;
/** Page limit of the file, at which SQLite reports SQLITE_FULL. */
let mostPages: number;

const exec: unknown = Reflect.get(DatabaseSync.prototype, 'exec');
const run = (db: DatabaseSync, sql: string): unknown => Reflect.apply(exec as () => void, db, [sql]);

beforeEach(() => {
  services = openMirrorServices();
  mostPages = 2 ** 31 - 2;
  DatabaseSync.prototype.exec = function limited(this: DatabaseSync, sql: string): void {
    if (sql.startsWith('BEGIN IMMEDIATE')) run(this, `PRAGMA max_page_count = ${mostPages}`);
    run(this, sql);
  };
});

afterEach(() => {
  Reflect.set(DatabaseSync.prototype, 'exec', exec);
  services.close();
});

function asMirror(): Mirror {
  const { boards } = services;
  const calls = boards as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
  const take: BoardStore['take'] = (connectionId, run, page, when) =>
    boards.take(connectionId, run, boards.hold(WAITING.take(page)).number, when);
  return new Proxy(calls, {
    get:
      (_, name) =>
      async (...args: readonly unknown[]) =>
        name === 'take'
          ? done(take(...(args as Parameters<typeof take>)))
          : Promise.resolve(calls[String(name)]?.(...args)),
  }) as unknown as Mirror;
}

/** Lists boards with notes of a given length and returns the result. */
async function listed(boards: number, noteLength: number): Promise<BoardsState> {
  const list = new BoardList({
    connectionId: CONNECTION,
    mirror: asMirror(),
    changes: new RecentChanges({ now: () => NOW, after: () => () => undefined, onLate: () => undefined }),
    wrongTimes: { of: () => Promise.resolve(null) },
    checkTimes: () => Promise.resolve(),
    shapes: { listed: () => undefined },
    log: createLog({ write: () => undefined }),
    onChange: () => undefined,
    now: () => NOW,
    after: () => () => undefined,
  });
  const all = Array.from({ length: boards }, (_, place) => ({
    id: `b${place}`,
    created: null,
    raw: JSON.stringify({ room_id: `b${place}`, note: 'x'.repeat(noteLength) }),
  }));
  const page = listOf(({ limit, offset }) => {
    const from = offset ?? 0;
    const items = all.slice(from, from + (limit ?? boards));
    return Promise.resolve(ok({ items, notUnderstood: 0, total: null }));
  });
  await list.list(page);
  return list.state();
}

test('fails a listing on a full disk without losing earlier boards', async () => {
  expect(await listed(1500, 10)).toMatchObject({ phase: 'done', rows: 1500 });
  const before = idsOf(services.folder);
  mostPages = 100;
  expect(await listed(4000, 600)).toMatchObject({
    phase: 'failed',
    rows: 1500,
    completeness: 'complete',
    asOf: NOW,
    failure: { code: 'storage' },
  });
  expect(idsOf(services.folder)).toEqual(before);
  expect(faultsOf(services.folder)).toEqual([]);
  mostPages = 2 ** 31 - 2;
  expect(await listed(4000, 600)).toMatchObject({ phase: 'done', rows: 4000, vanished: 0, failure: null });
});
