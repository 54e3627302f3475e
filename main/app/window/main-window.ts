import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  BrowserWindow,
  nativeTheme,
  screen,
  type BrowserWindowConstructorOptions,
  type Session,
  type WebPreferences,
} from 'electron';
import * as v from 'valibot';
import { readJson } from '../../lib/files/json-file.ts';

export interface MainWindowOptions {
  readonly preload: string;
  readonly session: Session;
  readonly userData: string;
  readonly allowDevTools: boolean;
}

/** Window background. Equals `--surface-frame` in `tokens.css`, because another color would flash at the start. */
const GROUND = { light: '#eceef1', dark: '#1b1d21' };

/** Time in ms that the window waits for `ready-to-show` after its page has loaded. Then the window is shown anyway. */
const READY_WITHIN_MS = 2000;

/** Creates the hidden main window without a page. Set the navigation guards before loading a page. */
export function createMainWindow(options: MainWindowOptions): BrowserWindow {
  const { preload, session, userData, allowDevTools } = options;
  const stateFile = path.join(userData, 'window.json');
  const { bounds, maximized, theme, zoomLevel } = readWindowState(stateFile);
  nativeTheme.themeSource = theme;
  const window = hardenedWindow(
    { preload, session, javascript: true, webviewTag: true, devTools: allowDevTools },
    {
      width: 1280,
      height: 820,
      ...bounds,
      minWidth: 640,
      minHeight: 480,
      title: 'Easel',
      backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    },
  );
  window.once('ready-to-show', () => {
    // `maximize` must wait for `ready-to-show`, because `maximize` also shows a hidden window.
    if (maximized) window.maximize();
    window.show();
    window.on('close', () =>
      writeWindowState(stateFile, {
        bounds: window.getNormalBounds(),
        maximized: window.isMaximized(),
        theme: nativeTheme.themeSource,
        zoomLevel: window.webContents.zoomLevel,
      }),
    );
  });
  // Restores the saved zoom, because Chromium forgets a page's zoom when Easel quits.
  window.webContents.once('did-navigate', () => (window.webContents.zoomLevel = zoomLevel));
  // Emits `ready-to-show`, because Electron omits it for hidden windows on some Wayland systems (electron#48859).
  window.webContents.once('did-finish-load', () =>
    setTimeout(() => {
      if (!window.isDestroyed()) window.emit('ready-to-show');
    }, READY_WITHIN_MS),
  );
  // Keeps Easel's window title, because page titles may contain names from the service.
  window.on('page-title-updated', (event) => event.preventDefault());
  return window;
}

/** Creates a hidden window. Its page may run scripts and use webviews and developer tools only if `rights` says so. */
export function hardenedWindow(
  rights: Pick<WebPreferences, 'preload' | 'session' | 'javascript' | 'webviewTag' | 'devTools'>,
  options: Omit<BrowserWindowConstructorOptions, 'webPreferences' | 'show'> = {},
): BrowserWindow {
  const webPreferences: WebPreferences = {
    javascript: false,
    webviewTag: false,
    devTools: false,
    ...rights,
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
  };
  return new BrowserWindow({ ...options, show: false, webPreferences });
}

const FARTHEST = 65_535;
const place = v.pipe(v.number(), v.safeInteger(), v.minValue(-FARTHEST), v.maxValue(FARTHEST));
const side = v.pipe(place, v.minValue(1));
const bounds = v.object({ x: place, y: place, width: side, height: side });
export type Bounds = Readonly<v.InferOutput<typeof bounds>>;

const windowState = v.object({
  bounds: v.nullable(bounds),
  maximized: v.fallback(v.boolean(), false),
  /** Copy of the theme preference. Needed because the window opens before Easel reads the preferences. */
  theme: v.fallback(v.picklist(['system', 'light', 'dark']), 'system'),
  /** Chromium's zoom level, from 25 % to 500 %. Each step of 1 scales by 1.2. */
  zoomLevel: v.fallback(v.pipe(v.number(), v.minValue(-8), v.maxValue(9)), 0),
});
export type WindowState = Readonly<v.InferOutput<typeof windowState>>;

const NONE: WindowState = { bounds: null, maximized: false, theme: 'system', zoomLevel: 0 };

export function readWindowState(file: string): WindowState {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return NONE;
  }
  const { bounds, ...state } = readJson(windowState, text) ?? NONE;
  return bounds === null ? { ...NONE, theme: state.theme } : { ...state, bounds: fitted(bounds) };
}

export function writeWindowState(file: string, state: WindowState): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  } catch {
    // Ignores write errors, because they must not keep the window from closing.
  }
}

function fitted(window: Bounds): Bounds {
  const screenArea = screen.getDisplayMatching(window).workArea;
  const width = Math.min(window.width, screenArea.width);
  const height = Math.min(window.height, screenArea.height);
  const x = Math.max(screenArea.x, Math.min(window.x, screenArea.x + screenArea.width - width));
  const y = Math.max(screenArea.y, Math.min(window.y, screenArea.y + screenArea.height - height));
  return { x, y, width, height };
}
