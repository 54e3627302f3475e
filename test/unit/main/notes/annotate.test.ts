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
    ok: false,
    error: { code: 'not-found' },
  });
  expect(must(await here.notes.undo({ connectionId: CONNECTION, undoId: undone.undoId })).boards).toBe(2);
  expect(await here.all()).toEqual(after);

  must(await here.notes.annotate({ connectionId: CONNECTION, selection: ALL, change: { label: 'Third' } }));
  expect((await here.notes.undo({ connectionId: CONNECTION, undoId: second.undoId })).ok).toBe(false);
});

test('invalid input is reported field by field, and the last change can still be undone', async () => {
  here.list.ids = ['a'];
  const { undoId } = must(
    await here.notes.annotate({ connectionId: CONNECTION, selection: ALL, change: { label: 'A' } }),
  );
  expect(
    await here.notes.annotate({
      connectionId: CONNECTION,
      selection: ALL,
      change: { label: 'x'.repeat(201) },
    }),
  ).toMatchObject({
    ok: false,
    error: { code: 'invalid-input', fields: { label: 'Use at most 200 characters.' } },
  });
  expect((await here.notes.undo({ connectionId: CONNECTION, undoId })).ok).toBe(true);
});

test('no notes are written on boards of a removed connection', async () => {
  here.list.ids = ['a'];
  expect(
    await here.notes.annotate({ connectionId: 'gone', selection: ALL, change: { label: 'A' } }),
  ).toMatchObject({
    ok: false,
    error: { code: 'not-found' },
  });
  expect(await here.store.notes.count('gone')).toBe(0);
});

test('ranks of a list that has changed since are refused', async () => {
  here.list.ids = ['a', 'b'];
  const selection = { kind: 'ranges', query: ALL.query, revision: 7, ranges: [[0, 1]] } as const;
  expect(
    await here.notes.annotate({ connectionId: CONNECTION, selection, change: { label: 'A' } }),
  ).toMatchObject({
    ok: false,
    error: { code: 'refused' },
  });
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

  test('changes all, and undoes all', async () => {
    const done = must(
      await here.notes.annotate({ connectionId: CONNECTION, selection: ALL, change: { customer: 'Acme' } }),
    );
    expect(done.boards).toBe(10_345);
    expect(await here.store.notes.count(CONNECTION)).toBe(10_345);
    expect(must(await here.notes.undo({ connectionId: CONNECTION, undoId: done.undoId })).boards).toBe(
      10_345,
    );
    expect(await here.all()).toEqual([]);
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

  test('changes nothing in a list that keeps changing', async () => {
    here.list.onPage = () => {
      here.list.revision += 1;
    };
    expect(
      await here.notes.annotate({ connectionId: CONNECTION, selection: ALL, change: { label: 'A' } }),
    ).toMatchObject({
      ok: false,
      error: { code: 'refused' },
    });
    expect(await here.all()).toEqual([]);
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
    ).toMatchObject({
      ok: false,
      error: { code: 'storage' },
    });
    expect(await here.all()).toEqual([noteOf('b000001', { label: 'Before' })]);
    expect(here.told.page).toBe(1);
  });

  test('changes none when one of them would get too many tags', async () => {
    const tags = Array.from({ length: 50 }, (_, index) => `t${index}`);
    await here.store.notes.put(CONNECTION, [noteOf('b002999', { tags })]);
    expect(
      await here.notes.annotate({
        connectionId: CONNECTION,
        selection: ALL,
        change: { addTags: ['one more'] },
      }),
    ).toMatchObject({
      ok: false,
      error: { code: 'invalid-input', fields: { addTags: expect.stringContaining('50 tags') as unknown } },
    });
    expect(await here.all()).toEqual([noteOf('b002999', { tags })]);
  });

  test('is kept as a whole when undoing it fails half way', async () => {
    const done = must(
      await here.notes.annotate({ connectionId: CONNECTION, selection: ALL, change: { label: 'A' } }),
    );
    here.fault.decide = (method, calls) => method === 'swap' && calls === 2;
    expect(await here.notes.undo({ connectionId: CONNECTION, undoId: done.undoId })).toMatchObject({
      ok: false,
      error: { code: 'storage' },
    });
    expect((await here.all()).filter(({ label }) => label === 'A')).toHaveLength(3345);
    expect(must(await here.notes.undo({ connectionId: CONNECTION, undoId: done.undoId })).boards).toBe(3345);
    expect(await here.all()).toEqual([]);
  });

  test('says so when a part could not be undone', async () => {
    here.fault.decide = (method, calls) => (method === 'change' && calls >= 2) || method === 'swap';
    expect(
      await here.notes.annotate({ connectionId: CONNECTION, selection: ALL, change: { label: 'A' } }),
    ).toMatchObject({
      ok: false,
      error: { code: 'storage', message: expect.stringContaining('only some') as unknown },
    });
  });
});

test('runs after another that was started first', async () => {
  here.list.ids = idsTo(1001);
  const done = await Promise.all([
    here.notes.annotate({ connectionId: CONNECTION, selection: ALL, change: { label: 'First' } }),
    here.notes.annotate({ connectionId: CONNECTION, selection: ALL, change: { label: 'Second' } }),
  ]);
  expect((await here.all()).every(({ label }) => label === 'Second')).toBe(true);
  must(await here.notes.undo({ connectionId: CONNECTION, undoId: must(done[1]).undoId }));
  expect((await here.all()).every(({ label }) => label === 'First')).toBe(true);
});

test('actions on boards are recorded, and the page is told', async () => {
  await here.notes.boardMade(CONNECTION, 'a');
  await here.notes.boardPreviewed(CONNECTION, 'a');
  expect(here.told).toEqual({ mirror: 2, page: 2 });
});
