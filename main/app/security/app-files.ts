import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { protocol, type Session } from 'electron';
import { APP_HOST, APP_SCHEME } from '../../lib/origins.ts';

export interface AppFile {
  readonly path: string;
  readonly type: string;
  readonly sha256: string;
}

/** Path of the web page of practice rooms. Only the practice service serves this page, never `app://easel/`. */
const NOT_SERVED = /^\/room\//;

/** Registers `app://` before the app is ready. Omits `supportFetchAPI` and `corsEnabled` because of CVE-2026-70604. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/** Serves only files in the build's file list, so no request URL becomes a file path. Rejects modified files. */
export function serveAppFiles(session: Session, listFile: string, folder: string): void {
  let files: Promise<ReadonlyMap<string, AppFile>> | null = null;
  session.protocol.handle(APP_SCHEME, async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405);
    const pathname = readPath(request.url);
    files ??= readList(listFile);
    const file = pathname === null ? undefined : (await files).get(pathname);
    if (file === undefined) return answer(404);
    const body = await readFile(path.join(folder, ...file.path.split('/').filter(Boolean))).catch(() => null);
    if (body === null) return answer(500);
    // Uses Web Crypto, because importing `node:crypto` would delay the first window.
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', body)).toString('hex');
    if (digest !== file.sha256) return answer(500);
    const headers = { ...PAGE_HEADERS, 'content-type': file.type, 'content-length': String(body.byteLength) };
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers });
  });
}

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

/** CSP hash of `:host { display: flex; }`, the inline style that Electron adds to each `<webview>`. */
const WEBVIEW_STYLE = "'sha256-XNfYdUW7S7AWSxlvq47SGsGIxvvzKwvUGdsFQQ/zXf4='";

const CONTENT_POLICY = [
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
  ...'camera clipboard-read display-capture geolocation hid microphone midi payment serial usb'.split(' '),
  ...'bluetooth fullscreen screen-wake-lock publickey-credentials-get'.split(' '),
];

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_POLICY,
  // `connection-allowlist` also blocks DNS prefetch, preconnect and WebRTC. Old Chromium versions ignore this header.
  'connection-allowlist': '(response-origin)',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': FEATURES.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};
