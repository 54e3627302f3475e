import { expect, test, vi } from 'vitest';
import { refuseStart, watchStart } from '../../../../../main/app/window/start-failure.ts';
import { app, asWindow, BrowserWindow, dialog } from '../../../../support/fake-electron.ts';

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

test('a crash of the renderer before its first IPC call counts as a start failure', () => {
  const { told, gone } = watched();
  gone();
  gone();
  expect(told).toEqual(['failed: The window’s process ended: crashed']);
});

test('a crash of the renderer after its first IPC call is not a start failure', () => {
  const { told, lives, gone } = watched();
  lives();
  gone();
  gone();
  expect(told).toEqual(['crashed: crashed', 'failed: The window’s process ended: crashed']);
});

test('more than three crashes of the renderer within five minutes count as a start failure', () => {
  const { told, lives, gone } = watched();
  for (let time = 1; time <= 4; time += 1) {
    lives();
    gone();
  }
  expect(told.slice(0, 3)).toEqual(Array(3).fill('crashed: crashed'));
  expect(told.slice(3)).toEqual(['failed: The window’s process keeps crashing: crashed']);
});

test('on Windows, a message with the reason for a refused start appears before Electron is ready', () => {
  const steps: string[] = [];
  const step = (what: string) => (said: unknown) => void steps.push(`${what} ${String(said)}`);
  Object.assign(app, {
    whenReady: () => Promise.reject(new Error('not waited for')),
    exit: step('app ends'),
    commandLine: { removeSwitch: step('without') },
  });
  Object.assign(dialog, { showErrorBox: (_title: string, sentence: string) => step('shows')(sentence) });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.spyOn(process, 'exit').mockImplementation(step('ends') as typeof process.exit);
  refuseStart('Why.', ['inspect'], 'win32', {});
  expect(steps).toEqual(['shows Why.', 'ends 78']);
});
