import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LocalImport } from '../../../../preload/contract/boards.ts';
import { must } from '../../../support/must.ts';
import { CONNECTION, notesUnderTest, type NotesUnderTest } from './notes-under-test.ts';
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

  test.each(['3-4', 'SEP7', '1580000000000000000', '12E3', '2026-09-07'])(
    'the id %s of an exported file is imported although the list lacks it',
    async (id) => {
      await here.store.notes.put(CONNECTION, [noteOf(id, { label: id, protected: true })]);
      must(await here.notes.export({ connectionId: CONNECTION, format: 'csv' }));
      expect(here.desk.text).toContain(`\r\n'${id},'${id},`);
      const plan = await opened(ELSEWHERE);
      expect(plan).toMatchObject({ added: 3, notListed: 3, problems: [] });
      must(await here.notes.apply({ importId: plan.importId, choice: { side: 'newer', except: [] } }));
      expect(await elsewhere()).toContainEqual(noteOf(id, { label: id, protected: true }));
    },
  );
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
