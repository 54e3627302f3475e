/** Stand-in for Electron's `webContents`: the page of a window, or the guest of a `<webview>`. */
import { EventEmitter } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { app } from './app.ts';
import { comparable, originOf, toAlias } from './alias.ts';
import { navigationEvent, shellEvent } from './events.ts';
import { Loading } from './loading.ts';
import { NativeImage } from './native-image.ts';
import type { CdpSession } from './cdp.ts';
import type { Contexts } from './contexts.ts';
import type { WindowOpenDecision, WindowOpenDetails } from './popups.ts';
import type { Session } from './session.ts';
import { browser } from './chromium.ts';

export type WebPreferences = Readonly<Record<string, unknown>> & {
  readonly preload?: string;
  readonly webviewTag?: boolean;
  readonly partition?: string;
  readonly session?: Session;
};

type Place = { readonly session: CdpSession; readonly frameId: string; readonly contexts: Contexts };

type Options = {
  readonly type: 'window' | 'webview';
  readonly session: Session;
  readonly preferences: WebPreferences;
  readonly host?: WebContents;
  readonly close: (options: { readonly waitForBeforeUnload: boolean }) => void;
};

/** Paper formats: width and height in inches. */
const PAPER = { A4: [8.27, 11.69], Letter: [8.5, 11] } as const;

const EMPTY_PAGE = 'data:text/html,';

/** WebRTC policies, weakest first. */
const POLICIES = [
  'default',
  'default_public_and_private_interfaces',
  'default_public_interface_only',
  'disable_non_proxied_udp',
];
let strictest = 0;

const all = new Map<number, WebContents>();
let lastId = 0;

export class WebContents extends EventEmitter {
  readonly id = ++lastId;
  readonly session: Session;
  readonly hostWebContents: WebContents | null;
  readonly mainFrame = new MainFrame(this);
  readonly preferences: WebPreferences;
  readonly guests = new Set<WebContents>();
  /** Addresses of navigations that the app itself started. As in Electron, these emit no navigation events. */
  readonly ownNavigations = new Set<string>();
  readonly loading: Loading;
  readonly #type: 'window' | 'webview';
  readonly #close: Options['close'];
  readonly #placed = Promise.withResolvers<Place>();
  #place: Place | undefined;
  #url = '';
  #destroyed = false;
  #windowOpenHandler: ((details: WindowOpenDetails) => WindowOpenDecision) | null = null;

