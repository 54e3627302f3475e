/** Electron stub whose calls do nothing. When Easel creates a window, the stub queries rows like Easel's page. */

const userData = process.env['EASEL_BENCH_USER_DATA'] ?? '';
const connectionId = process.env['EASEL_BENCH_CONNECTION'] ?? '';
const ORIGIN = 'app://easel';

const inert: unknown = new Proxy(() => undefined, {
  get: (_target, name) => (name === 'then' || typeof name === 'symbol' ? undefined : inert),
  apply: () => inert,
  construct: () => inert as object,
});
const inertBut = (own: object): unknown =>
  new Proxy(own, { get: (target, name): unknown => (name in target ? Reflect.get(target, name) : inert) });

type Handler = (event: unknown, name: string, args: unknown) => Promise<unknown>;
const handlers = new Map<string, Handler>();

export const app = inertBut({
  isPackaged: false,
  getPath: () => userData,
  getVersion: () => '0.0.0',
  requestSingleInstanceLock: () => true,
  whenReady: () => Promise.resolve(),
});
export const ipcMain = {
  handle: (channel: string, handler: Handler): void => void handlers.set(channel, handler),
};
export const screen = {
  getDisplayMatching: () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }),
};
export const nativeTheme = { shouldUseDarkColors: false };
export const powerMonitor = inertBut({
  getSystemIdleState: () => 'active',
  getSystemIdleTime: () => 0,
});
export const clipboard = inert;
export const ClipboardItem = inert;
export const dialog = inert;
export const Notification = inert;
export const Menu = inert;
export const protocol = inert;
export const session = inert;
export const shell = inert;
export const systemPreferences = inert;

const mainFrame = { parent: null, origin: ORIGIN, url: `${ORIGIN}/index.html` };
const webContents = inertBut({ id: 1, mainFrame, getType: () => 'window', send: () => undefined });
const event = { sender: webContents, senderFrame: mainFrame };

interface Reply {
  readonly ok: boolean;
  readonly value?: { readonly rows: readonly unknown[]; readonly matching: number };
}

async function ask(from: number, find = '', by = 'created'): Promise<Reply> {
  const query = { find, filters: [], order: { by, descending: true } };
  const args = { connectionId, from, count: 100, query, fields: [] };
  const answer = handlers.get('call');
  if (answer === undefined) throw new Error('main answers no calls');
  return (await answer(event, 'boards.window', args)) as Reply;
}

async function work(matching: number): Promise<void> {
  for (let look = 0; look < 200; look += 1) await ask(Math.floor(Math.random() * (matching - 100)));
  for (const by of ['id', 'created']) await ask(0, '', by);
  for (const find of ['a', 'ab', 'ab1', '-4', '0000', 'zz']) await ask(0, find);
}

async function tell(windowMs: number): Promise<void> {
  const { ok, value } = await ask(0);
  const firstRowsMs = performance.now() - windowMs;
  if (!ok || value?.rows.length !== 100) throw new Error('no first rows came');
  await work(value.matching);
  const rssMb = process.memoryUsage().rss / 1e6;
  process.stdout.write(JSON.stringify({ windowMs, firstRowsMs, rssMb }));
  process.exit(0);
}

export class BrowserWindow {
  readonly webContents = webContents;

  constructor() {
    // Time since the process started, in ms. It includes the start of Node.
    const windowMs = performance.now();
    if (connectionId === '') {
      process.stdout.write(JSON.stringify({ windowMs }));
      process.exit(0);
    }
    setImmediate(() => {
      tell(windowMs).catch((error: unknown) => {
        process.stderr.write(String(error));
        process.exit(1);
      });
    });
  }

  isFocused(): boolean {
    return true;
  }
  isDestroyed(): boolean {
    return false;
  }
  loadURL(): Promise<void> {
    return Promise.resolve();
  }
  on(): this {
    return this;
  }
  once(): this {
    return this;
  }
}
