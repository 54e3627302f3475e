/** Writes down when the service last took or refused a key: seldom enough that traffic costs nothing. */
import type { ApiKey } from '../service/api-key.ts';
import type { KeyItems } from './key-items.ts';
import type { KeyMemory } from './key-memory.ts';
import type { SessionKeys } from './session-keys.ts';

/** Between two of a kind for one key, in ms. */
const PAUSE_MS = 60_000;

export interface KeyAnswersOptions {
  readonly memory: KeyMemory;
  readonly session: SessionKeys;
  readonly items: KeyItems;
  readonly now: () => number;
  readonly onChange: (connectionId: string) => void;
}

export class KeyAnswers {
  readonly #options: KeyAnswersOptions;
  /** When each was last written, by kind and key id. */
  readonly #written = new Map<string, number>();

  constructor(options: KeyAnswersOptions) {
    this.#options = options;
  }

  /** Never throws, and nobody waits for it: an answer is worth more than its note. */
  note(key: ApiKey, accepted: boolean): void {
    const { memory, session, items, now, onChange } = this.#options;
    const owner = memory.ownerOf(key);
    if (owner === undefined) return;
    const { keyId, connectionId } = owner;
    const name = `${accepted ? 'accepted' : 'refused'} ${keyId}`;
    const at = now();
    if (at - (this.#written.get(name) ?? -Infinity) < PAUSE_MS) return;
    this.#written.set(name, at);
    if (session.find(keyId) !== undefined) {
      session.change(keyId, accepted ? { lastAcceptedAt: at } : { lastRefusedAt: at });
      onChange(connectionId);
      return;
    }
    void items
      .change((index) => (accepted ? index.accepted(keyId, at) : index.refused(keyId, at)))
      .then((changed) => changed.ok && onChange(connectionId));
  }
}
