import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../../main/store/database.ts';
import { noteOf } from '../../unit/main/notes/records.ts';
import { recordOf } from '../../unit/main/connections/connection-record.ts';
import { HELD } from '../../unit/main/jobs/job-record.ts';
import { paperOf } from '../../support/paper-of.ts';
import type { KeyRecord } from '../../../main/store/tables/keys.ts';

let store: Store;

beforeEach(async () => {
  store = await openStore(':memory:', { now: 0 });
});

afterEach(() => store.close());

function keyOf(id: string, change: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id,
    connectionId: 'c',
    slot: 'main',
    stage: 'current',
    state: 'storing',
    account: `key-${id}`,
    fingerprint: 'a1f3',
    addedAt: 1,
    note: '',
    remindAt: null,
    lastAcceptedAt: null,
    lastRefusedAt: null,
    useWhenGreen: false,
    origins: ['https://papers.example', 'https://boards.example:8443'],
    ...change,
  };
}

test('at most one API key is stored per API and rotation stage', async () => {
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

test('the recent changes of a connection omit old changes, and deletes that were sent to another address', async () => {
  await store.connections.put(recordOf({ id: 'a', boardApi: 'https://boards.example' }));
  for (const [id, address, endedAt] of [
    ['here', 'https://boards.example', 50],
    ['elsewhere', 'https://other.example', 50],
    ['long-ago', 'https://boards.example', 10],
  ] as const) {
    await store.jobs.put({ ...HELD, connectionId: 'a', state: 'done', id, address, endedAt });
    const items = [`${id}-done`, 'x'].map((targetId) => ({ targetId, name: '' }));
    await store.jobs.addItems(id, 0, items);
    const done = { place: 0, state: 'done', targetId: '', status: 200, message: '', at: endedAt } as const;
    await store.jobs.recordItems(id, [done], null);
  }
  await store.boardFacts.made('a', ['new'], 60);
  await store.boardFacts.made('a', ['older'], 20);
  expect(await store.boardFacts.recent(40)).toEqual([
    { connectionId: 'a', id: 'here-done', what: 'deleted', at: 50 },
    { connectionId: 'a', id: 'new', what: 'made', at: 60 },
  ]);
});

const all = () => store.notes.page('c', '', 100);

test('adding a tag in another letter case does not change the existing tag', async () => {
  await store.notes.put('c', [noteOf('a', { label: 'A', tags: ['Vip', 'old'] })]);
  await store.notes.stage('c', ['a']);
  const others = { label: null, note: null, customer: null, protected: null };
  await store.notes.change('c', { ...others, addTags: ['new', 'VIP'], removeTags: ['OLD'] }, 200);
  expect((await all())[0]?.tags).toEqual(['Vip', 'new']);
});

test('importing a note without content removes the existing note', async () => {
  await store.notes.put('c', [noteOf('a', { label: 'A' }), noteOf('b', { label: 'B' }), noteOf('d')]);
  await store.notes.put('c', [noteOf('a', { note: 'N' }), noteOf('b')]);
  expect(await all()).toEqual([noteOf('a', { note: 'N' })]);
});

test('removing a connection drops its queued messages that tell the team about deleted papers', async () => {
  for (const id of ['c', 'elsewhere']) await store.connections.put(recordOf({ id }));
  const account = { accountId: 'a', accountName: 'Acme', history: 'h', revision: 1, readAt: 1, leftAt: null };
  await store.papers.put('c', paperOf('p'));
  await store.team.putAccount({ ...account, connectionId: 'c' });
  await store.papers.settle('c', ['p'], { deletedAt: 5 });
  await store.papers.settle('elsewhere', ['p'], { deletedAt: 5 });
  const items = await store.team.pending('c', 9);
  expect(items).toMatchObject([{ id: 'p', pending: 1, body: { deletedAt: 5 } }]);
  expect(await store.team.pending('elsewhere', 9)).toEqual([]);
  const earlier = items.map((item) => ({ ...item, pending: 0 }));
  await store.team.sent('c', earlier, { revision: 1, changedBy: 'ann', changedAt: 1 });
  await store.connections.remove('c');
  expect(await store.team.pending('c', 9)).toEqual([]);
});
