import { afterEach, expect, test } from 'vitest';
import { codeOf, opened } from './servers.ts';

const { client, server, closeAll } = opened();
afterEach(closeAll);

test.each(['GET', 'POST'] as const)(
  'cancelling a %s ends its connection: the service sees it go',
  async (method) => {
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
  },
);

test('cancelling in mid-body ends the connection too', async () => {
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
