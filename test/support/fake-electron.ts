/** Fake of the module electron that records calls. `vi.mock('electron', () => import('…/fake-electron.ts'))` */
import { EventEmitter } from 'node:events';
import type { BrowserWindow as RealWindow, Session, WebContents } from 'electron';

/** Event whose default action a listener can prevent. `url` is the event's address. */
export const fakeEvent = (
  url = '',
): Pick<Event, 'defaultPrevented' | 'preventDefault'> & { readonly url: string } =>
  Object.assign(new Event('', { cancelable: true }), { url });

class FakeApp extends EventEmitter {
  hasQuit = false;
  getVersion(): string {
    return '0.0.0';
  }
  quit(): void {
    const event = fakeEvent();
    this.emit('before-quit', event);
    if (!event.defaultPrevented) this.hasQuit = true;
  }
}
export const app = new FakeApp();

export class Notification extends EventEmitter {
  static readonly shown: Notification[] = [];
  static isSupported(): boolean {
    return true;
  }
  readonly options: { readonly title: string; readonly body: string };
  constructor(options: { readonly title: string; readonly body: string }) {
    super();
    this.options = options;
  }
  show(): void {
    Notification.shown.push(this);
  }
}

export const dialog = {
  asked: [] as (readonly unknown[])[],
  chosen: null as string | null,
  response: 0,
  showMessageBox: (...asked: readonly unknown[]): Promise<unknown> => {
    dialog.asked.push(asked);
    return Promise.resolve({ response: dialog.response, checkboxChecked: false });
  },
  showOpenDialog: (...asked: readonly unknown[]): Promise<unknown> => {
    dialog.asked.push(asked);
    return Promise.resolve({
      canceled: dialog.chosen === null,
      filePaths: dialog.chosen === null ? [] : [dialog.chosen],
    });
  },
  showSaveDialog: (...asked: readonly unknown[]): Promise<unknown> => {
    dialog.asked.push(asked);
    return Promise.resolve({ canceled: dialog.chosen === null, filePath: dialog.chosen ?? '' });
  },
};

export const shell = {
  shown: [] as string[],
  showItemInFolder: (file: string): void => void shell.shown.push(file),
};

/** Fake clipboard. Each write awaits `taking` first. Tests replace `taking` to delay a write or make it fail. */
export const clipboard = {
  text: '',
  taking: (): Promise<void> => Promise.resolve(),
  /** Further clipboard formats and their contents, which Easel writes together with the text. */
  marks: {} as Readonly<Record<string, string>>,
  writeText: async (text: string): Promise<void> => {
    await clipboard.taking();
    clipboard.text = text;
    clipboard.marks = {};
  },
  write: async ([item]: readonly ClipboardItem[]): Promise<void> => {
    const { 'text/plain': text = '', ...others } = item?.contents ?? {};
    const read = Object.entries(others).map(async ([type, content]) => [
      type,
      typeof content === 'string' ? content : await content.text(),
    ]);
    const marks: unknown = Object.fromEntries(await Promise.all(read));
    await clipboard.writeText(text as string);
    clipboard.marks = marks as typeof clipboard.marks;
  },
};

export class ClipboardItem {
  readonly contents: Readonly<Record<string, string | Blob>>;
  constructor(contents: Readonly<Record<string, string | Blob>>) {
    this.contents = contents;
  }
}

class FakePowerMonitor extends EventEmitter {
  idleSeconds = 0;
  idleState: 'active' | 'idle' | 'locked' | 'unknown' = 'active';
  #listens = false;
  #hearsShutdown = false;

