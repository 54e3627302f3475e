/** Writes generated boards to a new database in the same way as Easel's first listing. Prints the speed. */
import path from 'node:path';
import type { ListedPage } from '../../main/service/types.ts';
import { openMirror } from '../../main/store/mirror/mirror.ts';
import { RECEIVED } from '../support/received.ts';
import { KEY, startBenchServices } from './bench-services.ts';
import { boardText } from './boards-of-bench.ts';

const [userData = '', boards = ''] = process.argv.slice(2);
const PAGE = 1000;
/** Number of result pages to write concurrently. Easel fetches the same number of pages ahead while it lists boards. */
const AT_ONCE = 8;

const services = await startBenchServices(userData);
const id = await services.connect('http://127.0.0.1:9');
await services.close();

function pageFrom(start: number): Uint8Array {
  const rows = Array.from({ length: Math.min(PAGE, total - start) }, (_, place) => boardText(start + place));
  return new TextEncoder().encode(`[${rows.join(',')}]`);
}

async function bring(bytes: Uint8Array): Promise<void> {
  const { result } = await mirror.read('page', {}, RECEIVED, bytes, [KEY]);
  if (!result.ok) throw new Error('a page that could not be read');
  await mirror.take(id, run, (result.value as ListedPage).number, 'always');
}

const programs = path.dirname(process.argv[1] ?? '');
const mirror = openMirror({
  folder: path.join(userData, 'boards'),
  mainDatabase: path.join(userData, 'easel.db'),
  workerUrl: new URL(`file://${path.join(programs, 'mirror-worker.js')}`),
});
const total = Number(boards);
const run = await mirror.begin(id);
const pages = Array.from({ length: Math.ceil(total / PAGE) }, (_, page) => pageFrom(page * PAGE)).values();
const begun = performance.now();
async function bringAll(): Promise<void> {
  for (const page of pages) await bring(page);
}
await Promise.all(Array.from({ length: AT_ONCE }, bringAll));
const facts = await mirror.finish(id, run, {
  completeness: 'complete',
  total,
  notUnderstood: 0,
  at: Date.now(),
});
const ms = performance.now() - begun;
if (facts.rows !== total) throw new Error(`${facts.rows} of ${total} rows are in`);
await mirror.close();
process.stdout.write(JSON.stringify({ connectionId: id, rowsPerSecond: (total / ms) * 1000 }));
process.exit(0);
