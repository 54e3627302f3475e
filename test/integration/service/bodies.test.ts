import { once } from 'node:events';
import { brotliCompressSync, constants, createGzip, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { codeOf, codesOf, lostAs, opened } from './servers.ts';

const { client, server, closeAll } = opened();
afterEach(closeAll);

describe('bodies', () => {
  const LIST = JSON.stringify([{ room_id: 'a' }]);
  test.each([
    ['gzip', gzipSync(LIST)],
    ['x-gzip', gzipSync(LIST)],
    ['br', brotliCompressSync(LIST)],
    ['deflate', deflateSync(LIST)],
    ['deflate', deflateRawSync(LIST)],
    ['identity', Buffer.from(LIST)],
  ])('are decompressed: %s', async (encoding, bytes) => {
    const { origin } = await server((response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    const page = await client(origin).api.listBoards({ limit: 1, offset: 0 });
    expect(page).toMatchObject({ ok: true, value: { items: [{ id: 'a' }] } });
  });

  test.each([
    ['a line', '{"_id":"a"}\n', ['a']],
    ['two lines', '{"_id":"a"}\n{"_id":"b"}\n', ['a', 'b']],
    ['no line', '', []],
  ])('of NDJSON are a list of %s', async (_what, lines, ids) => {
    const { origin } = await server((response) =>
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(lines),
    );
    const page = await client(origin).api.listBoards({ limit: 2, offset: 0 });
    expect(page.ok && page.value.items.map(({ id }) => id)).toEqual(ids);
    const fetched = await client(origin).api.fetchBoards({ limit: 2, offset: 0 });
    expect(fetched).toMatchObject({ ok: true, value: { items: ids.length } });
  });

  test.each([
    ['gzip that is none', 'gzip', Buffer.from('not gzip')],
    ['gzip that ends early', 'gzip', gzipSync(LIST).subarray(0, 20)],
    ['an unknown packing', 'zstd-9', Buffer.from('x')],
  ])('that can’t be decompressed are unreadable: %s', async (_what, encoding, bytes) => {
    const { origin } = await server((response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    expect(await codesOf(client(origin))).toEqual(lostAs('not-understood'));
  });

  test('of 200 MiB in a few kilobytes are abandoned and not kept in memory', async () => {
    const bomb = await gzipOf(200 * 1024 * 1024);
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const { origin } = await server((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const { api } = client(origin);
    const before = process.memoryUsage().rss;
    let most = before;
    const watching = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 1);
    const result = await api.listBoards({ limit: 1, offset: 0 });
    clearInterval(watching);
    expect(codeOf(result)).toBe('not-understood');
    expect(result.ok ? '' : result.error.message).toContain('8 MiB');
    expect(Math.max(most, process.memoryUsage().rss) - before).toBeLessThan(64 * 1024 * 1024);
  });

  test('without an end are abandoned, and their connection is closed', async () => {
    const closed = Promise.withResolvers<void>();
    const { origin } = await server((response) => {
      response.on('close', closed.resolve);
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x20)));
      };
      response.on('drain', more);
      more();
    });
    expect(codeOf(await client(origin).api.viewBoard('a'))).toBe('not-understood');
    await closed.promise;
  });

  test.each([
    ['packed in an unknown way', 'zstd-9', Buffer.from('x')],
    ['that can’t be unpacked', 'gzip', Buffer.from('not gzip')],
    ['too large', 'gzip', gzipSync(Buffer.alloc(9 * 1024 * 1024))],
  ])(
    '%s are abandoned at once, though the service keeps the connection open',
    async (_what, encoding, bytes) => {
      const closed = Promise.withResolvers<void>();
      const { origin } = await server((response) => {
        response.on('close', closed.resolve);
        response.writeHead(200, { 'content-encoding': encoding }).write(bytes);
      });
      expect(codeOf(await client(origin).api.viewBoard('a'))).toBe('not-understood');
      await closed.promise;
    },
  );

  test('just below 8 MiB are read', async () => {
    const text = `"${'x'.repeat(8 * 1024 * 1024 - 2)}"`;
    const { origin } = await server((response) => response.end(text));
    const result = await client(origin).api.viewBoard('a');
    expect(result.ok ? '' : result.error.details.join()).toContain('text of 8388606');
  });
});

async function gzipOf(bytes: number): Promise<Buffer> {
  const gzip = createGzip({ level: constants.Z_BEST_COMPRESSION });
  const chunks: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
  const piece = Buffer.alloc(1024 * 1024, 0x20);
  for (let written = 0; written < bytes; written += piece.length) {
    if (!gzip.write(piece)) await once(gzip, 'drain');
  }
  gzip.end();
  await once(gzip, 'end');
  return Buffer.concat(chunks);
}