  constructor() {
    super();
    this.on('newListener', (event) => {
      if (this.#listens && event === 'shutdown') this.#hearsShutdown = true;
      this.#listens = true;
    });
  }
  startOver(): void {
    for (const name of this.eventNames()) if (name !== 'newListener') this.removeAllListeners(name);
    this.#listens = false;
    this.#hearsShutdown = false;
  }
  /** As in Electron on Linux, emits `shutdown` only if the app listened to another event before `shutdown`. */
  shutDown(): void {
    if (this.#hearsShutdown) this.emit('shutdown');
  }
  getSystemIdleTime(): number {
    return this.idleSeconds;
  }
  getSystemIdleState(): 'active' | 'idle' | 'locked' | 'unknown' {
    return this.idleState;
  }
}
export const powerMonitor = new FakePowerMonitor();

/** Fake Touch ID. `exists` is true if it is available, and `says` is true if the user confirms. */
export const touchId = { exists: false, says: true };
export const systemPreferences = {
  canPromptTouchID: (): boolean => touchId.exists,
  promptTouchID: (): Promise<void> =>
    touchId.says ? Promise.resolve() : Promise.reject(new Error('cancelled')),
};

type Handler = (...args: never[]) => unknown;

const CLEARING = [
  ...'closeAllConnections clearStorageData clearData clearCache clearSharedDictionaryCache'.split(' '),
  ...'clearAuthCache clearHostResolverCache clearCodeCaches'.split(' '),
];

export class FakeSession extends EventEmitter {
  readonly handlers = new Map<string, Handler | null>();
  readonly cleared: string[] = [];
  readonly failing = new Set<string>();
  declare clearData: () => Promise<void>;
  readonly partition: string;
  readonly options: unknown;
  spellChecker = true;
  persistent = false;
  readonly protocol = {
    handle: (scheme: string, handler: Handler): void => void this.handlers.set(`protocol:${scheme}`, handler),
  };
  readonly webRequest = {
    onBeforeRequest: (...args: unknown[]): void => this.#request('onBeforeRequest', args),
    onBeforeSendHeaders: (...args: unknown[]): void => this.#request('onBeforeSendHeaders', args),
  };
  /** URL patterns of each webRequest listener. Null for a listener of all URLs. */
  readonly patterns = new Map<string, readonly string[] | null>();

  constructor(partition = '', options: unknown = null) {
    super();
    this.partition = partition;
    this.options = options;
    Object.assign(this, Object.fromEntries(CLEARING.map((step) => [step, () => this.#clear(step)])));
  }

  #request(name: string, args: readonly unknown[]): void {
    const filter = args.length > 1 ? (args[0] as { urls: readonly string[] }) : null;
    this.patterns.set(name, filter?.urls ?? null);
    this.handlers.set(name, args.at(-1) as Handler);
  }

  ask(name: string, ...args: readonly unknown[]): unknown {
    const handler = this.handlers.get(name) as ((...all: readonly unknown[]) => unknown) | null | undefined;
    if (handler === undefined || handler === null) throw new Error(`no ${name}`);
    return handler(...args);
  }

  proxy: unknown = null;
  setProxy(config: unknown): Promise<void> {
    this.proxy = config;
    return Promise.resolve();
  }
  isPersistent(): boolean {
    return this.persistent;
  }
  setSpellCheckerEnabled(on: boolean): void {
    this.spellChecker = on;
  }
  setPermissionRequestHandler = (handler: Handler | null): void => this.#set('permissionRequest', handler);
  setPermissionCheckHandler = (handler: Handler | null): void => this.#set('permissionCheck', handler);
  setDevicePermissionHandler = (handler: Handler | null): void => this.#set('devicePermission', handler);
  setBluetoothPairingHandler = (handler: Handler | null): void => this.#set('bluetoothPairing', handler);
  setDisplayMediaRequestHandler = (handler: Handler | null): void => this.#set('displayMedia', handler);

  #set(name: string, handler: Handler | null): void {
    this.handlers.set(name, handler);
  }
  #clear(step: string): Promise<void> {
    this.cleared.push(step);
    return this.failing.has(step) ? Promise.reject(new Error(step)) : Promise.resolve();
  }
}

export type ContentsType = 'window' | 'webview' | 'browserView' | 'remote' | 'offscreen' | 'backgroundPage';

let lastId = 0;

export class FakeContents extends EventEmitter {
  readonly id = ++lastId;
  readonly sent: (readonly [string, unknown])[] = [];
  readonly mainFrame = { parent: null, origin: 'app://easel', url: 'app://easel/index.html' };
  focusedFrame: object | null = this.mainFrame;
  zoomLevel = 0;
  readonly type: ContentsType;
  readonly session: FakeSession;
  windowOpenHandler: ((details: { readonly url: string }) => unknown) | null = null;
  webRtcPolicy = '';
  muted = false;
  destroyed = false;

  constructor(type: ContentsType = 'window', session = new FakeSession()) {
    super();
    this.type = type;
    this.session = session;
  }

  /** Emits an event that listeners can prevent. Returns true if a listener prevented it. */
  asks(name: string, address: string, ...args: readonly unknown[]): boolean {
    const event = fakeEvent(address);
    this.emit(name, event, ...args);
    return event.defaultPrevented;
  }

  getType(): ContentsType {
    return this.type;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  setWindowOpenHandler(handler: (details: { readonly url: string }) => unknown): void {
    this.windowOpenHandler = handler;
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtcPolicy = policy;
  }
  setAudioMuted(muted: boolean): void {
    this.muted = muted;
  }
  /** Screenshot from `capturePage`. `bytes` returns its JPEG size at a width. If null, `capturePage` never resolves. */
  picture: {
    readonly width: number;
    readonly height: number;
    readonly bytes: (width: number) => number;
  } | null = null;
  capturePage(): Promise<unknown> {
    const { picture } = this;
    if (picture === null) return new Promise(() => undefined);
    const image = (width: number, height: number): object => ({
      isEmpty: () => width === 0,
      getSize: () => ({ width, height }),
      resize: (size: { readonly width: number; readonly height: number }) => image(size.width, size.height),
      toJPEG: () => Buffer.alloc(picture.bytes(width)),
    });
    return Promise.resolve(image(picture.width, picture.height));
  }
  pasted = 0;
  paste(): void {
    this.pasted += 1;
  }
  printToPDF(): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.once('print', () => resolve(new TextEncoder().encode('%PDF')));
      this.once('print-fails', () => reject(new Error('not printed')));
    });
  }
  send(channel: string, data: unknown): void {
    this.sent.push([channel, data]);
  }
  hostWebContents: FakeContents | null = null;
  ended = false;
  stop(): void {}
  forcefullyCrashRenderer(): void {
    this.ended = true;
    this.emit('render-process-gone', fakeEvent(), { reason: 'crashed', exitCode: 1 });
  }
  /** Marks the page as destroyed. For a guest, tests call this when its `<webview>` is removed. */
  close(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('destroyed');
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly made: BrowserWindow[] = [];
  readonly options: unknown;
  readonly webContents = new FakeContents('window');
  readonly loaded: string[] = [];
  readonly calls: string[] = [];
  destroyed = false;
  visible = false;
  maximized = false;
  focused = true;

  constructor(options: unknown = {}) {
    super();
    this.options = options;
    BrowserWindow.made.push(this);
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  /** As in Electron, maximizing also shows a hidden window. */
  maximize(): void {
    this.maximized = true;
    this.calls.push('maximize');
    this.show();
  }
  isFocused(): boolean {
    return this.focused;
  }
  close(): void {
    const event = fakeEvent();
    this.emit('close', event);
    if (event.defaultPrevented) return;
    this.destroyed = true;
    this.emit('closed');
  }
  destroy(): void {
    this.calls.push('destroy');
    this.destroyed = true;
  }
  show(): void {
    if (!this.visible) this.calls.push('show');
    this.visible = true;
  }
  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    return { x: 10, y: 20, width: 1000, height: 700 };
  }
  loadURL(address: string): Promise<void> {
    this.loaded.push(address);
    return Promise.resolve();
  }
}

export const sessions: FakeSession[] = [];
export const onNewSession: { run: (session: FakeSession) => void } = { run: () => undefined };

export const session = {
  defaultSession: new FakeSession(),
  fromPartition: (partition: string, options?: unknown): FakeSession => {
    const known = sessions.find((each) => each.partition === partition);
    if (known !== undefined) return known;
    const made = new FakeSession(partition, options);
    onNewSession.run(made);
    sessions.push(made);
    return made;
  },
};

type Invoked = (event: unknown, ...args: readonly unknown[]) => unknown;
const handled = new Map<string, Invoked>();
export const ipcMain = {
  handled,
  handle: (channel: string, handler: Invoked): void => {
    if (handled.has(channel)) throw new Error(`a second handler for ${channel}`);
    handled.set(channel, handler);
  },
};

class FakeIpcRenderer extends EventEmitter {
  readonly invoked: (readonly unknown[])[] = [];
  invoke(...args: readonly unknown[]): Promise<unknown> {
    this.invoked.push(args);
    return Promise.resolve({ ok: true, value: null });
  }
}
export const ipcRenderer = new FakeIpcRenderer();

export const webUtils = {
  getPathForFile: ({ name }: { readonly name: string }): string => `/home/ada/${name}`,
};

export const exposed = new Map<string, unknown>();
export const contextBridge = {
  exposeInMainWorld: (name: string, value: unknown): void => void exposed.set(name, value),
};

export const privileged: unknown[] = [];
export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown): void => void privileged.push(schemes),
};

