/** The scheme of Easel's own pages: `app://easel/…` is answered from the list of files that the build wrote. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { protocol, type Session } from 'electron';
import { APP_HOST, APP_SCHEME } from '../../lib/origins.ts';

export interface AppFile {
  /** Path in the address, such as `/assets/index-abc.js`. */
  readonly path: string;
  readonly type: string;
  readonly sha256: string;
}

export interface AppFilesOptions {
  /** The list that the build wrote (`out/app/app-files.json`). */
  readonly listFile: string;
  /** The folder that the list speaks of. */
  readonly folder: string;
}

type Respond = (request: { readonly url: string; readonly method: string }) => Promise<Response>;

/** The room's page is served by the practice service alone. */
const NOT_SERVED = /^\/room\//;

/**
 * Must run before the app is ready, and once. No `supportFetchAPI` and no `corsEnabled` (CVE-2026-70604): a page
 * of Easel fetches nothing.
 */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/** Serves Easel's pages in the session of its page, and in no other. */
export function serveAppFiles(session: Session, options: AppFilesOptions): void {
  const respond = createAppFiles(options);
  session.protocol.handle(APP_SCHEME, (request) => respond(request));
}

/**
 * Makes the function that answers. Only GET and HEAD of listed paths on the host `easel` are answered, by exact
 * match: no path of a request ever becomes a path on disk. A file that is missing or differs from what was built is refused.
 */
export function createAppFiles({ listFile, folder }: AppFilesOptions): Respond {
  let files: Promise<ReadonlyMap<string, AppFile>> | null = null;
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405);
    const pathname = readPath(request.url);
    files ??= readList(listFile);
    const file = pathname === null ? undefined : (await files).get(pathname);
    if (file === undefined) return answer(404);
    const body = await readFile(path.join(folder, ...file.path.split('/').filter(Boolean))).catch(() => null);
    if (body === null || (await sha256Of(body)) !== file.sha256) return answer(500);
    const headers = { ...PAGE_HEADERS, 'content-type': file.type, 'content-length': String(body.byteLength) };
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers });
  };
}

/** In hex. `node:crypto` is loaded with the first page: it takes half as long as all that comes before the window. */
async function sha256Of(body: Uint8Array): Promise<string> {
  const { createHash } = await import('node:crypto');
  return createHash('sha256').update(body).digest('hex');
}

/** The path to look up, or null for anything that is not plainly a path of this host. */
function readPath(address: string): string | null {
  if (address.length > 2048 || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== `${APP_SCHEME}:` || url.host !== APP_HOST) return null;
  if (url.username !== '' || url.password !== '' || url.search !== '') return null;
  return url.pathname === '/' ? '/index.html' : url.pathname;
}

async function readList(listFile: string): Promise<ReadonlyMap<string, AppFile>> {
  const list = JSON.parse(await readFile(listFile, 'utf8')) as readonly AppFile[];
  return new Map(list.filter((file) => !NOT_SERVED.test(file.path)).map((file) => [file.path, file]));
}

function answer(status: number): Response {
  return new Response(null, { status, headers: PAGE_HEADERS });
}

// The headers of every answer of `app://easel/`.

/**
 * Electron gives `<webview>` its display by an inline style, which `style-src 'self'` would block: this is that style's
 * hash, as observed. `global.css` sets the same display, in case Electron changes the style.
 */
const WEBVIEW_STYLE = "'sha256-XNfYdUW7S7AWSxlvq47SGsGIxvvzKwvUGdsFQQ/zXf4='";

export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${WEBVIEW_STYLE}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "frame-src 'none'",
  "child-src 'none'",
  "worker-src 'none'",
  "object-src 'none'",
  "media-src 'none'",
  "manifest-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const FEATURES = [
  'camera',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'bluetooth',
  'fullscreen',
  'screen-wake-lock',
  'publickey-credentials-get',
];

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_POLICY,
  // Also stops what no content policy covers: DNS prefetch, preconnect, WebRTC. Ignored by a Chromium that lacks it.
  'connection-allowlist': '(response-origin)',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': FEATURES.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};
