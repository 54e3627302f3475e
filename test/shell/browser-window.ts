/**
 * `BrowserWindow`.
 */
import { app } from './app.ts';
import { shellEvent } from './events.ts';
import { openPage } from './page.ts';
import { fromPartition } from './session.ts';
import { browser } from './shell.ts';
import { openTarget, setContentsSize, type PageTarget } from './targets.ts';
import { WebContents, type WebPreferences } from './web-contents.ts';
import { WindowFrame, type Rectangle } from './window-frame.ts';

type Options = Partial<Rectangle> & {
  readonly show?: boolean;
  readonly title?: string;
  readonly minWidth?: number;
  readonly minHeight?: number;
  readonly webPreferences?: WebPreferences;
};

const windows = new Set<BrowserWindow>();
let focusedId = 0;
let lastId = 0;

export function allWindows(): BrowserWindow[] {
  return [...windows];
}

export class BrowserWindow extends WindowFrame {
  static getAllWindows(): BrowserWindow[] {
    return allWindows();
  }
  static getFocusedWindow(): BrowserWindow | null {
    return allWindows().find((window) => window.id === focusedId) ?? null;
  }

  readonly id = ++lastId;
  readonly webContents: WebContents;
  #title: string;
  #visible: boolean;
  #destroyed = false;
  #target: Promise<PageTarget>;
  #closed = Promise.withResolvers<boolean>();
  #refused = Promise.withResolvers<boolean>();

  constructor(options: Options = {}) {
    super(options);
    if (!app.isReady()) browser();
    this.#title = options.title ?? app.getName();
    this.#visible = options.show ?? true;
    const preferences = options.webPreferences ?? {};
    this.webContents = new WebContents({
      type: 'window',
      session: preferences.session ?? fromPartition(preferences.partition ?? ''),
      preferences,
      close: ({ waitForBeforeUnload }) => void this.#closePolitely(waitForBeforeUnload),
    });
    windows.add(this);
    this.webContents.on('page-title-updated', (_event: unknown, title: string, explicit: boolean) => {
      const event = shellEvent();
      this.emit('page-title-updated', event, title, explicit);
      if (!event.defaultPrevented) this.#title = title;
    });
    this.webContents.once('dom-ready', () => this.emit('ready-to-show', shellEvent()));
    this.#target = this.#open();
    this.#target.catch(() => this.destroy());
    focusedId = this.id;
  }

  async #open(): Promise<PageTarget> {
    const { width, height } = this.getBounds();
    const target = await openTarget(this.#title, width, height);
    const { session, targetId } = target;
    this.webContents.loading.placeholder = target.url;
    const { root } = browser().connection;
    root.on('Target.detachedFromTarget', (event) => {
      if (event.sessionId === session.id) this.#gone();
    });
    session.on('Page.javascriptDialogOpening', ({ type }) => this.#answerDialog(session, type));
    if (this.#destroyed) root.tell('Target.closeTarget', { targetId });
    else await openPage(this.webContents, session, targetId);
    await setContentsSize(targetId, width, height).catch(() => {});
    return target;
  }

  #answerDialog(session: PageTarget['session'], type: string): void {
    if (type === 'beforeunload') {
      session.tell('Page.handleJavaScriptDialog', { accept: false });
      this.#refused.resolve(false);
      this.#refused = Promise.withResolvers<boolean>();
    } else if (!browser().headed && !app.commandLine.hasSwitch('remote-debugging-port')) {
      // Nobody else could answer it: no person, no Playwright.
      session.tell('Page.handleJavaScriptDialog', { accept: false });
    }
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address);
  }

  protected override resizeContents(width: number, height: number): void {
    void this.#target.then(({ targetId }) => setContentsSize(targetId, width, height)).catch(() => {});
  }

  close(): void {
    void this.closeAndWait();
  }
  /** For the shell: true once it is closed, false if the app or the page objected. */
  closeAndWait(): Promise<boolean> {
    return this.#closePolitely(true);
  }
  async #closePolitely(runBeforeUnload: boolean): Promise<boolean> {
    if (this.#destroyed) return true;
    const event = shellEvent();
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    const { promise: refused } = this.#refused;
    const { session, targetId } = await this.#target;
    if (runBeforeUnload) session.tell('Page.close');
    else browser().connection.root.tell('Target.closeTarget', { targetId });
    return Promise.race([this.#closed.promise, refused]);
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
    if (focusedId === this.id) focusedId = allWindows().at(-1)?.id ?? 0;
    this.webContents.markDestroyed();
    this.emit('closed', shellEvent());
    this.#closed.resolve(true);
    app.windowClosed(windows.size);
  }

  show(): void {
    this.#setVisible(true);
    this.focus();
  }
  /** As Electron does: a hidden window is shown by it. */
  override maximize(): void {
    this.#setVisible(true);
    super.maximize();
  }
  hide(): void {
    this.#setVisible(false);
  }
  // A hidden window is only said to be hidden: Chromium shows it.
  #setVisible(visible: boolean): void {
    if (this.#visible === visible) return;
    this.#visible = visible;
    this.emit(visible ? 'show' : 'hide', shellEvent());
  }
  focus(): void {
    this.webContents.focus();
    if (this.isFocused()) return;
    BrowserWindow.getFocusedWindow()?.emit('blur', shellEvent());
    focusedId = this.id;
    this.emit('focus', shellEvent());
  }
  isFocused(): boolean {
    return focusedId === this.id;
  }
  setTitle(title: string): void {
    this.#title = title;
  }
  getTitle(): string {
    return this.#title;
  }
}
