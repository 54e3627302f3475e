import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LocalImport } from '../../../../preload/contract/boards.ts';
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

  describe.each(['csv', 'json'] as const)('by %s', (format) => {
    test('notes move to another computer unchanged, and importing them again changes nothing', async () => {
      expect(must(await here.notes.export({ connectionId: CONNECTION, format }))).toEqual({
        fileName: `easel-notes-acme-boards-1-1970-01-01.${format}`,
        boards: 2,
      });
      const plan = await opened(ELSEWHERE);
      expect(plan).toMatchObject({ fileName: here.desk.name, added: 2, filled: 0, same: 0, differing: 0 });
      expect([plan.problems, plan.differences, await elsewhere()]).toEqual([[], [], []]);
      expect(
        must(await here.notes.apply({ importId: plan.importId, choice: { side: 'newer', except: [] } })),
      ).toEqual({ boards: 2 });
      expect(await elsewhere()).toEqual(RECORDS);
      expect(here.told).toEqual({ mirror: 1, page: 1 });
      expect(await opened(ELSEWHERE)).toMatchObject({ added: 0, same: 2 });
    });

    test('the newer version wins, and a person may choose the other', async () => {
      must(await here.notes.export({ connectionId: CONNECTION, format }));
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
      must(await here.notes.apply({ importId: plan.importId, choice: { side: 'newer', except: [] } }));
      // What was missing here came all the same.
      const filled = { ...RECORDS[0], label: 'Newer here', updatedAt: 500 };
      expect(await elsewhere()).toEqual([filled, RECORDS[1], ours[2]]);

      const again = await opened(ELSEWHERE);
      expect(again).toMatchObject({ same: 1, differing: 1 });
      const taken = await here.notes.apply({
        importId: again.importId,
        choice: { side: 'theirs', except: [] },
      });
      expect(must(taken)).toEqual({ boards: 1 });
      expect(await elsewhere()).toEqual([{ ...RECORDS[0], updatedAt: 1_000_000 }, RECORDS[1], ours[2]]);
      expect(await opened(ELSEWHERE)).toMatchObject({ same: 2, differing: 0 });
    });
  });

  describe('after a spreadsheet has rewritten ids', () => {
    test.each([
      '1.58E+18',
      '1,58E+18',
      '3-Apr',
      '2026-09-07',
      '04. Mrz',
      '7/9/2026',
      'TRUE',
      '1580000000000000000',
    ])('a line with %s is skipped, with its number and the reason', async (id) => {
      here.list.ids = ['1580000000000000001', '3-4', 'SEP7'];
      here.desk.text = `id;protected\nb;yes\n${id};yes\n`;
      const plan = await opened(CONNECTION);
      expect(plan).toMatchObject({ added: 0, same: 1, notListed: 1 });
      expect(plan.problems).toEqual([{ line: 3, why: expect.stringContaining('spreadsheets') as unknown }]);
      expect(plan.problems[0]?.why).toContain(`“${id}”`);
      must(await here.notes.apply({ importId: plan.importId, choice: { side: 'theirs', except: [] } }));
      expect(await here.all()).toEqual(RECORDS);
    });
  });

  test('cancelling the dialog opens no file, and a file is imported once', async () => {
    expect(must(await here.notes.open({ connectionId: CONNECTION }))).toBeNull();
    here.desk.text = 'id,label\nn,New\n';
    const { importId } = await opened(CONNECTION);
    must(await here.notes.apply({ importId, choice: { side: 'newer', except: [] } }));
    for (const id of [importId, 'no such import']) {
      expect(await here.notes.apply({ importId: id, choice: { side: 'newer', except: [] } })).toMatchObject({
        error: { code: 'not-found' },
      });
    }
  });

  test('nothing is replaced that the person was not shown', async () => {
    here.desk.text = 'id,label,updated_at\na,Theirs,1970-01-01T00:10:00Z\nn,New,\n';
    const { importId } = await opened(CONNECTION);
    await here.store.notes.put(CONNECTION, [noteOf('n', { label: 'Written meanwhile' })]);
    const choice = { side: 'theirs', except: [] } as const;
    expect(await here.notes.apply({ importId, choice })).toMatchObject({ error: { code: 'refused' } });
    expect((await here.all()).map(({ label }) => label)).toEqual(['=1+1', 'Protected', 'Written meanwhile']);
  });

  test('after the disk fails half way the file can be imported again', async () => {
    here.desk.text = `id,label\n${Array.from({ length: 1500 }, (_, index) => `n${index},New`).join('\n')}`;
    const { importId } = await opened(CONNECTION);
    here.fault.decide = (method, calls) => method === 'put' && calls === 1;
    expect(await here.notes.apply({ importId, choice: { side: 'newer', except: [] } })).toMatchObject({
      error: { code: 'storage' },
    });
    expect(here.told.page).toBe(1);
    expect(must(await here.notes.apply({ importId, choice: { side: 'newer', except: [] } }))).toEqual({
      boards: 500,
    });
    expect(await here.store.notes.count(CONNECTION)).toBe(1502);
  });
});

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
describe('a change to 2,345 boards', () => {
  beforeEach(() => {
    here.list.ids = idsTo(2345);
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
    expect((await here.all()).filter(({ label }) => label === 'A')).toHaveLength(2345);
    expect(must(await here.notes.undo({ connectionId: CONNECTION, undoId: done.undoId })).boards).toBe(2345);
    expect(await here.all()).toEqual([]);
  });
});
