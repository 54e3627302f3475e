/** Entry of the main process: what must happen before the app is ready, then the window, then everything behind it. */
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { app, dialog, nativeTheme, session, type BrowserWindow, type Session } from 'electron';
import type { Events } from '../preload/contract/events.ts';
import { readEnv } from './lib/env.ts';
import { createPublish, registerRouter } from './ipc/router.ts';
import { createLog, openLogFile, type Log } from './lib/log/log.ts';
import { Guests } from './previews/guest.ts';
import { registerAppScheme, serveAppFiles } from './app/security/app-files.ts';
import { isTrustedSender, lockDown, lockDownSession, PAGE_PARTITION } from './app/security/lockdown.ts';
import { allowPreviewClipboard } from './app/security/permissions.ts';
import { dropVariables, refusalOf, refusedSwitches, refuseStart } from './app/security/switches.ts';
import { createClipboard, createNotices, createPresence, introduceToWindows } from './app/window/desktop.ts';
import { createMainWindow, loadStartPage } from './app/window/main-window.ts';
import { setMenu } from './app/window/menu.ts';
import { createClosing, createQuestions, type Closing } from './app/window/questions.ts';
import type { ComposeOptions, Services } from './services.ts';
import { showStartFailure, watchStart } from './app/window/start-failure.ts';
import { PAGE_NOT_SHOWN, startFailureOf, type StartFailure } from './lib/wording/start-failures.ts';

const built = path.dirname(import.meta.dirname);

const env = readEnv(process, app.isPackaged);
// Who starts the sources may start them as they like.
const refused = env.isPackaged ? refusedSwitches(process.argv.slice(1), env.platform) : [];
const refusal = env.isPackaged ? refusalOf(refused, process.env, env.platform) : null;
dropVariables(process.env);

if (refusal === null) app.enableSandbox();
registerAppScheme();
introduceToWindows(env.platform, app);

let mainWindow: BrowserWindow | null = null;
/** Everything behind the border, once it is composed. */
let services: Services | null = null;
/** The page has called: it is running, and reports its own errors from now on. */
let pageLives: () => void = () => undefined;
const publish = createPublish(() => mainWindow);

/** The phases once Electron is ready. */
function start(): void {
  const userData = app.getPath('userData');
  const log = createLog(openLogFile(path.join(userData, 'logs')));
  const closing = createClosing(env.platform, () => services?.unfinished() ?? '');
  const composing = composeServices(userData, log, closing);
  answerCalls(composing);
  const guests = new Guests({
    allowClipboardAlone: allowPreviewClipboard,
    previews: () => services?.previews ?? null,
    log,
    allowDevTools: !env.isPackaged,
  });
  lockDown(app, (contents) => guests.originFor(contents));
  const { pageSession, lockedDown } = openPageSession();
  watchProcesses(log);
  keepWindowOpen({ userData, pageSession, lockedDown, guests, closing, composing });
  closeAtQuit(composing, closing);
}

/** Loading what is composed takes this thread for a while: the window is made in the turn before. */
async function composeServices(userData: string, log: Log, closing: Closing): Promise<Services> {
  await nextTurn();
  const composed = await loadServices(userData, log, closing);
  services = composed;
  return composed;
}

/** The window does not wait for the database: its calls do. */
function answerCalls(composing: Promise<Services>): void {
  composing.catch(giveUpStart);
  registerRouter(
    async (...call) => {
      pageLives();
      return (await composing).dispatch(...call);
    },
    async (file) => (await composing).dropped.drop(file),
    (event) => isTrustedSender(event, mainWindow),
  );
}

/** The page's session: closed to the network, and with the built page's files. */
function openPageSession(): Pick<WindowParts, 'pageSession' | 'lockedDown'> {
  const pageSession = session.fromPartition(PAGE_PARTITION, { cache: false });
  const lockedDown = lockDownSession(pageSession);
  serveAppFiles(pageSession, {
    listFile: path.join(built, 'app-files.json'),
    folder: path.join(built, 'renderer'),
  });
  return { pageSession, lockedDown };
}

/** What is gone or thrown without anybody's notice stands in the log at least. Electron itself shows what was thrown. */
function watchProcesses(log: Log): void {
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (reason !== 'clean-exit') log.warn('a process of Electron is gone', { type, cause: reason });
  });
  process.on('uncaughtExceptionMonitor', (error) => log.error('nobody caught an error', { error }));
}

/** How pages are drawn, for diagnostics. */
function drawing(): readonly (readonly [string, string])[] {
  const graphics = Object.entries(app.getGPUFeatureStatus()).map(([part, state]) => `${part} ${state}`);
  return [
    ['Graphics', graphics.join(', ') || 'unknown'],
    ['Desktop', `${process.env['XDG_SESSION_TYPE'] ?? 'not told'}, ${app.getLocale()}`],
  ];
}

