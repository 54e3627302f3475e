import { beforeEach, expect, test, vi } from 'vitest';
import type { BrowserWindow as RealWindow } from 'electron';
import { registerRouter } from '../../main/ipc/router.ts';
import { isTrustedSender } from '../../main/app/security/lockdown.ts';
import { CALL_NAMES, type CallName } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { asWindow, BrowserWindow, ipcMain } from '../support/fake-electron.ts';
import { dose } from '../support/nightly.ts';
import { borderOf, outcome, type Border } from './border.ts';
import { GOOD_ARGS } from './examples.ts';
import { BAD_SENDERS, goodSender, type FakeInvokeEvent } from './senders.ts';

vi.mock('electron', () => import('../support/fake-electron.ts'));

/** IPC calls that untrusted senders try: every 20th call, but all calls in the nightly run. */
const TRIED = CALL_NAMES.filter((_name, at) => at % dose(1, 20) === 0);
const SAVE = 'connections.save';

let border: Border;
let window: BrowserWindow;
let mainWindow: RealWindow | null;
const dropped: unknown[] = [];

beforeEach(() => {
  ipcMain.handled.clear();
  border = borderOf();
  window = new BrowserWindow();
  mainWindow = asWindow(window);
  dropped.length = 0;
  registerRouter(
    border.dispatch,
    async (file) => void dropped.push(file),
    (event) => isTrustedSender(event, mainWindow),
  );
});

const call = (name: CallName, event: FakeInvokeEvent, args: unknown = GOOD_ARGS[name]): Promise<string> =>
  Promise.resolve(ipcMain.handled.get('call')?.(event, name, args, border.press())).then((reply) =>
    outcome(reply as Result<unknown>),
  );

test('the main process handles only two IPC channels: calls and dropped files', () => {
  expect([...ipcMain.handled.keys()]).toEqual(['call', 'dropped']);
});

test('main accepts a dropped file only from the page of the main window', async () => {
  const drop = (event: FakeInvokeEvent): unknown =>
    ipcMain.handled.get('dropped')?.(event, '/home/ada/notes.csv');
  expect(await drop(goodSender(window))).toBeUndefined();
  for (const { make } of BAD_SENDERS) expect(await drop(make(window))).toBeUndefined();
  expect(dropped).toEqual(['/home/ada/notes.csv']);
});

test.each([...BAD_SENDERS, { name: 'any sender while there is no main window', make: goodSender }])(
  'the main process refuses IPC calls from $name without reading the arguments',
  async ({ name, make }) => {
    if (name.includes('no main window')) mainWindow = null;
    const unreadable = new Proxy(
      {},
      { ownKeys: () => expect.unreachable(), get: () => expect.unreachable() },
    );
    for (const name of TRIED) expect(await call(name, make(window), unreadable)).toBe('bad-request');
    for (let count = 0; count < 10; count += 1) await call(SAVE, make(window));
    expect(border.ran).toEqual([]);
    window = new BrowserWindow();
    mainWindow = asWindow(window);
    expect(await call(SAVE, goodSender(window))).toBe('ok');
  },
);
