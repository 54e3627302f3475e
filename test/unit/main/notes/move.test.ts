import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LocalImport } from '../../../../preload/contract/boards.ts';
import { ALL, CONNECTION, must, notesUnderTest, type NotesUnderTest } from './notes-under-test.ts';
import { noteOf } from './records.ts';

/** Another connection of this computer, to the same service. */
const ELSEWHERE = 'acme-elsewhere';
const RECORDS = [
  noteOf('a', { label: '=1+1', note: 'Two\nlines', tags: ['x; y', 'Z'], customer: "'Acme'" }),
  noteOf('b', { protected: true, updatedAt: 300 }),
];

let here: NotesUnderTest;

beforeEach(async () => {
  here = await notesUnderTest();
  await here.store.notes.put(CONNECTION, RECORDS);
});
afterEach(() => here.close());

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
    expect(plan).toMatchObject({ fileName: here.desk.name, added: 2, newer: 0, same: 0, older: 0 });
    expect([plan.problems, plan.conflicts, await elsewhere()]).toEqual([[], [], []]);
    expect(must(await here.notes.apply({ importId: plan.importId, takeTheirs: [] }))).toEqual({ boards: 2 });
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
    expect(plan).toMatchObject({ added: 0, newer: 1, same: 0, older: 1 });
    expect(plan.conflicts.map(({ boardId, here: side }) => [boardId, side.slice(0, 17)])).toEqual([
      ['a', 'Label: Newer here'],
    ]);
    expect(must(await here.notes.apply({ importId: plan.importId, takeTheirs: [] }))).toEqual({ boards: 1 });
    expect(await elsewhere()).toEqual([ours[0], RECORDS[1], ours[2]]);

    const again = await opened(ELSEWHERE);
    expect(
      must(await here.notes.apply({ importId: again.importId, takeTheirs: ['a', 'no such board'] })),
    ).toEqual({ boards: 1 });
    expect(await elsewhere()).toEqual([{ ...RECORDS[0], updatedAt: 1_000_000 }, RECORDS[1], ours[2]]);
  });

  test('a file of another service is refused', async () => {
    must(await here.notes.export({ connectionId: CONNECTION, format }));
    expect(await here.notes.open({ connectionId: 'other' })).toMatchObject({
      ok: false,
      error: { code: 'refused' },
    });
  });
});

test('of two versions with one time ours wins unless the other is chosen', async () => {
  here.desk.text = 'id,label,updated_at\na,Theirs,1970-01-01T00:00:00.100Z\n';
  const plan = await opened(CONNECTION);
  expect(plan).toMatchObject({ newer: 0, older: 0, conflicts: [{ boardId: 'a', there: 'Label: Theirs' }] });
  expect(must(await here.notes.apply({ importId: plan.importId, takeTheirs: [] }))).toEqual({ boards: 0 });
  expect(await here.all()).toEqual(RECORDS);
  const again = await opened(CONNECTION);
  must(await here.notes.apply({ importId: again.importId, takeTheirs: ['a'] }));
  expect((await here.all())[0]).toEqual({ ...RECORDS[0], label: 'Theirs', updatedAt: 1_000_000 });
});

test('a board listed twice in the file is imported once, and at most 100 problems are listed', async () => {
  here.desk.text = `id,label\n${'n,New\n'.repeat(200)}`;
  const plan = await opened(CONNECTION);
  expect([plan.added, plan.problems.length]).toEqual([1, 100]);
  expect(plan.problems[0]).toEqual({
    line: 3,
    why: 'Line 2 already has this board.',
  });
});

test('thousands of lines are imported, and at most 100 conflicts are listed', async () => {
  const rows = Array.from({ length: 2500 }, (_, index) => `n${index},One`);
  here.desk.text = `id,label\n${rows.join('\n')}\n`;
  must(await here.notes.apply({ importId: (await opened(CONNECTION)).importId, takeTheirs: [] }));
  expect(await here.store.notes.count(CONNECTION)).toBe(2502);
  here.desk.text = here.desk.text.replaceAll('One', 'Two');
  expect((await opened(CONNECTION)).conflicts).toHaveLength(100);
});

test('cancelling the dialog opens no file, and a file is imported once', async () => {
  expect(must(await here.notes.open({ connectionId: CONNECTION }))).toBeNull();
  here.desk.text = 'id,label\nn,New\n';
  const { importId } = await opened(CONNECTION);
  must(await here.notes.apply({ importId, takeTheirs: [] }));
  for (const id of [importId, 'no such import']) {
    expect(await here.notes.apply({ importId: id, takeTheirs: [] })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    });
  }
});

test('a file that is dropped is no longer open', async () => {
  here.desk.text = 'id,label\nn,New\n';
  const { importId } = await opened(CONNECTION);
  here.notes.drop();
  expect(await here.notes.apply({ importId, takeTheirs: [] })).toMatchObject({
    ok: false,
    error: { code: 'not-found' },
  });
});

test('after the disk fails half way the file can be imported again', async () => {
  here.desk.text = `id,label\n${Array.from({ length: 1500 }, (_, index) => `n${index},New`).join('\n')}`;
  const { importId } = await opened(CONNECTION);
  here.fault.decide = (method, calls) => method === 'put' && calls === 1;
  expect(await here.notes.apply({ importId, takeTheirs: [] })).toMatchObject({
    ok: false,
    error: { code: 'storage' },
  });
  expect(here.told.page).toBe(1);
  expect(must(await here.notes.apply({ importId, takeTheirs: [] }))).toEqual({ boards: 500 });
  expect(await here.store.notes.count(CONNECTION)).toBe(1502);
});

test('undo doesn’t mix an import with an earlier change', async () => {
  here.list.ids = ['a'];
  const { undoId } = must(
    await here.notes.annotate({ connectionId: CONNECTION, selection: ALL, change: { label: 'Mine' } }),
  );
  here.desk.text = 'id,label\nn,New\n';
  must(await here.notes.apply({ importId: (await opened(CONNECTION)).importId, takeTheirs: [] }));
  expect(await here.notes.undo({ connectionId: CONNECTION, undoId })).toMatchObject({
    ok: false,
    error: { code: 'not-found' },
  });
});

test('without notes there is nothing to export, and too many for one file are refused', async () => {
  expect(await here.notes.export({ connectionId: 'other', format: 'csv' })).toMatchObject({
    ok: false,
    error: { code: 'invalid-input', message: expect.stringContaining('has notes yet') as unknown },
  });
  const note = 'x'.repeat(4000);
  const many = Array.from({ length: 4500 }, (_, index) => noteOf(`n${index}`, { note }));
  await here.store.notes.put(CONNECTION, many);
  expect(await here.notes.export({ connectionId: CONNECTION, format: 'json' })).toMatchObject({
    ok: false,
    error: { code: 'invalid-input', message: expect.stringContaining('16 MiB') as unknown },
  });
  expect(here.desk.text).toBeNull();
});
