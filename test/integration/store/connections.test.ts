import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../../main/store/database.ts';
import type { ConnectionRecord } from '../../../main/store/tables/connections.ts';
import type { JobRecord } from '../../../main/store/tables/jobs.ts';
import type { KeyRecord } from '../../../main/store/tables/keys.ts';

let store: Store;

beforeEach(async () => {
  store = await openStore(':memory:', { now: 0 });
});

afterEach(() => store.close());

function recordOf(id: string, change: Partial<ConnectionRecord> = {}): ConnectionRecord {
  return {
    id,
    name: `Connection ${id}`,
    environment: 'test',
    color: 'teal',
    paperApi: 'https://papers.example',
    boardApi: 'https://boards.example',
    appUrl: 'https://app.example',
    separateBoardKey: false,
    readOnly: false,
    createdAt: 1,
    ...change,
  };
}

function keyOf(id: string, change: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id,
    connectionId: 'c',
    connectionName: '',
    slot: 'main',
    stage: 'current',
    state: 'storing',
    account: `key-${id}`,
    fingerprint: 'a1f3',
    addedAt: 1,
    note: '',
    owner: '',
    remindAt: null,
    lastAcceptedAt: null,
    lastRefusedAt: null,
    useWhenGreen: false,
    origins: ['https://papers.example', 'https://boards.example:8443'],
    ...change,
  };
}

const idsOf = async (): Promise<readonly string[]> => (await store.connections.all()).map(({ id }) => id);

test('a connection is stored unchanged, and updated in place', async () => {
  const full = recordOf('a', { color: 'pink', separateBoardKey: true, readOnly: true, createdAt: 7 });
  await store.connections.put(full);
  await store.connections.put(recordOf('b'));
  expect(await store.connections.all()).toEqual([full, recordOf('b')]);
  const changed = recordOf('a', { name: 'Other', color: 'gray', createdAt: 7 });
  await store.connections.put(changed);
  expect(await store.connections.all()).toEqual([changed, recordOf('b')]);
});

test('a new connection comes last, even after others were reordered and removed', async () => {
  for (const id of ['a', 'b', 'c']) await store.connections.put(recordOf(id));
  await store.connections.reorder(['c', 'b', 'a']);
  await store.connections.remove('c');
  await store.connections.put(recordOf('d'));
  expect(await idsOf()).toEqual(['b', 'a', 'd']);
});

test('a reorder puts the given connections first, and the others behind in their order', async () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  for (const id of all) await store.connections.put(recordOf(id));
  const wanted = fc.shuffledSubarray([...all, 'nobody']);
  await fc.assert(
    fc.asyncProperty(wanted, async (ids) => {
      const before = await idsOf();
      await store.connections.reorder(ids);
      const first = ids.filter((id) => all.includes(id));
      expect(await idsOf()).toEqual([...first, ...before.filter((id) => !first.includes(id))]);
    }),
  );
});

test('removing a connection leaves its keys listed until they are proven gone', async () => {
  await store.connections.put(recordOf('c'));
  await store.keys.add(keyOf('k'));
  await store.connections.remove('c');
  expect(await store.keys.all()).toEqual([keyOf('k')]);
});

test('a stored key replaces the earlier one, which is then marked for removal', async () => {
  await store.keys.add(keyOf('k-1'));
  await store.keys.keep('k-1');
  await store.keys.add(keyOf('k-2', { addedAt: 2 }));
  await store.keys.keep('k-2');
  expect((await store.keys.all()).map(({ id, state }) => [id, state])).toEqual([
    ['k-1', 'removing'],
    ['k-2', 'kept'],
  ]);
});

test('no slot has two stored keys of one stage, whatever is written', async () => {
  await store.keys.add(keyOf('k-1', { state: 'kept' }));
  await expect(store.keys.add(keyOf('k-2', { state: 'kept' }))).rejects.toThrow(/UNIQUE/);
  await store.keys.add(keyOf('k-3', { state: 'kept', slot: 'board' }));
  await store.keys.add(keyOf('k-4', { state: 'kept', stage: 'next' }));
  await expect(store.keys.move([{ id: 'k-4', stage: 'current' }])).rejects.toThrow(/UNIQUE/);
  expect((await store.keys.all()).map(({ id, stage }) => [id, stage])).toEqual([
    ['k-1', 'current'],
    ['k-4', 'next'],
    ['k-3', 'current'],
  ]);
});

test('two keys of a slot swap places at once', async () => {
  await store.keys.add(keyOf('k-1', { state: 'kept' }));
  await store.keys.add(keyOf('k-2', { state: 'kept', stage: 'next', addedAt: 2 }));
  await store.keys.move([
    { id: 'k-1', stage: 'next' },
    { id: 'k-2', stage: 'current' },
  ]);
  expect((await store.keys.all()).map(({ id, stage }) => [id, stage])).toEqual([
    ['k-1', 'next'],
    ['k-2', 'current'],
  ]);
});

test('a key’s description is stored, and gone once the key is removed', async () => {
  await store.keys.add(keyOf('k', { state: 'kept' }));
  await store.keys.describe('k', { note: 'N', owner: 'Ada', remindAt: 5, useWhenGreen: true });
  await store.keys.accepted('k', 6);
  await store.keys.refused('k', 7);
  const described = { note: 'N', owner: 'Ada', remindAt: 5, useWhenGreen: true };
  const seen = { lastAcceptedAt: 6, lastRefusedAt: 7 };
  expect(await store.keys.all()).toEqual([keyOf('k', { state: 'kept', ...described, ...seen })]);
  await store.keys.giveUp(['k'], 'Acme');
  expect(await store.keys.all()).toMatchObject([{ state: 'removing', connectionName: 'Acme' }]);
  await store.keys.remove('k');
  expect(await store.keys.all()).toEqual([]);
});

test('of what was done with boards a moment ago, deletes at another address are not told', async () => {
  await store.connections.put(recordOf('a'));
  for (const [id, address, endedAt] of [
    ['here', 'https://boards.example', 50],
    ['elsewhere', 'https://other.example', 50],
    ['long-ago', 'https://boards.example', 10],
  ] as const) {
    await store.jobs.put({ ...JOB, id, address, endedAt });
    await store.jobs.addItems(
      id,
      0,
      [
        { targetId: `${id}-done`, name: '' },
        { targetId: 'x', name: '' },
      ],
      'failed',
      '',
    );
    const done = { place: 0, state: 'done', targetId: '', status: 200, message: '', at: endedAt } as const;
    await store.jobs.recordItems(id, [done], null);
  }
  await store.boardFacts.made('a', 'new', 60);
  await store.boardFacts.made('a', 'older', 20);
  expect(await store.boardFacts.recent(40)).toEqual([
    { connectionId: 'a', id: 'here-done', what: 'deleted', at: 50 },
    { connectionId: 'a', id: 'new', what: 'made', at: 60 },
  ]);
});

const JOB: JobRecord = {
  id: '',
  kind: 'delete-boards',
  connectionId: 'a',
  connectionName: 'Connection a',
  environment: 'test',
  address: '',
  state: 'done',
  holdUntil: null,
  startsEarliest: null,
  heldFrom: null,
  heldInFull: null,
  pause: null,
  failure: null,
  about: '',
  aboutName: '',
  tags: [],
  reason: '',
  draftedBy: null,
  templateId: null,
  pattern: '',
  createdAt: 1,
  startedAt: 1,
  endedAt: null,
};
