import { beforeEach, expect, test } from 'vitest';
import { KeySlots } from '../../../../main/connections/key-slots.ts';
import { createMemoryKeychain } from '../../../support/memory-keychain.ts';
import type { Keychain } from '../../../../main/keychain/keychain.ts';
import { readApiKey, type ApiKey } from '../../../../main/service/api-key.ts';
import { failure } from '../../../../main/service/failures.ts';
import type { KeySlotRecord } from '../../../../main/store/tables/connections.ts';
import type { Store } from '../../../../main/store/database.ts';
import type { KeychainStatus } from '../../../../preload/contract/domain.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';

const KEY = 'test-key-4711-abcdef';

function keyOf(text: string): ApiKey {
  const key = readApiKey(text);
  if (!key.ok) throw new Error('not a key');
  return key.value;
}

/** The index alone; the real table is tested over SQLite. */
function memoryIndex(slots: Map<string, KeySlotRecord>): Store['connections'] {
  return {
    all: () => Promise.resolve([]),
    put: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    keySlots: () => Promise.resolve([...slots.values()]),
    putKeySlot: (record) => Promise.resolve(void slots.set(record.connectionId, record)),
    removeKeySlot: (connectionId) => Promise.resolve(void slots.delete(connectionId)),
  };
}

let index: Map<string, KeySlotRecord>;
let heard: string[];

beforeEach(() => {
  index = new Map();
  heard = [];
});

function slotsOver(keychain: Keychain, table = memoryIndex(index)): KeySlots {
  return new KeySlots({
    keychain,
    index: table,
    salt: 'salt',
    now: () => 5,
    onKey: (key) => heard.push(key.reveal()),
  });
}

/** A keychain whose every call answers as one that is locked: keytar reads it as if there were nothing. */
function lockedKeychain(state: KeychainStatus['state'] = 'locked'): Keychain {
  return {
    backend: 'Secret Service',
    status: () => Promise.resolve({ state, backend: 'Secret Service', cause: 'It is so.', fix: 'Do this.' }),
    get: () => Promise.resolve(ok(null)),
    set: () => Promise.resolve(fail(failure('keychain-locked'))),
    remove: () => Promise.resolve(fail(failure('keychain-locked'))),
  };
}

test('a stored key is found again by another run, and its state shows a fingerprint, never the key', async () => {
  const keychain = createMemoryKeychain();
  expect(await slotsOver(keychain).store('c', keyOf(KEY))).toEqual(ok(null));
  const later = slotsOver(keychain);
  const found = await later.get('c');
  expect(found.ok && found.value.reveal()).toBe(KEY);
  const state = (await later.states()).get('c');
  expect(state).toMatchObject({ kind: 'stored', addedAt: 5 });
  expect(JSON.stringify(state)).not.toContain(KEY);
});

test('a connection without an entry in the index has no key', async () => {
  const found = await slotsOver(createMemoryKeychain()).get('c');
  expect(found).toMatchObject({ ok: false, error: { code: 'no-key' } });
});

test.each([
  ['locked', 'keychain-locked'],
  ['busy', 'keychain-locked'],
  ['absent', 'keychain-absent'],
  ['available', 'keychain-error'],
] as const)(
  'an indexed key that a keychain in state %s does not give is never "no key"',
  async (state, code) => {
    index.set('c', { connectionId: 'c', slot: 'current', fingerprint: 'a1f3', addedAt: 1 });
    expect(await slotsOver(lockedKeychain(state)).get('c')).toMatchObject({ ok: false, error: { code } });
    expect(index.has('c')).toBe(true);
  },
);

test('a key that the keychain refuses is neither indexed nor kept', async () => {
  const slots = slotsOver(lockedKeychain());
  expect(await slots.store('c', keyOf(KEY))).toMatchObject({ ok: false, error: { code: 'keychain-locked' } });
  expect(index.size).toBe(0);
  expect(await slots.get('c')).toMatchObject({ ok: false, error: { code: 'no-key' } });
});

test('a key whose index entry can’t be written is taken out of the keychain again', async () => {
  const keychain = createMemoryKeychain();
  const table = { ...memoryIndex(index), putKeySlot: () => Promise.reject(new Error('disk full')) };
  expect(await slotsOver(keychain, table).store('c', keyOf(KEY))).toMatchObject({
    ok: false,
    error: { code: 'storage' },
  });
  expect(await keychain.get('connection-c')).toEqual(ok(null));
});

test('a key for this session stands in front of a stored one, and is gone in the next run', async () => {
  const keychain = createMemoryKeychain();
  const slots = slotsOver(keychain);
  await slots.store('c', keyOf(KEY));
  slots.keepForSession('c', keyOf('session-key'));
  const found = await slots.get('c');
  expect(found.ok && found.value.reveal()).toBe('session-key');
  expect((await slots.states()).get('c')?.kind).toBe('session');
  const next = await slotsOver(keychain).get('c');
  expect(next.ok && next.value.reveal()).toBe(KEY);
});

test('a key that can’t be proven gone stays indexed', async () => {
  index.set('c', { connectionId: 'c', slot: 'current', fingerprint: 'a1f3', addedAt: 1 });
  expect(await slotsOver(lockedKeychain()).remove('c')).toMatchObject({ ok: false });
  expect(index.has('c')).toBe(true);
});

test('a key for this session is not lost when the stored one can’t be removed', async () => {
  index.set('c', { connectionId: 'c', slot: 'current', fingerprint: 'a1f3', addedAt: 1 });
  const slots = slotsOver(lockedKeychain());
  slots.keepForSession('c', keyOf(KEY));
  expect(await slots.remove('c')).toMatchObject({ ok: false });
  const found = await slots.get('c');
  expect(found.ok && found.value.reveal()).toBe(KEY);
});

test('a removed key is gone from keychain, index and memory', async () => {
  const keychain = createMemoryKeychain();
  const slots = slotsOver(keychain);
  await slots.store('c', keyOf(KEY));
  expect(await slots.remove('c')).toEqual(ok(null));
  expect(await keychain.get('connection-c')).toEqual(ok(null));
  expect(await slots.get('c')).toMatchObject({ ok: false, error: { code: 'no-key' } });
});

test('every key that comes into memory is told to the log, so that it can never be printed', async () => {
  const keychain = createMemoryKeychain();
  await slotsOver(keychain).store('c', keyOf(KEY));
  heard = [];
  await slotsOver(keychain).get('c');
  expect(heard).toEqual([KEY]);
});
