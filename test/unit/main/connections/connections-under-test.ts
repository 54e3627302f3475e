/** The connections over real SQLite and real key slots; the service only notes which key reached which host. */
import { Connections } from '../../../../main/connections/connections.ts';
import { KeySlots } from '../../../../main/connections/key-slots.ts';
import { NO_POLICY, type Policy } from '../../../../main/policy/policy.ts';
import type { CreateApi, ServiceApi } from '../../../../main/service/api.ts';
import { readApiKey, type ApiKey } from '../../../../main/service/api-key.ts';
import { failure } from '../../../../main/service/failures.ts';
import { openStore, type Store } from '../../../../main/store/database.ts';
import type { Connection, ConnectionDraft, ConnectionsState } from '../../../../preload/contract/domain.ts';
import { fail, ok, type Result } from '../../../../preload/contract/failure.ts';
import { draftFor } from '../../../support/house.ts';
import {
  createMemoryKeychain,
  type DecideFault,
  type MemoryKeychain,
} from '../../../support/memory-keychain.ts';

export interface ConnectionsUnderTest {
  readonly connections: Connections;
  readonly slots: KeySlots;
  readonly store: Store;
  readonly keychain: MemoryKeychain;
  /** What the keychain does next; well by default. */
  readonly fault: { decide: DecideFault };
  /** What reached the service: call, origin, key. */
  readonly sent: (readonly [string, string, string])[];
  readonly changes: ConnectionsState[];
  readonly stale: string[];
  readonly halted: string[];
  readonly clock: { now: number };
  readonly timers: { readonly ms: number; readonly run: () => void; cancelled: boolean }[];
  readonly save: (change?: Partial<ConnectionDraft>) => Promise<Connection>;
  /** Which key reached which host, after one call to each API. */
  readonly callBoth: (connectionId: string) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Where the connections of these tests lead. */
export const HOSTS = {
  papers: 'https://papers.example',
  boards: 'https://boards.example',
  app: 'https://app.example',
} as const;

/** A form with two hosts, kept in the keychain. */
export function formOf(change: Partial<ConnectionDraft> = {}): ConnectionDraft {
  return draftFor(HOSTS.papers, 'main-key', {
    boardApi: HOSTS.boards,
    appUrl: HOSTS.app,
    sessionOnly: false,
    ...change,
  });
}

export function keyOf(text: string): ApiKey {
  const key = readApiKey(text);
  if (!key.ok) throw new Error('not a key');
  return key.value;
}

export async function connectionsUnderTest(rules: Partial<Policy> = {}): Promise<ConnectionsUnderTest> {
  const store = await openStore(':memory:', { now: 0 });
  const fault: ConnectionsUnderTest['fault'] = { decide: () => null };
  const keychain = createMemoryKeychain((call, account) => fault.decide(call, account));
  const [sent, changes, stale, halted]: [
    (readonly [string, string, string])[],
    ConnectionsState[],
    string[],
    string[],
  ] = [[], [], [], []];
  const clock = { now: 1_000_000 };
  const timers: ConnectionsUnderTest['timers'] = [];
  const now = (): number => clock.now;
  const after = (ms: number, run: () => void): (() => void) => {
    const timer = { ms, run, cancelled: false };
    timers.push(timer);
    return () => {
      timer.cancelled = true;
    };
  };
  const slots = new KeySlots({
    keychain,
    index: store.keys,
    salt: 'salt',
    now,
    after,
    onKey: () => undefined,
    onKeyGone: () => undefined,
    onChange: () => undefined,
  });
  const connections = new Connections({
    store,
    slots,
    keychain,
    policy: { ...NO_POLICY, ...rules },
    createApi: notingApi(sent),
    watchApi: (_connectionId, api) => api,
    onChange: (state) => changes.push(state),
    onStale: (connectionId) => stale.push(connectionId),
    onHalt: (connectionId) => halted.push(connectionId),
    now,
    after,
  });
  return {
    connections,
    slots,
    store,
    keychain,
    fault,
    sent,
    changes,
    stale,
    halted,
    clock,
    timers,
    save: async (change) => {
      const saved = await connections.save(formOf(change));
      if (!saved.ok) throw new Error(saved.error.message);
      return saved.value;
    },
    callBoth: async (connectionId) => {
      const api = await connections.apiOf(connectionId);
      if (!api.ok) throw new Error(api.error.message);
      sent.length = 0;
      await api.value.listBoards({ limit: 1, offset: 0 });
      await api.value.mintToken('p', null);
      return sent.map(([, host, key]) => `${host} ${key}`);
    },
    close: () => store.close(),
  };
}

/** A service that notes what reaches it, with the key it came with, and then has a problem. */
function notingApi(sent: (readonly [string, string, string])[]): CreateApi {
  return (addresses, key) => {
    const call =
      (name: keyof ServiceApi, api: 'paperApi' | 'boardApi') => async (): Promise<Result<never>> => {
        const held = await key(api);
        if (!held.ok) return held;
        sent.push([name, addresses[api], held.value.reveal()]);
        return fail(failure('service-problem'));
      };
    const answers = (): Promise<Result<{ readonly status: number }>> => Promise.resolve(ok({ status: 200 }));
    return {
      listBoards: call('listBoards', 'boardApi'),
      fetchBoards: call('fetchBoards', 'boardApi'),
      viewBoard: call('viewBoard', 'boardApi'),
      createBoard: call('createBoard', 'boardApi'),
      deleteBoard: call('deleteBoard', 'boardApi'),
      createPaper: call('createPaper', 'paperApi'),
      deletePaper: call('deletePaper', 'paperApi'),
      mintToken: call('mintToken', 'paperApi'),
      checkApp: answers,
      checkPaperApi: answers,
    };
  };
}
