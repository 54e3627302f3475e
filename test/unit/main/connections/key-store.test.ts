import { expect, test } from 'vitest';
import type { KeychainCall, KeychainFault } from '../../../support/memory-keychain.ts';
import { keyOf } from '../../../support/key-of.ts';
import { must } from '../../../support/must.ts';
import { codeOf, given, KEY, newKey, NEXT, store, under } from './keys-under-test.ts';

const OTHER = 'other-key-66666';

async function stored() {
  const fault: { is: KeychainFault | null } = { is: null };
  const asked: KeychainCall[] = [];
  const tested = under((call) => {
    asked.push(call);
    return fault.is;
  });
  const slots = tested.run();
  await store(slots, newKey(KEY));
  const [key] = await slots.keys('c');
  asked.length = 0;
  tested.changes.length = 0;
  return { ...tested, slots, fault, asked, keyId: key?.id ?? '' };
}

test('the list of stored keys identifies each key only by its fingerprint', async () => {
  const { slots, rows, now } = await stored();
  const keys = await slots.keys('c');
  const fingerprint = slots.fingerprint(keyOf(KEY));
  const place = { slot: 'main', stage: 'current' };
  expect(keys).toMatchObject([{ ...place, kept: 'keychain', fingerprint, addedAt: now() }]);
  expect(JSON.stringify([keys, rows()])).not.toContain(KEY);
});

test('Easel recognises a stored key in a text without access to the keychain', async () => {
  const { run, asked } = await stored();
  const isStored = await run().checkForAny();
  expect([isStored(KEY), isStored(NEXT)]).toEqual([true, false]);
  expect(asked).toEqual([]);
});

test('a new stored key replaces the previous key in the keychain', async () => {
  const { slots, keychain, rows, held } = await stored();
  await store(slots, newKey(NEXT));
  expect(await given(slots.get('c', 'main'))).toBe(NEXT);
  expect([...keychain.items.values()]).toEqual([NEXT]);
  expect(rows().map(({ state }) => state)).toEqual(['kept']);
  expect(held()).toEqual([NEXT]);
});

test('Easel lists and edits stored keys without access to the keychain', async () => {
  const { run, asked, keyId } = await stored();
  const slots = run();
  await slots.keys('c');
  await slots.leftovers();
  const about = { note: 'of the customer', remindAt: 5, useWhenGreen: true };
  await slots.edit('c', keyId, about);
  expect(await slots.keys('c')).toMatchObject([about]);
  expect(asked).toEqual([]);
});

test.each(['add', 'keep'] as const)(
  'the keychain keeps no new key if the database query “%s” fails',
  async (refused) => {
    const disk = { isFull: true };
    const { run, rows, keychain } = under(
      () => null,
      (query) => disk.isFull && query === refused,
    );
    const slots = run();
    expect(codeOf(await store(slots, newKey(KEY)))).toBe('storage');
    expect(await given(slots.get('c', 'main'))).toBe('no-key');
    const accounts = rows().map(({ account }) => account);
    expect([...keychain.items.keys()].filter((account) => !accounts.includes(account))).toEqual([]);
    disk.isFull = false;
    await slots.removeLeftovers();
    expect([keychain.items.size, rows()]).toEqual([0, []]);
  },
);

test.each(['locked', 'absent', 'busy', 'error'] as const)(
  'a stored key does not count as missing while the keychain is “%s”',
  async (state) => {
    const { run, fault } = await stored();
    fault.is = { state, done: false } as KeychainFault;
    const slots = run();
    expect(await given(slots.get('c', 'main'))).toBe(`keychain-${state}`);
    expect(await slots.keys('c')).toHaveLength(1);
    fault.is = null;
    expect(await given(slots.get('c', 'main'))).toBe(KEY);
  },
);

test.each([
  ['is missing', null],
  ['contains another key', KEY],
])('Easel says how to fix the next API key if its keychain item %s', async (_what, item) => {
  const { run, keychain, slots } = await stored();
  await store(slots, newKey(NEXT, { stage: 'next' }));
  const [, account = ''] = keychain.items.keys();
  if (item === null) keychain.items.clear();
  else keychain.items.set(account, item);
  const nextStep = 'Discard the next key, then stage it again.';
  expect(await run().get('c', 'main', 'next')).toMatchObject({ error: { code: 'keychain-error', nextStep } });
  expect(await slots.keys('c')).toHaveLength(2);
});

