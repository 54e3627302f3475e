import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BoardSelection, LocalChange } from '../../../../preload/contract/boards.ts';
import { must } from '../../../support/must.ts';
import { CONNECTION, notesUnderTest, type NotesUnderTest, ALL } from './notes-under-test.ts';
import { noteOf } from './records.ts';

let here: NotesUnderTest;

beforeEach(async () => {
  here = await notesUnderTest();
});
afterEach(() => here.close());

test('all notes are exported as a table', async () => {
  await here.store.notes.put(CONNECTION, [
    noteOf('a', { label: '=1+1', tags: ['x; y'] }),
    noteOf('b', { label: 'B' }),
  ]);
  expect(must(await here.notes.export({ connectionId: CONNECTION }))).toEqual({
    fileName: 'easel-notes-acme-boards-1-1970-01-01.csv',
    boards: 2,
  });
  expect(here.desk.text).toContain("a,'=1+1,,");
});

/** Changes the notes of boards, of all by default. */
const annotate = (change: LocalChange, selection: BoardSelection = ALL) =>
  here.notes.annotate({ connectionId: CONNECTION, selection, change });
const undo = (undoId: string) => here.notes.undo({ connectionId: CONNECTION, undoId });
const ids = (...all: readonly string[]) => ({ kind: 'ids', ids: all }) as const;

const idsTo = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `b${String(index).padStart(6, '0')}`);

test('every board of a selection is changed, and the mirror knows before the page does', async () => {
  here.list.ids = ['a', 'b', 'c'];
  expect(must(await annotate({ label: ' New ', addTags: ['x'] })).boards).toBe(3);
  expect(await here.all()).toEqual(
    ['a', 'b', 'c'].map((id) => noteOf(id, { label: 'New', tags: ['x'], updatedAt: 1_000_000 })),
  );
  expect(here.told).toEqual({ mirror: 1, page: 1 });
});

test('a change is undone, redone, and only the last one can be', async () => {
  here.list.ids = ['a', 'b'];
  must(await annotate({ label: 'First' }, ids('a')));
  const before = await here.all();
  here.clock.now += 1000;
  const second = must(await annotate({ label: 'Second' }));
  const after = await here.all();

  const undone = must(await undo(second.undoId));
  expect(undone.boards).toBe(2);
  expect(await here.all()).toEqual(before);
  expect(await undo(second.undoId)).toMatchObject({ error: { code: 'not-found' } });
  expect(must(await undo(undone.undoId)).boards).toBe(2);
  expect(await here.all()).toEqual(after);

  must(await annotate({ label: 'Third' }));
  expect((await undo(second.undoId)).ok).toBe(false);
});

test('ranks of a list that has changed since are refused', async () => {
  here.list.ids = ['a', 'b'];
  const selection = { kind: 'ranges', query: ALL.query, revision: 7, ranges: [[0, 1]] } as const;
  expect(await annotate({ label: 'A' }, selection)).toMatchObject({ error: { code: 'refused' } });
  here.list.revision = 7;
  expect((await annotate({ label: 'A' }, selection)).ok).toBe(true);
});

// More than are read of a selection at once.
test('a change to 10,345 boards covers the list once it has stopped changing', async () => {
  const all = idsTo(10_345);
  here.list.ids = all;
  here.list.onPage = (from) => {
    if (from === 0 || here.list.revision > 1) return;
    here.list.ids = all.slice(5);
    here.list.revision += 1;
  };
  expect(must(await annotate({ label: 'A' })).boards).toBe(10_340);
  expect((await here.store.notes.page(CONNECTION, '', 1))[0]?.boardId).toBe(all[5]);
});

describe('a change', () => {
  beforeEach(() => {
    here.list.ids = ['a', 'b'];
  });

  test('that the disk refuses changes none, and the page shows that', async () => {
    await here.store.notes.put(CONNECTION, [noteOf('a', { label: 'Before' })]);
    here.fault.decide = (method) => method === 'change';
    expect(await annotate({ label: 'A' })).toMatchObject({ error: { code: 'storage' } });
    expect(await here.all()).toEqual([noteOf('a', { label: 'Before' })]);
    expect(here.told.page).toBe(1);
  });

  test('that gives one board too many tags changes none', async () => {
    const tags = Array.from({ length: 50 }, (_, index) => `t${index}`);
    await here.store.notes.put(CONNECTION, [noteOf('b', { tags })]);
    expect(await annotate({ addTags: ['one more'] })).toMatchObject({ error: { code: 'invalid-input' } });
    expect(await here.all()).toEqual([noteOf('b', { tags })]);
  });
});
