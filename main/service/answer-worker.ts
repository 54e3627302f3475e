/** Entry of the thread that reads long answers. It keeps nothing: the secrets of a call are gone with the call. */
import { redact, Secrets } from '../lib/log/redact.ts';
import { serve } from '../lib/threads/rpc.ts';
import type { Received } from './failures.ts';
import { readAnswer, type Kind, type Questions, type Reading } from './read-answer.ts';

/** `secrets`: all that an answer may repeat. */
const answers = {
  read: (
    kind: Kind,
    question: Questions[Kind],
    received: Received,
    bytes: Uint8Array,
    secrets: readonly string[],
  ): Reading<Kind> =>
    quietly(secrets, (known) => readAnswer(kind, question, received, bytes, (text) => redact(text, known))),
};

export interface AnswerThread {
  readonly answers: typeof answers;
}

/** An error may quote the answer, and with it a key that only this call knows of. */
function quietly<T>(secrets: readonly string[], read: (known: Secrets) => T): T {
  try {
    return read(new Secrets(secrets));
  } catch {
    throw new Error('the answer could not be read');
  }
}

serve({ answers } satisfies AnswerThread);
