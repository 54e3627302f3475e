/** Facts about Electron that only its real binary can show. Each feature that relies on such a fact has a line here. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import { BrowserWindow, session, webContents, type WebContents } from 'electron';
import { blockMethods, emptySession, endPage } from '../../main/previews/guest.ts';
import { guestPreferences, hardenParams } from '../../main/previews/guest-rules.ts';
import { PAGE_HEADERS } from '../../main/app/security/app-files.ts';
import { lockDownSession } from '../../main/app/security/lockdown.ts';
import { APP_SCHEME, START_PAGE } from '../../main/lib/origins.ts';
import { allowPreviewClipboard } from '../../main/app/security/permissions.ts';

export interface Line {
  readonly what: string;
  readonly expected: string;
  /** True if the check needs only Node, so that its result is also valid in the Chromium shell (test/shell). */
  readonly onShell?: true;
  readonly find: () => Promise<string>;
}

const inAsar = (place: string): string => (place.includes('.asar/') ? 'from an ASAR' : 'not from an ASAR');

async function tlsError(name: string): Promise<string> {
  const folder = process.env['EASEL_PROBE_CERTIFICATES'];
  if (folder === undefined) return 'not here: openssl, which makes the certificates';
  const read = (kind: string): string => readFileSync(`${folder}/${name}.${kind}`, 'utf8');
  const server = tls.createServer({ key: read('key'), cert: read('cert') });
  // Ignores failed handshakes, because the client is expected to reject the certificate.
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ca = name === 'expired' || name === 'other-host' ? [readFileSync(`${folder}/ca.cert`, 'utf8')] : [];
  const socket = tls.connect({ port, host: '127.0.0.1', servername: 'localhost', ca });
  const { promise, resolve } = Promise.withResolvers<string>();
  socket.on('secureConnect', () => resolve('no error'));
  socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  const found = await promise;
  socket.destroy();
  server.close();
  return found;
}

const tlsLine = (what: string, name: string, expected: string): Line => ({
  what: `TLS: ${what}`,
  expected,
  onShell: true,
  find: () => tlsError(name),
});

interface Room {
  readonly window: BrowserWindow;
  readonly guest: WebContents;
  readonly origin: string;
  readonly requests: () => number;
}

const PARTITION = 'preview-probe';
const ASKED = '/asked';
const WRITTEN = '/written';
const WORKER = '/worker.js';

/** Opens a page with Easel's content policy and a webview. A local server serves the live room in the webview. */
async function withRoom(look: (room: Room) => Promise<string>, port = 0): Promise<string> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const isScript = request.url === WORKER;
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.setHeader('cache-control', 'max-age=3600');
    response.end(isScript ? '' : `<!doctype html><title>${request.url ?? ''}</title><input autofocus>`);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  session.defaultSession.protocol.handle(APP_SCHEME, () => {
    const page = `<!doctype html><title>Probe</title><webview src="${origin}${ASKED}"></webview>`;
    return new Response(page, { headers: { ...PAGE_HEADERS, 'content-type': 'text/html' } });
  });
  const room = session.fromPartition(PARTITION, { cache: false });
  let live: WebContents | null = null;
  allowPreviewClipboard(room, { appOrigin: origin, mayRead: () => true }, () => live);
  const window = new BrowserWindow({
    width: 600,
    height: 400,
    webPreferences: { sandbox: true, contextIsolation: true, webviewTag: true },
  });
  window.webContents.on('will-attach-webview', (_event, preferences, params) => {
    guestPreferences(preferences, { partition: PARTITION, allowDevTools: false });
    hardenParams(params, { address: `${origin}${WRITTEN}`, partition: PARTITION });
  });
  try {
    const attached = once(window.webContents, 'did-attach-webview') as Promise<[unknown, WebContents]>;
    await window.loadURL(START_PAGE);
    const [, guest] = await attached;
    live = guest;
    if (guest.isLoadingMainFrame() || guest.getURL() === '') await once(guest, 'did-finish-load');
    return await look({ window, guest, origin, requests: () => requests });
  } finally {
    window.destroy();
    server.close();
    session.defaultSession.protocol.unhandle(APP_SCHEME);
  }
}

