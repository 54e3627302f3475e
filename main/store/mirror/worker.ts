/** Entry of the thread that keeps the boards of all connections, and reads pages of boards and other long answers. */
import { workerData } from 'node:worker_threads';
import { redact, Secrets } from '../../lib/log/redact.ts';
import { serve } from '../../lib/threads/rpc.ts';
import { readAnswer, type AnswerReader, type Kind, type Reading } from '../../service/read-answer.ts';
import { isDiskFault } from '../database-file.ts';
import { createBoardStore } from './board-store.ts';
import { isDamage } from './files.ts';
import { ListChanged, type MirrorWorkerData } from './mirror.ts';

const store = createBoardStore({ ...(workerData as MirrorWorkerData), now: Date.now });

/** The secrets of a call are gone with the call. */
function read(
  ...[kind, question, received, bytes, secrets]: Parameters<AnswerReader['read']>
): Reading<Kind> {
  try {
    const known = new Secrets(secrets);
    return readAnswer(kind, question, received, bytes, (text) => redact(text, known), store.hold);
  } catch {
    // An error may quote the answer, and with it a key that only this call knows of.
    throw new Error('the answer could not be read');
  }
}

function kindOf(error: unknown): string {
  if (error instanceof ListChanged) return error.kind;
  return isDamage(error) || isDiskFault(error) ? '' : 'question';
}

serve({ mirror: { ...store, read } }, { close: () => store.close(), kindOf });