  constructor(options: Options) {
    super();
    this.#type = options.type;
    this.session = options.session;
    this.preferences = options.preferences;
    this.hostWebContents = options.host ?? null;
    this.#close = options.close;
    this.#placed.promise.catch(() => {});
    this.loading = new Loading({
      started: () => this.emit('did-start-loading', shellEvent()),
      navigated: (url, status) => {
        this.#url = url;
        this.emit('did-navigate', shellEvent(), url, status, '');
        this.emit('load-commit', shellEvent(), url, true);
      },
      navigatedInPage: (url) => (this.#url = url),
      domReady: () => this.emit('dom-ready', shellEvent()),
      finished: () => this.emit('did-finish-load', shellEvent()),
      failed: (code, description, url) => {
        this.#url = url;
        process.emitWarning(`Failed to load URL: ${url} with error: ${description}`, 'electron');
        this.emit('did-fail-load', shellEvent(), code, description, url, true, this.id, 1);
      },
      stopped: () => this.emit('did-stop-loading', shellEvent()),
    });
    all.set(this.id, this);
    // Emits this event before the first navigation, because the app's listener then adds its navigation checks.
    app.emit('web-contents-created', shellEvent(), this);
  }

  /** A webview's guest that moves to another site gets another DevTools session. */
  moveTo(place: Place): void {
    this.#place = place;
    this.loading.follow(place.session, place.frameId);
    this.#placed.resolve(place);
  }
  get place(): Place | undefined {
    return this.#place;
  }

  setAudioMuted(): void {}
  getType(): 'window' | 'webview' {
    return this.#type;
  }
  getURL(): string {
    return this.#url;
  }
  get aliasUrl(): string {
    return toAlias(this.#url);
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  focus(): void {
    if (this.#type === 'window') this.#place?.session.tell('Page.bringToFront');
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    applyWebRtcPolicy(policy);
  }
  setWindowOpenHandler(handler: (details: WindowOpenDetails) => WindowOpenDecision): void {
    this.#windowOpenHandler = handler;
  }
  tellWindowOpen(details: WindowOpenDetails): void {
    this.#windowOpenHandler?.(details);
  }

  /** Resolves at did-finish-load, or rejects with an error like Electron's: `ERR_X (-n) loading 'address'`. */
  async loadURL(address: string): Promise<void> {
    const url = toAlias(address);
    const { session, frameId } = await this.#placed.promise;
    const done = nextLoad(this, address);
    done.catch(() => {});
    this.emit('did-start-navigation', navigationEvent(address, this.mainFrame, null), address, false, true);
    if (this.#destroyed) return done;
    this.ownNavigations.add(comparable(url));
    this.loading.arm(url);
    // Ignores the session's errors, because a guest may move to another session and continue to load there.
    const answer = await session.send('Page.navigate', { url, frameId }).catch(() => ({ errorText: '' }));
    this.ownNavigations.delete(comparable(url));
    if (answer.errorText) {
      this.loading.fail(answer.errorText, url);
      if (answer.errorText === 'net::ERR_ABORTED') this.emit('-aborted');
    }
    return done;
  }

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    if (this.loading.active) await new Promise((resolve) => this.once('did-stop-loading', resolve));
    return runInPage(this.#place ?? (await this.#placed.promise), code, userGesture);
  }

  /** As in Electron, a message is lost if the page has no document yet. */
  send(channel: string, ...args: readonly unknown[]): void {
    if (typeof channel !== 'string') throw new TypeError('Missing required channel argument');
    this.deliver({ kind: 'message', channel, args });
  }
  document(): number | undefined {
    return this.#destroyed ? undefined : this.#place?.contexts.isolated(this.#place.frameId);
  }
  deliver(message: Readonly<Record<string, unknown>>, contextId = this.document()): void {
    if (contextId === undefined || contextId !== this.document()) return;
    const expression = `__shellDeliver(${JSON.stringify(JSON.stringify(message))})`;
    this.#place?.session.tell('Runtime.evaluate', { contextId, expression });
  }

  /** Takes a screenshot, which is empty if the page is invisible. A guest's screenshot is a part of its window's. */
  async capturePage(): Promise<NativeImage> {
    const { frameId } = await this.#placed.promise;
    const shown = this.hostWebContents ?? this;
    const { session } = await shown.#placed.promise;
    const clip = shown === this ? null : await boxOf(session, frameId);
    if (shown !== this && clip === null) return new NativeImage();
    const picture = () =>
      session.send('Page.captureScreenshot', {
        format: 'png',
        ...(clip !== null && { clip: { ...clip, scale: 1 } }),
      });
    // Tries again after 500 ms, because DevTools may not know the frame of a new window yet.
    const { data } = await picture().catch(async () => {
      await delay(500);
      return picture();
    });
    return NativeImage.fromPNG(data);
  }

  async printToPDF(options: {
    readonly pageSize: keyof typeof PAPER;
    readonly margins: Readonly<Record<'top' | 'bottom' | 'left' | 'right', number>>;
  }): Promise<Buffer> {
    const { session } = await this.#placed.promise;
    const [paperWidth, paperHeight] = PAPER[options.pageSize];
    const { top, bottom, left, right } = options.margins;
    const { data } = await session.send('Page.printToPDF', {
      paperWidth,
      paperHeight,
      marginTop: top,
      marginBottom: bottom,
      marginLeft: left,
      marginRight: right,
    });
    return Buffer.from(data, 'base64');
  }

  // Does nothing, because `forcefullyCrashRenderer` cancels the load here.
  stop(): void {}

  /** Shows an empty page instead of crashing, because guests of the same site share a process here. */
  forcefullyCrashRenderer(): void {
    if (!this.#place) return;
    const { session, frameId } = this.#place;
    if (this.#type === 'window') return session.tell('Page.crash');
    this.loading.disarm();
    session.tell('Page.navigate', { url: EMPTY_PAGE, frameId });
    const details = { reason: 'crashed', exitCode: 1 };
    setImmediate(() => {
      if (!this.#destroyed) this.emit('render-process-gone', shellEvent(), details);
    });
  }

  close(options?: { readonly waitForBeforeUnload?: boolean }): void {
    if (!this.#destroyed) this.#close({ waitForBeforeUnload: options?.waitForBeforeUnload ?? false });
  }

  markDestroyed(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    for (const guest of this.guests) guest.markDestroyed();
    this.hostWebContents?.guests.delete(this);
    all.delete(this.id);
    this.emit('destroyed', shellEvent());
    this.#placed.reject(new Error('The page is gone'));
  }
}

export const webContents = {
  getAllWebContents: (): WebContents[] => [...all.values()],
};

/** There is one `mainFrame` object per page, because the app compares it with `event.senderFrame`. */
class MainFrame {
  readonly parent = null;
  readonly #contents: WebContents;

  constructor(contents: WebContents) {
    this.#contents = contents;
  }
  get url(): string {
    return this.#contents.getURL();
  }
  get origin(): string {
    return originOf(this.#contents.getURL());
  }
}

function nextLoad(contents: EventEmitter, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error): void => {
      contents
        .off('did-finish-load', onFinish)
        .off('did-fail-load', onFail)
        .off('-aborted', onAbort)
        .off('destroyed', onAbort);
      if (error) reject(error);
      else resolve();
    };
    const failure = (name: string, code: number, url: string): Error =>
      Object.assign(new Error(`${name} (${code}) loading '${url}'`), { code: name, errno: code, url });
    const onFinish = (): void => settle();
    const onFail = (_event: unknown, code: number, name: string, url: string): void =>
      settle(failure(name, code, url));
    const onAbort = (): void => settle(failure('ERR_ABORTED', -3, address));
    contents
      .on('did-finish-load', onFinish)
      .on('did-fail-load', onFail)
      .on('-aborted', onAbort)
      .on('destroyed', onAbort);
  });
}

/** Sets the strictest WebRTC policy of all pages, because the extension can set only one for the browser. */
function applyWebRtcPolicy(policy: string): void {
  const wanted = POLICIES.indexOf(policy);
  if (wanted < 0) throw new TypeError(`Not a policy of WebRTC: ${policy}`);
  if (wanted <= strictest) return;
  strictest = wanted;
  const { profile, connection } = browser();
  const folder = path.join(profile, `webrtc-${policy}`);
  mkdirSync(folder);
  const manifest = {
    manifest_version: 3,
    name: policy,
    version: '1',
    permissions: ['privacy'],
    background: { service_worker: 'worker.js' },
  };
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  const script = `chrome.privacy.network.webRTCIPHandlingPolicy.set({ value: '${policy}' });`;
  writeFileSync(path.join(folder, 'worker.js'), script);
  connection.root.send('Extensions.loadUnpacked', { path: folder }).catch((error: unknown) => {
    process.stderr.write(`Chromium shell: the WebRTC policy is not applied: ${String(error)}\n`);
  });
}

/** Evaluates code in the page's main world. Resolves to a JSON copy of the value, or rejects with the error's text. */
async function runInPage(place: Place, code: string, userGesture: boolean): Promise<unknown> {
  const { session, frameId, contexts } = place;
  const contextId = contexts.page(frameId);
  if (contextId === undefined) throw new Error('The page has no document');
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: code,
    contextId,
    userGesture,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) {
    const { exception, text } = exceptionDetails;
    throw new Error(
      exception?.description?.split('\n')[0]?.replace(/^Error: /, '') ?? String(exception?.value ?? text),
    );
  }
  return result.value as unknown;
}

/** Returns a webview's rectangle in its window's page, in CSS pixels. Null while the webview is invisible. */
async function boxOf(
  session: CdpSession,
  frameId: string,
): Promise<{
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
} | null> {
  const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId });
  const { object } = await session.send('DOM.resolveNode', { backendNodeId });
  if (object.objectId === undefined) return null;
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: object.objectId,
    returnByValue: true,
    functionDeclaration: `function () {
      const { x, y, width, height } = this.getBoundingClientRect();
      const seen = width > 0 && height > 0 && this.checkVisibility({ visibilityProperty: true });
      return seen ? { x, y, width, height } : null;
    }`,
  });
  return result.value as Awaited<ReturnType<typeof boxOf>>;
}
