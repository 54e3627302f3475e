import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createNotices } from '../../../../main/window/notices.ts';
import { asWindow, BrowserWindow, Notification } from '../../../support/fake-electron.ts';

vi.mock('electron', () => import('../../../support/fake-electron.ts'));

const SENTENCE = 'Finished deleting 502 boards: 499 deleted, 2 already gone, 1 failed.';

afterEach(() => {
  Notification.shown.splice(0);
  Notification.supported = true;
});

function noticesFor(window: BrowserWindow | null) {
  const front = vi.fn<() => void>();
  const show = createNotices(() => (window === null ? null : asWindow(window)), front);
  return { show, front };
}

test('a notification is shown when Easel isn’t in front, and a click brings it back', () => {
  const window = new BrowserWindow();
  window.focused = false;
  const { show, front } = noticesFor(window);
  show(SENTENCE);
  expect(Notification.shown.map(({ options }) => options)).toEqual([{ title: 'Easel', body: SENTENCE }]);
  Notification.shown[0]?.emit('click');
  expect(front).toHaveBeenCalledTimes(1);
});

test('no notification is shown when the window has the focus', () => {
  noticesFor(new BrowserWindow()).show(SENTENCE);
  expect(Notification.shown).toEqual([]);
});

test('a notification is kept until it fails, closes or is clicked', async () => {
  const { show } = noticesFor(null);
  const ends = ['failed', 'close', 'click'];
  const notices = ends.map(() => {
    show(SENTENCE);
    return new WeakRef(Notification.shown.pop() as Notification);
  });
  await collectGarbage();
  expect(notices.map((notice) => notice.deref() === undefined)).toEqual([false, false, false]);
  for (const [index, end] of ends.entries()) notices[index]?.deref()?.emit(end, {}, 'not allowed');
  await collectGarbage();
  expect(notices.map((notice) => notice.deref())).toEqual([undefined, undefined, undefined]);
});

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  // What a WeakRef gave is held until the turn ends.
  await nextTurn();
  (runInNewContext('gc') as () => void)();
}
