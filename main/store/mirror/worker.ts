/** Entry of the mirror's threads: one writes for all connections, the other answers for all of them. */
import { workerData } from 'node:worker_threads';
import { serve } from '../../threads/rpc.ts';
import { isDamage, isDiskFault, NotReadable } from './files.ts';
import { ListChanged } from './list-changed.ts';
import type { MirrorWorkerData } from './messages.ts';
import { createReader } from './reader.ts';
import { MainUnreadable } from './rows.ts';
import { createWriter } from './writer.ts';

const { role, folder, mainDatabase, progress } = workerData as MirrorWorkerData;
const now = Date.now;
const mirror =
  role === 'write' ? createWriter({ folder, now, progress }) : createReader({ folder, mainDatabase, now });

function kindOf(error: unknown): string {
  if (isDamage(error)) return 'damaged';
  if (error instanceof NotReadable) return 'unready';
  const isOfQuestion = !(
    isDiskFault(error) ||
    error instanceof MainUnreadable ||
    error instanceof ListChanged
  );
  return role === 'read' && isOfQuestion ? 'question' : '';
}

serve({ mirror }, { close: () => mirror.close(), kindOf });
