/**
 * `net`: Node's fetch, and what it lacks: `file:` and the app's own schemes.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Protocol } from './protocol.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Fetches as a session does. Rejects with `net::ERR_FILE_NOT_FOUND` for a missing file. */
export async function fetchFor(
  protocol: Protocol,
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.protocol === 'file:') {
    const file = fileURLToPath(url);
    const bytes = await readFile(file).catch(() => {
      throw new Error('net::ERR_FILE_NOT_FOUND');
    });
    const type = CONTENT_TYPES[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
    return new Response(bytes, { headers: { 'content-type': type } });
  }
  if (url.protocol === 'http:' || url.protocol === 'https:') return fetch(input, init);
  const response = await protocol.respond(new Request(input, init));
  if (!response) throw new Error('net::ERR_UNKNOWN_URL_SCHEME');
  return response;
}
