import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import {
  PAGE_HEADERS,
  registerAppScheme,
  serveAppFiles,
  type AppFile,
} from '../../../../../main/app/security/app-files.ts';
import { asSession, FakeSession, privileged } from '../../../../support/fake-electron.ts';
import { sharedFolder } from '../../../../support/fresh-folder.ts';

vi.mock('electron', () => import('../../../../support/fake-electron.ts'));

const SECRET = 'what no page may read';
const FILES: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  '/index.html': { type: 'text/html; charset=utf-8', text: '<!doctype html><title>Easel</title>' },
  '/assets/index-abc.js': { type: 'text/javascript; charset=utf-8', text: 'export {};' },
  '/assets/tampered.js': { type: 'text/javascript; charset=utf-8', text: 'export const good = 1;' },
  '/assets/missing.js': { type: 'text/javascript; charset=utf-8', text: 'gone' },
  '/room/index.html': { type: 'text/html; charset=utf-8', text: '<!doctype html><title>Room</title>' },
};

const root = sharedFolder();
const served = new FakeSession();

beforeAll(() => {
  const folder = path.join(root, 'renderer');
  const list: AppFile[] = [];
  for (const [address, { type, text }] of Object.entries(FILES)) {
    const file = path.join(folder, ...address.split('/'));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    list.push({ path: address, type, sha256: createHash('sha256').update(text).digest('hex') });
  }
  writeFileSync(path.join(folder, 'assets/tampered.js'), 'export const evil = 1;');
  rmSync(path.join(folder, 'assets/missing.js'));
  writeFileSync(path.join(folder, 'unlisted.txt'), SECRET);
  writeFileSync(path.join(root, 'secret.txt'), SECRET);
  const listFile = path.join(root, 'app-files.json');
  writeFileSync(listFile, JSON.stringify(list));
  serveAppFiles(asSession(served), listFile, folder);
});

const get = async (url: string, method = 'GET'): Promise<Response> =>
  (await served.ask('protocol:app', { url, method })) as Response;

function expectPageHeaders(response: Response): void {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) expect(response.headers.get(name)).toBe(value);
}

const HOSTILE_PATHS = [
  ...String.raw`/..%2fsecret.txt /../secret.txt /assets/..%2f..%2fsecret.txt /%2e%2e%2fsecret.txt /%252e%252e%252fsecret.txt
    /..%5csecret.txt /\..\..\secret.txt //index.html /index.html/ /index.html%00.js /index.html::$DATA /CON /index.html.
    /index.html%20 /INDEX.HTML /%c0%ae%c0%ae/secret.txt /unlisted.txt /app-files.json /room/index.html /assets
    /C:%5cWindows%5cwin.ini /file:///etc/passwd /__proto__ /index.html;x /%69ndex.html /index.html?x=1 /%zz`.split(
    /\s+/u,
  ),
  '/\uff0e\uff0e\uff0fsecret.txt',
  `/index.html#${'a'.repeat(2048)}`,
  `/${'a'.repeat(1_000_000)}`,
  '/\ud800',
];

const HOSTILE_HOSTS =
  `app://easel.evil.example/index.html app://EASEL/index.html app://easel:80/index.html app://user@easel/index.html
  app://:pass@easel/index.html app://easel@evil/index.html app:///index.html app:easel/index.html
  app://eas%65l/index.html apps://easel/index.html https://easel/index.html easel/index.html `.split(/\s+/u);

test.each(
  [...HOSTILE_PATHS.map((hostile) => `app://easel${hostile}`), ...HOSTILE_HOSTS].map((each) => [
    each.slice(0, 60),
    each,
  ]),
)('the app:// handler returns no file for the hostile address %j', async (_name, hostile) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await get(hostile, method);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('');
    expectPageHeaders(answer);
  }
});

test.each([
  ['app://easel/', '/index.html'],
  ['app://easel/index.html', '/index.html'],
  ['app://easel/index.html#boards', '/index.html'],
  ['app://easel/assets/index-abc.js', '/assets/index-abc.js'],
  ['app://easel/assets/../index.html', '/index.html'],
])('the app:// handler returns the built file for the address %s', async (address, name) => {
  const answer = await get(address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe(FILES[name]?.type);
  expect(answer.headers.get('content-length')).toBe(String(FILES[name]?.text.length));
  expectPageHeaders(answer);
  expect(await answer.text()).toBe(FILES[name]?.text);
});

test('the app:// handler answers only GET and HEAD requests', async () => {
  const answer = await get('app://easel/index.html', 'POST');
  expect(answer.status).toBe(405);
  expectPageHeaders(answer);
  expect(await answer.text()).toBe('');
});

test.each(['tampered', 'missing'])('the app:// handler returns no file that is %s', async (name) => {
  const answer = await get(`app://easel/assets/${name}.js`);
  expect(answer.status).toBe(500);
  expectPageHeaders(answer);
  expect(await answer.text()).toBe('');
});

test('other origins can neither fetch nor link to app:// addresses', () => {
  privileged.length = 0;
  registerAppScheme();
  expect(privileged).toEqual([
    [{ scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } }],
  ]);
});

test('every response of the app:// handler has headers that isolate the page from other origins', () => {
  // The content policy allows one inline style, because Electron adds it to webviews.
  const webviewStyle = createHash('sha256').update(':host { display: flex; }').digest('base64');
  expect(PAGE_HEADERS).toEqual({
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'sha256-${webviewStyle}'; img-src 'self' data:; font-src 'self'; connect-src 'none'; frame-src 'none'; child-src 'none'; worker-src 'none'; object-src 'none'; media-src 'none'; manifest-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    'connection-allowlist': '(response-origin)',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), clipboard-read=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=(), bluetooth=(), fullscreen=(), screen-wake-lock=(), publickey-credentials-get=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});
