import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMainWindow, loadStartPage } from '../../../../main/window/main-window.ts';
import {
  asSession,
  asWindow,
  BrowserWindow,
  FakeSession,
  nativeTheme,
} from '../../../support/fake-electron.ts';

vi.mock('electron', () => import('../../../support/fake-electron.ts'));

let userData: string;

beforeEach(() => {
  userData = mkdtempSync(path.join(tmpdir(), 'easel-main-window-'));
  BrowserWindow.made.length = 0;
  nativeTheme.shouldUseDarkColors = false;
});
afterEach(() => rmSync(userData, { recursive: true }));

function make(allowDevTools = false): BrowserWindow {
  createMainWindow({ preload: '/built/bridge.cjs', session: asSession(SESSION), userData, allowDevTools });
  const [window] = BrowserWindow.made.splice(0);
  if (window === undefined) throw new Error('no window was made');
  return window;
}

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

test('the window has exactly these options', () => {
  expect(make().options).toEqual({
    width: 1280,
    height: 820,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Easel',
    backgroundColor: '#eceef1',
    webPreferences: WEB_PREFERENCES,
  });
});

test('the background is that of the page', () => {
  const styles = path.resolve(import.meta.dirname, '../../../../renderer/styles/tokens.css');
  const frame = /--surface-frame: light-dark\(([^,]+), ([^)]+)\)/.exec(readFileSync(styles, 'utf8'));
  for (const [index, dark] of [false, true].entries()) {
    nativeTheme.shouldUseDarkColors = dark;
    expect(make().options).toMatchObject({ backgroundColor: frame?.[index + 1] });
  }
});

test('nothing is loaded before the guards are in place, and then only Easel’s page', async () => {
  const window = make();
  expect(window.loaded).toEqual([]);
  await loadStartPage(asWindow(window));
  expect(window.loaded).toEqual(['app://easel/index.html']);
});

test('the window is shown once, when its page is ready', () => {
  const window = make();
  expect(window.calls).toEqual([]);
  window.emit('ready-to-show');
  window.emit('ready-to-show');
  expect(window.calls).toEqual(['show']);
});

test('the window reopens where it was closed', () => {
  const window = make();
  window.emit('ready-to-show');
  window.maximize();
  window.emit('close');
  const next = make();
  expect(next.options).toMatchObject({ x: 10, y: 20, width: 1000, height: 700 });
  next.emit('ready-to-show');
  expect(next.maximized).toBe(true);
});

test('a maximised window stays hidden until its page is ready, and reopens maximised when closed before that', () => {
  const window = make();
  window.emit('ready-to-show');
  window.maximize();
  window.emit('close');
  const closedAtOnce = make();
  expect(closedAtOnce.calls).toEqual([]);
  closedAtOnce.emit('close');
  const next = make();
  next.emit('ready-to-show');
  expect(next.maximized).toBe(true);
});

test('a hostile state file changes no option', () => {
  const bounds = { x: 0, y: 0, width: 1000, height: 700, webPreferences: { sandbox: false }, kiosk: true };
  writeFileSync(path.join(userData, 'window.json'), JSON.stringify({ bounds, webPreferences: {} }));
  const { options } = make();
  expect(options).toMatchObject({ webPreferences: WEB_PREFERENCES });
  expect(options).not.toHaveProperty('kiosk');
});
