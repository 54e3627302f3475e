import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { showStartFailure, watchStart } from '../../../../../main/app/window/start-failure.ts';
import { asWindow, BrowserWindow, clipboard, dialog } from '../../../../support/fake-electron.ts';

vi.mock('electron', () => import('../../../../support/fake-electron.ts'));

const FAILURE = { what: 'Easel can’t search.', why: 'A part is missing.', fix: 'Install Easel again.' };
const [QUIT, COPY] = [0, 1];

beforeEach(() => {
  Object.assign(dialog, { asked: [], response: COPY });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  Object.assign(clipboard, { text: '', taking: () => Promise.resolve() });
  vi.restoreAllMocks();
});

const details = (): readonly unknown[] =>
  dialog.asked.map(([box]) => (box as { readonly detail: string }).detail);

test('the start-failure window reports details as copied only after the clipboard accepted them', async () => {
  const taken = Promise.withResolvers<void>();
  clipboard.taking = () => {
    dialog.response = QUIT;
    return taken.promise;
  };
  const shown = showStartFailure(FAILURE, 'no such module');
  await new Promise(setImmediate);
  expect(details()).toHaveLength(1);
  taken.resolve();
  await shown;
  expect(details()[1]).toMatch(/\n\nThe details were copied\.$/u);
  expect(clipboard.text).toMatch(/Easel can’t search\. A part is missing\..*\nReason: no such module$/su);
});

describe('a crash of the page’s process', () => {
  const crash = { reason: 'crashed', exitCode: 1 };

  function watched() {
    const window = new BrowserWindow({});
    const told: string[] = [];
    const lives = watchStart(
      asWindow(window).webContents,
      (reason) => told.push(`failed: ${reason}`),
      (reason) => told.push(`crashed: ${reason}`),
    );
    const gone = (): void => void window.webContents.emit('render-process-gone', {}, crash);
    return { told, lives, gone };
  }

  test('counts as a start failure before the page’s first call', () => {
    const { told, gone } = watched();
    gone();
    gone();
    expect(told).toEqual(['failed: The page’s process ended: crashed']);
  });

  test('reloads the page after its first call, and watches it again', () => {
    const { told, lives, gone } = watched();
    lives();
    gone();
    gone();
    expect(told).toEqual(['crashed: crashed', 'failed: The page’s process ended: crashed']);
  });

  test('is a start failure after more than three crashes within five minutes', () => {
    const { told, lives, gone } = watched();
    for (let time = 1; time <= 4; time += 1) {
      lives();
      gone();
    }
    expect(told).toEqual([
      'crashed: crashed',
      'crashed: crashed',
      'crashed: crashed',
      'failed: The page’s process keeps crashing: crashed',
    ]);
  });
});
