/** All that Easel knows of `<webview>`: its one way in, its session, its guards, its end. */
import { randomUUID } from 'node:crypto';
import { session as electronSession, type BrowserWindow, type Session, type WebContents } from 'electron';
import type { Failure } from '../../preload/contract/failure.ts';
import type { Log } from '../log/log.ts';
import { originOf } from '../security/origins.ts';
import { allowPreviewClipboard } from '../security/permissions.ts';
import type { Grant } from './grants.ts';
import type { Previews } from './previews.ts';
import { failure } from '../service/failures.ts';

export interface GuestsOptions {
  /** Null until everything behind the border is built: no grant can exist before. */
  readonly previews: () => Previews | null;
  readonly log: Log;
  readonly allowDevTools: boolean;
}

/** How long a room may take until it is called unanswered. */
const LOAD_DEADLINE_MS = 20_000;

interface Pending {
  readonly grant: Grant;
  readonly session: Session;
}

/** Chromium's code for a load that was given up by the page itself: not a failure. */
const ERR_ABORTED = -3;

export class Guests {
  readonly #options: GuestsOptions;
  readonly #pending: Pending[] = [];
  readonly #origins = new WeakMap<WebContents, string>();
  readonly #live = new Map<Session, WebContents>();

  constructor(options: GuestsOptions) {
    this.#options = options;
  }

  /** The origin that a guest may move within; null for a page that is no live preview. */
  originFor(contents: WebContents): string | null {
    return this.#origins.get(contents) ?? null;
  }

