/** The only place where a window is made: whichever it is, its page has no Node, no say over the system and no way around the guards. */
import {
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  type Session,
  type WebPreferences,
} from 'electron';

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

/** Makes a hidden window. Nothing is loaded yet. */
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
