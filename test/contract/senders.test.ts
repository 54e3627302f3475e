import { beforeEach, expect, test, vi } from 'vitest';
import type { BrowserWindow as RealWindow } from 'electron';
import { registerRouter } from '../../main/ipc/router.ts';
import { isTrustedSender } from '../../main/security/trusted-sender.ts';
import { CALL_NAMES, type CallName } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { asWindow, BrowserWindow, ipcMain } from '../support/fake-electron.ts';
import { borderOf, outcome, type Border } from './border.ts';
import { GOOD_ARGS } from './examples.ts';
import { BAD_SENDERS, goodSender, type FakeInvokeEvent } from './senders.ts';

vi.mock('electron', () => import('../support/fake-electron.ts'));

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

/** A call as ipcMain would bring it. */
async function call(name: CallName, event: FakeInvokeEvent): Promise<Result<unknown>> {
  return (await ipcMain.handled.get('call')?.(
    event,
    name,
    GOOD_ARGS[name],
    border.press(),
  )) as Result<unknown>;
}

test('two channels are handled, and no other: calls, and files that were dropped', () => {
  expect([...ipcMain.handled.keys()]).toEqual(['call', 'dropped']);
});

test('a dropped file is taken from the page of the main window alone, and nothing is said back', async () => {
  const drop = (event: FakeInvokeEvent): unknown =>
    ipcMain.handled.get('dropped')?.(event, '/home/ada/notes.csv');
  expect(await drop(goodSender(window))).toBeUndefined();
  for (const { make } of BAD_SENDERS) expect(await drop(make(window))).toBeUndefined();
  expect(dropped).toEqual(['/home/ada/notes.csv']);
});

test.each(BAD_SENDERS)('every call refuses $name, and no use case runs', async ({ make }) => {
  for (const name of CALL_NAMES) expect(outcome(await call(name, make(window)))).toBe('bad-request');
  expect(border.ran).toEqual([]);
});

test('every call refuses everyone while there is no main window', async () => {
  mainWindow = null;
  for (const name of CALL_NAMES) expect(outcome(await call(name, goodSender(window)))).toBe('bad-request');
  expect(border.ran).toEqual([]);
});

test('a message from a bad sender isn’t even read', async () => {
  const looked: string[] = [];
  const args = new Proxy(
    {},
    {
      get: (_target, key) => looked.push(String(key)),
      ownKeys: () => {
        looked.push('keys');
        return [];
      },
    },
  );
  expect(outcome(await border.call('boards.list', args, false))).toBe('bad-request');
  expect(looked).toEqual([]);
});

test('a bad sender doesn’t use up the main window’s rate', async () => {
  for (let count = 0; count < 1000; count += 1) {
    await border.call('connections.save', GOOD_ARGS['connections.save'], false);
  }
  expect(outcome(await call('connections.save', goodSender(window)))).toBe('ok');
});
