/** All that Easel knows of `<webview>`: its one way in, its session, its guards, its end. */
import { randomUUID } from 'node:crypto';
import { session as electronSession, type BrowserWindow, type Session, type WebContents } from 'electron';
import type { Failure } from '../../preload/contract/failure.ts';
import type { Log } from '../log/log.ts';
import { originOf } from '../security/origins.ts';
import { allowPreviewClipboard } from '../security/permissions.ts';
import type { Grant } from './grants.ts';
import { crashed, noAnswer, notLoaded, refusedByRoom } from './guest-failures.ts';
import { guestPreferences, hardenParams } from './guest-preferences.ts';
import { isGuestRequestAllowed } from './guest-requests.ts';
import type { Previews } from './previews.ts';

export interface GuestsOptions {
  /** Null until everything behind the border is built: no grant can exist before. */
  readonly previews: () => Previews | null;
  readonly log: Log;
  readonly allowDevTools: boolean;
  /** Whether the organisation's policy lets a room read the clipboard; asked for each preview. */
  readonly mayReadClipboard: () => boolean;
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
    window.webContents.on('will-attach-webview', (event, preferences, params) => {
      const previews = this.#options.previews();
      const grant = previews?.spend(params['src'] ?? '') ?? null;
      if (grant === null) this.#options.log.warn('webview without a grant refused');
      else if (this.#letIn(grant, preferences, params)) return;
      else previews?.ended(grant.previewId);
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
  #letIn(grant: Grant, preferences: object, params: Record<string, string>): boolean {
    try {
      const partition = `preview-${randomUUID()}`;
      const session = this.#prepareSession(partition, grant);
      guestPreferences(preferences, { partition, allowDevTools: this.#options.allowDevTools });
      hardenParams(params, { address: grant.address, partition });
      this.#pending.push({ grant, session });
      return true;
    } catch (error) {
      this.#options.log.error('a preview could not be prepared', { error });
      return false;
    }
  }

  #prepareSession(partition: string, { appOrigin }: Grant): Session {
    const session = electronSession.fromPartition(partition, { cache: false });
    if (session.isPersistent()) throw new Error('a preview’s session must be in memory');
    const clipboard = { appOrigin, mayRead: this.#options.mayReadClipboard() };
    allowPreviewClipboard(session, clipboard, () => this.#live.get(session) ?? null, originOf);
    session.setSpellCheckerEnabled(false);
    session.webRequest.onBeforeRequest((details, callback) =>
      callback({ cancel: !isGuestRequestAllowed(details.url, appOrigin) }),
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
    contents.on('did-navigate', (_event, _address, status) => {
      refusedWith = status >= 400 ? status : null;
    });
    contents.on('did-finish-load', () => {
      clearTimeout(deadline);
      if (refusedWith === null) previews.report({ previewId, state: 'live', failure: null });
      else failed(refusedByRoom(appOrigin, refusedWith));
    });
    contents.on('did-fail-load', (_event, code, _description, _address, isMainFrame) => {
      if (!isMainFrame || code === ERR_ABORTED) return;
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
    previews.attached(previewId, () => {
      if (!contents.isDestroyed()) contents.close();
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
