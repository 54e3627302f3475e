/** Entry of the mirror's threads: one writes for all connections, the other answers for all of them. */
import { workerData } from 'node:worker_threads';
import { serve } from '../../threads/rpc.ts';
import { isDamage } from './files.ts';
import type { MirrorWorkerData } from './messages.ts';
import { createReader } from './reader.ts';
import { createWriter } from './writer.ts';

const { role, folder, mainDatabase } = workerData as MirrorWorkerData;
const now = Date.now;
const onChange = (connectionId: string): void => tell(connectionId);
const mirror =
  role === 'write' ? createWriter({ folder, now, onChange }) : createReader({ folder, mainDatabase, now });
const tell = serve(
  { mirror },
  { close: () => mirror.close(), kindOf: (error) => (isDamage(error) ? 'damaged' : '') },
);