/** Loaded apart, so that the window does not wait for the network client, the database and `node:crypto` either. */
async function loadServices(userData: string, log: Log, closing: Closing): Promise<Services> {
  const [{ compose }, { readPolicy }, { createPersonFiles }, { createPrinting }] = await Promise.all([
    import('./compose.ts'),
    import('./ipc/policy/read-policy.ts'),
    import('./app/window/person-files.ts'),
    import('./app/window/print-window.ts'),
  ]);
  const printPdf = createPrinting();
  const personFiles = createPersonFiles(() => mainWindow, printPdf);
  return compose({
    env,
    version: app.getVersion(),
    userData,
    workerOf: (thread) => pathToFileURL(path.join(built, 'main', `${thread}-worker.js`)),
    rendererFolder: path.join(built, 'renderer'),
    log,
    publish,
    clipboard: createClipboard(env.platform),
    // No page uses this session: the page's own has a proxy that answers nothing.
    resolveProxy: (address) => session.defaultSession.resolveProxy(address),
    files: personFiles,
    savePdf: personFiles.savePdf,
    savePicture: personFiles.savePicture,
    loadSelfUpdater: selfUpdaterLoader(closing),
    system: drawing,
    confirm: createQuestions(() => mainWindow),
    presence: createPresence(env.platform),
    onTheme: (theme) => (nativeTheme.themeSource = theme),
    announce: createNotices(
      () => mainWindow,
      () => {
        services?.pressed();
        bringToFront();
      },
    ),
    policy: await readPolicy(env),
  });
}

/** Returns null where Easel does not update itself: on Linux, and if it runs from its sources. */
function selfUpdaterLoader(closing: Closing): NonNullable<ComposeOptions['loadSelfUpdater']> | null {
  const { platform, isPackaged } = env;
  if (platform === 'linux' || !isPackaged) return null;
  return async (updateUrl) => {
    const { createSelfUpdater } = await import('./app/updates/self-updater.ts');
    return createSelfUpdater(updateUrl, { platform, quit: () => app.quit(), ...closing });
  };
}

interface WindowParts {
  readonly userData: string;
  readonly pageSession: Session;
  /** Resolves when the session is closed to the network. */
  readonly lockedDown: Promise<void>;
  readonly guests: Guests;
  readonly closing: Closing;
  readonly composing: Promise<Services>;
}

/** Opens the window now, and on macOS whenever the app is chosen without one. */
function keepWindowOpen(parts: WindowParts): void {
  openWindow(parts);
  app.on('activate', () => {
    if (mainWindow === null) openWindow(parts);
  });
}

function openWindow({ userData, pageSession, lockedDown, guests, closing, composing }: WindowParts): void {
  const window = createMainWindow({
    preload: path.join(built, 'preload/bridge.cjs'),
    session: pageSession,
    userData,
    allowDevTools: !env.isPackaged,
  });
  mainWindow = window;
  pageLives = watchStart(
    window.webContents,
    (reason) => void giveUp(PAGE_NOT_SHOWN, reason, () => closeServices(composing)),
    (reason) => {
      services?.pageCrashed(reason);
      loadStartPage(window).catch(() => undefined);
    },
  );
  // A page that is loaded anew knows of no drop.
  window.webContents.on('did-finish-load', () => services?.dropped.forget());
  guests.guard(window);
  closing.guard(window);
  setMenu(env.platform, (choice) => void runChoice(choice));
  window.on('closed', () => {
    mainWindow = null;
  });
  // A failure to load is reported by the window's events.
  lockedDown.then(() => void loadStartPage(window).catch(() => undefined), giveUpStart);
}

/** Runs a command of the menu in the page, except *Lock now*: a page that hangs or was taken over must not prevent it. */
async function runChoice(choice: Events['command.run']): Promise<void> {
  // Where Easel can't be locked, the page says why.
  if (choice.commandId === 'view.lock' && (await services?.lockNow())?.ok) return;
  // Keys are counted in the page, and a page that was taken over can send some to a room.
  if (choice.keys === null) services?.pressed();
  publish('command.run', choice);
}

/** Focusing alone leaves a minimised window where it is. */
function bringToFront(): void {
  if (mainWindow?.isMinimized()) mainWindow.restore();
  mainWindow?.focus();
}

/** Everything is closed before the program ends; a second quit does not wait again. */
function closeAtQuit(composing: Promise<Services>, closing: Closing): void {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void closeServices(composing).then((isHeldUp) => {
      closed = true;
      // libuv joins its threads at the end, and one of them hangs in the keychain: nothing is left to be lost.
      if (isHeldUp) process.kill(process.pid, 'SIGKILL');
      closing.end();
    });
  });
}

/** Whether something that can't be ended would hold the end of the process up. */
async function closeServices(composing: Promise<Services>): Promise<boolean> {
  try {
    const services = await composing;
    await services.close();
    return services.isHeldUp();
  } catch {
    return false;
  }
}

let gaveUp = false;

/** Says what keeps Easel from starting, and quits; `close` runs first. Only the first reason is shown. */
async function giveUp(
  failure: StartFailure,
  reason: string,
  close: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  if (gaveUp) return;
  gaveUp = true;
  // Blank, or waiting for what will not come.
  mainWindow?.removeAllListeners('ready-to-show').hide();
  await Promise.allSettled([close(), showStartFailure(failure, reason)]);
  app.exit(1);
}

function giveUpStart(error: unknown): void {
  void giveUp(startFailureOf(error), error instanceof Error ? error.message : 'unknown');
}

if (refusal !== null) {
  refuseStart(refusal, refused, { app, dialog, process, variables: process.env, platform: env.platform });
} else if (app.requestSingleInstanceLock()) {
  // The second start's arguments are hostile data: all it can do is bring the window to the front.
  app.on('second-instance', bringToFront);
  app.on('window-all-closed', () => {
    if (env.platform !== 'darwin') app.quit();
  });
  // Not awaited: Electron is ready only after this module has run to its end.
  void app.whenReady().then(start).catch(giveUpStart);
} else {
  app.quit();
}
