import {
  session as electronSession,
  type BrowserWindow,
  type NativeImage,
  type Session,
  type WebContents,
} from 'electron';
import type { Failure } from '../../preload/contract/failure.ts';
import type { Log } from '../lib/log/log.ts';
import { originOf } from '../lib/origins.ts';
import {
  BLOCKED_BY_CLIENT,
  crashed,
  noAnswer,
  notLoaded,
  notResponding,
  refusedByRoom,
  stillLoading,
  guestPreferences,
  hardenParams,
  isGuestRequestAllowed,
  isOwnPage,
} from './guest-rules.ts';
import type { Snapshot } from './pictures.ts';
import type { Grant, Previews } from './previews.ts';

export interface GuestsOptions {
  /** Returns the manager of live previews; null until Easel has started. */
  readonly previews: () => Previews | null;
  readonly log: Log;
  readonly allowDevTools: boolean;
  readonly allowClipboardAlone: (
    session: Session,
    clipboard: { readonly appOrigin: string; readonly mayRead: () => boolean },
    guest: () => WebContents | null,
  ) => void;
}

const LOAD_DEADLINE_MS = 20_000;

interface Pending {
  readonly grant: Grant;
  readonly partition: string;
  readonly session: Session;
}

/** Chromium's error code for a load that the page cancelled itself. Such a load is not a failure. */
const ERR_ABORTED = -3;

export class Guests {
  readonly #options: GuestsOptions;
  readonly #pending: Pending[] = [];
  readonly #origins = new WeakMap<WebContents, string>();
  readonly #live = new Map<Session, WebContents>();
  /** Names of at most four emptied partitions for reuse, because Electron never removes a partition's session. */
  readonly #freePartitions: string[] = [];
  #partitions = 0;

  constructor(options: GuestsOptions) {
    this.#options = options;
  }

  originFor(contents: WebContents): string | null {
    return this.#origins.get(contents) ?? null;
  }

