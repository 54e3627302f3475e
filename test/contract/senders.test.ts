import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { BrowserWindow as RealWindow } from 'electron';
import { registerRouter } from '../../main/ipc/router.ts';
import { isTrustedSender } from '../../main/security/trusted-sender.ts';
import { CALL_NAMES } from '../../preload/contract/call-names.ts';
import type { CallName } from '../../preload/contract/calls.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { asWindow, BrowserWindow, ipcMain } from '../support/fake-electron.ts';
import { borderOf, outcome, type Border } from './border.ts';
import { GOOD_ARGS } from './good-args.ts';
import { BAD_SENDERS, goodSender, type FakeInvokeEvent } from './senders.ts';

vi.mock('electron', () => import('../support/fake-electron.ts'));

let border: Border;
let window: BrowserWindow;
let mainWindow: RealWindow | null;

beforeEach(() => {
  ipcMain.handled.clear();
  border = borderOf();
  window = new BrowserWindow();
  mainWindow = asWindow(window);
  registerRouter(border.dispatch, (event) => isTrustedSender(event, mainWindow));
});

/** A call as ipcMain would bring it. */
async function call(channel: CallName, event: FakeInvokeEvent): Promise<Result<unknown>> {
  return (await ipcMain.handled.get(channel)?.(event, GOOD_ARGS[channel])) as Result<unknown>;
}

test('every channel of the contract is handled, each once, and no other', () => {
  expect([...ipcMain.handled.keys()].sort()).toEqual([...CALL_NAMES].sort());
});

test('there are eight bad senders', () => {
  expect(new Set(BAD_SENDERS.map(({ name }) => name)).size).toBe(8);
});

describe.each(CALL_NAMES)('%s', (channel) => {
  test('answers the page of the main window', async () => {
    expect(outcome(await call(channel, goodSender(window)))).toBe('ok');
    expect(border.ran).toEqual([[channel, GOOD_ARGS[channel]]]);
  });

  test.each(BAD_SENDERS)('refuses $name and runs nothing', async ({ make }) => {
    const reply = await call(channel, make(window));
    expect(outcome(reply)).toBe('bad-request');
    expect(border.ran).toEqual([]);
  });

  test('refuses everyone while there is no main window', async () => {
    mainWindow = null;
    expect(outcome(await call(channel, goodSender(window)))).toBe('bad-request');
    expect(border.ran).toEqual([]);
  });
});

test('what a bad sender sent is not even looked at', async () => {
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
  expect(outcome(await border.dispatch('boards.list', false, args))).toBe('bad-request');
  expect(looked).toEqual([]);
});

test('a bad sender takes nothing of the main window’s rate', async () => {
  for (let count = 0; count < 1000; count += 1) {
    await border.dispatch('connections.save', false, GOOD_ARGS['connections.save']);
  }
  expect(outcome(await call('connections.save', goodSender(window)))).toBe('ok');
});
