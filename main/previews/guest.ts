/** All that Easel knows of `<webview>`: its one way in, its session, its guards, its end. */
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
  crashed,
  emptySession,
  noAnswer,
  notLoaded,
  notResponding,
  refusedByRoom,
  guestPreferences,
  hardenParams,
  isGuestRequestAllowed,
  isOwnPage,
} from './guest-rules.ts';
import type { Snapshot } from './pictures.ts';
import type { Grant, Previews } from './previews.ts';

export interface GuestsOptions {
  /** Null until everything behind the border is built: no grant can exist before. */
  readonly previews: () => Previews | null;
  readonly log: Log;
  readonly allowDevTools: boolean;
  /** Denies a session every permission but its one live guest's clipboard. */
  readonly allowClipboardAlone: (
    session: Session,
    clipboard: { readonly appOrigin: string; readonly mayRead: () => boolean },
    guest: () => WebContents | null,
  ) => void;
}

/** How long a room may take until it is called unanswered. */
const LOAD_DEADLINE_MS = 20_000;

interface Pending {
  readonly grant: Grant;
  readonly partition: string;
  readonly session: Session;
}

/** Chromium's code for a load that was given up by the page itself: not a failure. */
const ERR_ABORTED = -3;

export class Guests {
  readonly #options: GuestsOptions;
  readonly #pending: Pending[] = [];
  readonly #origins = new WeakMap<WebContents, string>();
  readonly #live = new Map<Session, WebContents>();
  /**
   * Names of sessions in memory that no room runs in. Electron keeps what it makes for a name until Easel ends, so a name
   * is used again once nothing of the room before is left: the four rooms that may be open at once need four of them. One
   * that does not come back, for it could not be cleared or its guest never came, gives way to a new one.
   */
  readonly #freePartitions: string[] = [];
  #partitions = 0;

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
    // Of a webview that was let in, Electron tells nothing more where its page is gone first: it would count as open for good.
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
      if (pending === undefined || previews === null) contents.close();
      else this.#attach(contents, pending, previews);
    });
  }

  /** False when anything went wrong: thrown out of the event, it would let the guest start as the page asked. */
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
    // The room's address holds the token: no more than its origin may travel as a referrer.
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

    const failed = (failure: Failure): void => previews.report({ previewId, state: 'failed', failure });
    const deadline = setTimeout(() => failed(noAnswer(appOrigin)), LOAD_DEADLINE_MS);
    let refusedWith: number | null = null;
    let isErrorPage = false;
    let isLive = false;
    contents.on('did-navigate', (_event, _address, status) => {
      isErrorPage = false;
      refusedWith = status >= 400 ? status : null;
    });
    contents.on('did-finish-load', () => {
      // Chromium's own error page was loaded.
      if (isErrorPage) return;
      clearTimeout(deadline);
      isLive = refusedWith === null;
      if (refusedWith === null) previews.report({ previewId, state: 'live', failure: null });
      else failed(refusedByRoom(appOrigin, refusedWith));
    });
    contents.on('did-fail-load', (_event, code, _description, _address, isMainFrame) => {
      if (!isMainFrame || code === ERR_ABORTED) return;
      isErrorPage = true;
      isLive = false;
      clearTimeout(deadline);
      failed(notLoaded(appOrigin, code));
    });
    // Whoever hangs is still seen by the others.
    contents.on('unresponsive', () => {
      if (isLive) previews.report({ previewId, state: 'live', failure: notResponding(appOrigin) });
    });
    contents.on('responsive', () => {
      if (isLive) previews.report({ previewId, state: 'live', failure: null });
    });
    contents.on('render-process-gone', () => {
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
    this.#keepAtHome(contents, appOrigin);
    this.#watchInput(contents, previewId, previews);
    previews.attached(previewId, {
      leave: () => {
        if (!contents.isDestroyed()) contents.close();
      },
      picture: async () => {
        const image = await inView(contents);
        return image === null ? null : inSmall(image);
      },
      view: async () => {
        const image = await inView(contents);
        return image === null ? null : new Uint8Array(image.toPNG());
      },
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

  /** Keys, presses and all else of the mouse reach a room only as `RoomKeyboard` says. */
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

  /** Empties a session that no page uses any more. Then its name is free. */
  async #clear(session: Session, partition: string): Promise<void> {
    const missed = await emptySession(session);
    if (missed === 0) this.#freePartitions.push(partition);
    else this.#options.log.warn('a preview’s session was not cleared in full', { missed });
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

// What is in view of a room, whole and in small.

/** The largest picture, in px: twice as large as it is shown, for dense screens. */
const PICTURE_WIDTH = 480;
const PICTURE_HEIGHT = 320;
const MOST_PICTURE_BYTES = 40_000;
/** A person who leaves waits for the picture no longer than this. */
const PICTURE_DEADLINE_MS = 2500;

/** Shares of the largest size, and qualities, until one is small enough. */
const ATTEMPTS = [
  [1, 80],
  [1, 60],
  [0.7, 60],
  [0.5, 50],
] as const;

async function inView(contents: WebContents): Promise<NativeImage | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const deadline = setTimeout(() => resolve(null), PICTURE_DEADLINE_MS);
  try {
    const image = await Promise.race([contents.capturePage(), late]);
    return image === null || image.isEmpty() ? null : image;
  } catch {
    return null;
  } finally {
    clearTimeout(deadline);
  }
}

function inSmall(image: NativeImage): Snapshot | null {
  const seen = image.getSize();
  for (const [share, quality] of ATTEMPTS) {
    const scale = share * Math.min(1, PICTURE_WIDTH / seen.width, PICTURE_HEIGHT / seen.height);
    const width = Math.max(1, Math.round(seen.width * scale));
    const height = Math.max(1, Math.round(seen.height * scale));
    const bytes = image.resize({ width, height, quality: 'good' }).toJPEG(quality);
    if (bytes.length <= MOST_PICTURE_BYTES)
      return { type: 'image/jpeg', bytes: new Uint8Array(bytes), width, height };
  }
  return null;
}