const HOUR = 60 * 60 * 1000;

test('a session key replaces the stored key for eight hours', async () => {
  const { slots, run, changes, advance, held } = await stored();
  slots.keepForSession(newKey(NEXT));
  expect(await given(slots.get('c', 'main'))).toBe(NEXT);
  expect((await slots.keys('c')).map(({ kept }) => kept)).toEqual(['session']);
  expect(await given(run().get('c', 'main'))).toBe(KEY);
  changes.length = 0;
  await advance(8 * HOUR - 1);
  expect(await given(slots.get('c', 'main'))).toBe(NEXT);
  expect(changes).toEqual([]);
  await advance(1);
  expect(await given(slots.get('c', 'main'))).toBe(KEY);
  expect(changes).toEqual(['c']);
  expect(held()).not.toContain(NEXT);
});

test('a session key expires after eight hours even if the computer sleeps in these hours', async () => {
  const { slots, advance, sleep, held } = await stored();
  slots.keepForSession(newKey(NEXT));
  await advance(HOUR);
  sleep(7 * HOUR - 1);
  expect(await given(slots.get('c', 'main'))).toBe(NEXT);
  sleep(1);
  expect(await given(slots.get('c', 'main'))).toBe(KEY);
  expect(held()).not.toContain(NEXT);
});

test('a session key that is saved in the keychain keeps its name and notes', async () => {
  const { slots, run } = await stored();
  slots.keepForSession(newKey(NEXT, { about: { note: 'n', remindAt: 5, useWhenGreen: false } }));
  const keyId = (await slots.keys('c'))[0]?.id ?? '';
  expect(codeOf(await slots.keep('c', 'unknown'))).toBe('not-found');
  expect(codeOf(await slots.keep('c', keyId))).toBe('ok');
  expect(await run().keys('c')).toMatchObject([{ kept: 'keychain', note: 'n', remindAt: 5 }]);
  expect(await given(run().get('c', 'main'))).toBe(NEXT);
});

test('the user can go back from a session key to the previous key in the keychain', async () => {
  const { slots } = await stored();
  const about = { note: 'n', remindAt: null, useWhenGreen: false };
  await slots.stage(newKey(NEXT, { about }), 'session');
  await slots.useNext('c', 'main');
  expect((await slots.keys('c')).map(({ stage, kept, note }) => `${stage} ${kept} ${note}`)).toEqual([
    'current session n',
    'previous keychain ',
  ]);
  await slots.goBack('c', 'main');
  expect(await given(slots.get('c', 'main'))).toBe(KEY);
  expect(await given(slots.get('c', 'main', 'next'))).toBe(NEXT);
});

test('locking Easel drops all API keys from memory', async () => {
  const { slots, held, changes, asked } = await stored();
  slots.keepForSession(newKey(NEXT, { connectionId: 'd' }));
  changes.length = 0;
  slots.drop();
  expect(held()).toEqual([]);
  expect(changes).toEqual(['d']);
  expect(await given(slots.get('d', 'main'))).toBe('no-key');
  expect(await Promise.all([1, 2].map(() => given(slots.get('c', 'main'))))).toEqual([KEY, KEY]);
  expect(asked).toEqual(['get']);
});

test('a key that arrives from the keychain after Easel was locked is dropped', async () => {
  const late: Partial<Record<KeychainCall, PromiseWithResolvers<null>>> = {};
  const { run, lock, held } = under((call) => late[call]?.promise ?? null);
  const earlier = run();
  await store(earlier, newKey(KEY));
  earlier.drop();
  const slots = run();
  late.get = Promise.withResolvers();
  const found = given(slots.get('c', 'main'));
  const stored = store(slots, newKey(NEXT, { slot: 'board' }));
  lock.on = true;
  slots.drop();
  late.get.resolve(null);
  expect([await found, codeOf(await stored)]).toEqual(['locked', 'locked']);
  expect([await slots.leftovers(), held()]).toEqual([0, []]);
});