export interface MenuItem {
  readonly id?: string;
  readonly label?: string;
  readonly role?: string;
  readonly accelerator?: string;
  readonly visible?: boolean;
  readonly registerAccelerator?: boolean;
  readonly submenu?: readonly MenuItem[];
  readonly click?: (
    item: MenuItem,
    window: null,
    event: { readonly triggeredByAccelerator?: boolean },
  ) => void;
}
export const menus: (readonly MenuItem[])[] = [];
export const Menu = {
  buildFromTemplate: (template: readonly MenuItem[]): readonly MenuItem[] =>
    Object.assign(template, { popup: () => menus.push(template) }),
  setApplicationMenu: (menu: readonly MenuItem[]): void => void menus.push(menu),
};

export const nativeTheme = { shouldUseDarkColors: false, themeSource: 'system' };
/** Two screens, the second left of the first. A window's screen is the one that contains the window's centre. */
export const screen = {
  getDisplayMatching: ({ x, width }: { readonly x: number; readonly width: number }): unknown => ({
    workArea:
      x + width / 2 < 0
        ? { x: -1280, y: 100, width: 1280, height: 984 }
        : { x: 0, y: 0, width: 1920, height: 1040 },
  }),
};

export const asContents = (fake: FakeContents): WebContents => fake as unknown as WebContents;
export const asSession = (fake: FakeSession): Session => fake as unknown as Session;
export const asWindow = (fake: BrowserWindow): RealWindow => fake as unknown as RealWindow;
