/** Entry of the main process. Sets up security before the app is ready, then opens the window, then the services. */
import { mkdtempSync, rmdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { app, nativeTheme, session, type BrowserWindow, type Session } from 'electron';
import type { Events } from '../preload/contract/events.ts';
import { readEnv } from './lib/env.ts';
import { createPublish, registerRouter } from './ipc/router.ts';
import { createLog, openLogFile, type Log } from './lib/log/log.ts';
import { Guests } from './previews/guest.ts';
import { registerAppScheme, serveAppFiles } from './app/security/app-files.ts';
import { isTrustedSender, lockDown, lockDownSession, PAGE_PARTITION } from './app/security/lockdown.ts';
import { allowPreviewClipboard } from './app/security/permissions.ts';
import { dropVariables, refusalOf, refusedSwitches } from './app/security/switches.ts';
import { createClipboard, createNotices, createPresence, introduceToWindows } from './app/window/desktop.ts';
import { createMainWindow } from './app/window/main-window.ts';
import { setEditMenu, setMenu } from './app/window/menu.ts';
import { createClosing, createQuestions, type Closing } from './app/window/questions.ts';
import type { ComposeOptions, Services } from './compose.ts';
import { refuseStart, showStartFailure, watchStart } from './app/window/start-failure.ts';
import { START_PAGE } from './lib/origins.ts';
import { PAGE_NOT_SHOWN, startFailureOf, type StartFailure } from './lib/wording/start-failures.ts';

const built = path.dirname(import.meta.dirname);
const NETWORK_LOADS_AFTER_MS = 500;

const env = readEnv(process, app.isPackaged);
const refused = env.isPackaged ? refusedSwitches(process.argv.slice(1), env.platform) : [];
const refusal = env.isPackaged ? refusalOf(refused, process.env, env.platform) : null;
dropVariables(process.env);
// Removes Node's `warning` listener, which would print the room's token in Electron's warning about a failed load.
process.removeAllListeners('warning');

if (refusal === null) app.enableSandbox();
registerAppScheme();
introduceToWindows(env.platform);

let mainWindow: BrowserWindow | null = null;
let services: Services | null = null;
/** Tells the start timeout that the page has started. Runs at each IPC call, because a call proves the start. */
let pageLives: () => void = () => undefined;
let pageStarted = Promise.withResolvers<void>();
/** Opens a window if the user has closed it. On macOS, Easel continues without a window. */
let openIfClosed: () => void = () => undefined;
const publish = createPublish(() => mainWindow);

function start(): void {
  const userData = app.getPath('userData');
  const log = createLog(openLogFile(path.join(userData, 'logs')));
  const closing = createClosing(env.platform, () => services?.unfinished() ?? '', bringToFront);
  const composing = composeServices(userData, log, closing);
  composing.catch(giveUpStart);
  registerRouter(
    async (...call) => {
      pageLives();
      pageStarted.resolve();
      return (await composing).dispatch(...call);
    },
    async (file) => (await composing).dropped.drop(file),
    (event) => isTrustedSender(event, mainWindow),
  );
  const guests = new Guests({
    allowClipboardAlone: allowPreviewClipboard,
    previews: () => services?.previews ?? null,
    log,
    allowDevTools: !env.isPackaged,
  });
  lockDown(app, (contents) => guests.originFor(contents));
  const pageSession = session.fromPartition(PAGE_PARTITION, { cache: false });
  const lockedDown = lockDownSession(pageSession);
  serveAppFiles(pageSession, path.join(built, 'app-files.json'), path.join(built, 'renderer'));
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (reason !== 'clean-exit') log.warn('an Electron process ended', { type, cause: reason });
  });
  process.on('warning', ({ name }) => log.warn('a warning', { name }));
  process.on('uncaughtExceptionMonitor', (error) => log.error('uncaught error', { error }));
  const parts = { pageSession, lockedDown, guests, closing, composing };
  openWindow(parts);
  openIfClosed = () => {
    if (mainWindow === null) openWindow(parts);
  };
  app.on('activate', () => openIfClosed());
  closeAtQuit(composing, closing);
}

/** Creates the services after the window. Imports them dynamically, because loading them would delay the window. */
async function composeServices(userData: string, log: Log, closing: Closing): Promise<Services> {
  await nextTurn();
  const workerOf = (thread: string): URL => pathToFileURL(path.join(built, 'main', `${thread}-worker.js`));
  // Starts the database threads before the other imports, so that threads and imports load in parallel.
  const { openStores } = await import('./store/database.ts');
  const stores = openStores(userData, workerOf);
  stores.catch(() => undefined);
  const [{ compose }, { readPolicy }, { createPersonFiles }, { createPrinting }] = await Promise.all([
    import('./compose.ts'),
    import('./ipc/policy/read-policy.ts'),
    import('./app/window/person-files.ts'),
    import('./app/window/print-window.ts'),
  ]);
  const personFiles = createPersonFiles(
    () => (services?.isLocked() === false ? mainWindow : null),
    () => services?.locks() ?? 0,
    createPrinting(),
  );
  services = await compose({
    env,
    version: app.getVersion(),
    userData,
    stores,
    workerOf,
    rendererFolder: path.join(built, 'renderer'),
    log,
    publish,
    clipboard: createClipboard(env.platform),
    // Uses the default session, because the page's own session has no network and does not know the system's proxies.
    resolveProxy: (address) => session.defaultSession.resolveProxy(address),
    variables: process.env,
    files: personFiles,
    folders: personFiles,
    savePdf: personFiles.savePdf,
    savePicture: personFiles.savePicture,
    loadSelfUpdater: selfUpdaterLoader(closing),
    confirm: createQuestions(() => mainWindow),
    presence: createPresence(env.platform),
    onTheme: (theme) => (nativeTheme.themeSource = theme),
    announce: createNotices(
      () => mainWindow,
      () => {
        services?.pressed();
        bringToFront();
        return pageStarted.promise;
      },
    ),
    policy: await readPolicy(env),
  });
  // Loads the network client soon after the start. Otherwise the first request would block main for about 40 ms.
  setTimeout(() => void import('./service/connect.ts').catch(() => undefined), NETWORK_LOADS_AFTER_MS);
  return services;
}

