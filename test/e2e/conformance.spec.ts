/**
 * What the Chromium shell must do just as Electron does. One set for both drivers, with no branch by driver.
 * Guests are reached through `webContents`, never through `page.frames()`, which Electron hides them from.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import type { WebContents } from 'electron';
import { driver, launchApp, type LaunchedApp } from '../support/driver.ts';

type Journal = { readonly journal: string[]; readonly openWindow: () => void };
type Bridge = {
  readonly add: (a: number, b: number) => number;
  readonly fail: () => void;
  readonly later: <T>(value: T) => Promise<T>;
  readonly failLater: () => Promise<void>;
  readonly withCallback: (callback: (text: string) => void) => void;
  readonly subscribe: (listener: (...args: unknown[]) => void) => () => void;
  readonly invoke: (channel: string, ...args: unknown[]) => Promise<unknown>;
  readonly send: (channel: string, ...args: unknown[]) => void;
  readonly exposeAgain: () => void;
};
declare const api: Bridge;
declare const violations: string[];

type Site = { readonly origin: string; readonly server: Server };

const PAGES: Readonly<Record<string, { body: string; headers?: Record<string, string | string[]> }>> = {
  '/plain': { body: '<title>Plain guest</title><p>hello</p>' },
  '/other': { body: '<title>Other guest</title>' },
  '/unframed': {
    body: '<title>Unframed</title>',
    headers: { 'x-frame-options': 'DENY', 'content-security-policy': "frame-ancestors 'none'" },
  },
  '/cookie': { body: '<title>Cookie</title>', headers: { 'set-cookie': 'visit=1; SameSite=Lax; HttpOnly' } },
  '/file': { body: 'content', headers: { 'content-disposition': 'attachment; filename="report.txt"' } },
  '/loads': { body: '<title>Loads</title><script src="/script.js"></script>' },
  '/script.js': { body: 'window.scriptRan = true', headers: { 'content-type': 'text/javascript' } },
};

const test = base.extend<{ launched: LaunchedApp; journalFile: string }, { site: Site }>({
  site: [
    async ({}, use) => {
      const server = createServer((request, response) => {
        const page = PAGES[new URL(request.url ?? '/', 'http://localhost').pathname];
        if (request.url === '/seen-cookie') {
          response.end(request.headers.cookie ?? 'none');
          return;
        }
        response.writeHead(page ? 200 : 404, { 'content-type': 'text/html', ...page?.headers });
        response.end(page?.body ?? '');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      await use({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server });
      server.close();
    },
    { scope: 'worker' },
  ],
  journalFile: async ({}, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'easel-journal-'));
    await use(path.join(folder, 'journal.json'));
    await rm(folder, { recursive: true });
  },
  launched: async ({}, use) => {
    const launched = await launchApp({ app: path.join(import.meta.dirname, 'conformance-app') });
    await launched.window.waitForSelector('h1');
    await use(launched);
    await launched.close();
  },
});

test.beforeEach(({}, info) => {
  info.annotations.push({ type: 'driver', description: driver() });
});

/** Puts a webview into the page and returns its events up to `until`, with the fields named. */
function showGuest(
  launched: LaunchedApp,
  src: string,
  until: string,
): Promise<
  { type: string; errorCode?: number; errorDescription?: string; url?: string; validatedURL?: string }[]
> {
  return launched.window.evaluate(
    ([address, last]) =>
      new Promise((resolve) => {
        const seen: { type: string }[] = [];
        const webview = document.createElement('webview');
        webview.id = 'guest';
        webview.setAttribute('partition', 'guests');
        webview.setAttribute('src', address ?? '');
        const types =
          'did-attach did-start-loading did-navigate dom-ready did-finish-load did-fail-load did-stop-loading';
        for (const type of types.split(' ')) {
          webview.addEventListener(type, (event) => {
            const { errorCode, errorDescription, url, validatedURL } = event as Event &
              Record<string, unknown>;
            seen.push(JSON.parse(JSON.stringify({ type, errorCode, errorDescription, url, validatedURL })));
            if (type === last) resolve(seen);
          });
        }
        document.querySelector('#stage')?.append(webview);
      }),
    [src, until],
  );
}

