/** Keys that are kept in the memory of this run only: never written anywhere, and gone after a working day. */
import type { KeyInfo } from '../../preload/contract/keys.ts';
import type { Clock } from '../clock.ts';
import type { EnteredKey } from '../service/authorize.ts';
import type { AboutKeyRecord } from '../store/tables/keys.ts';
import type { KeyCache } from './key-cache.ts';

/** How long a key may stay in memory, in ms. */
export const SESSION_KEY_MS = 8 * 60 * 60 * 1000;

export interface SessionKey extends EnteredKey {
  readonly connectionId: string;
  readonly info: KeyInfo;
}

export interface SessionKeysOptions extends Pick<Clock, 'after'> {
  readonly memory: KeyCache;
  /** A key has come to the end of its time. */
  readonly onEnd: (connectionId: string) => void;
}

export class SessionKeys {
  readonly #options: SessionKeysOptions;
  readonly #entries = new Map<string, SessionKey & { readonly end: () => void }>();

  constructor(options: SessionKeysOptions) {
    this.#options = options;
  }

  /** Adds a key, in place of one of the same slot and stage. */
  add({ connectionId, key, origins, info }: SessionKey): void {
    const { memory, after, onEnd } = this.#options;
    const earlier = this.of(connectionId).filter(
      ({ slot, stage }) => slot === info.slot && stage === info.stage,
    );
    const release = memory.hold(key);
    const cancel = after(SESSION_KEY_MS, () => {
      if (this.remove(info.id)) onEnd(connectionId);
    });
    const end = (): void => {
      cancel();
      release();
    };
    this.#entries.set(info.id, { connectionId, key, origins, info, end });
    memory.own(key, { connectionId, keyId: info.id });
    for (const { id } of earlier) this.remove(id);
  }

  of(connectionId: string): readonly KeyInfo[] {
    return this.all().flatMap((entry) => (entry.connectionId === connectionId ? [entry.info] : []));
  }

  all(): readonly SessionKey[] {
    return [...this.#entries.values()];
  }

  find(keyId: string): SessionKey | undefined {
    return this.#entries.get(keyId);
  }

  change(
    keyId: string,
    change: Partial<AboutKeyRecord & Pick<KeyInfo, 'stage' | 'lastAcceptedAt' | 'lastRefusedAt'>>,
  ): void {
    const entry = this.#entries.get(keyId);
    if (entry !== undefined) this.#entries.set(keyId, { ...entry, info: { ...entry.info, ...change } });
  }

  /** Whether there was one. */
  remove(keyId: string): boolean {
    const entry = this.#entries.get(keyId);
    this.#entries.delete(keyId);
    entry?.end();
    return entry !== undefined;
  }

  /** Drops all, and gives the connections that had one. */
  removeAll(): readonly string[] {
    const all = this.all();
    for (const { info } of all) this.remove(info.id);
    return [...new Set(all.map(({ connectionId }) => connectionId))];
  }
}
