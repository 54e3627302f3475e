/** The service client of each connection: made at first use, and ended when it must be. */
import { fail, type Result } from '../../preload/contract/failure.ts';
import type { KeySlot } from '../../preload/contract/domain.ts';
import type { AskKey, CreateApi, ServiceApi } from '../service/api.ts';
import type { ApiKey } from '../service/api-key.ts';
import { failure } from '../service/failures.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';

type SlotRule = Pick<ConnectionRecord, 'separateBoardKey'>;

export interface ClientsOptions {
  readonly createApi: CreateApi;
  readonly keyOf: (connectionId: string, slot: KeySlot) => Promise<Result<ApiKey>>;
  /** What stands around every client: the lights, and what may be changed. */
  readonly wrap: (connectionId: string, api: ServiceApi) => ServiceApi;
}

export class Clients {
  readonly #options: ClientsOptions;
  readonly #apis = new Map<string, ServiceApi>();
  /** Aborted when the clients made so far must not get a key any more. */
  readonly #lives = new Map<string, AbortController>();
  /** Connections whose addresses and keys do not belong together at this moment. */
  readonly #paused = new Set<string>();

  constructor(options: ClientsOptions) {
    this.#options = options;
  }

  of(record: ConnectionRecord): ServiceApi {
    const { id } = record;
    const known = this.#apis.get(id);
    if (known !== undefined) return known;
    const { createApi, keyOf, wrap } = this.#options;
    const life = this.#lifeOf(id);
    const client = createApi(record, async (api) => {
      if (life.aborted) return fail(endedFailure());
      const key = await keyOf(id, slotOf(api, record));
      // The keychain may have waited for a person meanwhile.
      return life.aborted ? fail(endedFailure()) : key;
    });
    const api = wrap(id, client);
    this.#apis.set(id, api);
    return api;
  }

  /** The next request goes through a new client; what is under way with the old one goes on. */
  renew(connectionId: string): void {
    this.#apis.delete(connectionId);
  }

  /** No client made so far gets a key any more. */
  end(connectionId: string): void {
    this.#lives.get(connectionId)?.abort();
    this.#lives.delete(connectionId);
    this.#apis.delete(connectionId);
  }

  /** Ends every client, and gives the ids of their connections. */
  endAll(): readonly string[] {
    const ids = [...this.#lives.keys()];
    for (const id of ids) this.end(id);
    return ids;
  }

  /** Runs `work` while the connection gets no key, so that none meets an address that it was not entered for. */
  async whilePaused<T>(connectionId: string, work: () => Promise<T>): Promise<T> {
    this.end(connectionId);
    this.#paused.add(connectionId);
    try {
      return await work();
    } finally {
      this.#paused.delete(connectionId);
      this.end(connectionId);
    }
  }

  #lifeOf(connectionId: string): AbortSignal {
    const life = this.#lives.get(connectionId) ?? new AbortController();
    if (this.#paused.has(connectionId)) life.abort();
    this.#lives.set(connectionId, life);
    return life.signal;
  }
}

/** The slot whose key an API is asked with. */
export function slotOf(api: Parameters<AskKey>[0], { separateBoardKey }: SlotRule): KeySlot {
  return api === 'boardApi' && separateBoardKey ? 'board' : 'main';
}

function endedFailure(): ReturnType<typeof failure> {
  return failure('cancelled', { message: 'This connection was changed or locked meanwhile.' });
}