/** Returns the updater's loader. Null on Linux and in development, where Easel does not update itself. */
function selfUpdaterLoader(closing: Closing): ComposeOptions['loadSelfUpdater'] {
  const { platform, isPackaged } = env;
  if (platform === 'linux' || !isPackaged) return null;
  return async (updateUrl) => {
    const { createSelfUpdater } = await import('./app/updates/self-updater.ts');
    return createSelfUpdater(updateUrl, { platform, quit: () => app.quit(), ...closing });
  };
}

interface WindowParts {
  readonly pageSession: Session;
  readonly lockedDown: Promise<void>;
  readonly guests: Guests;
  readonly closing: Closing;
  readonly composing: Promise<Services>;
}

function openWindow({ pageSession, lockedDown, guests, closing, composing }: WindowParts): void {
  const window = createMainWindow({
    preload: path.join(built, 'preload/bridge.cjs'),
    session: pageSession,
    userData: app.getPath('userData'),
    allowDevTools: !env.isPackaged,
  });
  mainWindow = window;
  pageStarted = Promise.withResolvers();
  pageLives = watchStart(
    window.webContents,
    (reason) => void giveUp(PAGE_NOT_SHOWN, reason, () => closeServices(composing)),
    (reason) => {
      services?.pageCrashed(reason);
      window.loadURL(START_PAGE).catch(() => undefined);
    },
  );
  window.webContents.on('did-finish-load', () => services?.dropped.forget());
  guests.guard(window);
  closing.guard(window);
  const menu = {
    windowOf: () => mainWindow,
    isRoomInUse: () => services?.previews.keyboard.isInUse() === true,
  };
  setMenu(env.platform, menu, (choice) => void runChoice(choice));
  setEditMenu(window, menu);
  window.on('closed', () => {
    mainWindow = null;
  });
  // Loads the page only after all restrictions are active. Ignores load errors, because `watchStart` reports them.
  lockedDown.then(() => void window.loadURL(START_PAGE).catch(() => undefined), giveUpStart);
}

/** *Lock now* runs in the main process, because it must work even if the page hangs or is compromised. */
async function runChoice(choice: Events['command.run']): Promise<void> {
  // If locking succeeded, the page need not run *Lock now*. If it failed, the page tries again and shows the reason.
  if (choice.commandId === 'view.lock' && (await services?.lockNow())?.ok) return;
  // A menu shortcut is no proof of a user action, because a compromised page could send key presses to a webview.
  if (choice.keys === null) services?.pressed();
  openIfClosed();
  await pageStarted.promise;
  publish('command.run', choice);
}

function bringToFront(): void {
  openIfClosed();
  // Shows a hidden window at once. A visible window no longer listens to `ready-to-show`.
  mainWindow?.emit('ready-to-show');
  if (mainWindow?.isMinimized()) mainWindow.restore();
  mainWindow?.focus();
}

/** Delays quitting until all services are closed, and then quits again without a delay. */
function closeAtQuit(composing: Promise<Services>, closing: Closing): void {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    openIfClosed = () => undefined;
    void closeServices(composing).then((isHeldUp) => {
      closed = true;
      closing.end(isHeldUp);
    });
  });
}

async function closeServices(composing: Promise<Services>): Promise<boolean> {
  try {
    const composed = await composing;
    await composed.close();
    return composed.isHeldUp();
  } catch {
    return false;
  }
}

let gaveUp = false;

async function giveUp(
  failure: StartFailure,
  reason: string,
  close: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  if (gaveUp) return;
  gaveUp = true;
  // Hides the window, which is useless without its page or the services.
  mainWindow?.removeAllListeners('ready-to-show').hide();
  await Promise.allSettled([close(), showStartFailure(failure, reason)]);
  app.exit(1);
}

function giveUpStart(error: unknown): void {
  void giveUp(startFailureOf(error), error instanceof Error ? error.message : 'unknown');
}

if (refusal !== null) {
  refuseStart(refusal, refused, env.platform, process.env);
} else if (app.requestSingleInstanceLock()) {
  // A second start of Easel only shows the window. Ignores its arguments, because they may be hostile.
  app.on('second-instance', bringToFront);
  app.on('window-all-closed', () => {
    if (env.platform !== 'darwin') app.quit();
  });
  // Does not await `whenReady`, because Electron becomes ready only after this module has run.
  void app.whenReady().then(start).catch(giveUpStart);
} else {
  // Electron also refuses the single-instance lock if it can't write files. In this case, shows the disk error.
  try {
    for (const folder of [app.getPath('userData'), os.tmpdir()]) rmdirSync(mkdtempSync(`${folder}/easel-`));
    app.quit();
  } catch (error) {
    void app.whenReady().then(() => giveUpStart(error));
  }
}
