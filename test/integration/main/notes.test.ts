import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import type { BoardFilter, BoardQuery, BoardRow, BoardSelection } from '../../../preload/contract/boards.ts';
import { ok } from '../../../preload/contract/failure.ts';
import { draftFor, fileOf, startServices, type TestServices } from '../../support/services.ts';

let practice: PracticeService;
let services: TestServices;
let connectionId: string;
let desk: { readonly name: string; readonly text: string } | null = null;

async function connect(name: string): Promise<string> {
  const saved = await services.must('connections.save', draftFor(practice.origin, practice.apiKey, { name }));
  return saved.id;
}

async function listAll(): Promise<void> {
  await services.must('boards.list', { connectionId });
  // Another connection may tell of its own at the same time.
  await services.event(
    'boards.changed',
    (state) => state['connectionId'] === connectionId && state['phase'] === 'done',
  );
}

const asking = (...filters: readonly BoardFilter[]): BoardQuery => ({
  find: '',
  filters,
  order: { by: 'id', descending: false },
});
const every = (query: BoardQuery): BoardSelection => ({ kind: 'all', query, except: [] });
const UNLABELLED = asking({ kind: 'mark', mark: 'labelled', is: false });

async function rows(query: BoardQuery, of = connectionId): Promise<readonly BoardRow[]> {
  return (await services.must('boards.window', { connectionId: of, from: 0, count: 100, query, fields: [] }))
    .rows;
}

beforeEach(async () => {
  desk = null;
  practice = await startPractice({ boards: 60 });
  services = await startServices(undefined, {
    files: {
      choose: () => Promise.resolve(desk === null ? null : ok(fileOf(desk.text, desk.name))),
      save: (_purpose, name, text) => {
        desk = { name, text };
        return Promise.resolve(ok(name));
      },
    },
  });
  connectionId = await connect('Acme boards');
  await listAll();
});

afterEach(async () => {
  await services.close();
  await practice.stop();
});

test('boards are labelled in bulk, found by label, and the change is undone; the service isn’t asked', async () => {
  const [first] = await rows(asking());
  if (first?.id == null) throw new Error('no board listed');
  await services.must('boards.annotate', {
    connectionId,
    selection: { kind: 'ids', ids: [first.id] },
    change: { label: 'Algebra', protected: true },
  });
  await practice.clearRequests();
  const { revision } = await services.must('boards.state', { connectionId });
  const done = await services.must('boards.annotate', {
    connectionId,
    selection: every(UNLABELLED),
    change: { label: 'Old lesson', addTags: ['2025'] },
  });
  expect(done.boards).toBe(59);
  expect(await rows(UNLABELLED)).toEqual([]);
  expect(await rows({ ...asking(), find: 'algeb' })).toMatchObject([
    { id: first.id, local: { label: 'Algebra', protected: true, tags: [] } },
  ]);
  expect(await rows(asking({ kind: 'tag', tag: '2025' }))).toHaveLength(59);
  expect((await services.must('boards.state', { connectionId })).revision).toBeGreaterThan(revision);

  expect((await services.must('boards.undo', { connectionId, undoId: done.undoId })).boards).toBe(59);
  expect(await rows(UNLABELLED)).toHaveLength(59);
  expect((await practice.requests()).counts).toMatchObject({ createBoard: 0, deleteBoard: 0 });
});

test.each(['csv', 'json'] as const)(
  'notes move to another connection of the service by %s',
  async (format) => {
    const change = { label: '=HYPERLINK("x")', addTags: ['a;b', 'C'], note: 'One\n"two"' };
    await services.must('boards.annotate', { connectionId, selection: every(asking()), change });
    const written = await services.must('notes.export', { connectionId, format });
    expect(written).toEqual({
      fileName: expect.stringMatching(/^easel-notes-acme-boards-/u) as unknown,
      boards: 60,
    });
    const before = await rows(asking());
    connectionId = await connect('Acme elsewhere');
    await listAll();
    const plan = await services.must('notes.open', { connectionId });
    expect(plan).toMatchObject({
      added: 60,
      filled: 0,
      same: 0,
      differing: 0,
      problems: [],
      differences: [],
    });
    expect(
      await services.must('notes.apply', {
        importId: plan?.importId ?? '',
        choice: { side: 'newer', except: [] },
      }),
    ).toEqual({
      boards: 60,
    });
    expect((await rows(asking())).map(({ local }) => local)).toEqual(before.map(({ local }) => local));
  },
);

test('removing a connection removes all notes on its boards', async () => {
  await services.must('boards.annotate', {
    connectionId,
    selection: every(asking()),
    change: { label: 'Farewell lesson' },
  });
  await services.must('views.save', { connectionId, id: null, name: 'Farewell view', query: asking() });
  await services.must('views.setColumns', { connectionId, columns: [{ id: 'label', width: 77 }] });
  const other = await connect('Another');
  await services.must('views.save', { connectionId: other, id: null, name: 'Stays', query: asking() });
  await services.must('connections.remove', { connectionId, keysMayStay: false });
  for (const channel of ['views.list', 'views.layout'] as const) {
    expect(await services.call(channel, { connectionId })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    });
  }
  expect((await services.must('views.list', { connectionId: other })).at(-1)?.name).toBe('Stays');
  await services.release();
  const db = new DatabaseSync(path.join(services.folder, 'easel.db'), { readOnly: true });
  for (const table of ['notes', 'board_facts', 'views', 'layouts']) {
    const left = db
      .prepare(`SELECT count(*) AS count FROM ${table} WHERE connection_id = ?`)
      .get(connectionId);
    expect([table, left]).toEqual([table, { count: 0 }]);
  }
  db.close();
});
