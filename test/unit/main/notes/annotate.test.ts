import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { must } from '../../../support/must.ts';
import { ALL, CONNECTION, notesUnderTest, type NotesUnderTest } from './notes-under-test.ts';
import { noteOf } from './records.ts';

let here: NotesUnderTest;

beforeEach(async () => {
  here = await notesUnderTest();
});
afterEach(() => here.close());

const idsTo = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `b${String(index).padStart(6, '0')}`);

test('every board of a selection is changed, and the mirror knows before the page does', async () => {
  here.list.ids = ['a', 'b', 'c'];
  const done = must(
    await here.notes.annotate({
      connectionId: CONNECTION,
      selection: ALL,
      change: { label: ' New ', addTags: ['x'] },
    }),
  );
  expect(done.boards).toBe(3);
  expect(await here.all()).toEqual(
    ['a', 'b', 'c'].map((id) => noteOf(id, { label: 'New', tags: ['x'], updatedAt: 1_000_000 })),
  );
  expect(here.told).toEqual({ mirror: 1, page: 1 });
});

test('notes on a board that is not listed yet are kept', async () => {
  here.list.ids = [];
  const selection = { kind: 'ids', ids: ['a-colleague-s'] } as const;
  const change = { label: 'Algebra' };
  const done = must(await here.notes.annotate({ connectionId: CONNECTION, selection, change }));
  expect(done.boards).toBe(1);
  expect(await here.all()).toMatchObject([{ boardId: 'a-colleague-s', label: 'Algebra' }]);
  const undone = must(await here.notes.undo({ connectionId: CONNECTION, undoId: done.undoId }));
  expect(undone.boards).toBe(1);
  expect(await here.all()).toEqual([]);
});

test('a change is undone, redone, and only the last one can be', async () => {
  here.list.ids = ['a', 'b'];
  must(
    await here.notes.annotate({
      connectionId: CONNECTION,
      selection: { kind: 'ids', ids: ['a'] },
      change: { label: 'First' },
    }),
  );
  const before = await here.all();
  here.clock.now += 1000;
  const second = must(
    await here.notes.annotate({ connectionId: CONNECTION, selection: ALL, change: { label: 'Second' } }),
  );
  const after = await here.all();

  const undone = must(await here.notes.undo({ connectionId: CONNECTION, undoId: second.undoId }));
  expect(undone.boards).toBe(2);
  expect(await here.all()).toEqual(before);
  expect(await here.notes.undo({ connectionId: CONNECTION, undoId: second.undoId })).toMatchObject({
    error: { code: 'not-found' },
  });
  expect(must(await here.notes.undo({ connectionId: CONNECTION, undoId: undone.undoId })).boards).toBe(2);
  expect(await here.all()).toEqual(after);

  must(await here.notes.annotate({ connectionId: CONNECTION, selection: ALL, change: { label: 'Third' } }));
  expect((await here.notes.undo({ connectionId: CONNECTION, undoId: second.undoId })).ok).toBe(false);
});

test('ranks of a list that has changed since are refused', async () => {
  here.list.ids = ['a', 'b'];
  const selection = { kind: 'ranges', query: ALL.query, revision: 7, ranges: [[0, 1]] } as const;
  expect(
    await here.notes.annotate({ connectionId: CONNECTION, selection, change: { label: 'A' } }),
  ).toMatchObject({ error: { code: 'refused' } });
  here.list.revision = 7;
  expect(
    (await here.notes.annotate({ connectionId: CONNECTION, selection, change: { label: 'A' } })).ok,
  ).toBe(true);
});

/** More than are read of a selection at once. */
describe('a change to 10,345 boards', () => {
  const ids = idsTo(10_345);
  beforeEach(() => {
    here.list.ids = ids;
  });

  test('covers the boards in the list once it has stopped changing, and no others', async () => {
    let moved = false;
    here.list.onPage = (from) => {
      if (from === 0 || moved) return;
      moved = true;
      here.list.ids = ids.slice(5);
      here.list.revision += 1;
    };
    expect(
      must(await here.notes.annotate({ connectionId: CONNECTION, selection: ALL, change: { label: 'A' } }))
        .boards,
    ).toBe(10_340);
    expect((await here.store.notes.page(CONNECTION, '', 1))[0]?.boardId).toBe(ids[5]);
  });
});

/** Few enough to be read at once, and more than are written in one transaction. */
describe('a change to 3,345 boards', () => {
  beforeEach(() => {
    here.list.ids = idsTo(3345);
  });

  test('changes none when the disk fails half way, and the page shows that', async () => {
    await here.store.notes.put(CONNECTION, [noteOf('b000001', { label: 'Before' })]);
    here.fault.decide = (method, calls) => method === 'change' && calls >= 2;
    expect(
      await here.notes.annotate({ connectionId: CONNECTION, selection: ALL, change: { label: 'A' } }),
    ).toMatchObject({ error: { code: 'storage' } });
    expect(await here.all()).toEqual([noteOf('b000001', { label: 'Before' })]);
    expect(here.told.page).toBe(1);
  });

  test('is kept as a whole when undoing it fails half way', async () => {
    const done = must(
      await here.notes.annotate({ connectionId: CONNECTION, selection: ALL, change: { label: 'A' } }),
    );
    here.fault.decide = (method, calls) => method === 'swap' && calls === 2;
    expect(await here.notes.undo({ connectionId: CONNECTION, undoId: done.undoId })).toMatchObject({
      error: { code: 'storage' },
    });
    expect((await here.all()).filter(({ label }) => label === 'A')).toHaveLength(3345);
    expect(must(await here.notes.undo({ connectionId: CONNECTION, undoId: done.undoId })).boards).toBe(3345);
    expect(await here.all()).toEqual([]);
  });
});
