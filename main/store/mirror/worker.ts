/** The thread that changes the mirrors, or the one that answers from them: both at once, neither waits for the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { isDamage } from './files.ts';
import type { FromMirrorWorker, MirrorWorkerData, ToMirrorWorker } from './messages.ts';
import { createReader } from './reader.ts';
import { createWriter } from './writer.ts';

const port = parentPort;
if (port === null) throw new Error('store/mirror/worker runs as a worker thread only');
const post = (message: FromMirrorWorker): void => port.postMessage(message);

const { role, folder, mainDatabase } = workerData as MirrorWorkerData;
let time = 0;
const now = (): number => time;
const onChange = (connectionId: string): void => post({ kind: 'changed', connectionId });
const served =
  role === 'write' ? createWriter({ folder, now, onChange }) : createReader({ folder, mainDatabase, now });
const calls = served as unknown as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

port.on('message', (message: ToMirrorWorker) => {
  if (message.kind === 'close') {
    served.close();
    post({ kind: 'closed' });
    port.close();
    return;
  }
  const { id, method, args } = message;
  time = message.now;
  try {
    const call = calls[method];
    if (call === undefined) throw new Error(`no call ${method}`);
    post({ kind: 'reply', id, value: call(...args) });
  } catch (error) {
    const text = error instanceof Error ? error.message : 'unknown';
    post({ kind: 'error', id, damaged: isDamage(error), message: text });
  }
});
