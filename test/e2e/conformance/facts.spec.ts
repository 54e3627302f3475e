/** What Electron's own source says of the parts that Easel leans on: a statement for each fact that both drivers can show. */
import { expect, type Page } from '@playwright/test';
import type { LaunchedApp } from '../../support/driver.ts';
import { closedPort, inGuest, showGuest, test } from './fixtures.ts';

/** Notes what main is told of the only guest from now on, each with the path of its address. */
function noteGuest(launched: LaunchedApp): Promise<void> {
  return launched.app.evaluate(({ webContents }) => {
    const noted: string[] = [];
    Object.assign(globalThis, { noted });
    const guest = webContents.getAllWebContents().find((contents) => contents.getType() === 'webview');
    const pathOf = (address: string): string =>
      address.startsWith('http') ? new URL(address).pathname : address;
    guest?.on('will-navigate', ({ url }) => noted.push(`will-navigate ${pathOf(url)}`));
    guest?.on('did-start-navigation', ({ url, initiator }) =>
      noted.push(`did-start-navigation ${pathOf(url)} by ${initiator == null ? 'nobody in it' : 'itself'}`),
    );
    guest?.on('did-navigate', (_event, url) => noted.push(`did-navigate ${pathOf(url)}`));
    guest?.on('did-fail-load', (_event, code) => noted.push(`did-fail-load ${code}`));
    guest?.on('did-finish-load', () => noted.push('did-finish-load'));
  });
}
const noted = (launched: LaunchedApp): Promise<string[]> =>
  launched.app.evaluate(() => (globalThis as unknown as { noted: string[] }).noted.splice(0));

type Guest = Element & {
  readonly loadURL: (address: string) => Promise<void>;
  readonly executeJavaScript: (code: string) => Promise<unknown>;
  readonly insertCSS: (css: string) => Promise<string>;
  readonly getURL: () => string;
};

/** Lets the page that owns the guest send it to `address`, and waits until it has come to its end there. */
function pageLoads(window: Page, address: string): Promise<void> {
  return window.evaluate(
    (url) =>
      new Promise((resolve) => {
        const guest = document.querySelector<Guest>('#guest');
        guest?.addEventListener('did-stop-loading', () => resolve(), { once: true });
        void guest?.loadURL(url).catch(() => undefined);
      }),
    address,
  );
}

test('a failed load', async ({ shared, site }) => {
  await showGuest(shared, `${site.origin}/plain`, 'did-stop-loading');
  await noteGuest(shared);
  const address = await closedPort();
  await pageLoads(shared.window, address);
  const told = await noted(shared);
  await test.step('tells main the error code', () => expect(told).toContain('did-fail-load -102'));
  await test.step('still finishes loading, with the error page', () =>
    expect(told.at(-1)).toBe('did-finish-load'));
  await test.step('has not navigated', () =>
    expect(told.filter((each) => each.startsWith('did-navigate'))).toEqual([]));
  await test.step('keeps the address that could not be loaded', async () => {
    const url = await shared.app.evaluate(({ webContents }) =>
      webContents
        .getAllWebContents()
        .find((contents) => contents.getType() === 'webview')
        ?.getURL(),
    );
    expect(url).toBe(address);
  });
  await pageLoads(shared.window, `${site.origin}/other`);
  const after = await noted(shared);
  await test.step('ends with the next page, which navigates and finishes loading', () =>
    expect(after.slice(-2)).toEqual(['did-navigate /other', 'did-finish-load']));
  await test.step('is not reported again', () =>
    expect(after.filter((each) => each.startsWith('did-fail-load'))).toEqual([]));
});

