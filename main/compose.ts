/** The composition root: every `new`, in order, and nothing else. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { AppInfo } from '../preload/contract/domain.ts';
import type { Result } from '../preload/contract/failure.ts';
import { Boards } from './boards/boards.ts';
import { Connections } from './connections/connections.ts';
import { KeySlots } from './connections/key-slots.ts';
import { PracticeConnection } from './connections/practice-connection.ts';
import type { Env } from './env.ts';
import { HealthWatch } from './health/health.ts';
import { observed, tell } from './health/observe.ts';
import { createDispatch, type Dispatch } from './ipc/dispatch.ts';
import { createHandlers } from './ipc/handlers.ts';
import type { Publish } from './ipc/publish.ts';
import { createKeytarKeychain } from './keychain/keytar-keychain.ts';
import type { Log } from './log/log.ts';
import { Network } from './network/network.ts';
import { Papers } from './papers/papers.ts';
import { startPractice } from './practice/practice.ts';
import { Previews } from './previews/previews.ts';
import { createServiceApi } from './service/api.ts';
import { createLimiter } from './service/limiter.ts';
import { createTransport } from './service/transport.ts';
import { systemHasNetwork } from './service/client.ts';
import { openStore, type Store } from './store/database.ts';
import { Ledger } from './unknowns/ledger.ts';
import { Unknowns } from './unknowns/unknowns.ts';

export interface ComposeOptions {
  readonly env: Env;
  readonly version: string;
  readonly userData: string;
  /** Where the build put what runs in threads of its own. */
  readonly storeWorker: URL;
  readonly practiceWorker: URL;
  /** The built renderer: the practice service serves the room's page from it. */
  readonly rendererFolder: string;
  readonly log: Log;
  readonly publish: Publish;
  readonly copyText: (text: string) => void;
  /** How the system's settings route an address, as Chromium answers it: "DIRECT; PROXY host:port". */
  readonly resolveProxy: (address: string) => Promise<string>;
  /** Lets the person choose a file of certificates; null when they chose none. */
  readonly chooseCaFile: () => Promise<Result<string, string> | null>;
}

export interface House {
  readonly dispatch: Dispatch;
  readonly previews: Previews;
  /** Ends everything that main holds open, before the program ends. */
  readonly close: () => Promise<void>;
}

/** Builds everything behind the border. Rejects with `StoreNotOpened` when the database can't be opened. */
export async function compose(options: ComposeOptions): Promise<House> {
  const { log, publish, copyText } = options;
  const now = Date.now;
  const file = path.join(options.userData, 'easel.db');
  const store = await openStore(file, { now: now(), workerUrl: options.storeWorker });
  const keychain = createKeytarKeychain();
  const transport = createTransport({ resolveProxy: options.resolveProxy });
  const limiter = createLimiter();
  const health = new HealthWatch({
    onChange: (state) => publish('health.changed', state),
    hasNetwork: systemHasNetwork,
    now,
    after,
  });
  const ledger = new Ledger({
    table: store.creates,
    onChange: (connectionId, unknowns) => publish('unknowns.changed', { connectionId, unknowns }),
    now,
  });
  const keys = new KeySlots({
    keychain,
    index: store.connections,
    salt: await fingerprintSalt(store),
    now,
    onKey: (key) => log.addSecret(key.reveal()),
  });
  const connections: Connections = new Connections({
    store,
    keys,
    keychain,
    createApi: (addresses, key) => createServiceApi({ addresses, key, transport, limiter, log }),
    watchApi: (connectionId, api) => {
      const watched = observed(api, (light, failed) => {
        if (failed?.proxy !== undefined) network.proxyAsked(failed.proxy);
        health.observer(connectionId)(light, failed);
      });
      health.probeWith(connectionId, watched);
      return watched;
    },
    onChange: (state) => publish('connections.changed', state),
    onStale: (connectionId) => {
      boards.forget(connectionId);
      health.forget(connectionId);
    },
    now,
  });
  const network = new Network({
    settings: store.settings,
    transport,
    addressesOf: connections.addressesOf.bind(connections),
    chooseFile: options.chooseCaFile,
    onSecret: (secret) => log.addSecret(secret),
  });
  await Promise.all([network.open(), ledger.open()]);
  const apiOf = connections.apiOf.bind(connections);
  const appUrlOf = connections.appUrlOf.bind(connections);
  const boards = new Boards({ apiOf, onChange: (state) => publish('boards.changed', state), ledger, now });
  const papers = new Papers({ apiOf, appUrlOf, register: store.papers, ledger, now });
  const onChange: ConstructorParameters<typeof Previews>[0]['onChange'] = (state) =>
    publish('previews.changed', state);
  const previews = new Previews({
    apiOf,
    appUrlOf,
    onChange,
    onAppAnswer: (connectionId, failed) => tell(health.observer(connectionId), 'app', failed),
    copyText,
    now,
  });
  const practice = new PracticeConnection({
    start: () => startPractice({ roomFiles: options.rendererFolder, workerUrl: options.practiceWorker }),
    connections,
    register: store.papers,
    creates: store.creates,
    log,
    now,
  });
  const handlers = createHandlers({
    info: infoOf(options, store),
    copyText,
    keychain,
    connections,
    practise: () => practice.start(),
    boards,
    papers,
    previews,
    unknowns: new Unknowns(ledger, boards),
    health,
    network,
  });
  return {
    dispatch: createDispatch({ handlers, log, now, after }),
    previews,
    close: async () => {
      health.stop();
      await Promise.allSettled([practice.stop(), transport.close()]);
      await store.close();
    },
  };
}

function infoOf({ env, version }: ComposeOptions, store: Store): AppInfo {
  const notice =
    store.damagedKeptAs === null
      ? null
      : `Easel’s database was damaged. It was kept as ${path.basename(store.damagedKeptAs)} and a new one was begun: connections and papers need to be added again.`;
  return { version, platform: env.platform, notice };
}

/** Random per installation, so that a fingerprint tells nothing about a key elsewhere. */
async function fingerprintSalt(store: Store): Promise<string> {
  const known = await store.settings.get('fingerprint-salt');
  if (known !== null) return known;
  const salt = randomBytes(16).toString('hex');
  await store.settings.set('fingerprint-salt', salt);
  return salt;
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
