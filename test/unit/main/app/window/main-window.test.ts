import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createMainWindow,
  loadStartPage,
  readWindowState,
  writeWindowState,
  type Bounds,
} from '../../../../../main/app/window/main-window.ts';
import {
  asSession,
  asWindow,
  BrowserWindow,
  FakeSession,
  nativeTheme,
} from '../../../../support/fake-electron.ts';
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

describe('the main window', () => {
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

  test('is created with fixed options, even if its state file contains others', () => {
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

  test('loads only Easel’s page, after its navigation guards are installed', async () => {
    const window = make();
    expect(window.loaded).toEqual([]);
    await loadStartPage(asWindow(window));
    expect(window.loaded).toEqual(['app://easel/index.html']);
  });

  test('reopens at its last position, and maximised even if it was closed before its page was ready', () => {
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
});

describe('the saved window state', () => {
  const NONE = { bounds: null, maximized: false, theme: 'system' } as const;
  const SCREENS: readonly Bounds[] = [
    { x: 0, y: 0, width: 1920, height: 1040 },
    { x: -1280, y: 100, width: 1280, height: 984 },
  ];
  const read = (screens = SCREENS): ReturnType<typeof readWindowState> => readWindowState(file, screens);
  const at = (x: number, y: number): Bounds => ({ x, y, width: 1000, height: 700 });

  test('is read back as written, without leftover files in the folder', () => {
    const state = { bounds: at(40, 60), maximized: true, theme: 'dark' } as const;
    writeWindowState(file, { ...NONE, bounds: at(1, 2) });
    writeWindowState(file, state);
    expect(read()).toEqual(state);
    expect(readdirSync(userData)).toEqual(['window.json']);
  });

  test.each([
    '{',
    '{"bounds":null,"maximized":true}',
    '{"bounds":{"x":0,"y":0,"width":0,"height":700}}',
    '{"bounds":{"x":0,"y":0,"width":1000,"height":65536}}',
  ])('falls back to defaults if the file is damaged: %j', (text) => {
    writeFileSync(file, text);
    expect(read()).toEqual(NONE);
  });

  test.each([
    ['keeps its place on the second screen', at(-1200, 200), at(-1200, 200)],
    ['moves up from the foot of the screen', at(0, 1009), at(0, 340)],
    ['moves down from above the top', at(0, -9), at(0, 0)],
    ['moves to the screen that shows most of it', at(-300, 50), at(0, 50)],
    ['shrinks to a smaller screen', { x: 0, y: 0, width: 2560, height: 1400 }, SCREENS[0]],
  ])('%s', (_what, bounds, fitted) => {
    writeWindowState(file, { ...NONE, bounds });
    expect(read().bounds).toEqual(fitted);
  });

  test.each([
    ['on a screen that is gone', at(5000, 0)],
    ['just below the foot of the screen', at(0, 1084)],
  ])('is dropped except its colours if the window was %s', (_name, bounds) => {
    writeWindowState(file, { bounds, maximized: true, theme: 'dark' });
    expect(read()).toEqual({ ...NONE, theme: 'dark' });
    expect(read([])).toEqual({ ...NONE, theme: 'dark' });
  });
});
