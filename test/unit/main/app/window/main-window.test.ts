import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  createMainWindow,
  readWindowState,
  writeWindowState,
  type Bounds,
} from '../../../../../main/app/window/main-window.ts';
import { asSession, BrowserWindow, FakeSession, nativeTheme } from '../../../../support/fake-electron.ts';
import { freshFolder } from '../../../../support/fresh-folder.ts';

vi.mock('electron', () => import('../../../../support/fake-electron.ts'));

let userData: string;
let file: string;

beforeEach(() => {
  userData = freshFolder();
  file = path.join(userData, 'window.json');
  BrowserWindow.made.length = 0;
  nativeTheme.shouldUseDarkColors = false;
});

const SESSION = new FakeSession('easel');
const WEB_PREFERENCES = {
  session: SESSION,
  preload: '/built/bridge.cjs',
  javascript: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  navigateOnDragDrop: false,
  spellcheck: false,
  webviewTag: true,
  devTools: false,
};

function make(): BrowserWindow {
  const preload = '/built/bridge.cjs';
  createMainWindow({ preload, session: asSession(SESSION), userData, allowDevTools: false });
  const [window] = BrowserWindow.made.splice(0);
  if (window === undefined) throw new Error('no window was made');
  return window;
}

test('the window’s state file can’t change the security options of the main window', () => {
  const bounds = { x: 0, y: 0, width: 1000, height: 700, webPreferences: { sandbox: false }, kiosk: true };
  writeFileSync(file, JSON.stringify({ bounds, webPreferences: {} }));
  expect(make().options).toEqual({
    x: 0,
    y: 0,
    width: 1000,
    height: 700,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Easel',
    backgroundColor: '#eceef1',
    webPreferences: WEB_PREFERENCES,
  });
});

test('the main window reopens with its last zoom level', () => {
  const window = make();
  window.emit('ready-to-show');
  window.webContents.zoomLevel = 1.5;
  window.emit('close');
  const next = make();
  next.webContents.emit('did-navigate');
  expect(next.webContents.zoomLevel).toBe(1.5);
});

test('a main window that was closed while maximised reopens maximised', () => {
  const window = make();
  window.emit('ready-to-show');
  window.maximize();
  window.emit('close');
  const closedAtOnce = make();
  expect(closedAtOnce.options).toMatchObject({ x: 10, y: 20, width: 1000, height: 700 });
  expect(closedAtOnce.calls).toEqual([]);
  closedAtOnce.emit('close');
  const next = make();
  next.emit('ready-to-show');
  expect(next.maximized).toBe(true);
});

test('the main window is shown 2 s after its page has loaded if the event “ready-to-show” is missing', () => {
  vi.useFakeTimers();
  const [window, gaveUp, closed] = [make(), make(), make()];
  for (const each of [window, gaveUp, closed]) each.webContents.emit('did-finish-load');
  gaveUp.removeAllListeners('ready-to-show');
  closed.close();
  vi.advanceTimersByTime(1999);
  expect(window.visible).toBe(false);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  expect([window, gaveUp, closed].map(({ visible }) => visible)).toEqual([true, false, false]);
});

const NONE = { bounds: null, maximized: false, theme: 'system', zoomLevel: 0 } as const;
const at = (x: number, y: number, width = 1000, height = 700): Bounds => ({ x, y, width, height });

test.each([
  '{',
  '{"bounds":null,"maximized":true}',
  '{"bounds":{"x":0,"y":0,"width":0,"height":700}}',
  '{"bounds":{"x":0,"y":0,"width":1000,"height":65536}}',
])('a damaged state file of the window is replaced by the defaults: %j', (text) => {
  writeFileSync(file, text);
  expect(readWindowState(file)).toEqual(NONE);
});

test.each([
  ['keeps its place on the second screen', at(-1200, 200), at(-1200, 200)],
  ['moves up from the foot of the screen', at(0, 1009), at(0, 340)],
  ['moves down from above the top', at(0, -9), at(0, 0)],
  ['moves to the screen that shows most of it', at(-300, 50), at(0, 50)],
  ['shrinks to a smaller screen', at(0, 0, 2560, 1400), at(0, 0, 1920, 1040)],
])('the main window is restored to a visible place: it %s', (_what, bounds, fitted) => {
  writeWindowState(file, { ...NONE, bounds });
  expect(readWindowState(file).bounds).toEqual(fitted);
});