/** Runs code in the only guest. */
function inGuest(launched: LaunchedApp, code: string): Promise<unknown> {
  return launched.app.evaluate(({ webContents }, text) => {
    const guest = webContents.getAllWebContents().find((contents) => contents.getType() === 'webview');
    // As if somebody had clicked: without that Chromium itself forbids some of what the specs try.
    return guest?.executeJavaScript(text, true);
  }, code);
}

/** The addresses and types of all web contents, sorted. */
function allContents(launched: LaunchedApp): Promise<string[]> {
  return launched.app.evaluate(({ webContents }) =>
    webContents
      .getAllWebContents()
      .map((contents) => `${contents.getType()} ${contents.getURL()}`)
      .sort(),
  );
}

/** An address where nothing listens any more. */
async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/`;
}

test.describe('the app', () => {
  test('has the name and version of its package, and the user data folder of its command line', async ({
    launched,
  }) => {
    const facts = await launched.app.evaluate(({ app }) => ({
      name: app.getName(),
      version: app.getVersion(),
      packaged: app.isPackaged,
      ready: app.isReady(),
      userData: app.getPath('userData'),
      type: process.type,
      electron: /^\d+\.\d+\.\d+/.test(process.versions.electron),
      chrome: /^\d+\./.test(process.versions.chrome),
      defaultApp: process.defaultApp,
    }));
    expect(facts).toEqual({
      name: 'Conformance',
      version: '1.2.3',
      packaged: false,
      ready: true,
      userData: launched.userData,
      type: 'browser',
      electron: true,
      chrome: true,
      defaultApp: true,
    });
  });

  test('closes its window, then hears that all are closed, then quits in order', async ({
    launched,
    journalFile,
  }) => {
    await launched.app.evaluate(({ app }) => {
      const { journal } = globalThis as unknown as Journal;
      journal.length = 0;
      app.once('window-all-closed', () => journal.push('still running'));
    });
    await launched.window.close();
    await expect
      .poll(() => launched.app.evaluate(() => (globalThis as unknown as Journal).journal))
      .toEqual(['close', 'closed', 'window-all-closed', 'still running']);

    await launched.app.evaluate((_electron, name) => {
      (globalThis as unknown as Journal).journal.length = 0;
      process.env['JOURNAL_FILE'] = name;
    }, journalFile);
    await launched.close();
    expect(JSON.parse(await readFile(journalFile, 'utf8'))).toEqual(['before-quit', 'will-quit', 'quit']);
  });

  test('closes open windows when it quits, without window-all-closed', async ({ launched, journalFile }) => {
    await launched.app.evaluate((_electron, name) => {
      (globalThis as unknown as Journal).journal.length = 0;
      process.env['JOURNAL_FILE'] = name;
    }, journalFile);
    await launched.close();
    expect(JSON.parse(await readFile(journalFile, 'utf8'))).toEqual([
      'before-quit',
      'close',
      'closed',
      'will-quit',
      'quit',
    ]);
  });

  test('ends with code 0 after SIGTERM', async ({ launched }) => {
    const child = launched.app.process();
    const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});

test.describe('a window', () => {
  test('has the size it asked for, and tells its bounds', async ({ launched }) => {
    expect(await launched.window.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 700]);
    const size = await launched.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getContentSize(),
    );
    expect(size).toEqual([900, 700]);
    await launched.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setContentSize(640, 480),
    );
    await expect.poll(() => launched.window.evaluate(() => [innerWidth, innerHeight])).toEqual([640, 480]);
  });

  test('takes the title of its page', async ({ launched }) => {
    const title = () =>
      launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle());
    await expect.poll(title).toBe('Conformance page');
  });

  test('can be joined by a second one, which closes alone', async ({ launched }) => {
    const opened = launched.app.waitForEvent('window');
    await launched.app.evaluate(() => (globalThis as unknown as Journal).openWindow());
    const second = await opened;
    await second.waitForSelector('h1');
    expect(await second.evaluate(() => api.add(2, 3))).toBe(5);
    await second.close();
    await expect.poll(() => allContents(launched)).toEqual(['window app://conformance/page.html']);
    expect(await launched.window.evaluate(() => api.add(1, 1))).toBe(2);
  });

  test('keeps its bridge over a reload', async ({ launched }) => {
    await launched.window.reload();
    await launched.window.waitForSelector('h1');
    expect(await launched.window.evaluate(() => api.invoke('echo', 'again'))).toBe('again');
  });

  test('stays open if the app prevents its closing', async ({ launched }) => {
    const stayed = await launched.app.evaluate(async ({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0];
      window?.once('close', (event) => event.preventDefault());
      window?.close();
      return window?.isDestroyed() === false;
    });
    expect(stayed).toBe(true);
    expect(await launched.window.evaluate(() => api.add(1, 1))).toBe(2);
  });

  test('stays open if its page objects and the app does not overrule it', async ({ launched }) => {
    // A page may object only after somebody has used it. Listening keeps Playwright from answering by itself.
    launched.window.on('dialog', () => {});
    await launched.window.locator('h1').click();
    await launched.window.evaluate(() => {
      Object.assign(window, { objection: (event: Event) => event.preventDefault() });
      window.addEventListener('beforeunload', (window as unknown as { objection: () => void }).objection);
    });
    const asked = await launched.app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0];
      return new Promise((resolve) => {
        window?.webContents.once('will-prevent-unload', () => resolve(true));
        window?.close();
      });
    });
    expect(asked).toBe(true);
    expect(await launched.window.evaluate(() => api.add(1, 1))).toBe(2);
    await launched.window.evaluate(() =>
      window.removeEventListener('beforeunload', (window as unknown as { objection: () => void }).objection),
    );
  });

  test('closes over a beforeunload if the app says so', async ({ launched }) => {
    launched.window.on('dialog', () => {});
    await launched.window.locator('h1').click();
    await launched.window.evaluate(() =>
      window.addEventListener('beforeunload', (event) => event.preventDefault()),
    );
    const closed = await launched.app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0];
      return new Promise((resolve) => {
        window?.webContents.once('will-prevent-unload', (event) => event.preventDefault());
        window?.once('closed', () => resolve(true));
        window?.close();
      });
    });
    expect(closed).toBe(true);
  });

  test('sends the app where a link leads only if the app does not prevent it', async ({ launched, site }) => {
    await launched.app.evaluate(({ BrowserWindow }) => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.on('will-frame-navigate', (event) => seen.push(`frame ${event.url}`));
      contents?.on('will-navigate', (event) => {
        seen.push(event.url);
        event.preventDefault();
      });
    });
    await launched.window.evaluate((address) => (location.href = address), `${site.origin}/plain`);
    const seen = () => launched.app.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    await expect.poll(seen).toEqual([`frame ${site.origin}/plain`, `${site.origin}/plain`]);
    expect(await allContents(launched)).toEqual(['window app://conformance/page.html']);
    expect(await launched.window.evaluate(() => api.add(1, 1))).toBe(2);
  });

  test('opens no other window if the app denies it', async ({ launched, site }) => {
    await launched.app.evaluate(({ BrowserWindow }) => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      BrowserWindow.getAllWindows()[0]?.webContents.setWindowOpenHandler(({ url, frameName }) => {
        seen.push(`${frameName} ${url}`);
        return { action: 'deny' };
      });
    });
    await launched.window.evaluate((url) => void window.open(url, 'mine'), `${site.origin}/plain`);
    const seen = () => launched.app.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    await expect.poll(seen).toEqual([`mine ${site.origin}/plain`]);
    expect(launched.app.windows()).toHaveLength(1);
    expect(await allContents(launched)).toEqual(['window app://conformance/page.html']);
  });

  test('follows the theme that the app chose', async ({ launched }) => {
    const isDark = () => launched.window.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    await launched.app.evaluate(({ nativeTheme }) => (nativeTheme.themeSource = 'dark'));
    await expect.poll(isDark).toBe(true);
    expect(await launched.app.evaluate(({ nativeTheme }) => nativeTheme.shouldUseDarkColors)).toBe(true);
    await launched.window.reload();
    await expect.poll(isDark).toBe(true);
    await launched.app.evaluate(({ nativeTheme }) => (nativeTheme.themeSource = 'light'));
    await expect.poll(isDark).toBe(false);
  });
});

test.describe('the bridge', () => {
  test('is there before any script of the page, frozen, with the keys that the preload exposed', async ({
    launched,
  }) => {
    const facts = await launched.window.evaluate(() => ({
      early: (window as unknown as { exposedAtStart: boolean }).exposedAtStart,
      keys: Object.keys(api).slice(0, 3),
      frozen: Object.isFrozen(api) && Object.isFrozen((api as unknown as { nested: object }).nested),
      fixed: Object.getOwnPropertyDescriptor(window, 'api')?.writable,
    }));
    expect(facts).toEqual({ early: true, keys: ['version', 'nested', 'add'], frozen: true, fixed: false });
  });

  test('returns and throws at once', async ({ launched }) => {
    const outcome = await launched.window.evaluate(() => {
      try {
        api.fail();
        return 'returned';
      } catch (error) {
        return [api.add(20, 22), error instanceof Error, (error as Error).message];
      }
    });
    expect(outcome).toEqual([42, true, 'on purpose']);
  });

  test('carries promises, both ends of them', async ({ launched }) => {
    expect(await launched.window.evaluate(() => api.later({ list: [1, 'two'] }))).toEqual({
      list: [1, 'two'],
    });
    const message = await launched.window.evaluate(() =>
      api.failLater().catch((error: Error) => error.message),
    );
    expect(message).toBe('later, on purpose');
  });

  test('carries callbacks and the function that ends a subscription', async ({ launched }) => {
    const seen = await launched.window.evaluate(async () => {
      const heard: unknown[] = [];
      api.withCallback((text) => heard.push(text));
      await new Promise<void>((resolve) => {
        const unsubscribe = api.subscribe((text, date) => {
          heard.push(text, date instanceof Date && date.getTime());
          unsubscribe();
          resolve();
        });
        api.send('ask-news', 'first');
      });
      api.send('ask-news', 'second');
      await api.invoke('echo', 'after the news');
      return heard;
    });
    expect(seen).toEqual(['from the preload', 'first', 0]);
  });

  test('names the channel and the error when a handler fails or is missing', async ({ launched }) => {
    const errors = await launched.window.evaluate(() =>
      Promise.all(
        ['fail', 'nobody'].map((channel) => api.invoke(channel).catch((error: Error) => error.message)),
      ),
    );
    expect(errors).toEqual([
      "Error invoking remote method 'fail': TypeError: no luck",
      "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
    ]);
  });

  test('keeps what structured clone keeps on the way to main and back', async ({ launched }) => {
    const unequal = await launched.window.evaluate(async () => {
      const values: Record<string, unknown> = {
        undefined: undefined,
        null: null,
        text: 'Ünïcode \u2028 💡',
        zero: -0,
        nan: Number.NaN,
        infinity: -Infinity,
        bigint: 12345678901234567890n,
        date: new Date(1234567890),
        map: new Map<unknown, unknown>([['key', new Set([1, 2])]]),
        bytes: new Uint8Array([0, 1, 255]),
        doubles: new Float64Array([1.5, -2]),
        buffer: new Uint8Array([7, 8]).buffer,
        expression: /a+/gi,
        nested: { list: [1, { deep: undefined }], $type: 'mine' },
      };
      const show = (value: unknown): string => {
        if (value instanceof Map) return `Map ${show([...value])}`;
        if (value instanceof Set) return `Set ${show([...value])}`;
        if (value instanceof Date) return `Date ${value.getTime()}`;
        if (value instanceof RegExp) return String(value);
        if (value instanceof ArrayBuffer) return `ArrayBuffer ${[...new Uint8Array(value)].join()}`;
        if (ArrayBuffer.isView(value))
          return `${value.constructor.name} ${[...(value as Uint8Array)].join()}`;
        if (Array.isArray(value)) return `[${value.map(show).join()}]`;
        if (typeof value === 'object' && value !== null) {
          return `{${Object.entries(value)
            .map(([key, item]) => `${key}:${show(item)}`)
            .join()}}`;
        }
        return Object.is(value, -0) ? '-0' : `${typeof value} ${String(value)}`;
      };
      const wrong: string[] = [];
      for (const [name, value] of Object.entries(values)) {
        const back = await api.invoke('echo', value);
        if (show(back) !== show(value)) wrong.push(`${name}: ${show(value)} became ${show(back)}`);
      }
      return wrong;
    });
    expect(unequal).toEqual([]);
  });

  test('refuses what structured clone refuses', async ({ launched }) => {
    const message = await launched.window.evaluate(() =>
      api.invoke('echo', { run: () => 1 }).then(
        () => 'passed',
        (error: Error) => error.message,
      ),
    );
    expect(message).toMatch(/could not be cloned/);
  });

  test('does not let a key be exposed twice', async ({ launched }) => {
    const outcome = await launched.window.evaluate(() => {
      try {
        api.exposeAgain();
        return 'exposed';
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(outcome).toMatch(/existing property/);
  });

  test('tells main the very frame that called, with its app address', async ({ launched }) => {
    expect(await launched.window.evaluate(() => api.invoke('who'))).toEqual({
      type: 'frame',
      sameFrame: true,
      url: 'app://conformance/page.html',
      origin: 'app://conformance',
      parent: null,
    });
  });

  test('shows the page nothing else of the preload, and a child frame nothing at all', async ({
    launched,
  }) => {
    const seen = await launched.window.evaluate(() => {
      const names = [
        'preloadSecret',
        'require',
        'process',
        'module',
        'Buffer',
        '__shellSend',
        '__shellDeliver',
      ];
      const child = (document.querySelector('#child') as HTMLIFrameElement).contentWindow as object;
      return [names.filter((name) => name in window), [...names, 'api'].filter((name) => name in child)];
    });
    expect(seen).toEqual([[], []]);
  });
});

test.describe('the app scheme', () => {
  test('answers with the status and type that the handler gave, in a secure context', async ({
    launched,
  }) => {
    expect(
      await launched.window.evaluate(() => [
        document.contentType,
        isSecureContext,
        getComputedStyle(document.querySelector('h1') as Element).color,
      ]),
    ).toEqual(['text/html', true, 'rgb(1, 2, 3)']);
    const status = await launched.app.evaluate(({ BrowserWindow }) => {
      const { webContents } = new BrowserWindow({ show: false });
      return new Promise((resolve) => {
        webContents.once('did-navigate', (_event, url, code) => resolve([url, code]));
        void webContents.loadURL('app://conformance/missing');
      });
    });
    expect(status).toEqual(['app://conformance/missing', 404]);
  });

  test('enforces the policy of its documents and reports what it stopped', async ({ launched }) => {
    const outcome = await launched.window.evaluate(async () => {
      const script = document.createElement('script');
      script.append('window.injected = true');
      document.body.append(script);
      const fetched = await fetch('/style.css').then(
        () => 'fetched',
        () => 'blocked',
      );
      let markup = 'set';
      try {
        document.body.insertAdjacentHTML('beforeend', '<p>markup</p>');
      } catch {
        markup = 'blocked';
      }
      return { injected: 'injected' in window, fetched, markup };
    });
    expect(outcome).toEqual({ injected: false, fetched: 'blocked', markup: 'blocked' });
    await expect
      .poll(() => launched.window.evaluate(() => [...new Set(violations)].sort()))
      .toEqual(['connect-src', 'require-trusted-types-for']);
  });

  test('causes no violation by itself', async ({ launched }) => {
    expect(await launched.window.evaluate(() => violations)).toEqual([]);
  });
});

test.describe('a webview', () => {
  test('tells its load in order, and main sees a guest of its partition', async ({ launched, site }) => {
    await launched.app.evaluate(({ BrowserWindow, session }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.once(
        'did-attach-webview',
        (_event, guest: WebContents) => {
          const facts = [
            guest.getType(),
            guest.hostWebContents === BrowserWindow.getAllWindows()[0]?.webContents,
            guest.session === session.fromPartition('guests'),
            guest.session.isPersistent(),
            guest.session.getStoragePath(),
          ];
          Object.assign(globalThis, { facts });
        },
      );
    });
    const events = await showGuest(launched, `${site.origin}/plain`, 'did-stop-loading');
    const order = [
      'did-attach',
      'did-start-loading',
      'did-navigate',
      'dom-ready',
      'did-finish-load',
      'did-stop-loading',
    ];
    expect(events.map((event) => event.type)).toEqual(order);
    expect(events[2]?.url).toBe(`${site.origin}/plain`);
    expect(await allContents(launched)).toEqual([
      `webview ${site.origin}/plain`,
      'window app://conformance/page.html',
    ]);
    const facts = await launched.app.evaluate(() => (globalThis as unknown as { facts: unknown[] }).facts);
    expect(facts).toEqual(['webview', true, true, false, null]);
    expect(await inGuest(launched, 'Promise.resolve([document.title, typeof require])')).toEqual([
      'Plain guest',
      'undefined',
    ]);
    expect(await launched.window.evaluate(() => violations)).toEqual([]);
  });

  test('names the failure of a load', async ({ launched }) => {
    const address = await closedPort();
    const events = await showGuest(launched, address, 'did-stop-loading');
    expect(events.find((event) => event.type === 'did-fail-load')).toMatchObject({
      errorCode: -102,
      errorDescription: 'ERR_CONNECTION_REFUSED',
      validatedURL: address,
    });
    expect(events.map((event) => event.type)).not.toContain('did-finish-load');
  });

  test('loads what main made of its address, and keeps that out of the element', async ({
    launched,
    site,
  }) => {
    await launched.app.evaluate(({ BrowserWindow }, address) => {
      BrowserWindow.getAllWindows()[0]?.webContents.once(
        'will-attach-webview',
        (_event, _preferences, params) => {
          Object.assign(globalThis, { given: params['src'] });
          params['src'] = address;
        },
      );
    }, `${site.origin}/other`);
    const events = await showGuest(launched, 'about:blank#preview-1', 'did-finish-load');
    expect(events.find((event) => event.type === 'did-navigate')?.url).toBe(`${site.origin}/other`);
    expect(await launched.app.evaluate(() => (globalThis as unknown as { given: string }).given)).toBe(
      'about:blank#preview-1',
    );
    expect(await inGuest(launched, 'document.title')).toBe('Other guest');
  });

  test('does not attach if main prevents it', async ({ launched, site }) => {
    await launched.app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.once('will-attach-webview', (event) => {
        event.preventDefault();
        Object.assign(globalThis, { asked: true });
      });
    });
    await launched.window.evaluate((address) => {
      const webview = document.createElement('webview');
      webview.setAttribute('src', address);
      document.querySelector('#stage')?.append(webview);
    }, `${site.origin}/plain`);
    await expect.poll(() => launched.app.evaluate(() => 'asked' in globalThis)).toBe(true);
    await launched.window.evaluate(() => api.invoke('echo', 'settled'));
    expect((await allContents(launched)).filter((text) => text.startsWith('webview http'))).toEqual([]);
  });

  test('shows a page that forbids frames', async ({ launched, site }) => {
    const events = await showGuest(launched, `${site.origin}/unframed`, 'did-stop-loading');
    expect(events.map((event) => event.type)).toContain('did-finish-load');
    expect(await inGuest(launched, 'document.title')).toBe('Unframed');
  });

  test('cannot move the page around it', async ({ launched, site }) => {
    await showGuest(launched, `${site.origin}/plain`, 'did-stop-loading');
    await inGuest(launched, `void (top.location.href = '${site.origin}/other')`);
    await launched.window.evaluate(() => api.invoke('echo', 'after that'));
    expect(
      await launched.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
      ),
    ).toBe('app://conformance/page.html');
    expect(await launched.window.evaluate(() => api.add(1, 1))).toBe(2);
  });

  test('keeps the cookies that its page set', async ({ launched, site }) => {
    await showGuest(launched, `${site.origin}/cookie`, 'did-finish-load');
    expect(await inGuest(launched, `fetch('/seen-cookie').then((answer) => answer.text())`)).toBe('visit=1');
  });

  test('goes nowhere and opens nothing that main denies', async ({ launched, site }) => {
    await launched.app.evaluate(({ app }) => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      app.on('web-contents-created', (_event, contents) => {
        contents.setWindowOpenHandler(({ url }) => {
          seen.push(`open ${url}`);
          return { action: 'deny' };
        });
        contents.on('will-navigate', (event) => {
          seen.push(`go ${event.url}`);
          event.preventDefault();
        });
      });
    });
    await showGuest(launched, `${site.origin}/plain`, 'did-stop-loading');
    const seen = () => launched.app.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    await inGuest(launched, `void window.open('${site.origin}/other')`);
    await expect.poll(seen).toEqual([`open ${site.origin}/other`]);
    await inGuest(launched, `void (location.href = '${site.origin}/other')`);
    await expect.poll(seen).toEqual([`open ${site.origin}/other`, `go ${site.origin}/other`]);
    expect(await inGuest(launched, 'document.title')).toBe('Plain guest');
    expect(launched.app.windows()).toHaveLength(1);
  });

  test('asks the permission handlers of its session', async ({ launched, site }) => {
    await launched.app.evaluate(({ session }) => {
      const guests = session.fromPartition('guests');
      const granted = (permission: string): boolean => permission === 'notifications';
      guests.setPermissionCheckHandler((_contents, permission) => granted(permission));
      guests.setPermissionRequestHandler((_contents, permission, callback) => callback(granted(permission)));
    });
    await showGuest(launched, `${site.origin}/plain`, 'did-stop-loading');
    const code = `Promise.all(['notifications', 'geolocation'].map(
      async (name) => (await navigator.permissions.query({ name })).state))`;
    expect(await inGuest(launched, code)).toEqual(['granted', 'denied']);
  });

  test('loads only what its session lets through', async ({ launched, site }) => {
    await launched.app.evaluate(({ session }) => {
      session.fromPartition('guests').webRequest.onBeforeRequest((details, callback) => {
        callback({ cancel: details.resourceType === 'script' });
      });
    });
    await showGuest(launched, `${site.origin}/loads`, 'did-stop-loading');
    expect(await inGuest(launched, `['scriptRan' in window, document.title]`)).toEqual([false, 'Loads']);
    await launched.app.evaluate(({ session }) =>
      session.fromPartition('guests').webRequest.onBeforeRequest(null),
    );
    await launched.window.evaluate(
      () =>
        new Promise((resolve) => {
          const guest = document.querySelector('#guest') as Element & { reload: () => void };
          guest.addEventListener('did-finish-load', resolve, { once: true });
          guest.reload();
        }),
    );
    expect(await inGuest(launched, `'scriptRan' in window`)).toBe(true);
  });

  test('downloads nothing that main prevents', async ({ launched, site }) => {
    await launched.app.evaluate(({ session }) => {
      session.fromPartition('guests').on('will-download', (event, item) => {
        event.preventDefault();
        Object.assign(globalThis, { prevented: [item.getFilename(), item.getURL()] });
      });
    });
    await showGuest(launched, `${site.origin}/plain`, 'did-stop-loading');
    await inGuest(launched, `void (location.href = '/file')`);
    await expect
      .poll(() => launched.app.evaluate(() => (globalThis as unknown as { prevented?: string[] }).prevented))
      .toEqual(['report.txt', `${site.origin}/file`]);
    expect(await inGuest(launched, 'document.title')).toBe('Plain guest');
  });

  test('answers methods of its element and follows its src', async ({ launched, site }) => {
    await showGuest(launched, `${site.origin}/plain`, 'did-stop-loading');
    const before = await launched.window.evaluate(async () => {
      const guest = document.querySelector('#guest') as Element & {
        getURL: () => string;
        executeJavaScript: (code: string) => Promise<unknown>;
      };
      return [guest.getURL(), await guest.executeJavaScript('6 * 7')];
    });
    expect(before).toEqual([`${site.origin}/plain`, 42]);
    const url = await launched.window.evaluate(
      (address) =>
        new Promise((resolve) => {
          const guest = document.querySelector('#guest') as Element & { getURL: () => string };
          guest.addEventListener('did-finish-load', () => resolve(guest.getURL()), { once: true });
          guest.setAttribute('src', address);
        }),
      `${site.origin}/other`,
    );
    expect(url).toBe(`${site.origin}/other`);
  });

  test('ends when its element is taken away', async ({ launched, site }) => {
    await showGuest(launched, `${site.origin}/plain`, 'did-stop-loading');
    await launched.app.evaluate(({ webContents }) => {
      const guest = webContents.getAllWebContents().find((contents) => contents.getType() === 'webview');
      guest?.once('destroyed', () => Object.assign(globalThis, { guestEnded: true }));
    });
    await launched.window.evaluate(() => document.querySelector('#guest')?.remove());
    await expect.poll(() => launched.app.evaluate(() => 'guestEnded' in globalThis)).toBe(true);
    expect(await allContents(launched)).toEqual(['window app://conformance/page.html']);
  });
});

test.describe('the desktop', () => {
  test('has dialogs that a spec can replace', async ({ launched }) => {
    const answer = await launched.app.evaluate(async ({ dialog }) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: '/somewhere' });
      return dialog.showSaveDialog({});
    });
    expect(answer).toEqual({ canceled: false, filePath: '/somewhere' });
  });

  test('has a menu whose items can be clicked', async ({ launched }) => {
    const clicked = await launched.app.evaluate(({ Menu }) => {
      const seen: unknown[] = [];
      const template = [
        {
          label: 'File',
          submenu: [{ id: 'new', label: 'New', click: () => seen.push('new') }, { role: 'quit' as const }],
        },
      ];
      Menu.setApplicationMenu(Menu.buildFromTemplate(template));
      Menu.getApplicationMenu()?.getMenuItemById('new')?.click();
      return [...seen, Menu.getApplicationMenu()?.items.map((item) => item.label)];
    });
    expect(clicked).toEqual(['new', ['File']]);
  });

  test('runs a child that speaks with its parent', async ({ launched }, info) => {
    const file = path.join(launched.userData, `child-${info.retry}.cjs`);
    await writeFile(
      file,
      'process.parentPort.on("message", (event) => process.parentPort.postMessage(event.data * 2));',
    );
    const answer = await launched.app.evaluate(({ utilityProcess }, script) => {
      const child = utilityProcess.fork(script);
      return new Promise((resolve) => {
        child.once('message', (message) => {
          child.once('exit', () => resolve(message));
          child.kill();
        });
        const post = child.postMessage.bind(child);
        child.once('spawn', () => post(21));
      });
    }, file);
    expect(answer).toBe(42);
  });

  test('has a clipboard, a safe storage and a network', async ({ launched }) => {
    const outcome = await launched.app.evaluate(async ({ clipboard, safeStorage, net, session }) => {
      await clipboard.writeText('copied');
      const secret = safeStorage.isEncryptionAvailable()
        ? safeStorage.decryptString(safeStorage.encryptString('kept'))
        : 'kept';
      return [
        await clipboard.readText(),
        secret,
        net.isOnline(),
        await session.defaultSession.resolveProxy('https://example.com'),
      ];
    });
    expect(outcome).toEqual(['copied', 'kept', true, 'DIRECT']);
  });
});
