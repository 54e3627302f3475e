import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClosing, createQuestions } from '../../../../../main/app/window/questions.ts';
import { app, asWindow, BrowserWindow, dialog, powerMonitor } from '../../../../support/fake-electron.ts';

vi.mock('electron', () => import('../../../../support/fake-electron.ts'));

const QUESTION = { message: 'Delete 22 boards?', detail: 'At boards.example.', yes: 'Delete 22 boards' };
const { showMessageBox } = dialog;
let now: number;

beforeEach(() => {
  Object.assign(dialog, { asked: [], response: 0, showMessageBox });
  now = 50_000;
});

function ask(
  times: readonly number[],
  signal = new AbortController().signal,
  response = 1,
): Promise<boolean> {
  const left = [...times];
  dialog.response = response;
  dialog.showMessageBox = (...asked) => {
    const next = left.shift();
    if (next === undefined) throw new Error('asked too often');
    now += next;
    return showMessageBox(...asked);
  };
  const window = new BrowserWindow();
  return createQuestions(
    () => asWindow(window),
    () => now,
  )(QUESTION, signal);
}

test('main shows a confirmation dialog again if the user confirms it within its first second', async () => {
  expect(await ask([0, 999, 1000])).toBe(true);
  expect(dialog.asked).toHaveLength(3);
  const { message, yes } = QUESTION;
  expect(dialog.asked[2]?.at(-1)).toMatchObject({ message, buttons: ['Cancel', yes] });
});

test.each([0, 5000])('main accepts “Cancel” in a confirmation dialog after %i ms', async (afterMs) => {
  expect(await ask([afterMs], undefined, 0)).toBe(false);
});

test('main does not show a confirmation dialog a second time if Easel was locked meanwhile', async () => {
  expect(await ask([], AbortSignal.abort())).toBe(false);
  const locking = new AbortController();
  const answer = ask([10], locking.signal);
  locking.abort();
  expect(await answer).toBe(false);
});

test('a confirmation counts as declined if no window can show main’s confirmation dialog', async () => {
  expect(await createQuestions(() => null)(QUESTION, new AbortController().signal)).toBe(false);
  expect(dialog.asked).toEqual([]);
});

const SENTENCE = 'Deleting 502 boards: 137 done. If you close Easel now, you can continue later in Jobs.';
const before = process.listeners('SIGTERM');
let unfinished: string;
let window: BrowserWindow;
let bringToFront: () => void;

function start(platform: 'linux' | 'darwin' | 'win32' = 'linux') {
  const closing = createClosing(
    platform,
    () => unfinished,
    () => bringToFront(),
  );
  closing.guard(asWindow(window));
  return closing;
}

beforeEach(() => {
  Object.assign(app, { hasQuit: false });
  unfinished = SENTENCE;
  window = new BrowserWindow();
  bringToFront = () => undefined;
});

afterEach(() => {
  vi.useRealTimers();
  app.removeAllListeners();
  powerMonitor.startOver();
  for (const listener of process.listeners('SIGTERM')) {
    if (!before.includes(listener)) process.removeListener('SIGTERM', listener);
  }
});

const answered = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test.each([
  ['closing the window', () => window.close()],
  ['quitting', () => app.quit()],
])('%s while jobs are unfinished opens a confirmation dialog', async (_what, close) => {
  dialog.response = 1;
  start();
  close();
  await answered();
  window.close();
  app.quit();
  expect([window.destroyed, app.hasQuit]).toEqual([true, true]);
  expect(dialog.asked).toHaveLength(1);
});

test('each attempt to close a minimised window shows the window, but only one confirmation dialog', () => {
  start();
  let shown = 0;
  bringToFront = () => (shown += 1);
  window.close();
  window.close();
  expect([shown, dialog.asked.length]).toEqual([2, 1]);
});

test('on macOS, quitting without a window opens a window that asks about unfinished jobs', async () => {
  const closing = start('darwin');
  const next = new BrowserWindow();
  bringToFront = () => closing.guard(asWindow(next));
  window.close();
  expect(window.destroyed).toBe(true);
  app.quit();
  await answered();
  expect(app.hasQuit).toBe(false);
  expect(dialog.asked).toEqual([[next, expect.objectContaining({ detail: SENTENCE })]]);
});

test('if the keychain hangs, Easel kills its own process at Electron’s event “quit”', () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  unfinished = '';
  start().end(true);
  expect([app.hasQuit, kill.mock.calls]).toEqual([true, []]);
  app.emit('quit');
  expect(kill.mock.calls).toEqual([[process.pid, 'SIGKILL']]);
  kill.mockRestore();
});

test('installing an update asks about unfinished jobs before Easel quits', async () => {
  const closing = start('win32');
  expect(await closing.mayClose()).toBe(false);
  dialog.response = 1;
  expect(await closing.mayClose()).toBe(true);
  let ended = 0;
  closing.closeThen(() => void (ended += 1));
  expect([app.hasQuit, dialog.asked.length, ended]).toEqual([true, 2, 0]);
  closing.end(false);
  expect(ended).toBe(1);
});

test.each([
  ['the process is terminated', () => process.emit('SIGTERM', 'SIGTERM')],
  ['a Windows session ends', () => window.emit('session-end')],
])('Easel quits without asking about unfinished jobs when %s', (_what, happens) => {
  start('win32');
  happens();
  expect(app.hasQuit).toBe(true);
  expect(dialog.asked).toEqual([]);
});

test('Easel does not ask about unfinished jobs when the operating system shuts down', () => {
  start();
  powerMonitor.shutDown();
  window.close();
  expect(window.destroyed).toBe(true);
  expect(dialog.asked).toEqual([]);
});

test('Easel asks about unfinished jobs again after the user has cancelled a system shutdown', () => {
  vi.useFakeTimers();
  start('win32');
  window.emit('query-session-end');
  window.close();
  expect(dialog.asked).toHaveLength(1);
  start('linux');
  powerMonitor.shutDown();
  vi.advanceTimersByTime(60_000);
  app.quit();
  expect([app.hasQuit, dialog.asked.length]).toEqual([false, 2]);
});
