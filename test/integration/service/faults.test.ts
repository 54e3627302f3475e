import { afterEach, describe, expect, test } from 'vitest';
import { fastClock } from '../../support/fast-clock.ts';
import { allAs, CALL_NAMES, codeOf, codesOf, json, lostAs, opened, startServer } from './servers.ts';

const { client, server, rawServer, closeAll } = opened();
afterEach(closeAll);

/** Waits pass a hundred times as fast. */
const FAST = fastClock(100);

describe('nothing was sent, so nothing was done', () => {
  test('connection refused', async () => {
    const dead = await startServer(() => undefined);
    await dead.close();
    const made = client(dead.origin);
    expect(await codesOf(made)).toEqual(allAs('cannot-reach'));
    const result = await made.api.createBoard();
    expect(result.ok ? '' : result.error.message).toContain('refused');
    expect(result.ok ? '' : result.error.details.join()).toContain('before anything was sent');
  });

  test('an unknown host is told apart from a computer without network', async () => {
    const [online, offline] = [
      client('https://no-such-host.invalid'),
      client('https://no-such-host.invalid', { hasNetwork: () => false }),
    ];
    const result = await online.api.createBoard();
    expect(codeOf(result)).toBe('cannot-reach');
    expect(result.ok ? '' : result.error.message).toContain('no-such-host.invalid');
    expect(codeOf(await offline.api.createBoard())).toBe('offline');
  });

  test('http to another computer is not tried', async () => {
    expect(await codesOf(client('http://boards.example'))).toEqual(allAs('invalid-input'));
  });
});

describe('a connection that is lost', () => {
  test('before a response', async () => {
    const { origin, seen } = await server((response) => response.socket?.resetAndDestroy());
    expect(await codesOf(client(origin))).toEqual(lostAs('cannot-reach'));
    const attempts = { GET: 3, DELETE: 2, POST: 1 };
    const times = Object.groupBy(seen, ({ method, url }) => `${method} ${url}`);
    for (const [request, sent] of Object.entries(times)) {
      const [method] = request.split(' ') as [keyof typeof attempts];
      expect([request, sent?.length]).toEqual([request, attempts[method]]);
    }
  });

  test('after a delete was done: the next attempt finds it done', async () => {
    const { origin, seen } = await server((response, _request, count) =>
      count === 0 ? response.socket?.resetAndDestroy() : json(response, { message: 'Not here.' }, 404),
    );
    expect(await client(origin).api.deleteBoard('b')).toMatchObject({
      ok: true,
      value: { outcome: 'already-gone' },
    });
    expect(seen).toHaveLength(2);
  });

  test('within the body of a 404: no proof that something is gone', async () => {
    const bytes = 'HTTP/1.1 404 Not Found\r\nContent-Length: 500\r\n\r\n<!DOCTY';
    const { origin } = await rawServer((socket) => socket.once('data', () => socket.end(bytes)));
    expect(codeOf(await client(origin).api.deletePaper('p'))).toBe('not-found');
  });
});

describe('a create is never sent twice', () => {
  test('even when a connection is kept open by reads and reset by the server on the write', async () => {
    const posts: string[] = [];
    const { origin } = await rawServer((socket) =>
      socket.on('data', (bytes: Buffer) => {
        const text = bytes.toString();
        if (text.startsWith('POST')) {
          posts.push(text);
          socket.resetAndDestroy();
        } else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n[]');
      }),
    );
    const { api } = client(origin);
    for (let round = 0; round < 3; round += 1) {
      await api.listBoards({ limit: 1, offset: 0 });
      expect(codeOf(await api.createBoard())).toBe('outcome-unknown');
    }
    expect(posts).toHaveLength(3);
  });

  test('and each create has its own connection, which a delete doesn’t need', async () => {
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
});

test.each([301, 307, 308])('a redirect is not followed to any host: %i', async (status) => {
  const other = await server((response) => json(response, { room_id: 'a' }));
  const targets = [`${other.origin}/api/board?token=secret-word`, '/login', 'https://other.invalid/x'];
  for (const location of targets) {
    const { origin, seen } = await server((response) => response.writeHead(status, { location }).end());
    const made = client(origin);
    const open = { createBoard: 'outcome-unknown', createPaper: 'outcome-unknown' };
    expect(await codesOf(made)).toEqual({ ...allAs('redirected'), ...open });
    expect(seen).toHaveLength(CALL_NAMES.length);
    expect(JSON.stringify(await made.api.createBoard())).not.toContain('secret-word');
  }
  expect(other.connections()).toBe(0);
});

describe('a slow service', () => {
  test('that never responds times out', async () => {
    const { origin, seen } = await server(() => undefined);
    expect(await codesOf(client(origin, { clock: FAST }))).toEqual(lostAs('timeout'));
    expect(seen).toHaveLength(CALL_NAMES.length);
  });

  test('that sends its body byte by byte times out', async () => {
    const { origin } = await server((response) => {
      response.writeHead(200).flushHeaders();
      const timer = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await codesOf(client(origin, { clock: FAST }))).toEqual(lostAs('timeout'));
  });
});

test('an unrequested second response is not taken for the next one', async () => {
  const one = 'HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n[{"room_id":"a"}]';
  const two = one.replace('"a"', '"b"');
  const { origin } = await rawServer((socket) => socket.on('data', () => socket.write(one + two)));
  const { api } = client(origin);
  for (let round = 0; round < 3; round += 1) {
    const page = await api.listBoards({ limit: 1, offset: 0 });
    expect(page.ok && page.value.items[0]?.id === 'b').toBe(false);
  }
});

test('closing the transport ends a request', async () => {
  const arrived = Promise.withResolvers<void>();
  const { origin } = await server(() => arrived.resolve());
  const made = client(origin);
  const asked = made.api.mintToken('p', null);
  await arrived.promise;
  await made.close();
  expect(codeOf(await asked)).toBe('outcome-unknown');
});
