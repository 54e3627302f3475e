import { afterEach, expect, test } from 'vitest';
import { codeOf, opened } from './servers.ts';

const { client, server, closeAll } = opened();
afterEach(closeAll);

test.each(['GET', 'POST'] as const)('cancelling a %s closes its connection', async (method) => {
  const arrived = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const { origin } = await server((response) => {
    response.socket?.once('close', () => gone.resolve());
    arrived.resolve();
  });
  const { api } = client(origin);
  const caller = new AbortController();
  const asked = method === 'GET' ? api.viewBoard('a', caller.signal) : api.createBoard(caller.signal);
  await arrived.promise;
  caller.abort();
  expect(codeOf(await asked)).toBe(method === 'GET' ? 'cancelled' : 'outcome-unknown');
  await gone.promise;
});

test('cancelling in mid-body closes the connection too', async () => {
  const begun = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const { origin } = await server((response) => {
    response.socket?.once('close', () => gone.resolve());
    response.writeHead(200).write('[', () => begun.resolve());
  });
  const caller = new AbortController();
  const asked = client(origin).api.viewBoard('a', caller.signal);
  await begun.promise;
  setImmediate(() => caller.abort());
  expect(codeOf(await asked)).toBe('cancelled');
  await gone.promise;
});

test.each(['GET', 'POST', 'DELETE'] as const)(
  'a %s whose permission ends while it connects is never sent',
  async (method) => {
    const { origin, seen, connections } = await server((response) => response.end('{}'));
    const { transport } = client(origin);
    const url = new URL('/api/board/a', origin);
    const request = { method, url, headers: {}, body: null, mayBegin: () => false };
    expect(await transport.request(request, new AbortController().signal)).toMatchObject({
      ok: false,
      error: { fault: 'aborted', sent: false },
    });
    await expect.poll(connections).toBe(1);
    expect(seen).toEqual([]);
  },
);
