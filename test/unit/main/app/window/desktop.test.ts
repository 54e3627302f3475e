import { afterEach, expect, test, vi } from 'vitest';
import { createClipboard, createNotices, createPresence } from '../../../../../main/app/window/desktop.ts';
import {
  asWindow,
  BrowserWindow,
  clipboard,
  Notification,
  powerMonitor,
  touchId,
} from '../../../../support/fake-electron.ts';

vi.mock('electron', () => import('../../../../support/fake-electron.ts'));

afterEach(() => {
  Object.assign(clipboard, { text: '', marks: {}, taking: () => Promise.resolve() });
  Notification.shown.splice(0);
  powerMonitor.startOver();
  Object.assign(powerMonitor, { idleSeconds: 0, idleState: 'active' });
  Object.assign(touchId, { exists: false, says: true });
});

const WAYS = ['write', 'writeSecret'] as const;

test.each(WAYS)('copying succeeds only after the text is in the clipboard (method %s)', async (way) => {
  const taken = Promise.withResolvers<void>();
  clipboard.taking = () => taken.promise;
  const said: string[] = [];
  const copy = createClipboard('linux')[way];
  const copying = copy('a link').then((copied) => said.push(String(copied.ok), clipboard.text));
  await new Promise(setImmediate);
  expect(said).toEqual([]);
  taken.resolve();
  await copying;
  expect(said).toEqual(['true', 'a link']);
});

test.each(WAYS)('the failure to copy a text does not quote the text (method %s)', async (way) => {
  clipboard.taking = () => Promise.reject(new Error('could not write https://app.example/?token=secret'));
  const copied = await createClipboard('win32')[way]('https://app.example/?token=secret');
  expect(copied).toMatchObject({ ok: false, error: { code: 'refused', retryable: true } });
  expect(JSON.stringify(copied)).not.toContain('secret');
});

test.each([
  ['win32', 'CanIncludeInClipboardHistory', '\0\0\0\0'],
  ['win32', 'CanUploadToCloudClipboard', '\0\0\0\0'],
  ['win32', 'ExcludeClipboardContentFromMonitorProcessing', '\0\0\0\0'],
  ['darwin', 'org.nspasteboard.ConcealedType', ' '],
  ['linux', 'x-kde-passwordManagerHint', 'secret'],
] as const)('on %s, only a copied secret has the clipboard format %s', async (platform, format, content) => {
  const { write, writeSecret } = createClipboard(platform);
  await writeSecret('a link');
  expect(clipboard.marks[`electron application/osclipboard;format="${format}"`]).toBe(content);
  await write('b-7');
  expect(clipboard.marks).toEqual({});
});

const SENTENCE = 'Finished deleting 502 boards: 499 deleted, 2 already gone, 1 failed.';

test('a click on a desktop notification brings Easel to the front before it runs the notification’s action', async () => {
  const window = new BrowserWindow();
  window.focused = false;
  const page = Promise.withResolvers<void>();
  const front = vi.fn(() => page.promise);
  const show = createNotices(() => asWindow(window), front);
  const onClick = vi.fn<() => void>();
  expect(show(SENTENCE, onClick)).toBe(true);
  expect(Notification.shown.map(({ options }) => options)).toEqual([{ title: 'Easel', body: SENTENCE }]);
  Notification.shown[0]?.emit('click');
  expect(front).toHaveBeenCalledTimes(1);
  expect(onClick).not.toHaveBeenCalled();
  page.resolve();
  await vi.waitFor(() => expect(onClick).toHaveBeenCalledTimes(1));
});

test('no desktop notification appears while the window has the focus', () => {
  const window = new BrowserWindow();
  expect(createNotices(() => asWindow(window), vi.fn())(SENTENCE)).toBe(false);
  expect(Notification.shown).toEqual([]);
});

test('a locked screen counts as infinite idle time', () => {
  const { idleSeconds } = createPresence('linux');
  powerMonitor.idleSeconds = 301;
  expect(idleSeconds()).toBe(301);
  powerMonitor.idleState = 'locked';
  expect(idleSeconds()).toBe(Infinity);
});

test.each(['suspend', 'lock-screen', 'user-did-resign-active'])('on event %s, the user is away', (event) => {
  const left = vi.fn<() => void>();
  createPresence('darwin').onAway(left);
  powerMonitor.emit(event);
  expect(left).toHaveBeenCalledOnce();
});

test.each([true, false])('on macOS, the unlock prompt returns the answer of Touch ID: %s', async (says) => {
  Object.assign(touchId, { exists: true, says });
  expect(await createPresence('darwin').ask?.()).toBe(says);
});

test.each([
  ['a Mac without Touch ID', 'darwin', false],
  ['Windows', 'win32', true],
] as const)('the lock can’t be set up with Touch ID on %s', (_where, platform, exists) => {
  touchId.exists = exists;
  expect(createPresence(platform).canAsk).toBe(false);
});
