/** Lower bound for the time to store a board list: bare node:sqlite with Easel's schema and settings. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openFile } from '../../main/store/open.ts';
import { INDEXES, NO_INDEXES, openBoardFile } from '../../main/store/mirror/board-file.ts';
import { boardCreated, boardId, boardText } from './boards-of-bench.ts';

const [folder = '', boards = ''] = process.argv.slice(2);
const PAGE = 1000;
const total = Number(boards);

const mainDatabase = path.join(folder, 'easel.db');
mkdirSync(folder, { recursive: true });
openFile(mainDatabase, Date.now()).db.close();
const file = openBoardFile('floor', { folder, mainDatabase, now: Date.now }, 0);
const { db } = file;
db.exec(NO_INDEXES);
const insert = db.prepare(
  'INSERT INTO boards (n, id, age, created_raw, assumed_utc, words, raw) VALUES (?, ?, ?, ?, 1, ?, ?)',
);
/** Returns the column `words`, in which Easel searches: all fields in lower case, without the creation time. */
function wordsOf(text: string): string {
  const { created_at: _, ...fields } = JSON.parse(text) as Record<string, unknown>;
  return Object.values(fields).join('\n').toLowerCase();
}

let ms = 0;
for (let from = 0; from < total; from += PAGE) {
  const rows = Array.from({ length: Math.min(PAGE, total - from) }, (_, at) => {
    const { raw, epochMs } = boardCreated(from + at);
    const id = boardId(from + at);
    const text = boardText(from + at);
    return [from + at + 1, id, -epochMs, raw, wordsOf(text), text] as const;
  });
  const begun = performance.now();
  db.exec('BEGIN');
  for (const row of rows) insert.run(...row);
  db.exec('COMMIT');
  ms += performance.now() - begun;
}
const begun = performance.now();
db.exec(INDEXES);
ms += performance.now() - begun;
db.close();
process.stdout.write(JSON.stringify({ rowsPerSecond: (total / ms) * 1000 }));
