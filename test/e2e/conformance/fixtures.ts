/** Fixtures for Electron and the Chromium shell. Finds webviews by `webContents`, because page frames omit them. */
import path from 'node:path';
import { test as base } from '@playwright/test';
import { startServer, type TestServer } from '../../integration/service/servers.ts';
import { driver, launchApp, type LaunchedApp } from '../../support/driver.ts';

const KEYS_PAGE = `<title>Keys</title><body style="margin: 0"><input style="width: 200px; height: 60px"><script>
  const heard = [];
  for (const type of ['keydown', 'keypress', 'input', 'keyup', 'mousedown', 'click', 'focus'])
    addEventListener(type, (event) => heard.push(type), true);
</script>`;

const PAGES: Readonly<Record<string, string>> = {
  '/plain': '<title>Plain guest</title><p>hello</p>',
  '/other': '<title>Other guest</title>',
  '/keys': KEYS_PAGE,
  '/polls': '<title>Polls</title><script>setInterval(() => fetch("/poll"), 20)</script>',
};

type Fixtures = {
  /** The app that all tests of a worker share. Before each test its page is reloaded. */
  readonly shared: LaunchedApp;
};
type WorkerFixtures = { readonly site: Pick<TestServer, 'origin' | 'seen'>; readonly standing: LaunchedApp };

async function launch(): Promise<LaunchedApp> {
  const launched = await launchApp({ app: path.join(import.meta.dirname, '../conformance-app') });
  await launched.window.waitForSelector('h1');
  return launched;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    async ({}, use) => {
      const server = await startServer((response, { url }) => {
        const page = PAGES[url];
        response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' });
        response.end(page);
      });
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  standing: [
    async ({}, use) => {
      const launched = await launch();
      await use(launched);
      await launched.close();
    },
    { scope: 'worker' },
  ],
  shared: async ({ standing }, use) => {
    await standing.window.reload();
    await standing.window.waitForSelector('h1');
    await use(standing);
  },
});

test.beforeEach(({}, info) => {
  info.annotations.push({ type: 'driver', description: driver() });
});

export interface GuestEvent {
  readonly type: string;
  readonly url?: string;
  readonly isMainFrame?: boolean;
}

export function showGuest(launched: LaunchedApp, src: string, until: string): Promise<readonly GuestEvent[]> {
  return launched.window.evaluate(
    ([address, last]) =>
      new Promise((resolve) => {
        const seen: GuestEvent[] = [];
        const webview = document.createElement('webview');
        webview.id = 'guest';
        webview.setAttribute('partition', 'guests');
        webview.setAttribute('src', address ?? '');
        const types =
          'did-attach did-start-loading load-commit did-navigate dom-ready did-finish-load did-fail-load did-stop-loading';
        for (const type of types.split(' ')) {
          webview.addEventListener(type, (event) => {
            const { url, isMainFrame } = event as Event & Omit<GuestEvent, 'type'>;
            seen.push({
              type,
              ...(url !== undefined && { url }),
              ...(isMainFrame !== undefined && { isMainFrame }),
            });
            if (type === last) resolve(seen);
          });
        }
        document.querySelector('#stage')?.append(webview);
      }),
    [src, until],
  );
}

export function allContents(launched: LaunchedApp): Promise<string[]> {
  return launched.app.evaluate(({ webContents }) =>
    webContents
      .getAllWebContents()
      .map((contents) => `${contents.getType()} ${contents.getURL()}`)
      .sort(),
  );
}

export async function closedPort(): Promise<string> {
  const server = await startServer(() => undefined);
  await server.close();
  return `${server.origin}/`;
}
