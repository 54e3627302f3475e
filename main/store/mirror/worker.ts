/** Entry of the thread that keeps the boards of all connections. */
import { workerData } from 'node:worker_threads';
import { serve } from '../../lib/threads/rpc.ts';
import { isDiskFault } from '../database-file.ts';
import { createBoardStore } from './board-store.ts';
import { isDamage } from './files.ts';
import { MirrorError, type MirrorWorkerData } from './mirror.ts';

const mirror = createBoardStore({ ...(workerData as MirrorWorkerData), now: Date.now });

function kindOf(error: unknown): string {
  if (error instanceof MirrorError) return error.kind;
  return isDamage(error) || isDiskFault(error) ? '' : 'question';
}

serve({ mirror }, { close: () => mirror.close(), kindOf });
