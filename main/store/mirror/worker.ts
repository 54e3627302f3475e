/** Entry of the mirror's threads: one writes for all connections, the other answers for all of them. */
import { workerData } from 'node:worker_threads';
import { serve } from '../../threads/rpc.ts';
import { isDiskFault } from '../database-file.ts';
import { isDamage } from './files.ts';
import { MirrorError } from './mirror.ts';
import { createReader } from './reader.ts';
import type { SortProgress } from './sort.ts';
import { createWriter } from './writer.ts';

export interface MirrorWorkerData {
  readonly role: 'write' | 'read';
  /** Where the mirrors' files lie; made when there is something to keep. */
  readonly folder: string;
  /** The file of the main database, for local notes. */
  readonly mainDatabase: string;
  /** Of the one sort index that is being made. */
  readonly progress: SortProgress;
}

const { role, ...given } = workerData as MirrorWorkerData;
const options = { ...given, now: Date.now, later: setImmediate };
const mirror = role === 'write' ? createWriter(options) : createReader(options);

function kindOf(error: unknown): string {
  if (isDamage(error)) return 'damaged';
  if (error instanceof MirrorError) return error.kind;
  return role === 'read' && !isDiskFault(error) ? 'question' : '';
}

serve({ mirror }, { close: () => mirror.close(), kindOf });
