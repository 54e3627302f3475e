import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { codeOf, opened } from './servers.ts';

const { client, server, closeAll } = opened();
afterEach(closeAll);

const LIST = JSON.stringify([{ room_id: 'a' }]);
const MIB = 1024 * 1024;

async function apiFor(bytes: Buffer | string, headers: Readonly<Record<string, string>> = {}) {
  const { origin } = await server((response) => response.writeHead(200, headers).end(bytes));
  return client(origin).api;
}

test.each([
  ['gzip', gzipSync(LIST)],
  ['br', brotliCompressSync(LIST)],
  ['identity', Buffer.from(LIST)],
])('a response body in the content encoding %s is decoded', async (encoding, bytes) => {
  const api = await apiFor(bytes, { 'content-encoding': encoding });
  const page = await api.listBoards({ limit: 1, offset: 0 });
  expect(page).toMatchObject({ ok: true, value: { items: [{ id: 'a' }] } });
});

test.each([
  ['unknown encoding', 'zstd-9', Buffer.from('x')],
  ['not gzip despite its header', 'gzip', Buffer.from('not gzip')],
  ['too large', 'gzip', gzipSync(Buffer.alloc(9 * MIB))],
])('an unusable response body ends the TCP connection: %s', async (_what, encoding, bytes) => {
  const closed = Promise.withResolvers<void>();
  const { origin } = await server((response) => {
    response.on('close', closed.resolve);
    response.writeHead(200, { 'content-encoding': encoding }).write(bytes);
  });
  expect(codeOf(await client(origin).api.viewBoard('a'))).toBe('not-understood');
  await closed.promise;
});

test('a response body just below the maximum of 8 MiB is read', async () => {
  const api = await apiFor(`"${'x'.repeat(8 * MIB - 2)}"`);
  const result = await api.viewBoard('a');
  expect(result.ok ? '' : result.error.details.join()).toContain('text of 8388606');
});
