/** Converts Chromium's events of one frame into Electron's load events, such as did-finish-load. */
import { fromAlias } from './alias.ts';
import type { CdpSession } from './cdp.ts';

export type LoadListener = {
  readonly started: () => void;
  readonly navigated: (url: string, status: number) => void;
  readonly navigatedInPage: (url: string) => void;
  readonly domReady: () => void;
  readonly finished: () => void;
  readonly failed: (code: number, description: string, url: string) => void;
  readonly stopped: () => void;
};

const ABORTED = 'ERR_ABORTED';

/** Chromium's error numbers that tests need (net/base/net_error_list.h). DevTools reports only names of errors. */
const NUMBERS: Readonly<Record<string, number>> = { ERR_CONNECTION_REFUSED: -102 };
const ERR_FAILED = -2;

/** Load events of one frame. If a guest moves to another site, its events come from several DevTools sessions. */
export class Loading {
  readonly #listener: LoadListener;
  #armed = false;
  #expectsBlank = false;
  #placeholder = '';
  #active = false;
  #settled = false;
  #frameStopped = false;
  #documentLoader = '';
  #errorPage = false;
  #wasReady = '';
  #failedUrl = '';
  #requests = new Map<string, string>();
  #statuses = new Map<string, number>();
  #detach: () => void = () => {};

  constructor(listener: LoadListener) {
    this.#listener = listener;
  }

  get active(): boolean {
    return this.#active;
  }

  /** Address of a window before its first navigation. Events for it are ignored. */
  set placeholder(url: string) {
    this.#placeholder = url;
  }

  #isPlaceholder(url: string): boolean {
    return url === this.#placeholder || (url.startsWith('about:blank') && !this.#expectsBlank);
  }

  /** Call this method before `Page.navigate`, so that events of the first about:blank are ignored. */
  arm(url: string): void {
    this.#armed = true;
    this.#expectsBlank = url.startsWith('about:');
    this.#failedUrl = '';
    this.#start();
  }

  /** Ignores all further events until the next `arm`. */
  disarm(): void {
    this.#armed = false;
    this.#requests.clear();
  }

  /** Reports a failed navigation without an event of Chromium. `description` is like `net::ERR_X`. */
  fail(description: string, url: string): void {
    const name = description.replace(/^net::/, '');
    if (name !== ABORTED && this.#failedUrl !== url) {
      this.#failedUrl = url;
      this.#listener.failed(NUMBERS[name] ?? ERR_FAILED, name, fromAlias(url));
    }
    this.#settle();
  }

  /** Marks the navigation as finished. The load ends when the frame has also stopped loading. */
  #settle(): void {
    this.#settled = true;
    if (this.#frameStopped) this.#stop();
  }

  #start(): void {
    this.#settled = false;
    this.#frameStopped = false;
    if (this.#active) return;
    this.#active = true;
    this.#listener.started();
  }

  #stop(): void {
    if (!this.#active) return;
    this.#active = false;
    // A failed load shows an error page, for which Electron emits did-finish-load too.
    if (this.#failedUrl !== '') this.#listener.finished();
    this.#listener.stopped();
  }

  follow(session: CdpSession, frameId: string): void {
    this.#detach();
    let attached = true;
    this.#detach = () => {
      attached = false;
    };
    const relevant = (id: string | undefined): boolean => attached && this.#armed && id === frameId;

    session.on('Page.frameStartedLoading', (event) => {
      if (relevant(event.frameId)) this.#start();
    });
    session.on('Network.requestWillBeSent', (event) => {
      if (!relevant(event.frameId) || event.type !== 'Document') return;
      this.#requests.set(event.requestId, event.request.url);
    });
    session.on('Network.responseReceived', (event) => {
      if (!relevant(event.frameId) || event.type !== 'Document') return;
      this.#statuses.set(event.loaderId, event.response.status);
    });
    session.on('Network.loadingFailed', (event) => {
      const url = this.#requests.get(event.requestId);
      if (!attached || url === undefined) return;
      this.#requests.delete(event.requestId);
      this.fail(event.errorText, url);
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      if (!relevant(frame.id)) return;
      if (this.#isPlaceholder(frame.url)) return;
      this.#documentLoader = frame.loaderId;
      this.#errorPage = frame.unreachableUrl !== undefined;
      if (this.#errorPage) return;
      this.#failedUrl = '';
      const status = this.#statuses.get(frame.loaderId) ?? 200;
      this.#statuses.clear();
      this.#requests.clear();
      this.#listener.navigated(fromAlias(frame.url + (frame.urlFragment ?? '')), status);
    });
    session.on('Page.navigatedWithinDocument', (event) => {
      if (relevant(event.frameId)) this.#listener.navigatedInPage(fromAlias(event.url));
    });
    session.on('Page.lifecycleEvent', (event) => {
      if (!relevant(event.frameId) || event.loaderId !== this.#documentLoader || this.#errorPage) return;
      if (event.name === 'DOMContentLoaded' && this.#wasReady !== event.loaderId) {
        this.#wasReady = event.loaderId;
        this.#listener.domReady();
      } else if (event.name === 'load' && !this.#settled) {
        this.#listener.finished();
        this.#settle();
      }
    });
    session.on('Page.frameStoppedLoading', (event) => {
      if (!relevant(event.frameId)) return;
      this.#frameStopped = true;
      if (this.#settled) this.#stop();
    });
  }
}