  /** Lets granted webviews into `window`, and no others. */
  guard(window: BrowserWindow): void {
    window.webContents.on('before-input-event', (_event, key) => {
      this.#options.previews()?.keyboard.keyInPage(key);
    });
    onPress(window.webContents, () => this.#options.previews()?.keyboard.pressInPage());
    window.webContents.on('will-attach-webview', (event, preferences, params) => {
      const previews = this.#options.previews();
      const grant = previews?.spend(params['src'] ?? '') ?? null;
      if (previews === null || grant === null) this.#options.log.warn('webview without a grant refused');
      else if (this.#letIn(grant, previews, preferences, params)) return;
      else previews.ended(grant.previewId);
      event.preventDefault();
    });
    window.webContents.on('did-attach-webview', (_event, contents) => {
      const index = this.#pending.findIndex((pending) => pending.session === contents.session);
      const [pending] = index < 0 ? [] : this.#pending.splice(index, 1);
      const previews = this.#options.previews();
      if (pending === undefined || previews === null) contents.close();
      else this.#attach(contents, pending, previews);
    });
  }

  /** False when anything went wrong: thrown out of the event, it would let the guest start as the page asked. */
  #letIn(grant: Grant, previews: Previews, preferences: object, params: Record<string, string>): boolean {
    try {
      const partition = `preview-${randomUUID()}`;
      const session = this.#prepareSession(partition, grant, previews);
      guestPreferences(preferences, { partition, allowDevTools: this.#options.allowDevTools });
      hardenParams(params, { address: grant.address, partition });
      this.#pending.push({ grant, session });
      return true;
    } catch (error) {
      this.#options.log.error('a preview could not be prepared', { error });
      return false;
    }
  }

  #prepareSession(partition: string, { appOrigin, previewId }: Grant, previews: Previews): Session {
    const session = electronSession.fromPartition(partition, { cache: false });
    if (session.isPersistent()) throw new Error('a preview’s session must be in memory');
    const clipboard = { appOrigin, mayRead: () => previews.mayReadClipboard(previewId) };
    allowPreviewClipboard(session, clipboard, () => this.#live.get(session) ?? null, originOf);
    session.setSpellCheckerEnabled(false);
    session.webRequest.onBeforeRequest((details, callback) =>
      callback({
        cancel: !isGuestRequestAllowed(details.url, appOrigin, details.resourceType === 'mainFrame'),
      }),
    );
    // The room's address holds the token: no more than its origin may travel as a referrer.
    session.webRequest.onBeforeSendHeaders((details, callback) => {
      const referrer = details.requestHeaders['Referer'];
      const cut = referrer === undefined ? {} : { Referer: `${originOf(referrer) ?? ''}/` };
      callback({ requestHeaders: { ...details.requestHeaders, ...cut } });
    });
    return session;
  }

  #attach(contents: WebContents, { grant, session }: Pending, previews: Previews): void {
    const { previewId, appOrigin } = grant;
    this.#origins.set(contents, appOrigin);
    this.#live.set(session, contents);
    contents.setAudioMuted(true);

    const failed = (failure: Failure): void => previews.report({ previewId, state: 'failed', failure });
    const deadline = setTimeout(() => failed(noAnswer(appOrigin)), LOAD_DEADLINE_MS);
    let refusedWith: number | null = null;
    let isErrorPage = false;
    contents.on('did-navigate', (_event, _address, status) => {
      isErrorPage = false;
      refusedWith = status >= 400 ? status : null;
    });
    contents.on('did-finish-load', () => {
      // What was loaded is Chromium's own page about a load that failed.
      if (isErrorPage) return;
      clearTimeout(deadline);
      if (refusedWith === null) previews.report({ previewId, state: 'live', failure: null });
      else failed(refusedByRoom(appOrigin, refusedWith));
    });
    contents.on('did-fail-load', (_event, code, _description, _address, isMainFrame) => {
      if (!isMainFrame || code === ERR_ABORTED) return;
      isErrorPage = true;
      clearTimeout(deadline);
      failed(notLoaded(appOrigin, code));
    });
    contents.on('render-process-gone', () => {
      clearTimeout(deadline);
      previews.report({ previewId, state: 'crashed', failure: crashed(appOrigin) });
    });
    contents.once('destroyed', () => {
      clearTimeout(deadline);
      this.#live.delete(session);
      previews.ended(previewId);
      void this.#clear(session);
    });
    this.#keepAtHome(contents, appOrigin);
    this.#watchInput(contents, previewId, previews);
    previews.attached(previewId, () => {
      if (!contents.isDestroyed()) contents.close();
    });
  }

  /**
   * Ends a guest that is sent to another origin. Easel's page owns it and can do that without being asked; where the
   * room's own page wants to go, `will-navigate` is asked, and the room stays.
   */
  #keepAtHome(contents: WebContents, appOrigin: string): void {
    const look = (address: string): void => {
      if (isOwnPage(address, appOrigin)) return;
      this.#options.log.warn('a preview was sent elsewhere, and is closed');
      contents.close();
    };
    contents.on('did-start-navigation', ({ url, isMainFrame, isSameDocument, initiator }) => {
      if (isMainFrame && !isSameDocument && (initiator ?? null) === null) look(url);
    });
    contents.on('did-navigate', (_event, address) => look(address));
  }

  /** Keys and presses reach a room only as `RoomKeyboard` says. */
  #watchInput(contents: WebContents, previewId: string, { keyboard }: Previews): void {
    contents.on('before-input-event', (event, key) => {
      if (!keyboard.keyInRoom(previewId, key)) event.preventDefault();
    });
    onPress(contents, (event) => {
      if (!keyboard.pressInRoom(previewId)) event.preventDefault();
    });
  }

  /** Empties a session that no page uses any more; every step is tried, whatever the others did. */
  async #clear(session: Session): Promise<void> {
    const steps = await Promise.allSettled([
      session.closeAllConnections(),
      session.clearStorageData(),
      session.clearCache(),
      session.clearAuthCache(),
      session.clearHostResolverCache(),
      session.clearCodeCaches({}),
    ]);
    const missed = steps.filter((step) => step.status === 'rejected').length;
    if (missed > 0) this.#options.log.warn('a preview’s session was not cleared in full', { missed });
  }
}

/** Touch comes as an event of its own, which can't be prevented. */
function onPress(contents: WebContents, listener: (event: { preventDefault: () => void }) => void): void {
  contents.on('before-mouse-event', (event, { type }) => {
    if (type === 'mouseDown') listener(event);
  });
  contents.on('input-event', (event, { type }) => {
    if (type === 'touchStart') listener(event);
  });
}

