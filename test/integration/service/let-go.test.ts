import { afterEach, expect, test } from 'vitest';
import { hasProgram } from '../../support/system.ts';
import { createAuthority } from './authority.ts';
import { codeOf, opened } from './servers.ts';

const { client, server, secureServer, closeAll } = opened();
afterEach(closeAll);

const LIST = { limit: 1, offset: 0 };

// Connections that wait are kept for 10 s: what ends sooner was let go.
test('letting go ends a connection that only waits for the next request', { timeout: 5000 }, async () => {
  const gone = Promise.withResolvers<void>();
  let isGone = false;
  const { origin } = await server((response) => {
    response.socket?.once('close', () => {
      isGone = true;
      gone.resolve();
    });
    response.end('[]');
  });
  const { api, transport } = client(origin);
  await api.listBoards(LIST);
  expect(isGone).toBe(false);
  transport.letGo();
  await gone.promise;
  expect(codeOf(await api.listBoards(LIST))).toBe('ok');
});

test('letting go lets what is under way end', async () => {
  const arrived = Promise.withResolvers<() => void>();
  const { origin, seen } = await server((response) =>
    arrived.resolve(() => response.end('{"room_id":"board-1"}')),
  );
  const { api, transport } = client(origin);
  const asked = api.createBoard();
  const answer = await arrived.promise;
  transport.letGo();
  answer();
  expect(codeOf(await asked)).toBe('ok');
  expect(seen).toHaveLength(1);
});

test.skipIf(!hasProgram('openssl'))('letting go forgets no authority that is trusted', async () => {
  const authority = createAuthority();
  try {
    const { origin } = await secureServer(authority.issue('localhost'));
    const { api, transport } = client(origin);
    transport.setExtraCa([authority.pem]);
    transport.letGo();
    expect(codeOf(await api.listBoards(LIST))).toBe('ok');
  } finally {
    authority.remove();
  }
});
