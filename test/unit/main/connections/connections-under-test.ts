/** Test setup for connections: a real SQLite database and key store. Records which API key each host has received. */
import { Signals } from '../../../../main/lib/signals.ts';
import { Connections } from '../../../../main/connections/connections.ts';
import { KeyStore } from '../../../../main/connections/key-store.ts';
import { createLog } from '../../../../main/lib/log/log.ts';
import { recordsOf } from '../../../../main/connections/records.ts';
import { NO_POLICY, type Policy } from '../../../../main/ipc/policy/policy.ts';
import { createServiceApi, type CreateApi, type ServiceApi } from '../../../../main/service/api.ts';
import type { Transport } from '../../../../main/service/transport.ts';
import type { ConnectionDraft, ConnectionsState } from '../../../../preload/contract/connections.ts';
import { draftFor } from '../../../support/services.ts';
import { fakeClock } from '../service/clock.ts';
import { store as storeKey } from './keys-under-test.ts';
import { localStore } from './local-store.ts';
import { keyOf } from '../../../support/key-of.ts';
import { must } from '../../../support/must.ts';
import { createMemoryKeychain, type DecideFault } from '../../../support/memory-keychain.ts';
import { readHere } from '../../../support/read-here.ts';

export const HOSTS = {
  papers: 'https://papers.example',
  boards: 'https://boards.example',
  app: 'https://app.example',
} as const;

export function formOf(change: Partial<ConnectionDraft> = {}): ConnectionDraft {
  return draftFor(HOSTS.papers, 'main-key', {
    boardApi: HOSTS.boards,
    appUrl: HOSTS.app,
    sessionOnly: false,
    ...change,
  });
}

export type ConnectionsUnderTest = Awaited<ReturnType<typeof connectionsUnderTest>>;

export async function connectionsUnderTest(rules: Partial<Policy> = {}) {
  const store = localStore();
  const fault: { decide: DecideFault } = { decide: () => null };
  const keychain = createMemoryKeychain((call, account) => fault.decide(call, account));
  const sent: (readonly [string, string, string])[] = [];
  const changes: ConnectionsState[] = [];
  const lock = { isLocked: false };
  const clock = fakeClock();
  const slots = new KeyStore({
    keychain,
    index: store.keys,
    salt: 'salt',
    ...clock,
    isLocked: () => lock.isLocked,
    log: createLog(() => undefined),
    onChange: () => undefined,
    record: () => undefined,
  });
  const recordOf = recordsOf(store.connections);
  const signals = new Signals({ error: () => undefined });
  const mirror = { forget: () => Promise.resolve() };
  signals.connectionsChanged.on((state) => changes.push(state));
  const gone: string[] = [];
  signals.connectionGone.on((id) => gone.push(id));
  const connections = new Connections({
    recordOf,
    store,
    keyStore: slots,
    keychain,
    policy: { ...NO_POLICY, ...rules },
    createApi: recordingApi(sent),
    isLocked: () => lock.isLocked,
    onClient: () => undefined,
    onResult: () => undefined,
    onAttempt: () => undefined,
    signals,
    publish: () => undefined,
    mirror,
    ...clock,
  });
  const apiOf = async (connectionId: string): Promise<ServiceApi> =>
    must(await connections.access.apiOf(connectionId));
  return {
    connections,
    mirror,
    recordOf,
    store,
    slots,
    keychain,
    fault,
    sent,
    changes,
    gone,
    lock,
    clock,
    save: async (change?: Partial<ConnectionDraft>) => must(await connections.save(formOf(change))),
    apiOf,
    storeNext: (connectionId: string) => {
      const origins = [HOSTS.papers, HOSTS.boards];
      return storeKey(slots, { connectionId, slot: 'main', stage: 'next', key: keyOf('next-key'), origins });
    },
    callBoth: async (connectionId: string) => {
      const api = await apiOf(connectionId);
      sent.length = 0;
      await api.listBoards({ limit: 1, offset: 0 });
      await api.mintToken('p', null);
      return sent.map(([, host, key]) => `${host} ${key}`);
    },
  };
}

function recordingApi(sent: (readonly [string, string, string])[]): CreateApi {
  const transport: Pick<Transport, 'request'> = {
    request: ({ method, url, headers }) => {
      const call = `${method} ${url.pathname.split('/')[2] ?? ''}`;
      const key = headers['authorization']?.replace('Bearer ', '');
      if (key !== undefined) sent.push([call, url.origin, key]);
      const bytes = new Uint8Array(0);
      return Promise.resolve({ ok: true, value: { status: 500, headers: {}, bytes, end: 'whole' } });
    },
  };
  const log = createLog(() => undefined);
  return (addresses, authority) =>
    createServiceApi({ addresses, authority, log, transport, reader: readHere() });
}
