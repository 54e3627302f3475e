import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { mirrorFile } from '../../../main/store/mirror/board-file.ts';
import type { BoardStore } from '../../../main/store/mirror/board-store.ts';
import type { BoardItem, BoardPage, ListedPage } from '../../../main/service/types.ts';
import {
  openMirror,
  type ListingEnd,
  type Mirror,
  type MirrorFacts,
} from '../../../main/store/mirror/mirror.ts';
import { openFile } from '../../../main/store/open.ts';
import { must } from '../../support/must.ts';
import { RECEIVED } from '../../support/received.ts';
import { done } from '../../support/steps.ts';

export const CONNECTION = '6b1f0c52-3d1a-4c5e-9f0a-2f4f7a1d9b10';
export const PAGES = 10;
export const PAGE = 150;
export const NOW = Date.UTC(2026, 10, 21, 9, 41);

export function board(id: string, fields: Readonly<Record<string, unknown>> = {}): BoardItem {
  return {
    id,
    created: { raw: '2026-01-01T00:00:00Z', epochMs: Date.UTC(2026, 0, 1), assumedUtc: false },
    raw: JSON.stringify({ id, createdAt: '2026-01-01T00:00:00Z', ...fields }),
  };
}

export const boards = (...ids: readonly string[]): readonly BoardItem[] => ids.map((id) => board(id));

export function manyBoards(
  count: number,
  fields: Readonly<Record<string, unknown>> = {},
): readonly BoardItem[] {
  return Array.from({ length: count }, (_, index) => board(`b${(index * 7919) % count}`, fields));
}

export const complete = (at = NOW): ListingEnd => ({
  completeness: 'complete',
  total: null,
  notUnderstood: 0,
  at,
});

export const pageOf = (items: readonly BoardItem[]): BoardPage => ({ items, notUnderstood: 0, total: null });

export function mirrorIn(folder: string, workerUrl?: URL): Mirror {
  const mainDatabase = path.join(folder, 'main');
  openFile(mainDatabase, NOW).db.close();
  return openMirror({ folder, mainDatabase, ...(workerUrl && { workerUrl }) });
}

export function append(
  store: BoardStore,
  run: number,
  items: readonly BoardItem[],
  connectionId = CONNECTION,
): void {
  done(store.take(connectionId, run, store.pages.hold(pageOf(items)).number, 'always'));
}

export async function appendTo(
  mirror: Mirror,
  run: number,
  items: readonly BoardItem[],
  connectionId = CONNECTION,
): Promise<void> {
  const bytes = new TextEncoder().encode(`[${items.map(({ raw }) => raw).join()}]`);
  const { result } = await mirror.read('page', {}, RECEIVED, bytes, []);
  const { number } = must(result) as ListedPage;
  await mirror.take(connectionId, run, number, 'always');
}

export function list(
  store: BoardStore,
  items: readonly BoardItem[],
  end: ListingEnd = complete(),
  meanwhile: () => void = () => undefined,
): MirrorFacts {
  const run = store.begin(CONNECTION);
  append(store, run, items.slice(0, 3));
  meanwhile();
  append(store, run, items.slice(3));
  const { missing: _m, back: _b, added: _a, gone: _g, ...facts } = store.finish(CONNECTION, run, end);
  return facts;
}

export function look<T>(folder: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(mirrorFile(folder, CONNECTION), { readOnly: true });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

export interface StoredRow {
  readonly n: number;
  readonly id: string | null;
  readonly raw: string;
  readonly vanishedAt: number | null;
}

export function storedRows(folder: string): readonly StoredRow[] {
  return look(folder, (db) =>
    db.prepare('SELECT n, id, raw, vanished_at AS vanishedAt FROM boards ORDER BY n').all(),
  ).map((row) => ({ ...row }) as unknown as StoredRow);
}

export function idsOf(folder: string): {
  readonly listed: readonly string[];
  readonly vanished: readonly string[];
} {
  const rows = storedRows(folder);
  const ids = (chosen: readonly StoredRow[]): readonly string[] =>
    chosen.map(({ id }) => id ?? '').toSorted((a, b) => a.localeCompare(b));
  return {
    listed: ids(rows.filter((row) => row.vanishedAt === null)),
    vanished: ids(rows.filter((row) => row.vanishedAt !== null)),
  };
}

export function faultsOf(folder: string): readonly string[] {
  return look(folder, (db) => {
    const one = (sql: string): unknown => Object.values(db.prepare(sql).get() ?? {})[0];
    const faults: string[] = [];
    const check = one('PRAGMA integrity_check');
    if (check !== 'ok') faults.push(String(check));
    const pairs = [
      ['rows', 'SELECT count(*) FROM boards WHERE vanished_at IS NULL'],
      ['vanished', 'SELECT count(*) FROM boards WHERE vanished_at IS NOT NULL'],
    ] as const;
    for (const [name, sql] of pairs) {
      const [said, found] = [one(`SELECT facts ->> '$.${name}' FROM facts`), one(sql)];
      if (said !== found) faults.push(`facts say ${String(said)} ${name}, there are ${String(found)}`);
    }
    const [last, highest] = [
      one("SELECT facts ->> '$.lastN' FROM facts"),
      one('SELECT ifnull(max(n), 0) FROM boards'),
    ];
    if (Number(last) < Number(highest))
      faults.push(`numbers go on at ${String(last)}, below ${String(highest)}`);
    return faults;
  });
}