  /** Blocks each `<webview>` that has no grant. A grant permits one `<webview>`, for one live preview. */
  guard(window: BrowserWindow): void {
    window.webContents.on('before-input-event', (_event, key) => {
      this.#options.previews()?.keyboard.keyInPage(key);
    });
    onPress(window.webContents, () => this.#options.previews()?.keyboard.pressInPage());
    // When the Windows session ends, leaves the rooms at once, because Windows may end Easel before a normal quit.
    window.on('query-session-end', () => this.#options.previews()?.leaveAll('page'));
    // Discards grants of the earlier page, because its `<webview>`s emit no `did-attach-webview` after a reload.
    window.webContents.on('did-navigate', () => {
      this.#pending.length = 0;
      this.#options.previews()?.pageLoaded();
    });
    window.webContents.on('will-attach-webview', (event, preferences, params) => {
      const previews = this.#options.previews();
      const grant = previews?.spend(params['src'] ?? '') ?? null;
      if (previews === null || grant === null) this.#options.log.warn('webview without a grant refused');
      else if (this.#letIn(grant, previews, preferences, params)) return;
      else void previews.ended(grant.previewId);
      event.preventDefault();
    });
    window.webContents.on('did-attach-webview', (_event, contents) => {
      const index = this.#pending.findIndex((pending) => pending.session === contents.session);
      const [pending] = index < 0 ? [] : this.#pending.splice(index, 1);
      const previews = this.#options.previews();
      if (pending === undefined || previews === null) endPage(contents);
      else this.#attach(contents, pending, previews);
    });
  }

  /** Prepares a preview's session. Never throws, because Electron would then load the page without protection. */
  #letIn(grant: Grant, previews: Previews, preferences: object, params: Record<string, string>): boolean {
    try {
      const partition = this.#freePartitions.pop() ?? `preview-${(this.#partitions += 1)}`;
      const session = this.#prepareSession(partition, grant, previews);
      guestPreferences(preferences, { partition, allowDevTools: this.#options.allowDevTools });
      hardenParams(params, { address: grant.address, partition });
      this.#pending.push({ grant, partition, session });
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
    this.#options.allowClipboardAlone(session, clipboard, () => this.#live.get(session) ?? null);
    session.setSpellCheckerEnabled(false);
    session.webRequest.onBeforeRequest((details, callback) =>
      callback({
        cancel: !isGuestRequestAllowed(details.url, appOrigin, details.resourceType === 'mainFrame'),
      }),
    );
    // Shortens each request's referrer to its origin, because the room's address contains the access token.
    session.webRequest.onBeforeSendHeaders((details, callback) => {
      const referrer = details.requestHeaders['Referer'];
      const cut = referrer === undefined ? {} : { Referer: `${originOf(referrer) ?? ''}/` };
      callback({ requestHeaders: { ...details.requestHeaders, ...cut } });
    });
    return session;
  }

  #attach(contents: WebContents, { grant, partition, session }: Pending, previews: Previews): void {
    const { previewId, appOrigin } = grant;
    this.#origins.set(contents, appOrigin);
    this.#live.set(session, contents);
    contents.setAudioMuted(true);
    const capture = contents.capturePage.bind(contents);
    blockMethods(contents);

    let isIn = false;
    let isLive = false;
    let hasGivenUp = false;
    const giveUp = (failure: Failure): void => {
      if (hasGivenUp) return;
      hasGivenUp = true;
      isLive = false;
      clearTimeout(deadline);
      previews.report({ previewId, state: 'failed', failure });
      // Ends the page, because its script could still join the room. Delayed, because Electron may crash otherwise.
      setImmediate(endPage, contents);
    };
    const deadline = setTimeout(() => {
      if (!isIn) return giveUp(noAnswer(appOrigin));
      isLive = true;
      previews.report({ previewId, state: 'live', failure: stillLoading(appOrigin) });
    }, LOAD_DEADLINE_MS);
    contents.on('did-navigate', (_event, address, status) => {
      if (!isOwnPage(address, appOrigin)) return;
      if (status >= 400) return giveUp(refusedByRoom(appOrigin, status));
      isIn = true;
      previews.entered(previewId);
    });
    contents.on('did-finish-load', () => {
      if (hasGivenUp) return;
      clearTimeout(deadline);
      isLive = true;
      previews.report({ previewId, state: 'live', failure: null });
    });
    contents.on('did-fail-load', (_event, code, _description, _address, isMainFrame) => {
      if (isMainFrame && code !== ERR_ABORTED) giveUp(notLoaded(appOrigin, code));
    });
    // Reports a redirect that `lockDown` prevented, because Electron reports no failed load for such a redirect.
    contents.on('will-redirect', ({ url, isMainFrame }) => {
      if (isMainFrame && !isLive && !isOwnPage(url, appOrigin))
        giveUp(notLoaded(appOrigin, BLOCKED_BY_CLIENT));
    });
    // A hanging room keeps the state `live`, because the other people in the room still see the user there.
    contents.on('unresponsive', () => {
      if (isLive) previews.report({ previewId, state: 'live', failure: notResponding(appOrigin) });
    });
    contents.on('responsive', () => {
      if (isLive) previews.report({ previewId, state: 'live', failure: null });
    });
    contents.on('render-process-gone', () => {
      if (hasGivenUp) return;
      isLive = false;
      clearTimeout(deadline);
      previews.report({ previewId, state: 'crashed', failure: crashed(appOrigin) });
    });
    contents.once('destroyed', () => {
      clearTimeout(deadline);
      this.#live.delete(session);
      void previews.ended(previewId);
      void this.#clear(session, partition);
    });
    this.#keepAtHome(contents, appOrigin, () => void previews.ended(previewId));
    this.#watchInput(contents, previewId, previews);
    previews.attached(previewId, {
      leave: () => endPage(contents),
      picture: () => inView(capture).then((image) => image && inSmall(image)),
      view: () => inView(capture).then((image) => image && new Uint8Array(image.toPNG())),
    });
  }

  /**
   * Closes a live preview if Easel's page sends it to another site, which `will-navigate` doesn't report. Also ends
   * Easel's page, because only a compromised page does this.
   */
  #keepAtHome(contents: WebContents, appOrigin: string, ended: () => void): void {
    const look = (address: string): void => {
      if (isOwnPage(address, appOrigin)) return;
      this.#options.log.warn('a preview was sent elsewhere, so Easel’s page is reloaded');
      blockRequests(contents.session);
      ended();
      const host = contents.hostWebContents;
      // Waits one turn of the event loop, because Electron may crash if a navigation is stopped during its own event.
      setImmediate(() => {
        endPage(contents);
        if (host?.isDestroyed() === false) host.forcefullyCrashRenderer();
      });
    };
    contents.on('did-start-navigation', ({ url, isMainFrame, isSameDocument, initiator }) => {
      if (isMainFrame && !isSameDocument && (initiator ?? null) === null) look(url);
    });
    contents.on('did-navigate', (_event, address) => look(address));
  }

  #watchInput(contents: WebContents, previewId: string, { keyboard }: Previews): void {
    contents.on('before-input-event', (event, key) => {
      if (!keyboard.keyInRoom(previewId, key)) event.preventDefault();
    });
    contents.on('before-mouse-event', (event, { type }) => {
      if (type !== 'mouseDown' && !keyboard.mouseInRoom(previewId)) event.preventDefault();
    });
    onPress(contents, (event) => {
      if (!keyboard.pressInRoom(previewId)) event.preventDefault();
    });
  }

  async #clear(session: Session, partition: string): Promise<void> {
    const missed = await emptySession(session);
    if (missed === 0) this.#freePartitions.push(partition);
    else this.#options.log.warn('a preview’s session was not cleared in full', { missed });
  }
}

/**
 * Ends a guest's page. `close()` is not enough, because it destroys only Electron's object and its guards. The guest
 * would continue until Easel's page removes the `<webview>`, which a hanging or compromised page does not do.
 */
export function endPage(contents: WebContents): void {
  if (contents.isDestroyed()) return;
  blockRequests(contents.session);
  contents.stop();
  contents.forcefullyCrashRenderer();
  // Ends the guest again if Easel's page reloads it. Delayed, because Electron may crash otherwise.
  contents.once('did-start-navigation', () => setImmediate(endPage, contents));
}

/** Blocks all requests until the session's next room. Otherwise Easel's page could load the current room again. */
function blockRequests(session: Session): void {
  session.webRequest.onBeforeRequest((_details, callback) => callback({ cancel: true }));
}

/** Clears all data of an Electron session. Continues after failed steps, and returns their number. */
export async function emptySession(session: Session): Promise<number> {
  const steps = await Promise.allSettled([
    session.closeAllConnections(),
    session.clearStorageData(),
    session.clearData(),
    session.clearCache(),
    session.clearSharedDictionaryCache(),
    session.clearAuthCache(),
    session.clearHostResolverCache(),
    session.clearCodeCaches({}),
  ]);
  return steps.filter((step) => step.status === 'rejected').length;
}

/** Methods of a `<webview>` that read or change its room. Easel's page needs none of these methods. */
const BLOCKED = [
  ...'capturePage downloadURL executeJavaScript findInPage insertCSS insertText loadURL print'.split(' '),
  ...'printToPDF replace replaceMisspelling sendInputEvent'.split(' '),
  ...'undo redo cut copy paste pasteAndMatchStyle delete selectAll'.split(' '),
];

/**
 * Blocks guest methods that a compromised page could call by its `<webview>`, because Electron looks up the methods of
 * a `<webview>` on the guest (guest-view-manager.ts).
 */
export function blockMethods(contents: WebContents): void {
  for (const name of BLOCKED) Object.defineProperty(contents, name, { value: () => Promise.resolve() });
}

/** Calls `listener` for mouse presses and touches. Its `preventDefault` cancels a press, but not a touch. */
function onPress(contents: WebContents, listener: (event: { preventDefault: () => void }) => void): void {
  contents.on('before-mouse-event', (event, { type }) => {
    if (type === 'mouseDown') listener(event);
  });
  contents.on('input-event', (event, { type }) => {
    if (type === 'touchStart') listener(event);
  });
}

/** Width of a room's thumbnail in px: twice the displayed width, for high-density screens. */
const PICTURE_WIDTH = 480;
const PICTURE_HEIGHT = 320;
const PICTURE_QUALITY = 60;
/** Maximum time in ms that Easel waits for a room's thumbnail before leaving the room. */
const PICTURE_DEADLINE_MS = 2500;

async function inView(capture: () => Promise<NativeImage>): Promise<NativeImage | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const deadline = setTimeout(() => resolve(null), PICTURE_DEADLINE_MS);
  try {
    const image = await Promise.race([capture(), late]);
    return image === null || image.isEmpty() ? null : image;
  } catch {
    return null;
  } finally {
    clearTimeout(deadline);
  }
}

function inSmall(image: NativeImage): Snapshot {
  const seen = image.getSize();
  const scale = Math.min(1, PICTURE_WIDTH / seen.width, PICTURE_HEIGHT / seen.height);
  const width = Math.max(1, Math.round(seen.width * scale));
  const height = Math.max(1, Math.round(seen.height * scale));
  const bytes = image.resize({ width, height, quality: 'good' }).toJPEG(PICTURE_QUALITY);
  return { type: 'image/jpeg', bytes: new Uint8Array(bytes), width, height };
}
