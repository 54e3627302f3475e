import { answerReader, WaitingPages, type AnswerReader } from '../../main/service/read-answer.ts';

/** Parses responses in the test's thread. Easel runs the same code in a worker thread. */
export function readHere(): AnswerReader {
  const read = answerReader(new WaitingPages());
  return { read: (...asked) => Promise.resolve(read(...asked)) };
}