test('the page around a guest', async ({ shared, site }) => {
  await showGuest(shared, `${site.origin}/plain`, 'did-stop-loading');
  await noteGuest(shared);
  await test.step('can navigate it by src, without a will-navigate', async () => {
    await shared.window.evaluate(
      (url) =>
        new Promise((resolve) => {
          const guest = document.querySelector('#guest');
          guest?.addEventListener('did-stop-loading', resolve, { once: true });
          guest?.setAttribute('src', url);
        }),
      `${site.origin}/keys`,
    );
    expect((await noted(shared)).filter((each) => /navigat/u.test(each))).toEqual([
      'did-start-navigation /keys by nobody in it',
      'did-navigate /keys',
    ]);
  });
  // Last, so that what the element says is not what the page wrote there.
  await test.step('can navigate it by loadURL, without a will-navigate', async () => {
    await pageLoads(shared.window, `${site.origin}/other`);
    expect((await noted(shared)).filter((each) => /navigat/u.test(each))).toEqual([
      'did-start-navigation /other by nobody in it',
      'did-navigate /other',
    ]);
  });
  await test.step('can run scripts in the guest', async () => {
    const title = shared.window.evaluate(() =>
      document.querySelector<Guest>('#guest')?.executeJavaScript('document.title'),
    );
    expect(await title).toBe('Other guest');
  });
  await test.step('can insert styles into the guest', async () => {
    await shared.window.evaluate(() =>
      document.querySelector<Guest>('#guest')?.insertCSS('body { color: rgb(4, 5, 6) }'),
    );
    expect(await inGuest(shared, 'getComputedStyle(document.body).color')).toBe('rgb(4, 5, 6)');
  });
  await test.step('can read its address by getURL', async () => {
    const url = await shared.window.evaluate(() => document.querySelector<Guest>('#guest')?.getURL());
    expect(url).toBe(`${site.origin}/other`);
  });
  await test.step('can read its address in the element', () =>
    expect(shared.window.locator('#guest')).toHaveAttribute('src', `${site.origin}/other`));
  await test.step('finds the address in its own DOM', async () =>
    expect(await shared.window.content()).toContain(`${site.origin}/other`));
  await test.step('can’t get past the session’s request filter, whoever started the load', async () => {
    await shared.app.evaluate(({ session }) => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      session.fromPartition('guests').webRequest.onBeforeRequest(({ url, resourceType }, callback) => {
        seen.push(`${resourceType} ${new URL(url).pathname}`);
        callback({ cancel: resourceType === 'mainFrame' });
      });
    });
    await pageLoads(shared.window, `${site.origin}/plain`);
    const seen = await shared.app.evaluate(({ session }) => {
      session.fromPartition('guests').webRequest.onBeforeRequest(null);
      return (globalThis as unknown as { seen: string[] }).seen;
    });
    expect(seen).toContain('mainFrame /plain');
    expect(await noted(shared)).not.toContain('did-navigate /plain');
  });
});

test('the element gets an event for a committed address', async ({ shared, site }) => {
  const events = await showGuest(shared, `${site.origin}/plain?token=abc`, 'did-stop-loading');
  for (const type of ['load-commit', 'did-navigate'])
    await test.step(`by ${type}`, () =>
      expect(events.find((event) => event.type === type)?.url).toBe(`${site.origin}/plain?token=abc`));
});

test('a partition’s name', async ({ shared }) => {
  const facts = await shared.app.evaluate(({ session }) => {
    const first = session.fromPartition('room-1', { cache: false });
    return {
      same: session.fromPartition('room-1') === first,
      other: session.fromPartition('room-2') === first,
      usual: session.defaultSession === first,
      persistent: [first.isPersistent(), session.fromPartition('persist:room').isPersistent()],
      storage: first.getStoragePath(),
    };
  });
  await test.step('always gives the same session', () => expect(facts.same).toBe(true));
  await test.step('gives a different session than another name', () => expect(facts.other).toBe(false));
  await test.step('gives a different session than the default one', () => expect(facts.usual).toBe(false));
  await test.step('is in memory unless it starts with persist:', () =>
    expect(facts.persistent).toEqual([false, true]));
  await test.step('has no folder when it is in memory', () => expect(facts.storage).toBeNull());
  await test.step('can be cleared and stays the same session', async () => {
    const same = await shared.app.evaluate(async ({ session }) => {
      const room = session.fromPartition('room-1');
      await Promise.all([
        room.closeAllConnections(),
        room.clearStorageData(),
        room.clearData(),
        room.clearCache(),
        room.clearSharedDictionaryCache(),
        room.clearAuthCache(),
        room.clearHostResolverCache(),
        room.clearCodeCaches({}),
      ]);
      return session.fromPartition('room-1') === room;
    });
    expect(same).toBe(true);
  });
});

test('a hidden window', async ({ shared }) => {
  const facts = await shared.app.evaluate(({ BrowserWindow }) => {
    const hidden = new BrowserWindow({ show: false });
    const before = hidden.isVisible();
    hidden.maximize();
    const after = hidden.isVisible();
    hidden.destroy();
    return { before, after, destroyed: hidden.isDestroyed() };
  });
  await test.step('is not visible', () => expect(facts.before).toBe(false));
  await test.step('is shown by maximize()', () => expect(facts.after).toBe(true));
  await test.step('can be destroyed at once', () => expect(facts.destroyed).toBe(true));
});

test('the clipboard', async ({ shared }) => {
  const facts = await shared.app.evaluate(async ({ clipboard }) => {
    const writing: unknown = clipboard.writeText('first');
    const isPromise = writing instanceof Promise;
    await writing;
    const first = await clipboard.readText();
    await clipboard.writeText('second');
    return { isPromise, first, second: await clipboard.readText() };
  });
  await test.step('writes text asynchronously', () => expect(facts.isPromise).toBe(true));
  await test.step('holds the text once the promise resolves', () => expect(facts.first).toBe('first'));
  await test.step('drops its earlier content', () => expect(facts.second).toBe('second'));
});

