/** Entry of the thread that reads long answers. It keeps nothing: the secrets of a call are gone with the call. */
import { redact, Secrets } from '../log/redact.ts';
import { serve } from '../threads/rpc.ts';
import type { Received } from './answer-failures.ts';
import { isSuccess, readAnswer, type Kind, type Questions, type Reading } from './read-answer.ts';
import { beginsLikeData } from './wire/body.ts';

/** What the thread serves: `readAnswer`, with all secrets that an answer may repeat. */
export interface AnswerThread {
  readonly answers: {
    read(
      kind: Kind,
      question: Questions[Kind],
      received: Received,
      bytes: Uint8Array,
      secrets: readonly string[],
    ): Reading<Kind>;
    /** Gives a page of boards back as it came, if the mirror can read it and it holds none of the secrets. */
    page(
      question: Questions['page'],
      received: Received,
      bytes: Uint8Array,
      secrets: readonly string[],
    ): Uint8Array | Reading<'page'>;
  };
}

const answers: AnswerThread['answers'] = {
  read: (kind, question, received, bytes, secrets) => {
    const known = knownOf(secrets);
    return quietly(() => readAnswer(kind, question, received, bytes, (text) => redact(text, known)));
  },
  page: (question, received, bytes, secrets) => {
    const known = knownOf(secrets);
    return quietly(() =>
      isSuccess(received) && beginsLikeData(bytes) && !known.areIn(bytes)
        ? bytes
        : readAnswer('page', question, received, bytes, (text) => redact(text, known)),
    );
  },
};

function knownOf(secrets: readonly string[]): Secrets {
  const known = new Secrets();
  for (const secret of secrets) known.add(secret);
  return known;
}

/** An error may quote the answer, and with it a key that only this call knows of. */
function quietly<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new Error('the answer could not be read');
  }
}

serve({ answers } satisfies AnswerThread);
