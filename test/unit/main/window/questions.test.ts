import { beforeEach, expect, test, vi } from 'vitest';
import { createQuestions } from '../../../../main/window/questions.ts';
import { asWindow, BrowserWindow, dialog } from '../../../support/fake-electron.ts';

vi.mock('electron', () => import('../../../support/fake-electron.ts'));

const QUESTION = { message: 'Delete 22 boards?', detail: 'At boards.example.', yes: 'Delete 22 boards' };
const { showMessageBox } = dialog;
let now: number;

beforeEach(() => {
  Object.assign(dialog, { asked: [], showMessageBox });
  now = 50_000;
});

/** Asks a question that is answered with each of `answers` in turn (1 is yes), after its ms; a further one fails. */
function ask(
  answers: readonly (readonly [response: 0 | 1, afterMs: number])[],
  signal = new AbortController().signal,
): Promise<boolean> {
  const left = [...answers];
  dialog.showMessageBox = (...asked) => {
    const next = left.shift();
    if (next === undefined) throw new Error('asked too often');
    dialog.response = next[0];
    now += next[1];
    return showMessageBox(...asked);
  };
  return createQuestions(
    () => asWindow(new BrowserWindow()),
    () => now,
  )(QUESTION, signal);
}

test('asks again after a yes within a second of each dialog', async () => {
  const answers = [
    [1, 0],
    [1, 999],
    [1, 1000],
  ] as const;
  expect(await ask(answers)).toBe(true);
  expect(dialog.asked).toHaveLength(3);
  const { message, yes } = QUESTION;
  expect(dialog.asked[2]?.at(-1)).toMatchObject({ message, buttons: ['Cancel', yes] });
});

test('takes Cancel at any time', async () => {
  expect(await ask([[0, 0]])).toBe(false);
  expect(await ask([[0, 5000]])).toBe(false);
});

test('does not ask again once Easel was locked', async () => {
  const asking = new AbortController();
  asking.abort();
  expect(await ask([], asking.signal)).toBe(false);
  const locking = new AbortController();
  const answer = ask([[1, 10]], locking.signal);
  locking.abort();
  expect(await answer).toBe(false);
});

test('answers no without a window', async () => {
  expect(await createQuestions(() => null)(QUESTION, new AbortController().signal)).toBe(false);
  expect(dialog.asked).toEqual([]);
});