test('a menu item', async ({ shared }) => {
  const facts = await shared.app.evaluate(({ Menu }) => {
    const events: unknown[] = [];
    const menu = Menu.buildFromTemplate([
      {
        label: 'File',
        submenu: [
          {
            id: 'keys',
            label: 'By keys',
            accelerator: 'CmdOrCtrl+N',
            registerAccelerator: false,
            click: (item, _window, event) => events.push(item.id, event.triggeredByAccelerator ?? false),
          },
          { id: 'off', label: 'Off', enabled: false },
          { type: 'separator' },
        ],
      },
    ]);
    const item = menu.getMenuItemById('keys');
    item?.click({ triggeredByAccelerator: true });
    item?.click({});
    return {
      events,
      accelerator: item?.accelerator,
      registered: item?.registerAccelerator,
      off: menu.getMenuItemById('off')?.enabled,
      missing: menu.getMenuItemById('nobody'),
      types: menu.items[0]?.submenu?.items.map(({ type }) => type),
    };
  });
  await test.step('knows whether it was clicked or its shortcut pressed', () =>
    expect(facts.events).toEqual(['keys', true, 'keys', false]));
  await test.step('shows its shortcut', () => expect(facts.accelerator).toBe('CmdOrCtrl+N'));
  await test.step('can leave its shortcut to the page', () => expect(facts.registered).toBe(false));
  await test.step('can be disabled', () => expect(facts.off).toBe(false));
  await test.step('is null for an unknown id', () => expect(facts.missing).toBeNull());
  await test.step('has a type', () => expect(facts.types).toEqual(['normal', 'normal', 'separator']));
});

test('the system', async ({ shared }) => {
  const facts = await shared.app.evaluate(({ app, powerMonitor, Notification, screen, nativeTheme }) => ({
    identity: [typeof app.setAppUserModelId, typeof app.setToastActivatorCLSID],
    platform: process.platform,
    idle: powerMonitor.getSystemIdleState(1),
    seconds: powerMonitor.getSystemIdleTime(),
    notices: typeof Notification.isSupported(),
    screens: screen.getAllDisplays().map(({ workArea }) => Object.keys(workArea).sort().join()),
    dark: typeof nativeTheme.shouldUseDarkColors,
  }));
  await test.step('takes an app id only on Windows', () => {
    const kind = facts.platform === 'win32' ? 'function' : 'undefined';
    expect(facts.identity).toEqual([kind, kind]);
  });
  await test.step('reports only four idle states', () =>
    expect(['active', 'idle', 'locked', 'unknown']).toContain(facts.idle));
  await test.step('counts the seconds since the last input', () =>
    expect(facts.seconds).toBeGreaterThanOrEqual(0));
  await test.step('says whether it supports notifications', () => expect(facts.notices).toBe('boolean'));
  await test.step('has a screen with a work area', () =>
    expect(new Set(facts.screens)).toEqual(new Set(['height,width,x,y'])));
  await test.step('says whether it is in dark mode', () => expect(facts.dark).toBe('boolean'));
});

test('the app’s own process', async ({ shared }) => {
  const facts = await shared.app.evaluate(async ({ app }) => {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    const database = new DatabaseSync(':memory:');
    database.exec(
      "CREATE VIRTUAL TABLE words USING fts5 (text, tokenize='trigram'); INSERT INTO words VALUES ('board')",
    );
    const found = database.prepare("SELECT count(*) AS n FROM words WHERE words MATCH 'oar'").get();
    database.close();
    const worker = new Worker('require("node:worker_threads").parentPort.postMessage(6 * 7)', { eval: true });
    const answer: unknown = await new Promise((resolve) => {
      worker.once('message', resolve);
    });
    await worker.terminate();
    const all = app.getAppMetrics();
    return {
      found: (found as { n: number }).n,
      answer,
      mine: all.find(({ pid }) => pid === process.pid)?.type,
      pages: all.filter(({ type }) => type === 'Tab').length,
      once: new Set(all.map(({ pid }) => pid)).size === all.length,
      folder: app.commandLine.getSwitchValue('user-data-dir'),
      given: app.commandLine.hasSwitch('no-such-switch'),
    };
  });
  await test.step('has SQLite with full-text search', () => expect(facts.found).toBe(1));
  await test.step('can start worker threads', () => expect(facts.answer).toBe(42));
  await test.step('is the browser process', () => expect(facts.mine).toBe('Browser'));
  await test.step('has renderer processes', () => expect(facts.pages).toBeGreaterThan(0));
  await test.step('lists each process once', () => expect(facts.once).toBe(true));
  await test.step('knows its command-line switches', () => expect(facts.folder).toBe(shared.userData));
  await test.step('has no other switch', () => expect(facts.given).toBe(false));
});