/** Script that stores data of every kind in a room's page. The page of the next room must not find it. */
const LEAVE = `(async () => {
  document.cookie = 'left=1';
  localStorage.setItem('left', '1');
  const opening = indexedDB.open('left');
  await new Promise((resolve, reject) => Object.assign(opening, { onsuccess: resolve, onerror: reject }));
  opening.result.close();
  await (await caches.open('left')).put('/left', new Response('left'));
  await (await navigator.storage.getDirectory()).getFileHandle('left', { create: true });
  await navigator.serviceWorker.register('${WORKER}');
  await navigator.serviceWorker.ready;
})()`;
const LEFT = `(async () => {
  const left = {
    'a cookie': document.cookie,
    'local storage': localStorage.length,
    'a database': (await indexedDB.databases()).length,
    'a cache': (await caches.keys()).length,
    'a file': (await Array.fromAsync((await navigator.storage.getDirectory()).keys())).length,
    'a service worker': (await navigator.serviceWorker.getRegistrations()).length,
  };
  return Object.keys(left).filter((kind) => left[kind]).join(', ');
})()`;
const ALL_LEFT = 'a cookie, local storage, a database, a cache, a file, a service worker';

async function imageUnder(header: Readonly<Record<string, string>>): Promise<boolean> {
  let asked = false;
  const server = createServer((_request, response) => {
    asked = true;
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const page = session.fromPartition('probe-allowlist', { cache: false });
  const image = `http://127.0.0.1:${(server.address() as AddressInfo).port}/image.png`;
  page.protocol.handle(
    APP_SCHEME,
    () =>
      new Response(`<!doctype html><title>Probe</title><img src="${image}">`, {
        headers: { 'content-type': 'text/html', ...header },
      }),
  );
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true, session: page } });
  try {
    await window.loadURL(START_PAGE);
    return asked;
  } finally {
    window.destroy();
    server.close();
    page.protocol.unhandle(APP_SCHEME);
  }
}

