import { beforeEach, expect, test } from 'vitest';
import { connectionsUnderTest, formOf, HOSTS, type ConnectionsUnderTest } from './connections-under-test.ts';
import { keyOf } from '../../../support/key-of.ts';
import { must } from '../../../support/must.ts';
import { codeOf } from './keys-under-test.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import type { KeychainCall } from '../../../support/memory-keychain.ts';

let under: ConnectionsUnderTest;

beforeEach(async () => {
  under = await connectionsUnderTest();
});

async function namesOf(): Promise<readonly string[]> {
  return (await under.connections.list()).connections.map(({ name }) => name);
}

function lockAt(name: KeychainCall, number = 1): void {
  let calls = 0;
  under.fault.decide = (call) => {
    if (call === name) calls += 1;
    return call === name && calls === number ? { state: 'locked' } : null;
  };
}

const TWO_KEYS = { separateBoardKey: true, boardApiKey: 'board-key' } as const;
const ONE_HOST = { boardApi: HOSTS.papers } as const;
const LOOPBACK = 'http://127.0.0.1:4080';

test.each(['main-key.', 'main-key)', 'API_KEY="main-key".', '{"key":"main-key"}'])(
  'saving the key %s needs confirmation, because its end may be a copying mistake',
  async (apiKey) => {
    const here = { paperApi: LOOPBACK, boardApi: LOOPBACK, appUrl: LOOPBACK };
    expect(await under.connections.saveQuestion(formOf(here))).toEqual(ok(null));
    const asked = await under.connections.saveQuestion(formOf({ ...here, apiKey }));
    expect(asked).toMatchObject({
      value: {
        detail: `The pasted API key ends with “${apiKey.at(-1)}”. If you copied this character by mistake, cancel and remove the character.`,
      },
    });
    expect(JSON.stringify(asked)).not.toContain('main-key');
  },
);

test('Easel asks once for each new host before it sends anything to the host', async () => {
  const { connections } = under;
  const draft = formOf();
  const question = must(await connections.checkQuestion(draft));
  const key = (host: string): string => `Easel will send the API key to ${host}.`;
  expect(question?.detail.split('\n\n')).toEqual([
    key('papers.example'),
    key('boards.example'),
    'Join links and live previews will open app.example.',
  ]);
  expect(codeOf(await connections.check(draft, null))).toBe('refused');
  expect(codeOf(await connections.save(draft, null))).toBe('refused');
  expect(under.sent).toEqual([]);
  must(await connections.check(draft, question));
  expect(await connections.saveQuestion(draft)).toEqual(ok(null));
  const elsewhere = await connections.saveQuestion(formOf({ boardApi: HOSTS.app }));
  expect(must(elsewhere)?.detail).toBe(key('app.example'));
  const hosts = ['*.example'];
  const limited = await connectionsUnderTest({ allowedApiHosts: hosts, allowedEmbedHosts: hosts });
  expect(await limited.connections.saveQuestion(draft)).toEqual(ok(null));
});

test('the confirmation dialog for new addresses names the app’s host first and shortens long paths', async () => {
  const { id } = await under.save();
  const path = '/a'.repeat(900);
  const moved = formOf({ id, appUrl: `${ELSEWHERE}${path}`, boardApi: `${HOSTS.boards}${path}` });
  const detail = must(await under.connections.saveQuestion(moved))?.detail;
  expect(detail).toMatch(/^Join links will open https:\/\/elsewhere\.example\/\S+… instead of/u);
  expect(detail?.length).toBeLessThan(700);
});

test('the check of a connection sends each API the key that was typed for this API', async () => {
  const draft = formOf(TWO_KEYS);
  await under.connections.check({ ...draft, paper: 'p' });
  expect(under.sent).toEqual([
    ['GET board', HOSTS.boards, 'board-key'],
    ['POST access-token', HOSTS.papers, 'main-key'],
  ]);
  expect([await namesOf(), under.keychain.items.size]).toEqual([[], 0]);
});

test('a connection without a separate key for boards sends the main key to both APIs', async () => {
  const { id } = await under.save({ ...TWO_KEYS, ...ONE_HOST });
  const { boardKey } = await under.save({ id, apiKey: null, ...ONE_HOST });
  expect(boardKey).toBeNull();
  expect([...under.keychain.items.values()]).toEqual(['main-key']);
  expect(await under.callBoth(id)).toEqual([`${HOSTS.papers} main-key`, `${HOSTS.papers} main-key`]);
});

