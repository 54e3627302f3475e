import { beforeEach, describe, expect, test } from 'vitest';
import type { Result } from '../../../../preload/contract/failure.ts';
import {
  connectionsUnderTest,
  formOf,
  HOSTS,
  keyOf,
  type ConnectionsUnderTest,
  codeOf,
} from './connections-under-test.ts';

const ELSEWHERE = 'https://elsewhere.example';

let under: ConnectionsUnderTest;

beforeEach(async () => {
  under = await connectionsUnderTest();
});

const fieldsOf = (result: Result<unknown>): readonly string[] =>
  result.ok ? [] : Object.keys(result.error.fields ?? {}).toSorted();

describe('a saved key is never sent to a host it was not entered for', () => {
  test.each([
    ['the paper API moves', false, { paperApi: ELSEWHERE }, ['apiKey']],
    ['the board API moves', false, { boardApi: ELSEWHERE }, ['apiKey']],
    ['the board API moves with its own key', true, { boardApi: ELSEWHERE }, ['boardApiKey']],
    ['the paper API moves beside a second key', true, { paperApi: ELSEWHERE }, ['apiKey']],
    ['one key serves both from now on', true, { separateBoardKey: false }, ['apiKey']],
  ] as const)('when %s', async (_what, separateBoardKey, change, fields) => {
    const { id } = await under.save({ separateBoardKey, boardApiKey: 'board-key' });
    const moved = formOf({ id, apiKey: null, separateBoardKey, boardApiKey: null, ...change });
    under.sent.length = 0;
    expect(fieldsOf(await under.connections.check(moved))).toEqual(fields);
    expect(fieldsOf(await under.connections.save(moved))).toEqual(fields);
    expect(under.sent).toEqual([]);
  });

  test('nor does a next or previous one, when the current one is typed anew', async () => {
    const { id } = await under.save();
    await under.slots.store({
      connectionId: id,
      slot: 'main',
      stage: 'next',
      key: keyOf('next-key'),
      origins: [HOSTS.papers, HOSTS.boards],
    });
    const moved = await under.connections.save(formOf({ id, apiKey: 'new-key', paperApi: ELSEWHERE }));
    expect(fieldsOf(moved)).toEqual(['apiKey']);
    expect(await under.callBoth(id)).toEqual([`${HOSTS.boards} main-key`, `${HOSTS.papers} main-key`]);
  });

  test.each([
    ['alone', false],
    ['under one for this session', true],
  ])('nor does one in the keychain %s, when one for this session is typed', async (_what, withSession) => {
    const { id } = await under.save();
    if (withSession) await under.save({ id, apiKey: 'session-key', sessionOnly: true });
    const moved = formOf({ id, apiKey: 'new-key', paperApi: ELSEWHERE, sessionOnly: true });
    expect(fieldsOf(await under.connections.save(moved))).toEqual(['apiKey']);
    expect(codeOf(await under.connections.save({ ...moved, sessionOnly: false }))).toBe('ok');
    expect(await under.callBoth(id)).toEqual([`${HOSTS.boards} new-key`, `${ELSEWHERE} new-key`]);
    expect([...under.keychain.items.values()]).toEqual(['new-key']);
  });

  test('while a connection is saved, the old key still goes to the old hosts, and no key to others', async () => {
    const { id } = await under.save();
    const before = await under.apiOf(id);
    const during: string[] = [];
    under.fault.decide = async (call) => {
      if (call === 'set') {
        during.push(codeOf(await before.listBoards({ limit: 1, offset: 0 })));
        during.push(codeOf(await (await under.apiOf(id)).listBoards({ limit: 1, offset: 0 })));
      }
      return null;
    };
    under.sent.length = 0;
    await under.save({ id, apiKey: 'new-key', boardApi: ELSEWHERE, paperApi: ELSEWHERE });
    expect(during).toEqual(['service-problem', 'service-problem']);
    expect(under.sent.map(([, host, key]) => `${host} ${key}`)).toEqual([
      `${HOSTS.boards} main-key`,
      `${HOSTS.boards} main-key`,
    ]);
    expect(codeOf(await before.listBoards({ limit: 1, offset: 0 }))).toBe('cancelled');
    expect(await under.callBoth(id)).toEqual([`${ELSEWHERE} new-key`, `${ELSEWHERE} new-key`]);
  });

  test('when the second of two new keys is not kept, the first goes nowhere until it is typed again', async () => {
    const { id } = await under.save();
    let sets = 0;
    under.fault.decide = (call) => {
      if (call === 'set') sets += 1;
      return call === 'set' && sets === 2 ? { state: 'locked' } : null;
    };
    const moved = formOf({
      id,
      apiKey: 'new-main',
      paperApi: ELSEWHERE,
      separateBoardKey: true,
      boardApiKey: 'new-board',
    });
    expect(codeOf(await under.connections.save(moved))).toBe('keychain-locked');
    expect(await under.callBoth(id)).toEqual([]);
  });

  test('an imported address does not send a saved key to another host', async () => {
    const { id } = await under.save();
    const record = await under.connections.recordOf(id);
    if (!record.ok) throw new Error('gone');
    const moved = { ...record.value, boardApi: ELSEWHERE };
    expect(codeOf(await under.connections.importRecord(moved))).toBe('refused');
    expect(await under.callBoth(id)).toEqual([`${HOSTS.boards} main-key`, `${HOSTS.papers} main-key`]);
    await under.slots.removeAll(id);
    expect(codeOf(await under.connections.importRecord(moved))).toBe('ok');
  });
});

test('an import that gives the board API a key of its own keeps the key that came with it', async () => {
  const { id } = await under.save();
  const record = await under.connections.recordOf(id);
  if (!record.ok) throw new Error('gone');
  await under.slots.store({
    connectionId: id,
    slot: 'board',
    stage: 'current',
    key: keyOf('board-key'),
    origins: [HOSTS.boards],
  });
  expect(codeOf(await under.connections.importRecord({ ...record.value, separateBoardKey: true }))).toBe(
    'ok',
  );
  expect(await under.callBoth(id)).toEqual([`${HOSTS.boards} board-key`, `${HOSTS.papers} main-key`]);
});
