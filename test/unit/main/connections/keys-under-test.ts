import { KeyStore, type NewKey } from '../../../../main/connections/key-store.ts';
import { onTestFinished } from 'vitest';
import type { NewEntry } from '../../../../main/lib/implementation.ts';
import type { EnteredKey } from '../../../../main/service/authorize.ts';
import type { Log } from '../../../../main/lib/log/log.ts';
import { openFile } from '../../../../main/store/open.ts';
import { createTables } from '../../../../main/store/tables/index.ts';
import type { Result } from '../../../../preload/contract/failure.ts';
import { fakeClock } from '../service/clock.ts';
import { keyOf } from '../../../support/key-of.ts';
import { createMemoryKeychain, type DecideFault } from '../../../support/memory-keychain.ts';
import { remote } from './local-store.ts';

export function under(decide?: DecideFault, isFull?: (query: string) => boolean) {
  const { db } = openFile(':memory:', 0);
  onTestFinished(() => db.close());
  const table = createTables(db).keys;
  const keychain = createMemoryKeychain(decide);
  const held: string[] = [];
  const secrets = {
    add: (secret: string) => held.push(secret),
    remove: (secret: string) => held.splice(held.indexOf(secret), 1),
  };
  const changes: string[] = [];
  const recorded: NewEntry[] = [];
  const clock = fakeClock();
  const lock = { on: false };
  return {
    keychain,
    rows: () => table.all(),
    run: () =>
      new KeyStore({
        keychain,
        index: remote(table, isFull),
        salt: 'salt',
        ...clock,
        isLocked: () => lock.on,
        log: { secrets } as unknown as Log,
        onChange: (connectionId) => changes.push(connectionId),
        record: (...entries) => recorded.push(...entries),
      }),
    held: (): readonly string[] => held,
    lock,
    changes,
    recorded,
    now: clock.now,
    advance: (ms: number) => clock.advance(ms),
    sleep: (ms: number) => clock.sleep(ms),
  };
}

const ORIGINS = ['https://papers.example.com', 'https://boards.example.com'];

export function newKey(text: string, change: Partial<NewKey> = {}): NewKey {
  return { connectionId: 'c', slot: 'main', stage: 'current', key: keyOf(text), origins: ORIGINS, ...change };
}

export const store = (slots: KeyStore, key: NewKey): Promise<Result<null>> =>
  slots.storeAll(key.connectionId, [key]);

export async function given(found: Promise<Result<EnteredKey>>): Promise<string> {
  const result = await found;
  return result.ok ? result.value.key.reveal() : result.error.code;
}

export const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code);

export const KEY = 'test-key-4711-abcdef';
export const NEXT = 'test-key-0815-ghijkl';
