import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BoardSelection, LocalChange, LocalImport } from '../../../../preload/contract/boards.ts';
import { must } from '../../../support/must.ts';
import { CONNECTION, notesUnderTest, type NotesUnderTest, ALL } from './notes-under-test.ts';
import { noteOf } from './records.ts';

/** Another connection of this computer, to the same service. */
const ELSEWHERE = 'acme-elsewhere';
const RECORDS = [
  noteOf('a', { label: '=1+1', note: 'Two\nlines', tags: ['x; y', 'Z'], customer: "'Acme'" }),
  noteOf('b', { label: 'Protected', protected: true, updatedAt: 300 }),
];

let here: NotesUnderTest;

beforeEach(async () => {
  here = await notesUnderTest();
});
afterEach(() => here.close());

describe('moving notes', () => {
  beforeEach(() => here.store.notes.put(CONNECTION, RECORDS));

  async function opened(connectionId: string): Promise<LocalImport> {
    const plan = must(await here.notes.open({ connectionId }));
    if (plan === null) throw new Error('nothing was opened');
    return plan;
  }

  const elsewhere = () => here.store.notes.page(ELSEWHERE, '', 100);
  const apply = (importId: string, side: 'newer' | 'theirs' = 'newer') =>
    here.notes.apply({ importId, choice: { side, except: [] } });

  describe.each(['csv', 'json'] as const)('by %s', (format) => {
    test('notes move to another computer unchanged, and importing them again changes nothing', async () => {
      expect(must(await here.notes.export({ connectionId: CONNECTION, format }))).toEqual({
        fileName: `easel-notes-acme-boards-1-1970-01-01.${format}`,
        boards: 2,
      });
      const plan = await opened(ELSEWHERE);
      expect(plan).toMatchObject({ fileName: here.desk.name, added: 2, filled: 0, same: 0, differing: 0 });
      expect([plan.problems, plan.differences, await elsewhere()]).toEqual([[], [], []]);
      expect(must(await apply(plan.importId))).toEqual({ boards: 2 });
      expect(await elsewhere()).toEqual(RECORDS);
      expect(here.told).toEqual({ mirror: 1, page: 1 });
      expect(await opened(ELSEWHERE)).toMatchObject({ added: 0, same: 2 });
    });
  });

  test('the newer version wins, and a person may choose the other', async () => {
    must(await here.notes.export({ connectionId: CONNECTION, format: 'csv' }));
    const ours = [
      noteOf('a', { label: 'Newer here', updatedAt: 500 }),
      noteOf('b', { label: 'Older here', updatedAt: 200 }),
      noteOf('c', { label: 'Only here' }),
    ];
    await here.store.notes.put(ELSEWHERE, ours);
    const plan = await opened(ELSEWHERE);
    expect(plan).toMatchObject({ added: 0, filled: 0, same: 0, differing: 2, newerThere: 1 });
    expect(plan.differences).toMatchObject([
      { place: 0, id: 'a', here: 'Label: Newer here', there: 'Label: =1+1', newer: 'here' },
      { place: 1, id: 'b', here: 'Label: Older here', there: 'Label: Protected', newer: 'file' },
    ]);
    must(await apply(plan.importId));
    // What was missing here came all the same.
    const filled = { ...RECORDS[0], label: 'Newer here', updatedAt: 500 };
    expect(await elsewhere()).toEqual([filled, RECORDS[1], ours[2]]);

    const again = await opened(ELSEWHERE);
    expect(again).toMatchObject({ same: 1, differing: 1 });
    expect(must(await apply(again.importId, 'theirs'))).toEqual({ boards: 1 });
    expect(await elsewhere()).toEqual([{ ...RECORDS[0], updatedAt: 1_000_000 }, RECORDS[1], ours[2]]);
    expect(await opened(ELSEWHERE)).toMatchObject({ same: 2, differing: 0 });
  });

  // The forms that ids are rewritten to: files/csv.test.ts.
  test('a line whose id a spreadsheet has rewritten is skipped, with its number and the reason', async () => {
    here.list.ids = ['1580000000000000001'];
    here.desk.text = 'id;protected\nb;yes\n1,58E+18;yes\n';
    const plan = await opened(CONNECTION);
    expect(plan).toMatchObject({ added: 0, same: 1, notListed: 1 });
    expect(plan.problems).toEqual([
      { line: 3, why: expect.stringMatching(/“1,58E\+18”.*spreadsheets/u) as unknown },
    ]);
    must(await apply(plan.importId, 'theirs'));
    expect(await here.all()).toEqual(RECORDS);
  });

  test('cancelling the dialog opens no file, and a file is imported once', async () => {
    expect(must(await here.notes.open({ connectionId: CONNECTION }))).toBeNull();
    here.desk.text = 'id,label\nn,New\n';
    const { importId } = await opened(CONNECTION);
    must(await apply(importId));
    for (const id of [importId, 'no such import']) {
      expect(await apply(id)).toMatchObject({ error: { code: 'not-found' } });
    }
  });

  test('nothing is replaced that the person was not shown', async () => {
    here.desk.text = 'id,label,updated_at\na,Theirs,1970-01-01T00:10:00Z\nn,New,\n';
    const { importId } = await opened(CONNECTION);
    await here.store.notes.put(CONNECTION, [noteOf('n', { label: 'Written meanwhile' })]);
    expect(await apply(importId, 'theirs')).toMatchObject({ error: { code: 'refused' } });
    expect((await here.all()).map(({ label }) => label)).toEqual(['=1+1', 'Protected', 'Written meanwhile']);
  });

  test('after the disk fails half way the file can be imported again', async () => {
    here.desk.text = `id,label\n${Array.from({ length: 1500 }, (_, index) => `n${index},New`).join('\n')}`;
    const { importId } = await opened(CONNECTION);
    here.fault.decide = (method, calls) => method === 'put' && calls === 1;
    expect(await apply(importId)).toMatchObject({ error: { code: 'storage' } });
    expect(here.told.page).toBe(1);
    expect(must(await apply(importId))).toEqual({ boards: 500 });
    expect(await here.store.notes.count(CONNECTION)).toBe(1502);
  });
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

test('notes on a board that is not listed yet are kept', async () => {
  here.list.ids = [];
  const done = must(await annotate({ label: 'Algebra' }, ids('a-colleague-s')));
  expect(done.boards).toBe(1);
  expect(await here.all()).toMatchObject([{ boardId: 'a-colleague-s', label: 'Algebra' }]);
  expect(must(await undo(done.undoId)).boards).toBe(1);
  expect(await here.all()).toEqual([]);
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

/** Few enough to be read at once, and more than are written in one transaction. */
describe('a change to 2,345 boards', () => {
  beforeEach(() => {
    here.list.ids = idsTo(2345);
  });

  test('changes none when the disk fails half way, and the page shows that', async () => {
    await here.store.notes.put(CONNECTION, [noteOf('b000001', { label: 'Before' })]);
    here.fault.decide = (method, calls) => method === 'change' && calls >= 2;
    expect(await annotate({ label: 'A' })).toMatchObject({ error: { code: 'storage' } });
    expect(await here.all()).toEqual([noteOf('b000001', { label: 'Before' })]);
    expect(here.told.page).toBe(1);
  });

  test('is kept as a whole when undoing it fails half way', async () => {
    const { undoId } = must(await annotate({ label: 'A' }));
    here.fault.decide = (method, calls) => method === 'swap' && calls === 2;
    expect(await undo(undoId)).toMatchObject({ error: { code: 'storage' } });
    expect((await here.all()).filter(({ label }) => label === 'A')).toHaveLength(2345);
    expect(must(await undo(undoId)).boards).toBe(2345);
    expect(await here.all()).toEqual([]);
  });
});
