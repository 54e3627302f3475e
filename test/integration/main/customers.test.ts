import { beforeEach, expect, test } from 'vitest';
import { sharedMain, sharedPractice } from './shared-main.ts';

const shared = sharedPractice({ boards: 30 });
const main = sharedMain();
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

test('a customer’s page lists the boards, papers, visits and notes in any letter case', async () => {
  const { connectionId } = main;
  const ids = (await main.rows()).map(({ id }) => id ?? '');
  await note(ids.slice(0, 12), 'Acme');
  await note(ids.slice(12, 13), 'Acme Ltd', 'Another customer');
  await note([paper], 'ACME', 'Calls on Monday');
  const visit = { displayName: 'Ada', reason: 'T-7', minutes: 10 } as const;
  await main.must('previews.open', { connectionId, target: { kind: 'paper', id: paper }, ...visit });
  // Reading the log writes the pending entries.
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
