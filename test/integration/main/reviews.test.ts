import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readCsv } from '../../../main/lib/files/csv.ts';
import type { Files, Folders } from '../../../main/lib/files/files.ts';
import { readChosen } from '../../../main/lib/files/read-text.ts';
import { beginWhole, writeWhole } from '../../../main/lib/files/write-whole.ts';
import { ok } from '../../../preload/contract/failure.ts';
import { sharedFolder } from '../../support/fresh-folder.ts';
import { readWorkbook } from '../../support/read-workbook.ts';
import { BY_ID, sharedMain, sharedPractice } from './shared-main.ts';

const BOARDS = 120;
const PLAN = 'plan.json';
const desk = sharedFolder();
const files: Partial<Files> = {
  choose: (purpose) => readChosen(path.join(desk, PLAN), purpose),
  save: async (purpose, name, text) => {
    const done = await writeWhole(path.join(desk, purpose === 'plan' ? PLAN : name), text);
    return done.ok ? ok(name) : done;
  },
  saveStream: (_purpose, name) => beginWhole(path.join(desk, name)),
};
const shared = sharedPractice({ boards: BOARDS });
const chosen = { folder: null as string | null, asked: 0 };
const saved: string[] = [];
const folders: Folders = {
  chooseFolder: () => {
    chosen.asked += 1;
    return Promise.resolve(chosen.folder);
  },
  saveIn: (folder, name) => {
    saved.push(name);
    return beginWhole(path.join(folder, name));
  },
  showFile: () => Promise.resolve(false),
};
const main = sharedMain({ files, more: { folders } });

beforeEach(async () => {
  await main.connect(shared.practice.origin, shared.practice.apiKey);
  await main.list();
});

const EVERY = { kind: 'all', query: BY_ID, except: [] } as const;

test('a delete review counts each board once', async () => {
  const { connectionId } = main;
  const rows = await main.rows({
    filters: [{ kind: 'mark', mark: 'dated', is: true }],
    order: { by: 'created', descending: true },
  });
  const shielded = rows.slice(5, 12).flatMap(({ id }) => id ?? []);
  const change = { protected: true, label: '=1+1' };
  await main.must('boards.annotate', { connectionId, selection: { kind: 'ids', ids: shielded }, change });
  const fields = ['updated_at'];
  const review = await main.must('jobs.review', { connectionId, selection: EVERY, fields });
  expect(review.skipped).toContainEqual({ why: 'protected', boards: 7 });
  expect(review.boards + review.skipped.reduce((sum, { boards }) => sum + boards, 0)).toBe(BOARDS);
  const told = { mustType: false, holdSeconds: 300, completeness: 'complete', refusal: null };
  expect(review).toMatchObject({ ...told, newest: rows[0]?.created, fields });
  expect(review.samples).toHaveLength(12);
  for (const sample of review.samples) expect(sample.fields).toEqual([expect.stringMatching(/^\d{4}-/u)]);

  const { reviewId } = review;
  const run = { reviewId, typed: String(review.boards), reason: 'Ticket 12', saves: true };
  expect(await main.call('jobs.deleteReviewed', run)).toMatchObject({ error: { code: 'refused' } });
  chosen.folder = desk;
  const job = await main.must('jobs.deleteReviewed', run);
  const text = await readFile(path.join(desk, saved.at(-1) ?? ''), 'utf8');
  const table = [...readCsv(text.slice(1))].map((row) => ('cells' in row ? row.cells : [row.why]));
  const [head = [], ...lines] = table;
  expect(head.at(-1)).toBe('updated_at');
  const [sample] = review.samples;
  expect(lines.find(([id]) => id === sample?.id)?.at(-1)).toBe(sample?.fields[0]);
  const ids = new Set(lines.map(([id]) => id));
  expect(ids.size).toBe(review.boards);
  expect(ids.has(shielded[0])).toBe(false);

  const counts = { total: review.boards, waiting: review.boards };
  expect(job).toMatchObject({ state: 'held', kind: 'delete-boards', reason: 'Ticket 12', counts });
  expect(await main.call('jobs.deleteReviewed', run)).toMatchObject({ error: { code: 'not-found' } });
  const book = await main.must('jobs.saveItems', { jobId: job.id, format: 'xlsx' });
  expect(book).toMatchObject({ items: review.boards });
  const cells = readWorkbook(await readFile(path.join(desk, book?.fileName ?? '')));
  expect([cells['C1'], ids.has(cells['C2'] ?? ''), cells['E2']]).toEqual(['id', true, 'Waiting']);
  expect(await shared.practice.requests()).toMatchObject({ counts: { deleteBoard: 0 } });
});

test('a choice in a file dialog counts as user input only for the call that opened the dialog', async () => {
  const { connectionId } = main;
  const { reviewId } = await main.must('jobs.review', { connectionId, selection: EVERY });
  for (const ask of [
    () => main.call('plans.open', { connectionId }),
    () => main.call('plans.save', { reviewId, note: '', validDays: 1 }),
    () => main.call('jobs.chooseListFolder', {}),
  ]) {
    await ask();
    expect(await main.services.callAlone('boards.create', { connectionId })).toMatchObject({
      error: { code: 'needs-press' },
    });
  }
});
