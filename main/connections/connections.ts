/** The connections of this computer: their records, their keys, and a service client for each. */
import { randomUUID } from 'node:crypto';
import type {
  Connection,
  ConnectionDraft,
  ConnectionsState,
  KeyState,
  PartCheck,
} from '../../preload/contract/domain.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { Addresses, ServiceApi } from '../service/api.ts';
import type { ApiKey } from '../service/api-key.ts';
import { failure } from '../service/failures.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { readPastedPaper } from '../papers/paste.ts';
import { checkKnownPaper, checkParts } from './check.ts';
import { invalidInput, readDraft, type ReadDraft } from './draft.ts';
import type { KeySlots } from './key-slots.ts';

export interface ConnectionsOptions {
  readonly store: Store;
  readonly keys: KeySlots;
  readonly keychain: Keychain;
  readonly createApi: (addresses: Addresses, key: () => Promise<Result<ApiKey>>) => ServiceApi;
  /** Lets the lights of a connection see its traffic; a check of a form is not seen. */
  readonly watchApi: (connectionId: string, api: ServiceApi) => ServiceApi;
  readonly onChange: (state: ConnectionsState) => void;
  /** A connection is gone or leads elsewhere now: what was read through it is no longer true. */
  readonly onStale: (connectionId: string) => void;
  readonly now: () => number;
}

/** A connection that lives in this run only, such as the practice service's. */
export interface TemporaryConnection {
  readonly record: ConnectionRecord;
  readonly key: ApiKey;
}

