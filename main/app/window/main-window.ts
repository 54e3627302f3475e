/** The window that people see, where and how it was seen last, and the one factory of windows. */
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
import { START_PAGE } from '../../lib/origins.ts';

export interface MainWindowOptions {
  /** The bundled preload. */
  readonly preload: string;
  readonly session: Session;
  readonly userData: string;
  readonly allowDevTools: boolean;
}

/** The ground of the page (`--surface-frame` of `renderer/styles/tokens.css`), so that the window does not flash before its page is drawn. */
const GROUND = { light: '#eceef1', dark: '#1b1d21' };

/** Makes the window, hidden until its page is ready. Nothing is loaded yet: guards come first. */
export function createMainWindow(options: MainWindowOptions): BrowserWindow {
  const { preload, session, userData, allowDevTools } = options;
  const stateFile = path.join(userData, 'window.json');
  const screens = screen.getAllDisplays().map((display) => display.workArea);
  const { bounds, maximized, theme } = readWindowState(stateFile, screens);
  nativeTheme.themeSource = theme;
  const window = hardenedWindow(
    { preload, session, scripts: true, webviews: true, devTools: allowDevTools },
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
    // Not before: it shows a hidden window.
    if (maximized) window.maximize();
    window.show();
    window.on('close', () =>
      writeWindowState(stateFile, {
        bounds: window.getNormalBounds(),
        maximized: window.isMaximized(),
        theme: nativeTheme.themeSource,
      }),
    );
  });
  // The page's own title never becomes the window's: names come from the service.
  window.on('page-title-updated', (event) => event.preventDefault());
  return window;
}

/** What a window's page may have; nothing but its session by default. */
export interface PageRights {
  /** The bundled preload. */
  readonly preload?: string;
  /** Required: the default session is for proxy look-ups, and no page uses it. */
  readonly session: Session;
  readonly scripts?: boolean;
  readonly webviews?: boolean;
  readonly devTools?: boolean;
}

/**
 * Makes a hidden window; no other function makes any. Its page has no Node, no say over the system and no way around the
 * guards. Nothing is loaded yet.
 */
export function hardenedWindow(
  rights: PageRights,
  options: Omit<BrowserWindowConstructorOptions, 'webPreferences' | 'show'> = {},
): BrowserWindow {
  const webPreferences: WebPreferences = {
    session: rights.session,
    javascript: rights.scripts === true,
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
    webviewTag: rights.webviews === true,
    devTools: rights.devTools === true,
  };
  if (rights.preload !== undefined) webPreferences.preload = rights.preload;
  return new BrowserWindow({ ...options, show: false, webPreferences });
}

/** Loads Easel's page. Call it once the guards are in place. */
export async function loadStartPage(window: BrowserWindow): Promise<void> {
  await window.loadURL(START_PAGE);
}

// The window's last bounds, if they are still on a screen, and its colours, so that it does not open in other ones.

/** Only four numbers: they become options of the window. No desktop is larger, in px: beyond it, a file is damaged. */
const FARTHEST = 65_535;
const place = v.pipe(v.number(), v.safeInteger(), v.minValue(-FARTHEST), v.maxValue(FARTHEST));
const side = v.pipe(place, v.minValue(1));
const bounds = v.object({ x: place, y: place, width: side, height: side });
export type Bounds = Readonly<v.InferOutput<typeof bounds>>;

const windowState = v.object({
  bounds: v.nullable(bounds),
  maximized: v.fallback(v.boolean(), false),
  /** As the person’s preference was: that is read after the window is made. */
  theme: v.fallback(v.picklist(['system', 'light', 'dark']), 'system'),
});
export type WindowState = Readonly<v.InferOutput<typeof windowState>>;

const NONE: WindowState = { bounds: null, maximized: false, theme: 'system' };

/** How much of the title bar must be on a screen so that the pointer can drag it, in px. */
const REACHABLE = 100;

/** Reads the state; bounds are null if they are missing, damaged or off-screen. */
export function readWindowState(file: string, screens: readonly Bounds[]): WindowState {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return NONE;
  }
  const state = readJson(windowState, text) ?? NONE;
  const isThere = screens.some((screen) => state.bounds !== null && isReachable(state.bounds, screen));
  return isThere ? state : { ...NONE, theme: state.theme };
}

/** Writes the state atomically. A failure must not keep the window open. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  } catch {
    // The next start uses the default bounds.
  }
}

function isReachable(window: Bounds, screen: Bounds): boolean {
  const across = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x);
  return across >= REACHABLE && window.y >= screen.y - 8 && window.y < screen.y + screen.height - 30;
}
