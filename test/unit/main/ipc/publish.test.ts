import { expect, test, vi } from 'vitest';
import { createPublish } from '../../../../main/ipc/router.ts';
import { asWindow, BrowserWindow } from '../../../support/fake-electron.ts';
import { checkedPublish } from '../../../../main/ipc/dispatch.ts';
import { createLog } from '../../../../main/lib/log/log.ts';
import { EVENTS, type EventName } from '../../../../preload/contract/events.ts';
import { exampleOf } from '../../../contract/examples.ts';

vi.mock('electron', () => import('../../../support/fake-electron.ts'));

const CHOSEN = { commandId: 'boards.refresh', keys: null };

test('an IPC event is sent to the current window', () => {
  const windows = [new BrowserWindow(), new BrowserWindow()];
  let current = 0;
  const publish = createPublish(() => asWindow(windows[current] ?? new BrowserWindow()));
  publish('command.run', CHOSEN);
  expect(windows.map((window) => window.webContents.sent)).toEqual([[['command.run', CHOSEN]], []]);
  current = 1;
  publish('command.run', CHOSEN);
  expect(windows[1]?.webContents.sent).toEqual([['command.run', CHOSEN]]);
});

test('an IPC event with an undeclared field is not sent', () => {
  for (const [name, event] of Object.entries(EVENTS)) {
    const [left, lines]: [unknown[], string[]] = [[], []];
    const log = createLog((line) => lines.push(line));
    const data = { ...(exampleOf(event) as object), apiKey: 'canary-7f3a' };
    checkedPublish((_event, sent) => left.push(sent), log)(name as EventName, data as never);
    expect(left).toEqual([]);
    expect(lines.join('\n')).toContain(name);
    expect(lines.join('\n')).not.toContain('canary');
  }
});
