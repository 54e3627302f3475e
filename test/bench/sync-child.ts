/** Lists all boards in Easel's main process. Prints the duration and the longest stall of the event loop. Imports
 * connect.ts, because Easel normally loads it soon after the start, and thus before a listing. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import '../../main/service/connect.ts';
import { startBenchServices } from './bench-services.ts';

const [origin = '', lastId = '', boards = ''] = process.argv.slice(2);
const services = await startBenchServices();
const connectionId = await services.connect(origin);

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
const begun = performance.now();
const done = services.listed(connectionId);
await services.must('boards.list', { connectionId });
const state = await done;
// Searches for the last board, because finding it proves that all boards are stored.
const query = { find: lastId.slice(9), filters: [], order: { by: 'created', descending: true } } as const;
const found = await services.must('boards.window', { connectionId, from: 0, count: 100, query, fields: [] });
const searchable = performance.now();
delays.disable();

const isWhole = state.completeness === 'complete' && state.rows === Number(boards);
if (!isWhole || found.rows.at(-1)?.id !== lastId) {
  throw new Error(
    `listed ${state.rows} of ${boards} boards (${state.completeness}), found ${found.matching}`,
  );
}
process.stdout.write(JSON.stringify({ ms: searchable - begun, stallMs: delays.max / 1e6 }));
await services.close();
process.exit(0);
