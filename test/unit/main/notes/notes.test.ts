import { Signals } from '../../../../main/lib/signals.ts';
import { beforeEach, expect, test } from 'vitest';
import type { BoardSelection, LocalChange } from '../../../../preload/contract/boards.ts';
import { must } from '../../../support/must.ts';
import { sharesNothing } from '../../../support/sharing.ts';
import { localStore, remote } from '../connections/local-store.ts';
import { Notes, type NotesOptions } from '../../../../main/notes/notes.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { ALL, QUERY, rowOf } from '../boards/board-rows.ts';
import { noteOf } from './records.ts';

const CONNECTION = 'acme';

function notesUnderTest() {
  const store = localStore();
  const list = { ids: [] as readonly string[], revision: 1, onPage: (_from: number): void => undefined };
  const clock = { now: 1_000_000 };
  const calls = { page: 0 };
  const fault = { method: '' };
  const facts = () => ({ rows: list.ids.length, revision: list.revision }) as never;
  const signals = new Signals({ error: () => undefined });
  signals.notesChanged.on(() => (calls.page += 1));
  const options: Partial<NotesOptions> = {
    table: remote(store.notes, (query) => query === fault.method),
    facts: store.boardFacts,
    sharing: sharesNothing(store.team),
    mirror: {
      facts: () => Promise.resolve(facts()),
      rows: (_connectionId, selection, from, count) => {
        list.onPage(from);
        const wanted = selection.kind === 'ids' ? new Set(selection.ids) : null;
        const ids = list.ids.filter((id) => wanted?.has(id) ?? true);
        const rows = ids.slice(from, from + count).map((id) => rowOf(id));
        return Promise.resolve({ boards: ids.length, rows });
      },
      notesChanged: () => Promise.resolve(facts()),
    },
    recordOf: (id) => Promise.resolve(ok({ id } as never)),
    now: () => clock.now,
    signals,
  };
  const all = () => store.notes.page(CONNECTION, '', 100_000);
  return { notes: new Notes(options as NotesOptions), store, list, clock, calls, fault, all };
}

let here: ReturnType<typeof notesUnderTest>;

beforeEach(() => {
  here = notesUnderTest();
});

const annotate = (change: LocalChange, selection: BoardSelection = ALL) =>
  here.notes.annotate({ connectionId: CONNECTION, selection, change });
const undo = (undoId: string) => here.notes.undo({ connectionId: CONNECTION, undoId });
const ids = (...all: readonly string[]) => ({ kind: 'ids', ids: all }) as const;

const idsTo = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `b${String(index).padStart(6, '0')}`);

test('only the latest change of the user’s notes can be undone', async () => {
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

test('Easel refuses to change the notes of selected rows if the board list has changed since the selection', async () => {
  here.list.ids = ['a', 'b'];
  const selection = { kind: 'ranges', query: QUERY, revision: 7, ranges: [[0, 1]] } as const;
  expect(await annotate({ label: 'A' }, selection)).toMatchObject({ error: { code: 'refused' } });
  here.list.revision = 7;
  expect((await annotate({ label: 'A' }, selection)).ok).toBe(true);
});

// Easel reads the ids of 10,345 boards in several result pages. Between two of them, the board list may change.
test('a change of all boards’ notes uses the boards of the new list if the list changes meanwhile', async () => {
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

test('if a disk error prevents a change of several boards’ notes, no board is changed', async () => {
  here.list.ids = ['a', 'b'];
  await here.store.notes.put(CONNECTION, [noteOf('a', { label: 'Before' })]);
  here.fault.method = 'change';
  expect(await annotate({ label: 'A' })).toMatchObject({ error: { code: 'storage' } });
  expect(await here.all()).toEqual([noteOf('a', { label: 'Before' })]);
  expect(here.calls.page).toBe(1);
});

test('if one of several boards would get too many tags, no board is changed', async () => {
  const tags = Array.from({ length: 50 }, (_, index) => `t${index}`);
  here.list.ids = ['a', 'b'];
  await here.store.notes.put(CONNECTION, [noteOf('b', { tags })]);
  expect(await annotate({ addTags: ['one more'] })).toMatchObject({ error: { code: 'invalid-input' } });
  expect(await here.all()).toEqual([noteOf('b', { tags })]);
});

test('an import of notes keeps a protection that the user adds during the import', async () => {
  must(await annotate({ protected: true }, ids('a')));
  const undoId = must(await here.notes.take(CONNECTION, [noteOf('a', { label: 'Imported' })]));
  expect(await here.all()).toMatchObject([{ label: 'Imported', protected: true }]);
  must(await undo(undoId));
  expect(await here.all()).toMatchObject([{ label: '', protected: true }]);
});

test('an import of notes that fails halfway reports how many notes are saved', async () => {
  const records = idsTo(1500).map((id) => noteOf(id, { label: 'Imported' }));
  const taken = await here.notes.take(CONNECTION, records, (_known, imported) => {
    here.fault.method = 'ofBoards';
    return imported;
  });
  const message = expect.stringContaining('only the first 1,000 of 1,500 notes') as unknown;
  expect(taken).toMatchObject({ error: { code: 'storage', message } });
});
