/** SKELETON. */
import type { KeyInfo, KeyLeftover, KeySlot, KeyStage, KeyState } from '../../preload/contract/domain.ts';
import type { Result } from '../../preload/contract/failure.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { ApiKey } from '../service/api-key.ts';
import type { Store } from '../store/database.ts';
import type { AboutKeyRecord } from '../store/tables/keys.ts';

export interface KeySlotsOptions {
  readonly keychain: Keychain;
  readonly index: Store['keys'];
  readonly salt: string;
  readonly now: () => number;
  /** Runs later, once; gives the function that takes it back. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Told of every key that comes into memory, so that the log can never print it. */
  readonly onKey: (key: ApiKey) => void;
  /** Told of every key that has left memory. */
  readonly onKeyGone: (key: ApiKey) => void;
  /** The keys of this connection have changed. */
  readonly onChange: (connectionId: string) => void;
}

/** A key that comes from a person. */
export interface NewKey {
  readonly connectionId: string;
  readonly slot: KeySlot;
  readonly stage: KeyStage;
  readonly key: ApiKey;
  readonly about?: AboutKeyRecord;
}

/** The current keys of one connection. */
export interface SlotStates {
  readonly main: KeyState;
  readonly board: KeyState;
}

export class KeySlots {
  constructor(_options: KeySlotsOptions) {
    throw new Error('skeleton');
  }

  /** Which connections have which current keys, by connection id; a connection without keys may be absent. Asks no keychain. */
  states(): Promise<ReadonlyMap<string, SlotStates>> {
    throw new Error('skeleton');
  }

  /** Every key of a connection, in the order of slots and stages. Asks no keychain. */
  keys(_connectionId: string): Promise<readonly KeyInfo[]> {
    throw new Error('skeleton');
  }

  /** The key of a slot. Fails with `no-key`, or with the keychain's own failure. */
  get(_connectionId: string, _slot: KeySlot, _stage: KeyStage = 'current'): Promise<Result<ApiKey>> {
    throw new Error('skeleton');
  }

  /** Puts a key in the keychain and in the index, in place of one of the same stage; on failure nothing of it is kept. */
  store(_key: NewKey): Promise<Result<null>> {
    throw new Error('skeleton');
  }

  /** Keeps a key in the memory of this run, in front of a stored one of the same stage. */
  keepForSession(_key: NewKey): void {
    throw new Error('skeleton');
  }

  /** Puts a session key into the keychain. */
  keep(_connectionId: string, _keyId: string): Promise<Result<null>> {
    throw new Error('skeleton');
  }

  edit(_connectionId: string, _keyId: string, _about: AboutKeyRecord): Promise<Result<null>> {
    throw new Error('skeleton');
  }

  /** Gives the next key the place of the current one, in one step, without the keychain. */
  useNext(_connectionId: string, _slot: KeySlot): Promise<Result<null>> {
    throw new Error('skeleton');
  }

  goBack(_connectionId: string, _slot: KeySlot): Promise<Result<null>> {
    throw new Error('skeleton');
  }

  /** Removes one key everywhere. Fails, and still knows it, when the keychain can't prove that it is gone. */
  remove(_connectionId: string, _keyId: string): Promise<Result<null>> {
    throw new Error('skeleton');
  }

  /** Removes all keys of a connection, or of one slot. Fails as `remove` does, and then has removed none or some. */
  removeAll(_connectionId: string, _slot?: KeySlot): Promise<Result<null>> {
    throw new Error('skeleton');
  }

  /** Gives all keys of a connection up, to be removed when the keychain can be used: they become leftovers. */
  giveUpAll(_connectionId: string, _connectionName: string): Promise<void> {
    throw new Error('skeleton');
  }

  leftovers(): Promise<readonly KeyLeftover[]> {
    throw new Error('skeleton');
  }

  /** Tries to remove every leftover; what can't be proven gone stays one. */
  removeLeftovers(): Promise<void> {
    throw new Error('skeleton');
  }

  /** The service has taken a key, or refused it (401). */
  answered(_key: ApiKey, _accepted: boolean): void {
    throw new Error('skeleton');
  }

  /** Short and salted, to tell two keys apart. */
  fingerprint(_key: ApiKey): string {
    throw new Error('skeleton');
  }

  /** Drops every key from memory: those kept for this session are lost, the others are read anew at their next use. */
  drop(): void {
    throw new Error('skeleton');
  }
}
