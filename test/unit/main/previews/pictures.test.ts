import { DEFAULT_PREFERENCES } from '../../../../main/ipc/preferences/preferences.ts';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { Pictures } from '../../../../main/previews/pictures.ts';
import { SCHEMA } from '../../../../main/store/schema.ts';
import { picturesTable } from '../../../../main/store/tables/pictures.ts';
import type { Events } from '../../../../preload/contract/events.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { remote } from '../connections/local-store.ts';

const SNAPSHOT = { type: 'image/jpeg', bytes: new Uint8Array([1, 2, 3]), width: 3, height: 2 };

function under(keep: boolean | null = true, bounds?: Parameters<typeof picturesTable>[1]) {
  const db = new DatabaseSync(':memory:');
  db.exec(SCHEMA);
  const table = picturesTable(db, bounds);
  const around = { keep, allowed: true, known: true, now: 1000 };
  const changes: Events['pictures.changed'][] = [];
  const pictures = new Pictures({
    table: remote(table),
    policy: {
      get allowPictures() {
        return around.allowed;
      },
    },
    preferences: {
      read: () => Promise.resolve({ ...DEFAULT_PREFERENCES, keepPictures: around.keep }),
    },
    recordOf: () => Promise.resolve(around.known ? ok({} as never) : fail(failure('not-found'))),
    publish: (_event, change) => changes.push(change as Events['pictures.changed']),
    now: () => (around.now += 1),
  });
  const idsOf = async (...ids: string[]): Promise<readonly string[]> => {
    const found = await pictures.of({ connectionId: 'c', ids });
    return found.ok ? found.value.map(({ id }) => id).toSorted() : [];
  };
  return { pictures, around, changes, idsOf, table };
}

let one: ReturnType<typeof under>;
beforeEach(() => {
  one = under();
});

test('the stored picture of a board is returned as a data URL', async () => {
  expect(await one.pictures.left('c', 'b1', SNAPSHOT)).toBeNull();
  expect(await one.pictures.of({ connectionId: 'c', ids: ['b1', 'b2'] })).toEqual(
    ok([{ id: 'b1', source: 'data:image/jpeg;base64,AQID', width: 3, height: 2, takenAt: 1001 }]),
  );
  expect(one.changes).toEqual([{ connectionId: 'c', ids: ['b1'] }]);
});

test('a picture taken before the user agreed to store pictures is stored when the user agrees', async () => {
  one = under(null);
  expect(await one.pictures.left('c', 'b1', SNAPSHOT)).toBe('data:image/jpeg;base64,AQID');
  await one.pictures.preferred(null);
  expect(one.table.count()).toBe(0);
  await one.pictures.preferred(true);
  expect(await one.idsOf('b1')).toEqual(['b1']);
});

test.each([
  ['the answer no', () => one.pictures.preferred(false)],
  ['locking Easel', () => Promise.resolve(one.pictures.drop())],
  ['the delete of the board', () => one.pictures.gone('c', ['b1'])],
  ['the removal of its connection', () => Promise.resolve((one.around.known = false))],
])('a picture that waits for the user’s agreement is dropped by %s', async (_what, then) => {
  one = under(null);
  await one.pictures.left('c', 'b1', SNAPSHOT);
  await then();
  await one.pictures.preferred(true);
  expect(one.table.count()).toBe(0);
});

test('no picture is stored after the user has declined to store pictures', async () => {
  one = under(false);
  expect(await one.pictures.wanted()).toBe(false);
  expect(await one.pictures.left('c', 'b1', SNAPSHOT)).toBeNull();
  expect(one.table.count()).toBe(0);
});

test('stored pictures are removed if the policy forbids pictures', async () => {
  await one.pictures.left('c', 'b1', SNAPSHOT);
  one.around.allowed = false;
  await one.pictures.open();
  expect(await one.pictures.wanted()).toBe(false);
  await one.pictures.left('c', 'b2', SNAPSHOT);
  await one.pictures.add('c', [{ ...SNAPSHOT, id: 'b3', takenAt: 1 }]);
  expect(one.table.count()).toBe(0);
});

test.each([
  ['its connection is removed', () => one.pictures.forget('c')],
  ['its board is deleted', () => one.pictures.gone('c', ['b1'])],
  ['all pictures are cleared', () => one.pictures.clear()],
])('a picture that is being stored is dropped when %s', async (_what, then) => {
  const keeping = one.pictures.left('c', 'b1', SNAPSHOT);
  await then();
  expect(await keeping).toBeNull();
  expect(one.table.count()).toBe(0);
});

test('the removal of a board or connection removes its stored pictures', async () => {
  for (const id of ['b1', 'b2', 'b3']) await one.pictures.left('c', id, SNAPSHOT);
  await one.pictures.left('d', 'b1', SNAPSHOT);
  await one.pictures.gone('c', ['b1']);
  expect(await one.idsOf('b1', 'b2', 'b3')).toEqual(['b2', 'b3']);
  await one.pictures.forget('c');
  expect(one.table.count()).toBe(1);
  expect(await one.pictures.clear()).toEqual(ok(null));
  expect(one.table.count()).toBe(0);
  expect(one.changes.slice(-3)).toEqual([
    { connectionId: 'c', ids: ['b1'] },
    { connectionId: 'c', ids: null },
    { connectionId: null, ids: null },
  ]);
});

test.each([
  ['two pictures', { pictures: 2, bytes: 1000 }],
  ['six bytes', { pictures: 100, bytes: 6 }],
])('the picture store holds at most %s', async (_what, bounds) => {
  one = under(true, bounds);
  for (const id of ['b1', 'b2', 'b3', 'b1']) await one.pictures.left('c', id, SNAPSHOT);
  expect(await one.idsOf('b1', 'b2', 'b3')).toEqual(['b1', 'b3']);
});
