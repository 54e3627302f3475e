/** Opens connections, their keys and the network settings. */
import { trustChanged } from '../activity/entries.ts';
import type { HealthWatch } from '../health/health.ts';
import { observed } from '../health/health.ts';
import type { Core } from '../ipc/core.ts';
import type { Implementations } from '../lib/implementation.ts';
import type { Service } from '../service/open.ts';
import { connectionCalls, keychainCalls, snippetCalls } from './calls.ts';
import { Connections } from './connections.ts';
import { fingerprintSalt, KeyStore } from './key-store.ts';
import type { Keychain } from './keychain/keychain.ts';
import { Keys } from './keys.ts';
import { Network } from './network/network.ts';
import { PracticeConnection, type PracticeConnectionOptions } from './practice-connection.ts';

export interface ConnectionsModule {
  readonly connections: Connections;
  readonly keyStore: KeyStore;
  readonly network: Network;
  readonly practice: PracticeConnection;
  readonly calls: Pick<Implementations, 'connections' | 'keychain' | 'keys' | 'network' | 'snippets'>;
}

export async function openConnections(
  core: Core,
  keychain: Keychain,
  service: Service,
  health: HealthWatch,
  startPractice: Pick<PracticeConnectionOptions, 'start' | 'keepPictures'>,
): Promise<ConnectionsModule> {
  const { store, signals, publish, log, policy, files, isLocked, recordOf, now } = core;
  const keyStore: KeyStore = new KeyStore({
    ...core,
    keychain,
    index: store.keys,
    salt: await fingerprintSalt(store.settings),
    onKey: (key) => log.secrets.add(key.reveal()),
    onKeyGone: (key) => log.secrets.remove(key.reveal()),
    onChange: (connectionId) => {
      // Fails when the database is already closed.
      const quietly = (): void => undefined;
      connections.changed().catch(quietly);
      keys.changed(connectionId).catch(quietly);
    },
  });
  const network = new Network({
    settings: store.settings,
    transport: service.transport,
    addressesOf: recordOf,
    files,
    onSecret: (secret) => log.secrets.add(secret),
    onTrust: (before, after) => core.activity.record(trustChanged(before, after)),
  });
  const connections: Connections = new Connections({
    ...core,
    keyStore,
    keychain,
    createApi: service.clients(keyStore.answered.bind(keyStore)),
    watchApi: (connectionId, api) => {
      const observe = health.observer(connectionId);
      const watched = observed(api, (part, failed, tookMs) => {
        if (failed?.proxy !== undefined) network.proxyAsked(failed.proxy);
        observe(part, failed, tookMs);
      });
      health.probeWith(connectionId, watched);
      return watched;
    },
    onChange: (state) => {
      void signals.connectionsChanged.tell(state);
      publish('connections.changed', state);
    },
    onToken: (connectionId, form) => void signals.tokenCame.tell(connectionId, form),
    onReadOnly: (connectionId, why) => void signals.readOnly.tell(connectionId, why),
    onStale: (connectionId) => void signals.connectionGone.tell(connectionId),
    onHalt: (connectionId) => void signals.connectionHalted.tell(connectionId),
  });
  const { access } = connections;
  const keys = new Keys({
    keyStore,
    policy,
    isLocked,
    recordOf,
    register: store.papers,
    trial: access.trial.bind(access),
    inTurn: connections.inTurn.bind(connections),
    onChange: (state) => publish('keys.changed', state),
    now,
  });
  const practice = new PracticeConnection({ ...startPractice, connections, store, log, now });
  signals.locked.on(() => {
    keyStore.drop();
    keys.drop();
    connections.drop();
  });
  signals.onClose(() => practice.stop());
  signals.onClose(() => access.locks.lockAll());
  return {
    connections,
    keyStore,
    network,
    practice,
    calls: {
      connections: connectionCalls(connections, () => practice.start()),
      keychain: keychainCalls(keychain),
      keys: keys.calls,
      network: network.calls,
      snippets: snippetCalls(recordOf),
    },
  };
}
