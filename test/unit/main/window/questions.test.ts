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

test.each([0, 1, 500, 999])('asks again after a yes within %i ms', async (ms) => {
  expect(
    await ask([
      [1, ms],
      [1, 1000],
    ]),
  ).toBe(true);
  expect(dialog.asked).toHaveLength(2);
  expect(dialog.asked[1]?.at(-1)).toMatchObject({
    message: QUESTION.message,
    buttons: ['Cancel', QUESTION.yes],
  });
});

test('measures each dialog by itself', async () => {
  expect(
    await ask([
      [1, 600],
      [1, 600],
      [0, 0],
    ]),
  ).toBe(false);
});

test.each([1000, 60_000])('takes a yes after %i ms', async (ms) => {
  expect(await ask([[1, ms]])).toBe(true);
});

test.each([0, 999, 5000])('takes Cancel after %i ms', async (ms) => {
  expect(await ask([[0, ms]])).toBe(false);
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
