/** Entry of the thread that stores boards, and parses pages of boards and other long responses. */
import { workerData } from 'node:worker_threads';
import { redact, Secrets } from '../../lib/log/redact.ts';
import { serve } from '../../lib/threads/rpc.ts';
import { readAnswer, type AnswerReader, type Kind, type Reading } from '../../service/read-answer.ts';
import { isDiskFault } from '../database-file.ts';
import { createBoardStore } from './board-store.ts';
import { isDamage } from './files.ts';
import { ListChanged, type MirrorWorkerData } from './mirror.ts';

const store = createBoardStore({ ...(workerData as MirrorWorkerData), now: Date.now });

function read(
  ...[kind, question, received, bytes, secrets]: Parameters<AnswerReader['read']>
): Reading<Kind> {
  try {
    const known = new Secrets(secrets);
    return readAnswer(kind, question, received, bytes, (text) => redact(text, known), store.hold);
  } catch {
    // The error may quote the response, and with it a key that only this call can redact.
    throw new Error('the answer could not be read');
  }
}

function kindOf(error: unknown): string {
  if (error instanceof ListChanged) return error.kind;
  return isDamage(error) || isDiskFault(error) ? '' : 'question';
}

serve({ mirror: { ...store, read } }, { close: () => store.close(), kindOf });