test('a connection’s separate board key stays in use if the keychain does not confirm the key’s removal', async () => {
  const { id } = await under.save({ ...TWO_KEYS, ...ONE_HOST });
  lockAt('remove');
  const saved = await under.connections.save(formOf({ id, apiKey: null, ...ONE_HOST }));
  expect(codeOf(saved)).toBe('keychain-locked');
  expect((await under.connections.list()).connections).toMatchObject([{ boardKey: { kind: 'stored' } }]);
  expect(await under.callBoth(id)).toEqual([`${HOSTS.papers} board-key`, `${HOSTS.papers} main-key`]);
});

test('a separate board key stays in use if the key that replaces it can’t be stored', async () => {
  const { id } = await under.save({ ...TWO_KEYS, ...ONE_HOST });
  lockAt('set');
  const saved = await under.connections.save(formOf({ id, apiKey: 'new-key', ...ONE_HOST }));
  expect(codeOf(saved)).toBe('keychain-locked');
  expect(await under.callBoth(id)).toEqual([`${HOSTS.papers} board-key`, `${HOSTS.papers} main-key`]);
});

test.each([1, 2])('a new connection is not saved if the keychain refuses key number %i', async (failing) => {
  lockAt('set', failing);
  expect(codeOf(await under.connections.save(formOf(TWO_KEYS)))).toBe('keychain-locked');
  expect([await namesOf(), under.keychain.items.size]).toEqual([[], 0]);
  expect(await under.slots.leftovers()).toBe(0);
  expect(under.changes.at(-1)?.connections).toEqual([]);
});

test('Easel keeps a connection if the keychain does not confirm the removal of the connection’s key', async () => {
  const { id } = await under.save();
  lockAt('remove');
  const removed = await under.connections.remove({ connectionId: id, keysMayStay: false });
  expect(codeOf(removed)).toBe('keychain-locked');
  expect(await namesOf()).toEqual(['Acme boards']);
  expect(await under.callBoth(id)).toHaveLength(2);
});

test('a connection can be removed while its keychain is locked and its boards can’t be deleted from disk', async () => {
  const { id } = await under.save({ name: 'Acme' });
  under.mirror.forget = () => Promise.reject(new Error('EBUSY'));
  under.fault.decide = () => ({ state: 'locked' });
  const removed = await under.connections.remove({ connectionId: id, keysMayStay: true });
  expect(removed).toEqual(ok({ keysGone: false }));
  expect(await namesOf()).toEqual([]);
  expect(await under.slots.leftovers()).toBe(1);
});

test('a connection that can’t be removed because the disk is full sends no more requests', async () => {
  const { id } = await under.save();
  const api = await under.apiOf(id);
  Object.assign(under.store.connections, { remove: () => Promise.reject(new Error('the disk is full')) });
  const removed = await under.connections.remove({ connectionId: id, keysMayStay: false });
  expect(codeOf(removed)).toBe('storage');
  expect(codeOf(await api.listBoards({ limit: 1, offset: 0 }))).toBe('cancelled');
});

const ELSEWHERE = 'https://elsewhere.example';

const fieldsOf = (result: Result<unknown>): readonly string[] =>
  result.ok ? [] : Object.keys(result.error.fields ?? {}).toSorted();

test.each([
  ['the paper API moves', false, { paperApi: ELSEWHERE }, ['apiKey']],
  ['the board API moves with its own key', true, { boardApi: ELSEWHERE }, ['boardApiKey']],
  ['one key serves both APIs from now on', true, { separateBoardKey: false }, ['apiKey']],
] as const)('the user must enter an API key again if %s', async (_what, separateBoardKey, change, fields) => {
  const { id } = await under.save({ separateBoardKey, boardApiKey: 'board-key' });
  const moved = formOf({ id, apiKey: null, separateBoardKey, boardApiKey: null, ...change });
  under.sent.length = 0;
  expect(fieldsOf(await under.connections.check(moved))).toEqual(fields);
  expect(fieldsOf(await under.connections.save(moved))).toEqual(fields);
  expect(under.sent).toEqual([]);
});

test('the host of an API can’t change while a next API key is stored beside the current key', async () => {
  const { id } = await under.save();
  await under.storeNext(id);
  const moved = await under.connections.save(formOf({ id, apiKey: 'new-key', paperApi: ELSEWHERE }));
  expect(fieldsOf(moved)).toEqual(['apiKey']);
  expect(await under.callBoth(id)).toEqual([`${HOSTS.boards} main-key`, `${HOSTS.papers} main-key`]);
});

