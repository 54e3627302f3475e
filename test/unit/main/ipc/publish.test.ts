import { expect, test } from 'vitest';
import { createPublish } from '../../../../main/ipc/publish.ts';
import { asWindow, BrowserWindow } from '../../../support/fake-electron.ts';
import { checkedPublish } from '../../../../main/ipc/checked-publish.ts';
import { createLog } from '../../../../main/log/log.ts';
import { EVENTS, type EventName } from '../../../../preload/contract/events.ts';
import { exampleOf } from '../../../contract/examples.ts';

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

const NAMES = Object.keys(EVENTS) as readonly EventName[];

/** What leaves main of one event, and what the log says of it. */
function published(
  event: EventName,
  data: unknown,
): { readonly left: readonly unknown[]; readonly log: string } {
  const [left, lines]: [unknown[], string[]] = [[], []];
  const log = createLog({ write: (line) => lines.push(line) });
  checkedPublish((_event, sent) => left.push(sent), log)(event, data as never);
  return { left, log: lines.join('\n') };
}

test('an event with an extra field is not published, and its value is quoted nowhere', () => {
  for (const event of NAMES) {
    const { left, log } = published(event, {
      ...(exampleOf(EVENTS[event]) as object),
      apiKey: 'canary-7f3a',
    });
    expect(left).toEqual([]);
    expect(log).toContain(event);
    expect(log).not.toContain('canary');
  }
});