// What can become of a room's page, in sentences. None names the room's address: it holds the token.

function hostOf(appOrigin: string): string {
  return new URL(appOrigin).host;
}

/** Nothing came within 20 s. */
export function noAnswer(appOrigin: string): Failure {
  return failure('timeout', {
    message: `${hostOf(appOrigin)} has not opened the room within 20 seconds.`,
    nextStep: 'Try again; if it stays so, check the app address of this connection.',
  });
}

/** The page could not be loaded; `code` is Chromium's network error number. */
export function notLoaded(appOrigin: string, code: number): Failure {
  // -200 to -299 are certificate errors (Chromium, net/base/net_error_list.h).
  const isCertificate = code <= -200 && code > -300;
  return failure(isCertificate ? 'certificate' : 'cannot-reach', {
    message: isCertificate
      ? `The certificate of ${hostOf(appOrigin)} is not trusted, so the room was not opened.`
      : `${hostOf(appOrigin)} could not be reached, so the room was not opened.`,
    nextStep: 'Check the app address of this connection and your network, then try again.',
    details: [`Network error: ${code}`],
  });
}

/** The app host answered the room's address with an error. */
export function refusedByRoom(appOrigin: string, status: number): Failure {
  const itsOwn = status >= 500;
  return failure(itsOwn ? 'service-problem' : 'refused', {
    message: `${hostOf(appOrigin)} answered with status ${status} instead of the room.`,
    nextStep: itsOwn
      ? 'Try again in a few minutes. If it stays so, tell the service’s support.'
      : 'Try again with a new access token; the paper may also have been deleted.',
    status,
  });
}

/** The page's process has ended. */
export function crashed(appOrigin: string): Failure {
  return failure('internal', {
    message: `The room’s page of ${hostOf(appOrigin)} has crashed.`,
    nextStep: 'Open it again; the room itself is not affected.',
  });
}

// What a guest page runs with: rebuilt from nothing, whatever the page that asked for it had set.

type Loose = Record<string, unknown>;

/**
 * Replaces every preference by Easel's own. Electron clamps only some of them itself (security.md, B), so none is
 * filtered and none is kept.
 */
function guestPreferences(
  preferences: object,
  { partition, allowDevTools }: { readonly partition: string; readonly allowDevTools: boolean },
): void {
  const target = preferences as Loose;
  for (const name of Object.keys(target)) delete target[name];
  Object.assign(target, {
    partition,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    plugins: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    webviewTag: false,
    disableDialogs: true,
    disablePopups: true,
    javascript: true,
    devTools: allowDevTools,
  });
}

/** Leaves two parameters and writes both: the room's address, which the asking page did not name, and the partition. */
function hardenParams(
  params: Record<string, string>,
  { address, partition }: { readonly address: string; readonly partition: string },
): void {
  const instance = params['instanceId'];
  for (const name of Object.keys(params)) delete params[name];
  if (instance !== undefined) params['instanceId'] = instance;
  params['src'] = address;
  params['partition'] = partition;
}

// What a room may load: anything encrypted, its own origin, and what it holds itself.

const HARMLESS: ReadonlySet<string> = new Set(['https:', 'wss:', 'data:', 'blob:', 'about:']);

/**
 * Whether a guest of `appOrigin` may request `address`. Plain http and ws only reach the app's own origin, which
 * is plain only on loopback (the practice service). The page itself comes from nowhere else.
 */
export function isGuestRequestAllowed(address: string, appOrigin: string, isPage: boolean): boolean {
  if (isPage) return isOwnPage(address, appOrigin);
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (HARMLESS.has(url.protocol)) return true;
  const app = new URL(appOrigin);
  return (
    app.protocol === 'http:' && (url.protocol === 'http:' || url.protocol === 'ws:') && url.host === app.host
  );
}

/** Whether a guest of `appOrigin` may show the page at `address`: the origin of a `blob:` is that of its maker. */
function isOwnPage(address: string, appOrigin: string): boolean {
  return /^https?:/iu.test(address) && originOf(address) === appOrigin;
}