test('while Easel is locked, keys can be removed but not read or stored', async () => {
  const { slots, lock, asked, keyId } = await stored();
  lock.on = true;
  expect(await given(slots.get('c', 'main'))).toBe('locked');
  expect(codeOf(await store(slots, newKey(NEXT, { slot: 'board' })))).toBe('locked');
  expect(asked).toEqual([]);
  expect(codeOf(await slots.remove('c', keyId))).toBe('ok');
});

test('a key of two connections stays redacted in the log until it was removed from both connections', async () => {
  const { slots, held } = await stored();
  await store(slots, newKey(KEY, { connectionId: 'd' }));
  await slots.removeAll('c');
  expect(held()).toEqual([KEY]);
  await slots.removeAll('d');
  expect(held()).toEqual([]);
});

async function staged() {
  const keychainLock = { on: false };
  const tested = under(() => (keychainLock.on ? { state: 'locked' } : null));
  const slots = tested.run();
  await slots.stage(newKey(KEY), 'keychain');
  await slots.stage(newKey(NEXT), 'keychain');
  const stages = async () =>
    Object.fromEntries((await slots.keys('c')).map(({ stage, fingerprint }) => [stage, fingerprint]));
  const [first, second] = [slots.fingerprint(keyOf(KEY)), slots.fingerprint(keyOf(NEXT))];
  return { ...tested, keychainLock, slots, stages, first, second };
}

test('the user can switch to the next key while the keychain is locked', async () => {
  const { slots, stages, keychainLock, first, second, run } = await staged();
  expect(await stages()).toEqual({ current: first, next: second });
  keychainLock.on = true;
  expect(codeOf(await slots.useNext('c', 'main'))).toBe('ok');
  expect(await stages()).toEqual({ current: second, previous: first });
  keychainLock.on = false;
  expect(await given(run().get('c', 'main'))).toBe(NEXT);
  expect(await given(run().get('c', 'main', 'previous'))).toBe(KEY);
});

test('the user can’t switch to the next key while the previous key is still stored', async () => {
  const { slots, stages, first, second } = await staged();
  expect(codeOf(await slots.stage(newKey(OTHER), 'keychain'))).toBe('refused');
  await slots.useNext('c', 'main');
  expect(codeOf(await slots.useNext('c', 'main'))).toBe('refused');
  await slots.stage(newKey(OTHER), 'keychain');
  expect(codeOf(await slots.useNext('c', 'main'))).toBe('refused');
  expect(codeOf(await slots.goBack('c', 'main'))).toBe('refused');
  expect(await stages()).toMatchObject({ current: second, previous: first });
});

test.each(['keychain', 'session'] as const)(
  'Easel knows when the service last accepted and last refused a key in the %s',
  async (kept) => {
    const { run, changes, advance, now } = under();
    const slots = run();
    await slots.stage(newKey(KEY), kept);
    const { key } = must(await slots.get('c', 'main'));
    changes.length = 0;
    const seen = async () =>
      (await slots.keys('c')).flatMap(({ lastAcceptedAt, lastRefusedAt }) => [lastAcceptedAt, lastRefusedAt]);
    expect(await seen()).toEqual([null, null]);
    slots.answered(key, true);
    await expect.poll(seen).toEqual([now(), null]);
    const accepted = now();
    await advance(5);
    slots.answered(key, false);
    await expect.poll(seen).toEqual([accepted, now()]);
    await expect.poll(() => changes).toEqual(['c', 'c']);
  },
);

test('removing a key leaves no trace in keychain, database, memory or log', async () => {
  const { slots, keyId, keychain, rows, held } = await stored();
  expect(codeOf(await slots.remove('c', keyId))).toBe('ok');
  expect([[...keychain.items], rows(), held()]).toEqual([[], [], []]);
  expect(await given(slots.get('c', 'main'))).toBe('no-key');
});

test('a key stays in use if the keychain failed to remove it', async () => {
  const { slots, fault, run, keyId } = await stored();
  fault.is = { state: 'locked' };
  expect(codeOf(await slots.remove('c', keyId))).toBe('keychain-locked');
  expect(await slots.leftovers()).toBe(0);
  fault.is = null;
  expect(await given(run().get('c', 'main'))).toBe(KEY);
});

