import { answerReader, WaitingPages, type AnswerReader } from '../../main/service/read-answer.ts';

/** Reads responses as the mirror's thread does, in the test's thread. */
export function readHere(): AnswerReader {
  const read = answerReader(new WaitingPages());
  return { read: (...asked) => Promise.resolve(read(...asked)) };
}
