import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../../../support/fresh-folder.ts';
import { workerOf } from '../../../support/services.ts';
import { exportSaver } from '../../../../main/lib/files/table.ts';
import { beginWhole } from '../../../../main/lib/files/write-whole.ts';
import { JobResults, type JobResultsOptions } from '../../../../main/jobs/results.ts';
import { readCsv } from '../../../../main/lib/files/csv.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import type { SheetLink } from '../../../../main/papers/tokens/qr.ts';
import { itemOf, jobOf, NOW } from '../../renderer/job-of.ts';

let folder: string;
let copied = '';
beforeEach(() => {
  folder = freshFolder();
});

function resultsOf(items: JobResultsOptions['jobs']['items'], links: readonly SheetLink[] = []): JobResults {
  const options: Partial<JobResultsOptions> = {
    jobs: { list: () => [jobOf('j')], items, linksOf: () => new Map(links.entries()) },
    copySecret: (text) => {
      copied = text;
      return Promise.resolve(ok(null));
    },
    saveExport: exportSaver(
      { saveStream: (_purpose, name) => beginWhole(path.join(folder, name)) },
      workerOf('file'),
      () => Date.UTC(2026, 10, 21),
    ),
  };
  return new JobResults(options as JobResultsOptions);
}

const FILE = 'easel-job-2026-11-21.csv';
const rowsOf = (text: string) => [...readCsv(text.slice(1))].map((row) => ('cells' in row ? row.cells : row));

test('the table of a job’s results has a row for every item, even for items not processed', async () => {
  const items = [
    itemOf(0),
    itemOf(1, { targetId: '3-4', state: 'already-gone', status: 404, message: 'No such board, sorry' }),
    itemOf(2, { state: 'failed', status: 500, message: '=HYPERLINK("http://x")' }),
    itemOf(3, { state: 'unknown', status: null, message: 'The answer was lost' }),
    itemOf(4, { state: 'waiting', status: null, at: null }),
  ];
  const results = resultsOf(({ from, count }) =>
    Promise.resolve(ok({ from, items: items.slice(from, from + count), matching: items.length })),
  );
  expect(await results.saveItems({ jobId: 'j', format: 'csv' })).toEqual(ok({ fileName: FILE, items: 5 }));
  const text = readFileSync(path.join(folder, FILE), 'utf8');
  expect(text.startsWith('\u{feff}place,kind,id,name,state,status,message,time\r\n')).toBe(true);
  expect(text).toContain('3,Delete board,b-2,,Failed,500,"\'=HYPERLINK(""http://x"")"');
  // A number in a CSV file is no formula, so it needs no guard against formula injection.
  expect(text).toContain("\r\n2,Delete board,'3-4,,Already gone,404,");
  const at = new Date(NOW).toISOString();
  expect(rowsOf(text).slice(1)).toEqual([
    ['1', 'Delete board', 'b-0', '', 'Done', '200', '', at],
    ['2', 'Delete board', '3-4', '', 'Already gone', '404', 'No such board, sorry', at],
    ['3', 'Delete board', 'b-2', '', 'Failed', '500', '=HYPERLINK("http://x")', at],
    ['4', 'Delete board', 'b-3', '', 'Outcome unknown', '', 'The answer was lost', at],
    ['5', 'Delete board', 'b-4', '', 'Waiting', '', '', ''],
  ]);
});

test.each([
  ['an item that can’t be read', fail(failure('storage'))],
  ['a job that was dismissed meanwhile', ok({ from: 1000, items: [], matching: 2000 })],
])('an incomplete file of a job’s results is removed: %s', async (_what, second) => {
  const first = Array.from({ length: 1000 }, (_, index) => itemOf(index));
  const results = resultsOf(({ from }) =>
    Promise.resolve(from === 0 ? ok({ from, items: first, matching: 2000 }) : second),
  );
  expect((await results.saveItems({ jobId: 'j', format: 'csv' })).ok).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

test('the mail text for a join link without an expiry date says “no expiry date”', async () => {
  const link = { name: 'Ada', paperName: 'Maths', link: 'https://app.example/room/p', expiresAt: null };
  const results = resultsOf(() => Promise.resolve(fail(failure('storage'))), [link]);
  await results.copyMail({ jobId: 'j', text: '{name}: {link}, valid until: {expires}' });
  expect(copied).toBe('Ada: https://app.example/room/p, valid until: no expiry date');
});
