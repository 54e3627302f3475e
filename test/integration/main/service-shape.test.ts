import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { findLeaks, textPlace } from '../../support/planted-secrets.ts';
import { json, startServer, type TestServer } from '../service/servers.ts';
import { pageOf, sharedMain } from './shared-main.ts';

const KEY = 'the-key-of-a-test';

const main = sharedMain({ keychain: createMemoryKeychain() });
let server: TestServer;
/** Converts a page of boards to the JSON format that the test's service uses. */
let wrap: (page: readonly unknown[]) => unknown = (items) => ({ data: { items } });

const boards = ['a', 'b', 'c', 'd'].map((name) => ({
  uuid: `id-of-${name}`,
  created_on: 1_656_578_097,
  customer: 'Acme',
}));

beforeAll(async () => {
  server = await startServer((response, { url }) => {
    json(response, wrap(pageOf(boards, url)));
  });
});
afterAll(() => server.close());

async function shape(): Promise<Readonly<Record<string, string>>> {
  const { facts } = await main.must('boards.shape', { connectionId: main.connectionId });
  return Object.fromEntries(facts.map(({ about, found }) => [about, found]));
}

test('the response format that Easel learned from a list survives a restart', async () => {
  await main.connect(server.origin, KEY, { sessionOnly: false });
  await main.list();
  const learned = {
    'Field with the boards': 'data.items',
    'Field with the id': 'uuid',
    'Field with the creation date': 'created_on',
    'Date format': 'seconds since 1970',
    'Unit of offset': 'rows',
  };
  expect(await shape()).toEqual(learned);
  await main.restart();
  expect(await shape()).toEqual(learned);

  wrap = (page) => ({ [KEY]: { 'Acme Ltd 4711': page } });
  await main.list();
  await main.event(
    'boards.shapeChanged',
    ({ what }) => what === 'field with the boards is [redacted].[not shown]',
  );
  expect(await shape()).toMatchObject({ 'Field with the boards': '[redacted].[not shown]' });
  const text = JSON.stringify(await shape());
  for (const value of ['Acme', 'id-of', '1656578097']) expect(text).not.toContain(value);
  const { services } = main;
  const places = [textPlace('said', services.said()), textPlace('files', await services.files())];
  expect(findLeaks([{ name: 'the key', text: KEY }], places)).toEqual([]);
});
