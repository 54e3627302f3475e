import { expect, test } from 'vitest';
import { createPublish } from '../../../../main/ipc/publish.ts';
import { asWindow, BrowserWindow } from '../../../support/fake-electron.ts';

const CHOSEN = { commandId: 'boards.refresh', keys: null };

test('the main window gets the event, with the data alone', () => {
  const window = new BrowserWindow();
  createPublish(() => asWindow(window))('command.run', CHOSEN);
  expect(window.webContents.sent).toEqual([['command.run', CHOSEN]]);
});

test('a reopened window gets events', () => {
  const windows = [new BrowserWindow(), new BrowserWindow()];
  let current = 0;
  const publish = createPublish(() => asWindow(windows[current] ?? new BrowserWindow()));
  publish('command.run', CHOSEN);
  current = 1;
  publish('command.run', CHOSEN);
  expect(windows.map((window) => window.webContents.sent.length)).toEqual([1, 1]);
});
