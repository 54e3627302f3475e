import { describe, expect, test } from 'vitest';
import type { Policy } from '../../../../main/policy/policy.ts';
import type { Connection } from '../../../../preload/contract/connections.ts';
import {
  connectionsUnderTest,
  formOf,
  HOSTS,
  keyOf,
  type ConnectionsUnderTest,
  codeOf,
} from './connections-under-test.ts';

let under: ConnectionsUnderTest;

/** What a create comes to: `outcome-unknown` after the 503 that the service answers here to everything that reaches it. */
async function createOn(connectionId: string): Promise<string> {
  return codeOf(await (await under.apiOf(connectionId)).createBoard());
}

const SENT = 'outcome-unknown';

async function addPractice(): Promise<Connection> {
  const record = {
    id: 'practice',
    name: 'Practice',
    environment: 'practice',
    color: 'teal',
    paperApi: 'http://127.0.0.1:4000',
    boardApi: 'http://127.0.0.1:4000',
    appUrl: 'http://127.0.0.1:4000',
    separateBoardKey: false,
    readOnly: false,
    createdAt: 1,
  } as const;
  return under.connections.addPractice(record, keyOf('practice-key'));
}

describe('a read-only connection', () => {
  test('allows changes only after its name is typed, for ten minutes', async () => {
    under = await connectionsUnderTest();
    const { id, readOnly } = await under.save({ name: 'Acme', readOnly: true });
    expect(readOnly).toEqual({ on: true, forced: false, unlockedUntil: null });
    expect(await createOn(id)).toBe('read-only');
    expect(codeOf(await under.connections.unlockChanges({ connectionId: id, typedName: 'acme' }))).toBe(
      'invalid-input',
    );
    expect(await createOn(id)).toBe('read-only');
    expect(await under.connections.unlockChanges({ connectionId: id, typedName: 'Acme' })).toMatchObject({
      ok: true,
      value: { readOnly: { on: true, unlockedUntil: under.clock.now + 600_000 } },
    });
    expect(await createOn(id)).toBe(SENT);
    const told = under.changes.length;
    under.timers.findLast(({ ms }) => ms === 600_000)?.run();
    expect(await createOn(id)).toBe('read-only');
    await expect.poll(() => under.changes.length).toBeGreaterThan(told);
    expect(under.changes.at(-1)?.connections).toMatchObject([{ readOnly: { unlockedUntil: null } }]);
    expect(under.sent).toHaveLength(1);
    // The save, the end of the ten minutes, and the lock by hand: each time jobs are told why they wait.
    await under.connections.lockChanges({ connectionId: id });
    expect(under.readOnly.map(([whose, { code }]) => [whose, code])).toEqual(
      Array.from({ length: 3 }, () => [id, 'read-only']),
    );
  });

  test.each([
    ['locked by hand', (id: string) => under.connections.lockChanges({ connectionId: id })],
    ['saved anew', (id: string) => under.save({ id, readOnly: true })],
    ['dropped for the idle lock', () => Promise.resolve(under.connections.drop())],
    [
      'imported',
      async (id: string) => {
        const record = await under.connections.recordOf(id);
        if (record.ok) await under.connections.importRecord(record.value);
      },
    ],
  ])('is closed again when it is %s', async (_what, close) => {
    under = await connectionsUnderTest();
    const { id, name } = await under.save({ readOnly: true });
    await under.connections.unlockChanges({ connectionId: id, typedName: name });
    expect(await createOn(id)).toBe(SENT);
    await close(id);
    expect(await createOn(id)).toBe('read-only');
    expect(under.timers.filter(({ ms }) => ms === 600_000).every(({ cancelled }) => cancelled)).toBe(true);
  });

  test('refuses changes from a client created before it became read-only', async () => {
    under = await connectionsUnderTest();
    const { id } = await under.save();
    const before = await under.apiOf(id);
    await under.save({ id, readOnly: true });
    under.sent.length = 0;
    for (const api of [before, await under.apiOf(id)]) {
      const due = api === before ? 'cancelled' : 'read-only';
      expect(codeOf(await api.createBoard())).toBe(due);
      expect(codeOf(await api.deletePaper('p'))).toBe(due);
    }
    expect(under.sent).toEqual([]);
  });
});

