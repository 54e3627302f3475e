/** The keys that are in memory: who holds them, whose they are, and when the last trace of one has gone. */
import type { ApiKey } from '../service/api-key.ts';
import type { KeySlotsOptions } from './key-slots.ts';

type KeyCacheOptions = Pick<KeySlotsOptions, 'onKey' | 'onKeyGone'>;

/** Whose key it is. */
interface KeyOwner {
  readonly connectionId: string;
  readonly keyId: string;
}

export class KeyCache {
  readonly #options: KeyCacheOptions;
  readonly #held = new Set<{ readonly key: ApiKey }>();
  /** Keys of the keychain that were read or written in this run, by id: one question of the system is enough. */
  readonly #read = new Map<string, { readonly key: ApiKey; readonly release: () => void }>();
  readonly #owners = new WeakMap<ApiKey, KeyOwner>();

  constructor(options: KeyCacheOptions) {
    this.#options = options;
  }

  /** Says that a key is in memory; gives the function that says it no longer is. */
  hold(key: ApiKey): () => void {
    if (!this.#holds(key)) this.#options.onKey(key);
    const held = { key };
    this.#held.add(held);
    return () => {
      if (this.#held.delete(held) && !this.#holds(key)) this.#options.onKeyGone(key);
    };
  }

  own(key: ApiKey, owner: KeyOwner): void {
    this.#owners.set(key, owner);
  }

  ownerOf(key: ApiKey): KeyOwner | undefined {
    return this.#owners.get(key);
  }

  read(keyId: string): ApiKey | undefined {
    return this.#read.get(keyId)?.key;
  }

  /** Remembers what the keychain holds under this id. */
  remember(owner: KeyOwner, key: ApiKey): void {
    const earlier = this.#read.get(owner.keyId);
    this.#read.set(owner.keyId, { key, release: this.hold(key) });
    earlier?.release();
    this.own(key, owner);
  }

  forget(keyId: string): void {
    const read = this.#read.get(keyId);
    this.#read.delete(keyId);
    read?.release();
  }

  forgetAll(): void {
    for (const keyId of this.#read.keys()) this.forget(keyId);
  }

  #holds(key: ApiKey): boolean {
    return [...this.#held].some((held) => held.key.reveal() === key.reveal());
  }
}