export const LINES: readonly Line[] = [
  {
    what: 'the proxy of the page’s session, and of the one that look-ups use',
    expected: 'PROXY 127.0.0.1:9, and another',
    find: async () => {
      const page = session.fromPartition('probe-proxy', { cache: false });
      await lockDownSession(page);
      // Includes the proxy of loopback addresses, because Chromium does not use a proxy for them by default.
      const [own, local, other] = await Promise.all([
        page.resolveProxy('https://example.com/'),
        page.resolveProxy('http://127.0.0.1:4711/'),
        session.defaultSession.resolveProxy('https://example.com/'),
      ]);
      return `${own === local ? own : `${own} and ${local}`}, and ${other === own ? 'the same' : 'another'}`;
    },
  },
  {
    what: 'Connection-Allowlist under app://',
    expected: 'stops an image from elsewhere',
    find: async () => {
      if (!(await imageUnder({}))) return 'an image from elsewhere never loads';
      const isLoaded = await imageUnder({ 'connection-allowlist': '(response-origin)' });
      return `${isLoaded ? 'does not stop' : 'stops'} an image from elsewhere`;
    },
  },
  {
    what: `tls.getCACertificates('system')`,
    expected: 'some',
    onShell: true,
    find: () => Promise.resolve(tls.getCACertificates('system').length > 0 ? 'some' : 'none'),
  },
  tlsLine('a certificate that only itself vouches for', 'self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
  tlsLine('an authority that nobody knows', 'unknown-ca', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
  tlsLine('a certificate that has expired', 'expired', 'CERT_HAS_EXPIRED'),
  tlsLine('a certificate of another host', 'other-host', 'ERR_TLS_CERT_ALTNAME_INVALID'),
  {
    what: 'a worker thread',
    expected: 'runs from an ASAR',
    find: async () => {
      const worker = new Worker(new URL('worker.js', import.meta.url));
      const [place] = (await once(worker, 'message')) as [string];
      return `runs ${inAsar(place)}`;
    },
  },
  {
    what: 'keytar',
    expected: 'loads from an ASAR',
    find: async () => {
      const { default: keytar } = await import('keytar');
      return typeof keytar.setPassword === 'function'
        ? `loads ${inAsar(import.meta.resolve('keytar'))}`
        : 'has no setPassword';
    },
  },
  {
    what: 'the clipboard in a focused guest',
    expected: 'is written and read',
    find: () =>
      withRoom(async ({ window, guest }) => {
        window.focus();
        guest.focus();
        const copyAndPaste = `navigator.clipboard.writeText('probe').then(() => navigator.clipboard.readText())`;
        const read: unknown = await guest.executeJavaScript(copyAndPaste, true);
        return read === 'probe' ? 'is written and read' : 'is not what was written';
      }),
  },
  {
    what: 'methods of a webview after Easel has blocked them',
    expected: 'run no script',
    find: () =>
      withRoom(async ({ window, guest }) => {
        const call = `document.querySelector('webview').executeJavaScript('1 + 1')`;
        const before: unknown = await window.webContents.executeJavaScript(call);
        blockMethods(guest);
        const after: unknown = await window.webContents.executeJavaScript(call);
        return before === 2 && after !== 2 ? 'run no script' : `returned ${String(before)}, ${String(after)}`;
      }),
  },
  {
    what: 'the focus in a field beside a webview: focused contents, frame; then the frame with the focus in the webview',
    expected: 'webview, page; room',
    find: () =>
      withRoom(async ({ window: { webContents: page }, guest }) => {
        const frame = (): string => (page.focusedFrame === page.mainFrame ? 'page' : 'room');
        const focusField = `const field = document.createElement('input'); document.body.append(field); field.focus()`;
        page.focus();
        await page.executeJavaScript(focusField);
        await delay(100);
        const before = `${webContents.getFocusedWebContents()?.getType() ?? 'none'}, ${frame()}`;
        guest.focus();
        await delay(100);
        return `${before}; ${frame()}`;
      }),
  },
  {
    what: 'a partition that was cleared',
    expected: 'holds nothing',
    find: async () => {
      let port = 0;
      const before = await withRoom(async ({ guest, origin }) => {
        port = Number(new URL(origin).port);
        await guest.executeJavaScript(LEAVE);
        return String(await guest.executeJavaScript(LEFT));
      });
      if (before !== ALL_LEFT) return `kept only "${before}" before it was cleared`;
      const missed = await emptySession(session.fromPartition(PARTITION, { cache: false }));
      if (missed > 0) return `${missed} of it could not be cleared`;
      // Opens the second room on the same origin, because pages of another origin could never read the data.
      const left = await withRoom(async ({ guest }) => String(await guest.executeJavaScript(LEFT)), port);
      return left === '' ? 'holds nothing' : `still holds ${left}`;
    },
  },
  // This check must be last, because `endPage` blocks all later requests of the partition that the rooms share.
  {
    what: 'a room that Easel has left while its webview stays',
    expected: 'sends nothing, even if the webview is reloaded',
    find: () =>
      withRoom(async ({ window, guest, requests }) => {
        await guest.executeJavaScript(`void setInterval(() => fetch('/', { cache: 'no-store' }), 20)`);
        endPage(guest);
        await delay(1000);
        const atEnd = requests();
        await delay(1000);
        if (requests() > atEnd) return 'still sends requests';
        await window.webContents.executeJavaScript(`document.querySelector('webview').reload()`);
        await delay(1000);
        return requests() > atEnd
          ? 'sends requests after a reload'
          : 'sends nothing, even if the webview is reloaded';
      }),
  },
];