describe('a policy', () => {
  const underPolicy = async (rules: Partial<Policy>): Promise<void> => {
    under = await connectionsUnderTest(rules);
  };

  test('can force read-only on everything but practice', async () => {
    await underPolicy({ readOnly: true });
    const { id, name, readOnly } = await under.save({ readOnly: false });
    expect(readOnly).toEqual({ on: true, forced: true, unlockedUntil: null });
    expect(codeOf(await under.connections.unlockChanges({ connectionId: id, typedName: name }))).toBe(
      'policy',
    );
    expect(await createOn(id)).toBe('policy');
    const practice = await addPractice();
    expect(practice.readOnly).toEqual({ on: false, forced: false, unlockedUntil: null });
    expect(await createOn(practice.id)).toBe(SENT);
  });

  test('can turn deleting off and leave creating on', async () => {
    await underPolicy({ allowDelete: false });
    const api = await under.apiOf((await under.save()).id);
    expect(codeOf(await api.deleteBoard('b'))).toBe('policy');
    expect(codeOf(await api.deletePaper('p'))).toBe('policy');
    expect(codeOf(await api.createBoard())).toBe(SENT);
  });

  test('with allowed hosts lists a connection to another host, and never uses it', async () => {
    await underPolicy({ allowedApiHosts: ['papers.example'] });
    // As it was kept before there was a policy.
    await under.store.connections.put({
      id: 'old',
      name: 'Old',
      environment: 'test',
      color: 'gray',
      paperApi: HOSTS.papers,
      boardApi: HOSTS.boards,
      appUrl: HOSTS.app,
      separateBoardKey: false,
      readOnly: false,
      createdAt: 1,
    });
    expect((await under.connections.list()).connections).toMatchObject([{ id: 'old' }]);
    for (const reply of [
      await under.connections.access.apiOf('old'),
      await under.connections.access.appUrlOf('old'),
    ]) {
      expect(reply).toMatchObject({
        error: { code: 'policy', message: expect.stringContaining('boards.example') },
      });
    }
  });
});

describe('the practice connection', () => {
  test('is never on disk: it is not copied, edited, imported or given a place before others', async () => {
    under = await connectionsUnderTest();
    const { id } = await addPractice();
    await under.save({ name: 'Acme' });
    const record = await under.connections.recordOf(id);
    if (!record.ok) throw new Error('gone');
    expect(codeOf(await under.connections.duplicate({ connectionId: id }))).toBe('refused');
    expect(codeOf(await under.connections.save(formOf({ id })))).toBe('refused');
    expect(codeOf(await under.connections.importRecord(record.value))).toBe('refused');
    expect(codeOf(await under.connections.importRecord({ ...record.value, environment: 'test' }))).toBe(
      'refused',
    );
    await under.connections.reorder({ connectionIds: [id] });
    expect((await under.connections.list()).connections.map(({ name }) => name)).toEqual([
      'Acme',
      'Practice',
    ]);
    expect((await under.connections.records()).map(({ name }) => name)).toEqual(['Acme']);
  });

  test('has its key again after the lock and after a working day', async () => {
    under = await connectionsUnderTest();
    const { id } = await addPractice();
    under.slots.drop();
    under.connections.drop();
    expect(await createOn(id)).toBe(SENT);
    await under.slots.removeAll(id);
    expect(await createOn(id)).toBe(SENT);
    expect(under.sent.map(([, , key]) => key)).toEqual(['practice-key', 'practice-key']);
  });
});

describe('the idle lock', () => {
  test('lets nobody send anything, with a key or without', async () => {
    under = await connectionsUnderTest();
    const practice = await addPractice();
    under.lock.isLocked = true;
    const api = await under.apiOf(practice.id);
    for (const result of [await api.viewBoard('b'), await api.checkApp(), await api.checkPaperApi()]) {
      expect(codeOf(result)).toBe('locked');
    }
    expect(under.sent).toEqual([]);
  });

  test('takes the key from every client, stops running calls, and reads the key again after unlocking', async () => {
    under = await connectionsUnderTest();
    const { id } = await under.save();
    const before = await under.apiOf(id);
    under.slots.drop();
    under.connections.drop();
    expect(under.halted).toEqual([id]);
    expect(under.stale).toEqual([]);
    expect(codeOf(await before.listBoards({ limit: 1, offset: 0 }))).toBe('cancelled');
    expect(under.sent).toEqual([]);
    expect(await createOn(id)).toBe(SENT);
  });

  test('also takes it from a request that is waiting for the keychain', async () => {
    under = await connectionsUnderTest();
    const { id } = await under.save();
    under.slots.drop();
    under.fault.decide = (call) => {
      if (call === 'get') under.connections.drop();
      return null;
    };
    expect(await createOn(id)).toBe('cancelled');
    expect(under.sent).toEqual([]);
  });

  test('can remove every key, unused ones too, and reports one that stays', async () => {
    under = await connectionsUnderTest();
    const { id } = await under.save({ separateBoardKey: true, boardApiKey: 'board-key' });
    await under.slots.store({
      connectionId: id,
      slot: 'main',
      stage: 'next',
      key: keyOf('next-key'),
      origins: [HOSTS.papers, HOSTS.boards],
    });
    const other = await under.save({ apiKey: 'other-key' });
    await under.slots.giveUpAll(other.id, 'Other');
    const [first] = under.keychain.items.keys();
    under.fault.decide = (call, account) =>
      call === 'remove' && account === first ? { state: 'error', done: false } : null;
    expect(codeOf(await under.connections.removeEveryKey())).toBe('keychain-error');
    expect([...under.keychain.items.values()]).toContain('main-key');
    expect([...under.keychain.items.values()]).not.toContain('other-key');
    under.fault.decide = () => null;
    expect(codeOf(await under.connections.removeEveryKey())).toBe('ok');
    expect(under.keychain.items.size).toBe(0);
    expect((await under.connections.list()).connections).toHaveLength(2);
  });
});
