import { expect, test, vi } from 'vitest';
import { watchStart } from '../../../../../main/app/window/start-failure.ts';
import { asWindow, BrowserWindow } from '../../../../support/fake-electron.ts';

vi.mock('electron', () => import('../../../../support/fake-electron.ts'));

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

test('a crash of the page’s process before the page’s first call counts as a start failure', () => {
  const { told, gone } = watched();
  gone();
  gone();
  expect(told).toEqual(['failed: The page’s process ended: crashed']);
});

test('a crash of the page’s process after the page’s first call is not a start failure', () => {
  const { told, lives, gone } = watched();
  lives();
  gone();
  gone();
  expect(told).toEqual(['crashed: crashed', 'failed: The page’s process ended: crashed']);
});

test('more than three crashes of the page’s process within five minutes count as a start failure', () => {
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
