/** The floor of a first load: bare node:sqlite with the same schema, settings and indexes, rows ready, nothing checked. */
import path from 'node:path';
import { INDEXES, NO_INDEXES, openMirrorFile } from '../../main/store/mirror/schema.ts';
import { boardCreated, boardId, boardText } from './boards-of-bench.ts';

const [folder = '', boards = ''] = process.argv.slice(2);
const PAGE = 1000;
const total = Number(boards);

const { db } = openMirrorFile(path.join(folder, 'floor.db'));
db.exec(NO_INDEXES);
const insert = db.prepare(
  'INSERT INTO boards (n, id, created_ms, created_raw, assumed_utc, raw) VALUES (?, ?, ?, ?, 1, ?)',
);
let ms = 0;
for (let from = 0; from < total; from += PAGE) {
  const rows = Array.from({ length: Math.min(PAGE, total - from) }, (_, at) => {
    const { raw, epochMs } = boardCreated(from + at);
    return [from + at + 1, boardId(from + at), epochMs, raw, boardText(from + at)] as const;
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