test('a key is no longer used if it is unknown whether the keychain has removed it', async () => {
  const { slots, fault, keyId, rows, held } = await stored();
  fault.is = { state: 'busy', done: true };
  expect(await slots.remove('c', keyId)).toMatchObject({
    error: { code: 'keychain-busy', nextStep: expect.stringContaining('no longer used') as unknown },
  });
  expect([await slots.keys('c'), held()]).toEqual([[], []]);
  expect(await slots.leftovers()).toBe(1);
  fault.is = null;
  await slots.removeLeftovers();
  expect(rows()).toEqual([]);
});

test('a call for one connection can’t remove a key of another connection', async () => {
  const { slots, keyId } = await stored();
  expect(codeOf(await slots.remove('d', keyId))).toBe('not-found');
  expect(codeOf(await slots.keep('c', keyId))).toBe('not-found');
  expect(await given(slots.get('c', 'main'))).toBe(KEY);
});

test('removing the keys of one connection or one API keeps all other keys', async () => {
  const { slots } = await stored();
  await store(slots, newKey(NEXT, { slot: 'board' }));
  await store(slots, newKey(OTHER, { connectionId: 'd' }));
  expect(codeOf(await slots.removeAll('c', 'board'))).toBe('ok');
  expect((await slots.keys('c')).map(({ slot }) => slot)).toEqual(['main']);
  expect(codeOf(await slots.removeAll('c'))).toBe('ok');
  expect(await slots.keys('c')).toEqual([]);
  expect(await given(slots.get('d', 'main'))).toBe(OTHER);
});

test('all keys of a connection stay in use if the keychain fails to remove one of them', async () => {
  const { slots, fault, asked } = await stored();
  await store(slots, newKey(OTHER, { stage: 'next' }));
  slots.keepForSession(newKey(NEXT, { slot: 'board' }));
  asked.length = 0;
  fault.is = { state: 'error', done: false };
  expect(codeOf(await slots.removeAll('c'))).toBe('keychain-error');
  expect(asked).toEqual(['status']);
  expect(await given(slots.get('c', 'board'))).toBe(NEXT);
  expect(await given(slots.get('c', 'main'))).toBe(KEY);
});

test('if only the first of two keys can be removed, Easel reports and logs the removed key', async () => {
  let removals = 0;
  const { run, recorded } = under((call) =>
    call === 'remove' && ++removals === 2 ? { state: 'locked' } : null,
  );
  const slots = run();
  await store(slots, newKey(KEY));
  await store(slots, newKey(NEXT, { slot: 'board' }));
  const [first] = await slots.keys('c');
  const message = expect.stringMatching(/^Easel removed only 1 of 2 keys\. The keychain is/u) as unknown;
  expect(await slots.removeAll('c')).toMatchObject({ error: { code: 'keychain-locked', message } });
  expect(recorded).toEqual([
    { connectionId: 'c', action: 'key-removed', target: first?.id, outcome: 'done' },
  ]);
  expect((await slots.keys('c')).map(({ slot }) => slot)).toEqual(['board']);
});

test('Easel never uses the keys that a locked keychain keeps after their connection was removed', async () => {
  const { slots, fault, held } = await stored();
  await store(slots, newKey(OTHER, { connectionId: 'd' }));
  fault.is = { state: 'locked' };
  await slots.giveUpAll('c');
  expect(await given(slots.get('c', 'main'))).toBe('no-key');
  expect(await slots.keys('c')).toEqual([]);
  expect(await slots.leftovers()).toBe(1);
  expect(held()).toEqual([OTHER]);
});

test('removing several unused keys calls an unavailable keychain only once', async () => {
  const { slots, fault, asked } = await stored();
  await store(slots, newKey(NEXT, { slot: 'board' }));
  await slots.giveUpAll('c');
  asked.length = 0;
  fault.is = { state: 'busy', done: false };
  await slots.removeLeftovers();
  expect(asked).toEqual(['remove']);
});
