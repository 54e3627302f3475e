/** Which keys there are, by their places, and how one is read: from memory, else from the keychain. */
import type { KeyState } from '../../preload/contract/connections.ts';
import {
  KEY_SLOTS,
  KEY_STAGES,
  type KeyInfo,
  type KeySlot,
  type KeyStage,
} from '../../preload/contract/keys.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { ApiKey } from '../service/api-key.ts';
import type { EnteredKey } from '../service/authorize.ts';
import { failure } from '../wording/failure.ts';
import type { KeyRecord } from '../store/tables/keys.ts';
import type { KeychainItems } from './keychain-items.ts';
import type { KeyCache } from './key-cache.ts';
import type { SessionKeys } from './session-keys.ts';

export interface KeyStoreOptions {
  readonly memory: KeyCache;
  readonly session: SessionKeys;
  readonly items: KeychainItems;
}

/** A key without the key itself. */
export type KnownKey = KeyInfo & Pick<EnteredKey, 'origins'>;

/** The current keys of one connection. */
export interface SlotStates {
  readonly main: KeyState;
  readonly board: KeyState;
}

export class KeyStore {
  readonly #options: KeyStoreOptions;
  /** How often everything was dropped: what was asked for before is not remembered after. */
  #drops = 0;

  constructor(options: KeyStoreOptions) {
    this.#options = options;
  }

  async states(): Promise<ReadonlyMap<string, SlotStates>> {
    const { items, session } = this.#options;
    const stored = (await items.kept()).map((row) => ({ ...row, kind: 'stored' as const }));
    const inFront = session
      .all()
      .map(({ connectionId, info }) => ({ ...info, connectionId, kind: 'session' as const }));
    const states = new Map<string, SlotStates>();
    for (const { connectionId, slot, stage, kind, fingerprint, addedAt } of [...stored, ...inFront]) {
      if (stage !== 'current') continue;
      const known = states.get(connectionId) ?? { main: { kind: 'none' }, board: { kind: 'none' } };
      states.set(connectionId, { ...known, [slot]: { kind, fingerprint, addedAt } });
    }
    return states;
  }

  /** Those of the session, and then those in the keychain. */
  async all(connectionId: string): Promise<readonly KnownKey[]> {
    const { session } = this.#options;
    const own = session.all().filter((key) => key.connectionId === connectionId);
    const inFront = own.map(({ info, origins }) => ({ ...info, origins }));
    return [...inFront, ...(await this.rows(connectionId)).map(knownOf)];
  }

  /** In the order of slots and stages; a session key hides a stored one of its place. */
  async keys(connectionId: string): Promise<readonly KeyInfo[]> {
    const all = (await this.all(connectionId)).map(({ origins: _origins, ...info }): KeyInfo => info);
    const places = KEY_SLOTS.flatMap((slot) => KEY_STAGES.map((stage) => ({ slot, stage })));
    return places.flatMap((place) => all.find((key) => isAt(key, place)) ?? []);
  }

  async places(connectionId: string, slot: KeySlot): Promise<Partial<Readonly<Record<KeyStage, KeyInfo>>>> {
    const keys = (await this.keys(connectionId)).filter((key) => key.slot === slot);
    return Object.fromEntries(keys.map((key) => [key.stage, key]));
  }

  /** Rows of the keys that the keychain keeps for this connection. */
  async rows(connectionId: string): Promise<readonly KeyRecord[]> {
    return (await this.#options.items.kept()).filter((row) => row.connectionId === connectionId);
  }

  async get(connectionId: string, slot: KeySlot, stage: KeyStage): Promise<Result<EnteredKey>> {
    const { memory, session, items } = this.#options;
    const place = { slot, stage };
    const inFront = session.all().find((key) => key.connectionId === connectionId && isAt(key.info, place));
    if (inFront !== undefined) return ok(inFront);
    const drops = this.#drops;
    const row = (await this.rows(connectionId)).find((kept) => isAt(kept, place));
    if (row === undefined) return fail(failure('no-key'));
    const known = memory.read(row.id);
    const { origins } = row;
    if (known !== undefined) return ok({ key: known, origins });
    const read = await items.read(row);
    if (!read.ok) return read;
    // It may have been removed, or everything dropped, while the keychain was asked.
    const isKept = (await this.rows(connectionId)).some(({ id }) => id === row.id);
    if (!isKept) return fail(failure('no-key'));
    if (drops !== this.#drops) return fail(failure('locked'));
    memory.remember({ connectionId, keyId: row.id }, read.value);
    return ok({ key: read.value, origins });
  }

  /** Gives the function that remembers a key that is being written now, unless everything was dropped in between. */
  remembering(): (connectionId: string, keyId: string, key: ApiKey) => void {
    const drops = this.#drops;
    return (connectionId, keyId, key) => {
      if (drops === this.#drops) this.#options.memory.remember({ connectionId, keyId }, key);
    };
  }

  /** Drops every key from memory, and gives the connections that have lost one for good. */
  drop(): readonly string[] {
    this.#drops += 1;
    this.#options.memory.forgetAll();
    return this.#options.session.removeAll();
  }
}

/** Whether a key stands in this place of its connection. */
export function isAt(key: Pick<KeyInfo, 'slot' | 'stage'>, place: Pick<KeyInfo, 'slot' | 'stage'>): boolean {
  return key.slot === place.slot && key.stage === place.stage;
}

function knownOf(row: KeyRecord): KnownKey {
  const { connectionId: _connection, connectionName: _name, state: _state, account: _account, ...info } = row;
  return { ...info, kept: 'keychain' };
}