test.each([
  ['in use', false],
  ['overridden by a session key', true],
])('when the API host changes, a session key can’t replace a stored key %s', async (_what, withSession) => {
  const { id } = await under.save();
  if (withSession) await under.save({ id, apiKey: 'session-key', sessionOnly: true });
  const moved = formOf({ id, apiKey: 'new-key', paperApi: ELSEWHERE, sessionOnly: true });
  const refused = await under.connections.save(moved);
  expect(fieldsOf(refused)).toEqual(['apiKey']);
  expect(JSON.stringify(refused)).toContain('Save the new key in the keychain, or');
  expect(codeOf(await under.connections.save({ ...moved, sessionOnly: false }))).toBe('ok');
  expect(await under.callBoth(id)).toEqual([`${HOSTS.boards} new-key`, `${ELSEWHERE} new-key`]);
  expect([...under.keychain.items.values()]).toEqual(['new-key']);
});

test('main’s confirmation dialog names the stored key to be replaced, even if a session key is in use', async () => {
  const { id } = await under.save();
  await under.save({ id, apiKey: 'session-key', sessionOnly: true });
  const stored = under.slots.fingerprint(keyOf('main-key'));
  const ask = async (sessionOnly: boolean) =>
    must(await under.connections.saveQuestion(formOf({ id, apiKey: 'session-key', sessionOnly })));
  expect((await ask(false))?.detail).toContain(`will replace the key ${stored}.`);
  expect(await ask(true)).toBeNull();
  const removal = await under.connections.removeQuestion({ connectionId: id, keysMayStay: false });
  expect(must(removal)?.detail).toContain(`fingerprint ${stored} is saved in the keychain`);
});

test('a connection keeps its keys and addresses if only the first of two new keys could be stored', async () => {
  const { id } = await under.save();
  lockAt('set', 2);
  const moved = formOf({ ...TWO_KEYS, id, apiKey: 'new-main', boardApi: ELSEWHERE });
  expect(codeOf(await under.connections.save(moved))).toBe('keychain-locked');
  expect(under.gone).toEqual([]);
  expect(await under.callBoth(id)).toEqual([`${HOSTS.boards} main-key`, `${HOSTS.papers} main-key`]);
  expect([...under.keychain.items.values()]).toEqual(['main-key']);
});

test.each([
  ['waits', true],
  ['has begun', false],
])('if Easel locks, a change of a connection that %s has no effect', async (_when, waits) => {
  const { id, name } = await under.save({ sessionOnly: true, readOnly: true });
  const held = Promise.withResolvers<void>();
  for (const change of [
    () => under.connections.save(formOf({ id, sessionOnly: true, readOnly: true })),
    () => under.connections.unlockChanges({ connectionId: id, typedName: name }),
  ]) {
    if (waits) void under.connections.inTurn(() => held.promise.then(() => ok(null)));
    const done = change();
    await Promise.resolve();
    under.lock.isLocked = true;
    under.slots.drop();
    under.connections.drop();
    held.resolve();
    expect(codeOf(await done)).toBe('locked');
    under.lock.isLocked = false;
  }
  const [shown] = (await under.connections.list()).connections;
  expect([shown?.key.kind, shown?.readOnly.unlockedUntil]).toEqual(['none', null]);
});

test('an API address on another host can’t be imported while a key for the old host is saved', async () => {
  const { id } = await under.save();
  const moved = { ...must(await under.recordOf(id)), boardApi: ELSEWHERE };
  expect(codeOf(await under.connections.importRecord(moved))).toBe('refused');
  expect(await under.callBoth(id)).toEqual([`${HOSTS.boards} main-key`, `${HOSTS.papers} main-key`]);
  await under.slots.removeAll(id);
  expect(codeOf(await under.connections.importRecord(moved))).toBe('ok');
});

test('an import into a connection with a separate board key keeps both keys', async () => {
  const { id } = await under.save(TWO_KEYS);
  const record = must(await under.recordOf(id));
  must(await under.connections.importRecord({ ...record, name: 'Renamed' }));
  expect(await under.callBoth(id)).toEqual([`${HOSTS.boards} board-key`, `${HOSTS.papers} main-key`]);
});
