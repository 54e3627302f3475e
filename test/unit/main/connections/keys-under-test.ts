import { KeyStore, type NewKey } from '../../../../main/connections/key-store.ts';
import { onTestFinished } from 'vitest';
import { type ApiKey, type EnteredKey, readApiKey } from '../../../../main/service/authorize.ts';
import type { Log } from '../../../../main/lib/log/log.ts';
import type { Store } from '../../../../main/store/database.ts';
import { openFile } from '../../../../main/store/open.ts';
import { createTables, type Tables } from '../../../../main/store/tables/index.ts';
import type { KeyRecord } from '../../../../main/store/tables/keys.ts';
import type { Result } from '../../../../preload/contract/failure.ts';
import { fakeClock } from '../service/clock.ts';
import {
  createMemoryKeychain,
  type DecideFault,
  type MemoryKeychain,
} from '../../../support/memory-keychain.ts';

export interface KeysUnderTest {
  readonly keychain: MemoryKeychain;
  readonly rows: () => readonly KeyRecord[];
  /** Simulates a restart of Easel: creates a new key store with the same keychain and key index. */
  readonly run: () => KeyStore;
  readonly held: () => readonly string[];
  readonly lock: { on: boolean };
  readonly changes: string[];
  readonly now: () => number;
  readonly advance: (ms: number) => Promise<void>;
  readonly close: () => void;
}

/** Creates the key store. `isFull` returns true for a query that must fail because the disk is full. */
export function keysUnderTest(
  decide: DecideFault = () => null,
  isFull: (query: keyof Tables['keys']) => boolean = () => false,
): KeysUnderTest {
  const { db } = openFile(':memory:', 0);
  const table = createTables(db).keys;
  const keychain = createMemoryKeychain(decide);
  const held: string[] = [];
  const secrets = {
    add: (secret: string) => held.push(secret),
    remove: (secret: string) => held.splice(held.indexOf(secret), 1),
  };
  const changes: string[] = [];
  const clock = fakeClock();
  const lock = { on: false };
  const index = new Proxy(table, {
    get:
      (_, query: keyof Tables['keys']) =>
      async (...args: unknown[]): Promise<unknown> => {
        if (isFull(query)) throw new Error('the disk is full');
        return Reflect.apply(table[query], table, args) as unknown;
      },
  }) as unknown as Store['keys'];
  return {
    keychain,
    rows: () => table.all(),
    run: () =>
      new KeyStore({
        keychain,
        index,
        salt: 'salt',
        ...clock,
        isLocked: () => lock.on,
        log: { secrets } as unknown as Log,
        onChange: (connectionId) => changes.push(connectionId),
      }),
    held: () => held,
    lock,
    changes,
    now: clock.now,
    advance: (ms) => clock.advance(ms),
    close: () => db.close(),
  };
}

export function keyOf(text: string): ApiKey {
  const key = readApiKey(text);
  if (!key.ok) throw new Error('not a key');
  return key.value;
}

export const ORIGINS = ['https://papers.example.com', 'https://boards.example.com'];

export function newKey(text: string, change: Partial<NewKey> = {}): NewKey {
  return { connectionId: 'c', slot: 'main', stage: 'current', key: keyOf(text), origins: ORIGINS, ...change };
}

/** Returns the stored key's text, or the failure code. */
export async function given(found: Promise<Result<EnteredKey>>): Promise<string> {
  const result = await found;
  return result.ok ? result.value.key.reveal() : result.error.code;
}

export const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code);

export const KEY = 'test-key-4711-abcdef';
export const NEXT = 'test-key-0815-ghijkl';

export function under(...faults: Parameters<typeof keysUnderTest>): KeysUnderTest {
  const tested = keysUnderTest(...faults);
  onTestFinished(() => tested.close());
  return tested;
}

export function lockable() {
  const keychainLock = { on: false };
  const tested = under(() => (keychainLock.on ? { state: 'locked' } : null));
  return { ...tested, keychainLock };
}
