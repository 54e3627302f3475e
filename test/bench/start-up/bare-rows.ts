/** Lower bound for the time to read the first rows: bare node:sqlite on Easel's board database. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const userData = process.env['EASEL_BENCH_USER_DATA'] ?? '';
const connectionId = process.env['EASEL_BENCH_CONNECTION'] ?? '';

const begun = performance.now();
const db = new DatabaseSync(path.join(userData, 'boards', `${connectionId}.db`), { readOnly: true });
const rows = db.prepare('SELECT id, raw, age FROM boards ORDER BY age, id LIMIT 100').all();
const firstRowsMs = performance.now() - begun;
if (rows.length !== 100) throw new Error('no first rows came');
process.stdout.write(JSON.stringify({ firstRowsMs, rssMb: process.memoryUsage().rss / 1e6 }));
