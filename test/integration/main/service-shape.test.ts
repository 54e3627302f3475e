/** What Easel has learned of a service, from its answers to a page and a report. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteNow } from '../../support/delete-now.ts';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { findLeaks, textPlace } from '../../support/planted-secrets.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

const KEY = 'the-key-of-a-test';

let services: TestServices;
let server: http.Server;
let connectionId: string;
/** How the service writes a page of its boards. */
let written: (page: readonly unknown[]) => unknown;

const boards = ['a', 'b', 'c', 'd'].map((name) => ({
  uuid: `id-of-${name}`,
  created_on: 1_656_578_097,
  customer: 'Acme',
}));

beforeEach(async () => {
  written = (items) => ({ data: { items } });
  server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://service');
    request.resume();
    const offset = Number(url.searchParams.get('offset'));
    const limit = Number(url.searchParams.get('limit') ?? 50);
    const json = { 'content-type': 'application/json' };
    if (request.method === 'POST') response.writeHead(202, json).end('{"uuid":"id-of-e"}');
    else if (request.method === 'DELETE') response.writeHead(204).end();
    else response.writeHead(200, json).end(JSON.stringify(written(boards.slice(offset, offset + limit))));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  services = await startServices(undefined, { keychain: createMemoryKeychain() });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const saved = await services.call('connections.save', draftFor(origin, KEY, { sessionOnly: false }));
  if (!saved.ok) throw new Error(saved.error.message);
  connectionId = saved.value.id;
  await list();
});

afterEach(async () => {
  await services.close();
  server.closeAllConnections();
  server.close();
});

async function list(): Promise<void> {
  await services.call('boards.list', { connectionId });
  await expect
    .poll(() => services.call('boards.state', { connectionId }))
    .toMatchObject({ ok: true, value: { phase: 'done' } });
}

async function shape(): Promise<Readonly<Record<string, string>>> {
  const reply = await services.call('boards.shape', { connectionId });
  if (!reply.ok) throw new Error(reply.error.message);
  return Object.fromEntries(reply.value.facts.map(({ about, found }) => [about, found]));
}

test('a list, a create and a delete tell what the service looks like, also after a restart', async () => {
  await services.call('boards.create', { connectionId });
  await deleteNow(services, connectionId, { kind: 'board', id: 'id-of-a' });
  const learned = {
    'Boards are in': 'data.items',
    'Ids are in': 'uuid',
    'Creation times are in': 'created_on',
    'Creation times are written as': 'seconds since 1970',
    'Offsets count': 'rows',
    'Pages are requested with': 'a limit of 1000',
    'Creating a board returns': '202',
    'Deleting a board returns': '204',
  };
  expect(await shape()).toEqual(learned);
  services = await services.restart();
  expect(await shape()).toEqual(learned);
});

test('a service that answers differently is told of, and nothing that it sends but names of fields', async () => {
  written = (page) => ({ [KEY]: { 'Acme Ltd 4711': page } });
  await list();
  await services.event('boards.shapeChanged', ({ what }) => what === 'boards are in [redacted].[not shown]');
  expect(await shape()).toMatchObject({ 'Boards are in': '[redacted].[not shown]' });
  const told = JSON.stringify(await shape());
  for (const value of ['Acme', 'id-of', '1656578097']) expect(told).not.toContain(value);
  const places = [textPlace('what was said', services.said()), textPlace('files', await services.files())];
  expect(findLeaks([{ name: 'the key', text: KEY }], places)).toEqual([]);
});
