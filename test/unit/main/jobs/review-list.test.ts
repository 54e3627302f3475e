import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginWhole } from '../../../../main/files/write-whole.ts';
import { readCsv } from '../../../../main/files/csv.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { rowOf } from '../boards/board-rows.ts';
import { boardOf, reviewsOf, some, written } from './reviews-under-test.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-review-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const FILE = 'easel-delete-2026-11-21.csv';

test('the list of all reviewed boards is saved, with their notes', async () => {
  const noted = { label: '=1+1', note: 'Ask "Ines",\nfirst', tags: ['a', 'b'], customer: 'Acme' };
  const boards = [boardOf('a', 3, { local: written(noted) }), rowOf('b'), ...some(1100)];
  const { open, reviews, list } = reviewsOf({ boards, folder });
  const { reviewId } = await open();
  list.change(boards.filter(({ id }) => id !== 'b1099'));
  expect(await reviews.save({ reviewId })).toEqual(ok({ fileName: FILE, items: 1102 }));
  const text = readFileSync(path.join(folder, FILE), 'utf8');
  expect(text.startsWith('\u{feff}id,created,created as sent,label,note,tags,customer,')).toBe(true);
  expect(text).toContain("'=1+1");
  const rows = [...readCsv(text.slice(1))].map((row) => ('cells' in row ? row.cells : []));
  const at = '2026-11-18T09:41:00.000Z';
  expect(rows[1]?.slice(0, 7)).toEqual(['a', at, at, '=1+1', noted.note, 'a, b', 'Acme']);
  expect(rows.at(-1)?.join('')).toBe('b1099');
  expect(rows).toHaveLength(1103);
});

test('a full disk is reported, and leaves nothing', async () => {
  const saveStream = async (_purpose: string, name: string) => {
    const file = await beginWhole(path.join(folder, name));
    return file.ok ? ok({ ...file.value, write: () => Promise.resolve(fail('The disk is full.')) }) : file;
  };
  const { open, reviews } = reviewsOf({ boards: some(2), change: { files: { saveStream } } });
  const { reviewId } = await open();
  expect(await reviews.save({ reviewId })).toMatchObject({
    error: { code: 'storage', message: 'The disk is full.' },
  });
  expect(readdirSync(folder)).toEqual([]);
});
