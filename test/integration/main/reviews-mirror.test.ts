/** Reviews over a mirror’s file and the notes beside it, with boards that no practice service lists. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSelection, type Reviewed } from '../../../main/jobs/reviews.ts';
import { createLog } from '../../../main/lib/log/log.ts';
import { openStore, type Store } from '../../../main/store/database.ts';
import type { BoardItem } from '../../../main/service/types.ts';
import type { Mirror } from '../../../main/store/mirror/mirror.ts';
import { openMirror } from '../../../main/store/mirror/mirror.ts';
import type { BoardFilter, BoardSelection } from '../../../preload/contract/boards.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import { appendTo, board, complete, CONNECTION, NOW } from '../store/mirror-parts.ts';

const DAY = 86_400_000;
const log = createLog({ write: () => undefined });

let folder: string;
let store: Store;
let mirror: Mirror;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'easel-reviews-'));
  const mainDatabase = path.join(folder, 'easel.db');
  store = await openStore(mainDatabase, { now: NOW });
  mirror = openMirror({ folder: path.join(folder, 'boards'), mainDatabase });
});

afterEach(async () => {
  await mirror.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function list(items: readonly BoardItem[]): Promise<void> {
  const run = await mirror.begin(CONNECTION);
  await appendTo(mirror, run, items);
  await mirror.finish(CONNECTION, run, complete());
}

async function protect(...boardIds: readonly string[]): Promise<void> {
  const note = { label: '', note: '', tags: [], customer: '', protected: true, updatedAt: NOW };
  await store.notes.put(
    CONNECTION,
    boardIds.map((boardId) => ({ boardId, ...note })),
  );
  await mirror.notesChanged(CONNECTION);
}

/** Made so many days ago. */
function aged(id: string, days: number): BoardItem {
  const epochMs = NOW - days * DAY;
  return { ...board(id), created: { raw: new Date(epochMs).toISOString(), epochMs, assumedUtc: false } };
}
const undated = (id: string): BoardItem => ({
  ...board(id),
  created: { raw: 'a while ago', epochMs: null, assumedUtc: false },
});
const nameless: BoardItem = { ...aged('x', 400), id: null };

const every = (...filters: readonly BoardFilter[]): Extract<BoardSelection, { kind: 'all' }> => ({
  kind: 'all',
  query: { find: '', filters, order: { by: 'created', descending: true } },
  except: [],
});
const OLD: BoardFilter = { kind: 'older-than', days: 180 };
const review = (selection: BoardSelection) =>
  readSelection(mirror, CONNECTION, { selection, fields: [] }, log);

function valueOf(reviewed: Result<Reviewed>): Reviewed {
  if (!reviewed.ok) throw new Error(reviewed.error.message);
  return reviewed.value;
}

test('each matching board is either deleted or skipped for one reason', async () => {
  await list([aged('young', 3), aged('a', 181), aged('b', 300), aged('kept', 999), aged('gone', 500)]);
  await list([
    aged('young', 3),
    aged('a', 181),
    aged('b', 300),
    aged('kept', 999),
    undated('u'),
    undated('v'),
    nameless,
  ]);
  await protect('kept', 'v');
  expect(valueOf(await review(every(OLD)))).toMatchObject({
    ids: ['a', 'b'],
    skipped: [
      { why: 'protected', boards: 1 },
      { why: 'undated', boards: 2 },
      { why: 'without-id', boards: 1 },
    ],
    oldest: aged('b', 300).created,
    newest: aged('a', 181).created,
    facts: { completeness: 'complete', rows: 7, vanished: 1 },
  });
  const unprotected: BoardFilter = { kind: 'mark', mark: 'protected', is: false };
  expect(valueOf(await review(every(OLD, unprotected))).skipped).toContainEqual({
    why: 'undated',
    boards: 1,
  });
  const vanished: BoardFilter = { kind: 'mark', mark: 'vanished', is: true };
  expect(valueOf(await review(every(vanished)))).toMatchObject({
    ids: [],
    skipped: [{ why: 'vanished', boards: 1 }],
  });
});
