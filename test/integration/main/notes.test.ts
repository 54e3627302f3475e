import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { ok } from '../../../preload/contract/failure.ts';
import { draftFor, fileOf } from '../../support/services.ts';
import { BY_ID, sharedMain, sharedPractice } from './shared-main.ts';

let desk = { name: '', text: '' };
const shared = sharedPractice({ boards: 60 });
const main = sharedMain({
  files: {
    choose: () => Promise.resolve(ok(fileOf(desk.text, desk.name))),
    save: (_purpose, name, text) => {
      desk = { name, text };
      return Promise.resolve(ok(name));
    },
  },
});

beforeEach(async () => {
  await main.connect(shared.practice.origin, shared.practice.apiKey);
  await main.list();
});

test('an import protects a board even if the import file writes the board’s id in another letter case', async () => {
  const { connectionId } = main;
  const id = (await main.rows())[0]?.id ?? '';
  desk = {
    name: 'labels.csv',
    text: `id,protected\n${id.toUpperCase()},yes\nnowhere,yes\n${shared.practice.apiKey},yes`,
  };
  const plan = await main.must('transfer.open', { connectionId });
  expect(plan?.table).toEqual({ matched: 1, unknown: 1, unknownIds: ['nowhere'] });
  expect(plan?.problems).toMatchObject([{ line: 4, why: expect.stringContaining('key') as unknown }]);
  const { importId = '' } = plan ?? {};
  await main.must('transfer.apply', { importId, entries: [0], replace: false, apiKey: null });
  const refused = await main.call('jobs.deleteOne', { connectionId, target: { kind: 'board', id } });
  expect(refused).toMatchObject({ error: { message: expect.stringContaining('protected') as unknown } });
});

test('an import merges two notes for one board, and protects the board if either note does', async () => {
  const { connectionId } = main;
  const id = (await main.rows())[0]?.id ?? '';
  await main.must('transfer.export', { connectionIds: [connectionId], withPapers: false, passphrase: null });
  const notes = [
    { id: id.toUpperCase(), protected: true },
    { id, label: 'Algebra', protected: false },
  ];
  desk.text = desk.text.replace(/"notes":\s*\[\]/u, `"notes": ${JSON.stringify(notes)}`);
  const plan = await main.must('transfer.open', { connectionId: null });
  expect(plan?.entries).toMatchObject([{ notes: 1 }]);
  const { importId = '' } = plan ?? {};
  await main.must('transfer.apply', { importId, entries: [0], replace: false, apiKey: null });
  expect((await main.rows())[0]?.local).toMatchObject({ label: 'Algebra', protected: true });
});

test('the queries of all built-in views run on the stored boards and papers', async () => {
  const { connectionId } = main;
  const views = await main.must('views.list', { connectionId });
  expect(views.map(({ builtIn }) => builtIn)).toEqual([true, true, true, true]);
  for (const { query } of [...views, ...(await main.must('views.list', { connectionId, of: 'paper' }))])
    await main.rows(query);
});

test('removing a connection keeps the notes and saved views of other connections', async () => {
  const { connectionId } = main;
  const change = { label: 'Farewell lesson' };
  const selection = { kind: 'all', query: BY_ID, except: [] } as const;
  await main.must('boards.annotate', { connectionId, selection, change });
  const view = { id: null, query: BY_ID };
  await main.must('views.save', { connectionId, name: 'Farewell view', ...view });
  await main.must('views.setColumns', { connectionId, columns: [{ id: 'label', width: 77 }] });
  const { origin, apiKey } = shared.practice;
  const other = await main.must('connections.save', draftFor(origin, apiKey, { name: 'Another' }));
  await main.must('views.save', { connectionId: other.id, name: 'Stays', ...view });
  await main.must('connections.remove', { connectionId, keysMayStay: false });
  const gone = { error: { code: 'not-found' } };
  expect(await main.call('views.list', { connectionId })).toMatchObject(gone);
  expect(await main.call('views.layout', { connectionId })).toMatchObject(gone);
  expect((await main.must('views.list', { connectionId: other.id })).at(-1)?.name).toBe('Stays');
  const db = new DatabaseSync(path.join(main.services.folder, 'easel.db'), { readOnly: true });
  for (const table of ['notes', 'board_facts', 'views', 'layouts']) {
    const sql = `SELECT count(*) AS count FROM ${table} WHERE connection_id = ?`;
    expect([table, db.prepare(sql).get(connectionId)]).toEqual([table, { count: 0 }]);
  }
  db.close();
});