export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #temporary = new Map<string, ConnectionRecord>();
  readonly #apis = new Map<string, ServiceApi>();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  async list(): Promise<ConnectionsState> {
    const { store, keys } = this.#options;
    const states = await keys.states();
    const connections = (await this.#records()).map((record) => toConnection(record, states));
    const currentId = await store.settings.get('current-connection');
    const isKnown = connections.some((connection) => connection.id === currentId);
    return { connections, currentId: isKnown ? currentId : (connections[0]?.id ?? null) };
  }

  async select(connectionId: string): Promise<Result<null>> {
    const record = await this.#find(connectionId);
    if (!record.ok) return record;
    await this.#options.store.settings.set('current-connection', connectionId);
    await this.#changed();
    return ok(null);
  }

  /** Tries what the form holds. Fails only with `invalid-input`; all else is said part by part. */
  async check(draft: ConnectionDraft): Promise<Result<readonly PartCheck[]>> {
    const read = await this.#read(draft);
    if (!read.ok) return read;
    return ok(await checkParts(this.#apiFor(read.value), this.#options.keychain));
  }

  /** Tries the paper API with a paper that exists. Fails with `invalid-input` (the form's fields, or `paper`). */
  async checkPaper(draft: ConnectionDraft, pasted: string): Promise<Result<PartCheck>> {
    const read = await this.#read(draft);
    if (!read.ok) return read;
    const paper = readPastedPaper(pasted, read.value.appUrl);
    if (!paper.ok) return fail(invalidInput({ paper: paper.error }));
    return ok(await checkKnownPaper(this.#apiFor(read.value), paper.value));
  }

  /**
   * Keeps a connection and its key.
   *
   * The key is stored first: when the keychain fails, nothing is kept and the failure says so.
   */
  async save(draft: ConnectionDraft): Promise<Result<Connection>> {
    const read = await this.#read(draft);
    if (!read.ok) return read;
    const { key, name, environment, paperApi, boardApi, appUrl } = read.value;
    const id = read.value.id ?? randomUUID();
    const known = (await this.#records()).find((record) => record.id === id);
    const { store, keys, now } = this.#options;
    const createdAt = known?.createdAt ?? now();
    const record: ConnectionRecord = { id, name, environment, paperApi, boardApi, appUrl, createdAt };
    // The index of key slots refers to the record, so a new one is written first and taken back on failure.
    if (known === undefined) await store.connections.put(record);
    if (key !== null) {
      const stored = draft.sessionOnly ? keepForSession(keys, id, key) : await keys.store(id, key);
      if (!stored.ok) {
        if (known === undefined) await store.connections.remove(id);
        return stored;
      }
    }
    await store.connections.put(record);
    if (known === undefined) await store.settings.set('current-connection', id);
    this.#drop(id);
    await this.#changed();
    return ok(toConnection(record, await keys.states()));
  }

  /** Removes a connection, its key and its register from this computer. Fails when the key can't be proven gone. */
  async remove(connectionId: string): Promise<Result<null>> {
    const { store, keys } = this.#options;
    const removed = await keys.remove(connectionId);
    if (!removed.ok) return removed;
    this.#temporary.delete(connectionId);
    await store.connections.remove(connectionId);
    await store.papers.removeAll(connectionId);
    await store.creates.removeAll(connectionId);
    this.#drop(connectionId);
    await this.#changed();
    return ok(null);
  }

  /** Adds a connection that is never written to disk, and puts it in front. */
  async addTemporary({ record, key }: TemporaryConnection): Promise<Connection> {
    this.#temporary.set(record.id, record);
    this.#options.keys.keepForSession(record.id, key);
    this.#drop(record.id);
    await this.#options.store.settings.set('current-connection', record.id);
    await this.#changed();
    return toConnection(record, await this.#options.keys.states());
  }

  /** The service client of a connection; its key is read at first use. */
  async apiOf(connectionId: string): Promise<Result<ServiceApi>> {
    const record = await this.#find(connectionId);
    if (!record.ok) return record;
    const known = this.#apis.get(connectionId);
    if (known !== undefined) return ok(known);
    const { createApi, watchApi, keys } = this.#options;
    const api = watchApi(
      connectionId,
      createApi(record.value, () => keys.get(connectionId)),
    );
    this.#apis.set(connectionId, api);
    return ok(api);
  }

  async appUrlOf(connectionId: string): Promise<Result<string>> {
    const record = await this.#find(connectionId);
    return record.ok ? ok(record.value.appUrl) : record;
  }

  async addressesOf(connectionId: string): Promise<Result<Addresses>> {
    return this.#find(connectionId);
  }

  /** A client for what a form holds: with its key, or the stored one where it was left empty. */
  #apiFor(read: ReadDraft): ServiceApi {
    const { key, id } = read;
    const useKey = key === null ? () => this.#options.keys.get(id ?? '') : () => Promise.resolve(ok(key));
    return this.#options.createApi(read, useKey);
  }

  async #read(draft: ConnectionDraft): Promise<Result<ReadDraft>> {
    if (draft.id === null) return readDraft(draft, false);
    const record = await this.#find(draft.id);
    if (!record.ok) return record;
    const states = await this.#options.keys.states();
    const read = readDraft(draft, states.has(draft.id));
    if (!read.ok || read.value.key !== null || leadsToSameHosts(read.value, record.value)) return read;
    // A stored key goes to the hosts it was entered for, and to no other without its owner's word.
    return fail(
      invalidInput({ apiKey: 'An API address leads to another host now: paste the key for it again.' }),
    );
  }

  async #find(connectionId: string): Promise<Result<ConnectionRecord>> {
    const record = (await this.#records()).find(({ id }) => id === connectionId);
    if (record !== undefined) return ok(record);
    return fail(failure('not-found', { message: 'This connection is no longer on this computer.' }));
  }

  async #records(): Promise<readonly ConnectionRecord[]> {
    return [...(await this.#options.store.connections.all()), ...this.#temporary.values()];
  }

  #drop(connectionId: string): void {
    this.#apis.delete(connectionId);
    this.#options.onStale(connectionId);
  }

  async #changed(): Promise<void> {
    this.#options.onChange(await this.list());
  }
}

function leadsToSameHosts(read: ReadDraft, known: ConnectionRecord): boolean {
  const origins: ReadonlySet<string> = new Set([
    new URL(known.paperApi).origin,
    new URL(known.boardApi).origin,
  ]);
  return [read.paperApi, read.boardApi].every((address) => origins.has(new URL(address).origin));
}

function keepForSession(keys: KeySlots, connectionId: string, key: ApiKey): Result<null> {
  keys.keepForSession(connectionId, key);
  return ok(null);
}

function toConnection(record: ConnectionRecord, keys: ReadonlyMap<string, KeyState>): Connection {
  const { id, name, environment, paperApi, boardApi, appUrl } = record;
  return { id, name, environment, paperApi, boardApi, appUrl, key: keys.get(id) ?? { kind: 'none' } };
}
