/** Boards and papers whose id is a number that JavaScript would round: every digit stays, on the way in and out. */
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginWhole } from '../../../main/files/write-whole.ts';
import { deleteNow } from '../../support/delete-now.ts';
import { must } from '../../support/must.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';
import { listen } from '../service/servers.ts';

const ID = '9007199254740993';
const NEXT = '9007199254740995';
const OWNER = '12345678901234567891';

let services: TestServices;
let close: () => Promise<void>;
let connectionId: string;
let requests: string[];
/** Boards that are not deleted yet. */
let ids: Set<string>;

const boardOf = (id: string): string =>
  `{"room_id":${id},"owner":${OWNER},"price":1.10,"created_at":1700000000}`;

/** A service that counts its boards and papers by numbers. */
function answer(request: http.IncomingMessage): string {
  const url = new URL(request.url ?? '', 'http://service');
  const id = path.basename(url.pathname);
  if (request.method === 'DELETE') {
    ids.delete(id);
    return '{"message":"deleted"}';
  }
  if (request.method === 'POST') {
    if (url.pathname.startsWith('/api/access-token/')) return 'eyJhbGciOiJIUzI1NiJ9.eyJuIjoxfQ.c2ln';
    return url.pathname.endsWith('paper')
      ? `{"identifier":${ID},"name":"P","template_id":${NEXT}}`
      : boardOf(ID);
  }
  if (id !== 'board') return boardOf(id);
  const [offset, limit] = [
    Number(url.searchParams.get('offset')),
    Number(url.searchParams.get('limit') ?? 50),
  ];
  return `[${[...ids]
    .slice(offset, offset + limit)
    .map(boardOf)
    .join(',')}]`;
}

beforeEach(async () => {
  requests = [];
  ids = new Set([ID, NEXT]);
  const server = http.createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer(request));
  });
  const listening = await listen(server);
  close = listening.close;
  services = await startServices(undefined, {
    files: { saveStream: (_purpose, name) => beginWhole(path.join(services.folder, name)) },
  });
  connectionId = must(
    await services.call('connections.save', draftFor(listening.origin, 'a-key-of-this-test')),
  ).id;
});

afterEach(async () => {
  await services.close();
  await close();
});

test('a board with a large id is listed, viewed and deleted under its own id, not its neighbour’s', async () => {
  must(await services.call('boards.list', { connectionId }));
  await services.event('boards.changed', ({ phase }) => phase === 'done');
  const query = { find: ID, filters: [], order: { by: 'id', descending: false } } as const;
  const asked = { connectionId, from: 0, count: 10, query, fields: ['owner', 'price'] };
  const { rows } = must(await services.call('boards.window', asked));
  expect(rows).toMatchObject([{ id: ID, fields: [OWNER, '1.10'] }]);

  const view = must(await services.call('boards.view', { connectionId, boardId: ID }));
  expect(view).toMatchObject({
    id: ID,
    otherFields: [
      { name: 'owner', value: OWNER },
      { name: 'price', value: '1.10' },
    ],
  });
  expect(view.raw).toContain(`"room_id": ${ID},\n  "owner": ${OWNER},\n  "price": 1.10,`);

  must(await deleteNow(services, connectionId, { kind: 'board', id: ID }));
  expect([...ids]).toEqual([NEXT]);
  expect(requests.filter((line) => !line.startsWith('GET /api/board?'))).toEqual([
    `GET /api/board/${ID}`,
    `DELETE /api/board/${ID}`,
  ]);
});

test.each([
  ['json', `"raw":{"room_id":${ID},"owner":${OWNER},"price":1.10,"created_at":1700000000}`],
  ['csv', `\r\n'${ID},2023-11-14T22:13:20.000Z,1700000000,,,,,,,,,'${OWNER},'1.10\r\n`],
] as const)('a file of %s keeps all digits', async (format, line) => {
  must(await services.call('boards.list', { connectionId }));
  await services.event('boards.changed', ({ phase }) => phase === 'done');
  const query = { find: '', filters: [], order: { by: 'created', descending: true } } as const;
  const selection = { kind: 'all', query, except: [] } as const;
  const asked = { connectionId, selection, format, fields: ['owner', 'price'] };
  const begun = must(await services.call('boards.export', asked));
  await services.event('boards.exporting', ({ state }) => state === 'done');
  expect(await readFile(path.join(services.folder, begun?.fileName ?? ''), 'utf8')).toContain(line);
});

test('a created board keeps the id that the service gave it', async () => {
  expect(must(await services.call('boards.create', { connectionId }))).toMatchObject({ id: ID });
  const paper = must(await services.call('papers.create', { connectionId, name: 'P', templateId: NEXT }));
  expect(paper).toMatchObject({ identifier: ID, templateId: NEXT });
  must(await deleteNow(services, connectionId, { kind: 'paper', id: ID }));
  expect(requests).toContain(`DELETE /api/paper/${ID}`);
});
