/** The worker thread that holds the database, so that no query ever holds up the window. */
import { parentPort, workerData } from 'node:worker_threads';
import { NewerDatabase, openFile } from './open.ts';
import type { FromWorker, StoreWorkerData, ToWorker } from './messages.ts';
import { createTables } from './tables/index.ts';

const port = parentPort;
if (port === null) throw new Error('store/worker runs as a worker thread only');
const post = (message: FromWorker): void => port.postMessage(message);

try {
  const { file, now } = workerData as StoreWorkerData;
  const { db, damagedKeptAs } = openFile(file, now);
  const tables = createTables(db) as unknown as Readonly<
    Record<string, Readonly<Record<string, (...args: readonly unknown[]) => unknown>>>
  >;
  port.on('message', (message: ToWorker) => {
    if (message.kind === 'close') {
      db.close();
      post({ kind: 'closed' });
      port.close();
      return;
    }
    const { id, table, method, args } = message;
    try {
      const query = tables[table]?.[method];
      if (query === undefined) throw new Error(`no query ${table}.${method}`);
      post({ kind: 'reply', id, value: query(...args) });
    } catch (error) {
      post({ kind: 'error', id, message: error instanceof Error ? error.message : 'unknown' });
    }
  });
  post({ kind: 'opened', damagedKeptAs });
} catch (error) {
  const message = error instanceof Error ? error.message : 'unknown';
  post({ kind: 'not-opened', newer: error instanceof NewerDatabase, message });
  port.close();
}
