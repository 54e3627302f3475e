import { describe, expect, test, vi } from 'vitest';
import { watchStart } from '../../../../../main/app/window/start-failure.ts';
import { asWindow, BrowserWindow } from '../../../../support/fake-electron.ts';

vi.mock('electron', () => import('../../../../support/fake-electron.ts'));

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
