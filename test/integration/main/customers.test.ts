import { beforeEach, expect, test } from 'vitest';
import { ok } from '../../../preload/contract/failure.ts';
import { fileInMemory } from '../../support/services.ts';
import { sharedMain, sharedPractice } from './shared-main.ts';

const shared = sharedPractice({ boards: 30, boardPreviews: true });
let saved = '';
const main = sharedMain({
  files: {
    saveStream: (_purpose, name) =>
      Promise.resolve(ok(fileInMemory(name, (text) => (saved = `${name}\n${text}`)))),
  },
});
let paper: string;

beforeEach(async () => {
  await main.connect(shared.practice.origin, shared.practice.apiKey);
  await main.list();
  paper = shared.practice.samplePapers[0]?.identifier ?? '';
  await main.must('papers.add', { connectionId: main.connectionId, pasted: paper, name: 'Maths' });
});

async function note(ids: readonly string[], customer: string, text = ''): Promise<void> {
  const selection = { kind: 'ids', ids } as const;
  const change = { customer, note: text };
  await main.must('boards.annotate', { connectionId: main.connectionId, selection, change });
}

test('a customer’s page lists boards and papers with the customer’s name in any letter case', async () => {
  const { connectionId } = main;
  const ids = (await main.rows()).map(({ id }) => id ?? '');
  await note(ids.slice(0, 12), 'Acme');
  await note(ids.slice(12, 13), 'Acme Ltd', 'Another customer');
  await note([paper], 'ACME', 'Calls on Monday');
  await main.visit({ kind: 'paper', id: paper }, 'T-7');
  // Reads the activity log, because this makes Easel write buffered log entries to the database.
  await main.must('activity.outline', {});
  const page = await main.must('customers.page', { connectionId, customer: ' acme ' });
  const maths = { kind: 'paper', id: paper, name: 'Maths' };
  expect(page).toMatchObject({
    boards: { total: 12 },
    papers: { total: 1, rows: [maths] },
    visits: { total: 1, rows: [{ ...maths, text: 'T-7' }] },
    notes: { total: 1, rows: [{ ...maths, text: 'Calls on Monday' }] },
  });
  const times = page.boards.rows.map(({ at }) => at ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(times).toHaveLength(10);
});

test('a customer’s page shows a room visit once, even if the room is both a listed board and a listed paper', async () => {
  const { connectionId } = main;
  const id = (await main.rows())[0]?.id ?? 'no board';
  await main.must('papers.add', { connectionId, pasted: id, name: 'Same room' });
  await note([id], 'Twice');
  await main.visit({ kind: 'board', id });
  await main.must('activity.outline', {});
  const { boards, papers, visits } = await main.must('customers.page', { connectionId, customer: 'Twice' });
  expect([boards.total, papers.total, visits.total]).toEqual([1, 1, 1]);
});

test('customers whose names differ only in letter case share one row of totals', async () => {
  const { connectionId } = main;
  expect(await main.call('customers.export', { connectionId })).toMatchObject({
    error: { code: 'invalid-input' },
  });
  const rows = await main.rows();
  const ids = rows.map(({ id }) => id ?? '');
  await note(ids.slice(0, 3), 'Acme');
  await note(ids.slice(3, 4), 'ACME');
  await note([paper, 'not listed'], 'Linden, north');
  await main.visit({ kind: 'paper', id: paper });
  await main.must('activity.outline', {});
  const oldest = Math.min(...rows.slice(0, 4).map(({ created }) => created?.epochMs ?? Infinity));
  expect(await main.must('customers.totals', { connectionId })).toEqual([
    { name: 'Acme', boards: 4, papers: 0, oldest, lastVisit: null },
    { name: 'Linden, north', boards: 0, papers: 1, oldest: null, lastVisit: expect.any(Number) as number },
  ]);
  const written = await main.must('customers.export', { connectionId });
  expect(written).toMatchObject({ items: 2 });
  expect(saved).toMatch(
    /^easel-customers-[\d-]+\.csv\n\uFEFFcustomer,boards,papers,oldest board,last visit\r\n/u,
  );
  expect(saved).toContain(`Acme,4,0,${new Date(oldest).toISOString()}`);
  expect(saved).toContain('"Linden, north",0,1,,');
});
