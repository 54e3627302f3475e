import { answerReader, type AnswerReader } from '../../main/service/read-answer.ts';
import { WaitingPages } from '../../main/store/mirror/board-store.ts';

/** Reads responses as the mirror's thread does, in the test's thread. */
export function readHere(): AnswerReader {
  const pages = new WaitingPages();
  const read = answerReader(pages.hold.bind(pages));
  return { read: (...asked) => Promise.resolve(read(...asked)) };
}
