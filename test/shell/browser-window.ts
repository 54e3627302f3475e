/** Stand-in for Electron's `BrowserWindow`. It only stores bounds and states, because there is no window manager. */
import { EventEmitter } from 'node:events';
import { app } from './app.ts';
import { shellEvent } from './events.ts';
import { openPage } from './page.ts';
import { fromPartition } from './session.ts';
import { browser } from './chromium.ts';
import { openTarget, setContentsSize, type PageTarget } from './targets.ts';
import { WebContents, type WebPreferences } from './web-contents.ts';

type Rectangle = { x: number; y: number; width: number; height: number };

type Options = Partial<Rectangle> & {
  readonly minWidth?: number;
  readonly minHeight?: number;
  readonly webPreferences?: WebPreferences;
};

const windows = new Set<BrowserWindow>();
let lastId = 0;

export function allWindows(): BrowserWindow[] {
  return [...windows];
}

export class BrowserWindow extends EventEmitter {
  static getAllWindows(): BrowserWindow[] {
    return allWindows();
  }

  readonly id = ++lastId;
  readonly webContents: WebContents;
  readonly #minimum: readonly [width: number, height: number];
  #bounds: Rectangle;
  #isMaximized = false;
  #destroyed = false;
  #target: Promise<PageTarget>;
  #closed = Promise.withResolvers<boolean>();

  constructor({ x = 0, y = 0, width = 800, height = 600, ...options }: Options = {}) {
    super();
    if (!app.isReady()) browser();
    this.#bounds = { x, y, width, height };
    this.#minimum = [options.minWidth ?? 0, options.minHeight ?? 0];
    const preferences = options.webPreferences ?? {};
    this.webContents = new WebContents({
      type: 'window',
      session: preferences.session ?? fromPartition(preferences.partition ?? ''),
      preferences,
      close: ({ waitForBeforeUnload }) => void this.#closePolitely(waitForBeforeUnload),
    });
    windows.add(this);
    this.webContents.once('dom-ready', () => this.emit('ready-to-show', shellEvent()));
    this.#target = this.#open();
    this.#target.catch(() => this.destroy());
  }

  async #open(): Promise<PageTarget> {
    const { width, height } = this.#bounds;
    const target = await openTarget(width, height);
    const { session, targetId } = target;
    this.webContents.loading.placeholder = target.url;
    const { root } = browser().connection;
    root.on('Target.detachedFromTarget', (event) => {
      if (event.sessionId === session.id) this.#gone();
    });
    if (this.#destroyed) root.tell('Target.closeTarget', { targetId });
    else await openPage(this.webContents, session, targetId);
    await setContentsSize(targetId, width, height).catch(() => {});
    return target;
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address);
  }

  close(): void {
    void this.closeAndWait();
  }
  /** Resolves to true after the window has closed. Resolves to false if the app prevents the closing. */
  closeAndWait(): Promise<boolean> {
    return this.#closePolitely(true);
  }
  async #closePolitely(runBeforeUnload: boolean): Promise<boolean> {
    if (this.#destroyed) return true;
    const event = shellEvent();
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    const { session, targetId } = await this.#target;
    if (runBeforeUnload) session.tell('Page.close');
    else browser().connection.root.tell('Target.closeTarget', { targetId });
    return this.#closed.promise;
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#target.then(
      ({ targetId }) => browser().connection.root.tell('Target.closeTarget', { targetId }),
      () => {},
    );
    this.#gone();
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  #gone(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    windows.delete(this);
    this.webContents.markDestroyed();
    this.emit('closed', shellEvent());
    this.#closed.resolve(true);
    app.windowClosed(windows.size);
  }

  getBounds(): Rectangle {
    return { ...this.#bounds };
  }
  getNormalBounds(): Rectangle {
    return this.getBounds();
  }
  setBounds(change: Partial<Rectangle>): void {
    const [minWidth, minHeight] = this.#minimum;
    const { width, height, ...place } = { ...this.#bounds, ...change };
    this.#bounds = { ...place, width: Math.max(width, minWidth), height: Math.max(height, minHeight) };
    void this.#target
      .then(({ targetId }) => setContentsSize(targetId, this.#bounds.width, this.#bounds.height))
      .catch(() => {});
  }
  // These methods do nothing, because pages in headless Chromium are always visible and focused.
  show(): void {}
  hide(): void {}
  focus(): void {
    this.webContents.focus();
  }
  isFocused(): boolean {
    return !this.#destroyed;
  }
  maximize(): void {
    this.#isMaximized = true;
  }
  isMaximized(): boolean {
    return this.#isMaximized;
  }
  isMinimized(): boolean {
    return false;
  }
}
