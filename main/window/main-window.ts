/** The window that people see. */
import path from 'node:path';
import { nativeTheme, screen, type BrowserWindow } from 'electron';
import { START_PAGE } from '../security/origins.ts';
import { hardenedWindow } from './hardened-window.ts';
import { readWindowState, writeWindowState } from './window-state.ts';

export interface MainWindowOptions {
  /** The bundled preload. */
  readonly preload: string;
  readonly userData: string;
  readonly allowDevTools: boolean;
}

/** The ground of the page (`--surface-frame` of `renderer/styles/tokens.css`), so that the window does not flash before its page is drawn. */
const GROUND = { light: '#eceef1', dark: '#1b1d21' };

/** Makes the window, hidden until its page is ready. Nothing is loaded yet: guards come first. */
export function createMainWindow({ preload, userData, allowDevTools }: MainWindowOptions): BrowserWindow {
  const stateFile = path.join(userData, 'window.json');
  const screens = screen.getAllDisplays().map((display) => display.workArea);
  const { bounds, maximized, theme } = readWindowState(stateFile, screens);
  nativeTheme.themeSource = theme;
  const window = hardenedWindow(
    { preload, scripts: true, webviews: true, devTools: allowDevTools },
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

/** Loads Easel's page; the guards are in place by now. */
export function loadStartPage(window: BrowserWindow): Promise<void> {
  return window.loadURL(START_PAGE);
}
