import { beforeEach, describe, expect, test } from 'vitest';
import {
  connectionsUnderTest,
  formOf,
  HOSTS,
  type ConnectionsUnderTest,
  codeOf,
} from './connections-under-test.ts';

let under: ConnectionsUnderTest;

beforeEach(async () => {
  under = await connectionsUnderTest();
});

async function namesOf(): Promise<readonly string[]> {
  return (await under.connections.list()).connections.map(({ name }) => name);
}

describe('one key or two', () => {
  test('one key goes to both APIs', async () => {
    const { id, boardKey } = await under.save();
    expect(boardKey).toBeNull();
    expect(await under.callBoth(id)).toEqual([`${HOSTS.boards} main-key`, `${HOSTS.papers} main-key`]);
  });

  test('each of two keys goes only to its own API', async () => {
    const { id, key, boardKey } = await under.save({ separateBoardKey: true, boardApiKey: 'board-key' });
    expect([key.kind, boardKey?.kind]).toEqual(['stored', 'stored']);
    expect(await under.callBoth(id)).toEqual([`${HOSTS.boards} board-key`, `${HOSTS.papers} main-key`]);
  });

  test('a check tries each API with the key that is typed for it', async () => {
    const draft = formOf({ separateBoardKey: true, boardApiKey: 'board-key' });
    await under.connections.check(draft);
    await under.connections.checkPaper({ draft, paper: 'p' });
    expect(under.sent).toEqual([
      ['GET board', HOSTS.boards, 'board-key'],
      ['POST access-token', HOSTS.papers, 'main-key'],
    ]);
    expect(await namesOf()).toEqual([]);
    expect(under.keychain.items.size).toBe(0);
  });

  test('removing the second key sends the first to both APIs', async () => {
    const { id } = await under.save({
      boardApi: HOSTS.papers,
      separateBoardKey: true,
      boardApiKey: 'board-key',
    });
    const { boardKey } = await under.save({ id, apiKey: null, boardApi: HOSTS.papers });
    expect(boardKey).toBeNull();
    expect([...under.keychain.items.values()]).toEqual(['main-key']);
    expect(await under.callBoth(id)).toEqual([`${HOSTS.papers} main-key`, `${HOSTS.papers} main-key`]);
  });

  test('keeps the second key and the setting when its removal can’t be confirmed', async () => {
    const { id } = await under.save({
      boardApi: HOSTS.papers,
      separateBoardKey: true,
      boardApiKey: 'board-key',
    });
    under.fault.decide = (call) => (call === 'remove' ? { state: 'locked' } : null);
    const saved = await under.connections.save(formOf({ id, apiKey: null, boardApi: HOSTS.papers }));
    expect(codeOf(saved)).toBe('keychain-locked');
    expect((await under.connections.list()).connections).toMatchObject([{ boardKey: { kind: 'stored' } }]);
    expect(await under.callBoth(id)).toEqual([`${HOSTS.papers} board-key`, `${HOSTS.papers} main-key`]);
  });
});

describe('a new connection whose key the keychain refuses', () => {
  test.each([
    ['first', 1],
    ['second', 2],
  ])('at the %s key is not kept, nor any key of it', async (_which, failing) => {
    let sets = 0;
    under.fault.decide = (call) => {
      if (call === 'set') sets += 1;
      return call === 'set' && sets === failing ? { state: 'locked' } : null;
    };
    const saved = await under.connections.save(formOf({ separateBoardKey: true, boardApiKey: 'board-key' }));
    expect(codeOf(saved)).toBe('keychain-locked');
    expect(sets).toBe(failing);
    expect(await namesOf()).toEqual([]);
    expect(under.keychain.items.size).toBe(0);
    expect(await under.slots.leftovers()).toEqual([]);
    expect(under.changes.at(-1)?.connections).toEqual([]);
  });
});

describe('removing', () => {
  test('removes the keys too, and confirms it', async () => {
    const { id } = await under.save({ separateBoardKey: true, boardApiKey: 'board-key' });
    expect(await under.connections.remove({ connectionId: id, keysMayStay: false })).toEqual({
      ok: true,
      value: { keysGone: true },
    });
    expect(under.keychain.items.size).toBe(0);
    expect(await namesOf()).toEqual([]);
    expect(under.stale).toContain(id);
  });

  test('fails and keeps the connection when a key’s removal can’t be confirmed', async () => {
    const { id } = await under.save();
    under.fault.decide = () => ({ state: 'locked' });
    expect(codeOf(await under.connections.remove({ connectionId: id, keysMayStay: false }))).toBe(
      'keychain-locked',
    );
    expect(await namesOf()).toEqual(['Acme boards']);
    under.fault.decide = () => null;
    expect(await under.callBoth(id)).toHaveLength(2);
  });

  test('works without the keychain when keys may stay, and lists each of them', async () => {
    const { id } = await under.save({ name: 'Acme' });
    under.fault.decide = () => ({ state: 'locked' });
    expect(await under.connections.remove({ connectionId: id, keysMayStay: true })).toEqual({
      ok: true,
      value: { keysGone: false },
    });
    expect(await namesOf()).toEqual([]);
    expect(await under.slots.leftovers()).toMatchObject([{ connectionName: 'Acme' }]);
  });
});

describe('order and copies', () => {
  test('new connections come last, and any order holds', async () => {
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C', 'D']) ids.push((await under.save({ name })).id);
    expect(await namesOf()).toEqual(['A', 'B', 'C', 'D']);
    const [a = '', b = '', c = '', d = ''] = ids;
    await under.connections.reorder({ connectionIds: [d, b, d, 'nobody'] });
    expect(await namesOf()).toEqual(['D', 'B', 'A', 'C']);
    await under.connections.reorder({ connectionIds: [c, a] });
    expect(await namesOf()).toEqual(['C', 'A', 'D', 'B']);
    await under.save({ id: a, name: 'A again' });
    expect(await namesOf()).toEqual(['C', 'A again', 'D', 'B']);
    expect(under.changes.at(-1)?.connections.map(({ name }) => name)).toEqual(['C', 'A again', 'D', 'B']);
  });

  test('a copy has everything except keys, and its own name', async () => {
    const known = await under.save({
      name: 'Acme',
      color: 'pink',
      readOnly: true,
      separateBoardKey: true,
      boardApiKey: 'board-key',
    });
    const copied = await under.connections.duplicate({ connectionId: known.id });
    if (!copied.ok) throw new Error(copied.error.message);
    const { id, ...rest } = copied.value;
    expect(id).not.toBe(known.id);
    const none = { kind: 'none' };
    const { id: _same, ...expected } = { ...known, name: 'Acme copy', key: none, boardKey: none };
    expect(rest).toEqual(expected);
    await under.connections.duplicate({ connectionId: known.id });
    await under.connections.duplicate({ connectionId: id });
    expect(await namesOf()).toEqual(['Acme', 'Acme copy', 'Acme copy 2', 'Acme copy 3']);
    expect(codeOf(await (await under.apiOf(id)).listBoards({ limit: 1, offset: 0 }))).toBe('no-key');
  });
});
