import { redact, Secrets } from '../../main/lib/log/redact.ts';
import { readAnswer, type AnswerReader } from '../../main/service/read-answer.ts';
import { WaitingPages } from '../../main/store/mirror/load.ts';

/** Reads responses as the mirror's thread does, in the test's thread. */
export function readHere(): AnswerReader {
  const pages = new WaitingPages();
  return {
    read: (kind, question, received, bytes, secrets) => {
      const clean = (text: string): string => redact(text, new Secrets(secrets));
      return Promise.resolve(readAnswer(kind, question, received, bytes, clean, (page) => pages.hold(page)));
    },
  };
}
