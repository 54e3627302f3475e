/** Network faults of the HTTP client on real sockets. unit/main/service tests the failure codes. */
import { afterEach, expect, test } from 'vitest';
import { codeOf, json, opened, type TestClient } from './servers.ts';

const { client, server, closeAll } = opened();
afterEach(closeAll);

test.each([
  ['a request that just began', () => undefined],
  [
    'a request that began before the certificate authorities changed',
    ({ transport }: TestClient) => transport.setExtraCa([]),
  ],
])('closing the HTTP client cancels a running request: %s', async (_what, change) => {
  const arrived = Promise.withResolvers<void>();
  const { origin } = await server(() => arrived.resolve());
  const made = client(origin);
  const created = made.api.createBoard();
  await arrived.promise;
  change(made);
  await made.close();
  expect(codeOf(await created)).toBe('outcome-unknown');
});

test('every POST request opens a new TCP connection, but a DELETE request reuses an open connection', async () => {
  const made = await server((response) => json(response, { room_id: 'a', identifier: 'b' }));
  const { api } = client(made.origin);
  for (let read = 0; read < 10; read += 1) await api.viewBoard('a');
  const forReads = made.connections();
  expect(forReads).toBeLessThanOrEqual(2);
  made.seen.length = 0;
  await api.createBoard();
  await api.createBoard();
  await api.deleteBoard('a');
  expect(made.connections()).toBe(forReads + 2);
  expect(made.seen.map(({ headers }) => headers.connection)).toEqual(['close', 'close', 'keep-alive']);
});
