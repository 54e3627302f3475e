import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppFiles, PAGE_HEADERS, type AppFile } from '../../../../main/security/app-files.ts';

const SECRET = 'what no page may read';
const FILES: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  '/index.html': { type: 'text/html; charset=utf-8', text: '<!doctype html><title>Easel</title>' },
  '/assets/index-abc.js': { type: 'text/javascript; charset=utf-8', text: 'export {};' },
  '/assets/tampered.js': { type: 'text/javascript; charset=utf-8', text: 'export const good = 1;' },
  '/assets/missing.js': { type: 'text/javascript; charset=utf-8', text: 'gone' },
  '/room/index.html': { type: 'text/html; charset=utf-8', text: '<!doctype html><title>Room</title>' },
};

let root: string;
let respond: ReturnType<typeof createAppFiles>;

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'easel-app-files-'));
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
  respond = createAppFiles({ listFile, folder });
});
afterAll(() => rmSync(root, { recursive: true }));

const get = (url: string, method = 'GET'): Promise<Response> => respond({ url, method });

/** Content that may be seen: the text of a listed file, or nothing. */
const SERVED: ReadonlySet<string> = new Set([
  '',
  ...['/index.html', '/assets/index-abc.js'].map((name) => FILES[name]?.text ?? ''),
]);

function expectPageHeaders(response: Response): void {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) expect(response.headers.get(name)).toBe(value);
}

const HOSTILE_PATHS = [
  '/..%2fsecret.txt',
  '/..%2Fsecret.txt',
  '/../secret.txt',
  '/../../secret.txt',
  '/assets/../../secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/%2e%2e%2fsecret.txt',
  '/.%2e/secret.txt',
  '/%252e%252e%252fsecret.txt',
  '/%252e%252e/secret.txt',
  '/..%255csecret.txt',
  '/..\\secret.txt',
  '/..%5csecret.txt',
  '\\..\\secret.txt',
  '/\\..\\..\\secret.txt',
  '/assets\\index-abc.js',
  '//secret.txt',
  '//index.html',
  '///index.html',
  '/assets//index-abc.js',
  '/./index.html/',
  '/index.html/',
  '/index.html%00',
  '/index.html%00.js',
  '/%00',
  '/\u0000',
  '/index.html::$DATA',
  '/index.html:$DATA',
  '/assets::$INDEX_ALLOCATION/index-abc.js',
  '/CON',
  '/con.html',
  '/NUL',
  '/aux.txt',
  '/COM1',
  '/index.html.',
  '/index.html%20',
  '/index.html ',
  '/INDEX.HTML',
  '/Assets/index-abc.js',
  '/ASSETS~1/index-abc.js',
  '/\u2025/secret.txt',
  '/\u2024\u2024/secret.txt',
  '/\uff0e\uff0e/secret.txt',
  '/\uff0e\uff0e\uff0fsecret.txt',
  '/%c0%ae%c0%ae/secret.txt',
  '/%c0%af..%c0%afsecret.txt',
  '/%u002e%u002e/secret.txt',
  '/unlisted.txt',
  '/app-files.json',
  '/../app-files.json',
  '/room/index.html',
  '/room/..%2findex.html',
  '/assets/',
  '/assets',
  '/etc/passwd',
  '//etc/passwd',
  '/C:/Windows/win.ini',
  '/C:%5cWindows%5cwin.ini',
  '/file:///etc/passwd',
  '/https://evil.example/x.js',
  '/__proto__',
  '/constructor',
  '/toString',
  '/;/index.html',
  '/index.html;x',
  '/index.html%3fx',
  '/%69ndex.html',
  '/index%2ehtml',
  '/index.html?x=1',
  '/?x',
  '/%',
  '/%zz',
  `/${'a'.repeat(2100)}`,
  `/${'../'.repeat(600)}secret.txt`,
  `/${'a'.repeat(1_000_000)}`,
  `/${'%2e%2e%2f'.repeat(200)}secret.txt`,
  '/\u202eindex.html',
  '/\ud800',
];

const HOSTILE_HOSTS = [
  'app://easel.evil.example/index.html',
  'app://evil/index.html',
  'app://EASEL/index.html',
  'app://easel:80/index.html',
  'app://easel:443/index.html',
  'app://easel./index.html',
  'app://user@easel/index.html',
  'app://user:pass@easel/index.html',
  'app://:pass@easel/index.html',
  'app://easel@evil/index.html',
  'app:///index.html',
  'app:/index.html',
  'app:index.html',
  'app:easel/index.html',
  'app://easel%2f/index.html',
  'app://eas%65l/index.html',
  'app://\uff45asel/index.html',
  'app://[::1]/index.html',
  'apps://easel/index.html',
  'https://easel/index.html',
  'file:///index.html',
  'easel/index.html',
  '//easel/index.html',
  '',
];

describe('a hostile path returns nothing that is not listed:', () => {
  test.each(
    HOSTILE_PATHS.map((text) => [text.length > 80 ? `${text.slice(0, 60)}… (${text.length})` : text, text]),
  )('%j', async (_name, hostile) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(`app://easel${hostile}`, method);
      const text = await answer.text();
      expect(text).not.toContain(SECRET);
      expect(SERVED).toContain(text);
      expect([200, 404]).toContain(answer.status);
      expectPageHeaders(answer);
    }
  });

  test('except for the two whose tail every URL parser drops, all are 404', async () => {
    const answered: string[] = [];
    for (const hostile of HOSTILE_PATHS) {
      if ((await get(`app://easel${hostile}`)).status === 200) answered.push(hostile);
    }
    expect(answered).toEqual(['/\u0000', '/index.html ']);
  });
});

test.each(HOSTILE_HOSTS)('%j is not Easel’s host', async (address) => {
  const answer = await get(address);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toBe('');
  expectPageHeaders(answer);
});

test.each([
  ['app://easel/', '/index.html'],
  ['app://easel/index.html', '/index.html'],
  ['app://easel/index.html#boards', '/index.html'],
  ['app://easel/assets/index-abc.js', '/assets/index-abc.js'],
  ['app://easel/assets/../index.html', '/index.html'],
])('%s is returned as built', async (address, name) => {
  const answer = await get(address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe(FILES[name]?.type);
  expect(answer.headers.get('content-length')).toBe(String(FILES[name]?.text.length));
  expectPageHeaders(answer);
  expect(await answer.text()).toBe(FILES[name]?.text);
});

test('HEAD works like GET, without the content', async () => {
  const answer = await get('app://easel/index.html', 'HEAD');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-length')).toBe(String(FILES['/index.html']?.text.length));
  expectPageHeaders(answer);
  expect(await answer.text()).toBe('');
});

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT', 'get', ''])(
  'the method %j is not allowed',
  async (method) => {
    const answer = await get('app://easel/index.html', method);
    expect(answer.status).toBe(405);
    expectPageHeaders(answer);
    expect(await answer.text()).toBe('');
  },
);

test.each(['tampered', 'missing'])('a file that is %s is refused', async (name) => {
  const answer = await get(`app://easel/assets/${name}.js`);
  expect(answer.status).toBe(500);
  expectPageHeaders(answer);
  expect(await answer.text()).toBe('');
});

test('without a list nothing is served', async () => {
  const lost = createAppFiles({
    listFile: path.join(root, 'none.json'),
    folder: path.join(root, 'renderer'),
  });
  await expect(lost({ url: 'app://easel/index.html', method: 'GET' })).rejects.toThrow('ENOENT');
});
