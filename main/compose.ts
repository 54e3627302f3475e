/** The composition root: every `new`, in order, and nothing else. */
import path from 'node:path';
import { trustChanged, witnessed } from './activity/witness.ts';
import { composeActivity, composeJobs } from './compose-jobs.ts';
import { onlyAllowed } from './connections/allowed-hosts.ts';
import { Connections } from './connections/connections.ts';
import { fingerprintSalt } from './connections/fingerprint-salt.ts';
import { KeySlots } from './connections/key-slots.ts';
import { Keys } from './connections/keys.ts';
import { PracticeConnection } from './connections/practice-connection.ts';
import type { Env } from './env.ts';
import type { Files } from './files/files.ts';
import { HealthWatch } from './health/health.ts';
import { observed } from './health/observe.ts';
import { createDispatch, type Dispatch } from './ipc/dispatch.ts';
import { policyGate } from './ipc/gate.ts';
import { createHandlers } from './ipc/handlers.ts';
import type { Publish } from './ipc/publish.ts';
import { createKeytarKeychain } from './keychain/keytar-keychain.ts';
import { Lock, type Presence } from './lock/lock.ts';
import { closedWhileLocked } from './lock/locked-keychain.ts';
import type { Log } from './log/log.ts';
import { Network } from './network/network.ts';
import { Notes } from './notes/notes.ts';
import { describePolicy } from './policy/describe.ts';
import { NO_POLICY, type Policy, type PolicyReading } from './policy/policy.ts';
import { startPractice } from './practice/practice.ts';
import type { Previews } from './previews/previews.ts';
import { createServiceApi, type CreateApi } from './service/api.ts';
import { createLimiter } from './service/limiter.ts';
import { createTransport } from './service/transport.ts';
import { systemHasNetwork } from './service/client.ts';
import { damageNotice } from './store/damage-notice.ts';
import { openStore } from './store/database.ts';
import { openMirror } from './store/mirror/open-mirror.ts';
import { Transfer } from './transfer/transfer.ts';

export interface ComposeOptions {
  readonly env: Env;
  readonly version: string;
  readonly userData: string;
  /** Where the build put what runs in threads of its own. */
  readonly storeWorker: URL;
  readonly mirrorWorker: URL;
  readonly practiceWorker: URL;
  /** The built renderer: the practice service serves the room's page from it. */
  readonly rendererFolder: string;
  readonly log: Log;
  readonly publish: Publish;
  readonly copyText: (text: string) => void;
  /** How the system's settings route an address, as Chromium answers it: "DIRECT; PROXY host:port". */
  readonly resolveProxy: (address: string) => Promise<string>;
  readonly files: Files;
  readonly presence: Presence;
  /** Tells a person of a long job that has ended, in a sentence without names; by default nobody. */
  readonly announce?: (sentence: string) => void;
  readonly policy: PolicyReading;
}

export interface House {
  readonly dispatch: Dispatch;
  readonly previews: Previews;
  /** What closing Easel now would mean for its jobs; empty when none runs or is held. */
  readonly unfinished: () => string;
  readonly policy: Policy;
  /** Ends everything that main holds open, before the program ends. */
  readonly close: () => Promise<void>;
  /** A call to the keychain has not come to its end: an orderly end of the process would wait for it. */
  readonly isHeldUp: () => boolean;
}

/** Builds everything behind the border. Rejects with `StoreNotOpened` when the database can't be opened. */
export async function compose(options: ComposeOptions): Promise<House> {
  const { env, version, log, publish, copyText } = options;
  const now = Date.now;
  const policy = options.policy.kind === 'active' ? options.policy.policy : NO_POLICY;
  const file = path.join(options.userData, 'easel.db');
  const store = await openStore(file, { now: now(), workerUrl: options.storeWorker });
  const mirror = openMirror({
    folder: path.join(options.userData, 'boards'),
    mainDatabase: file,
    now,
    onChange: (connectionId) => changes.boards.mirrorChanged(connectionId),
    workerUrl: options.mirrorWorker,
  });
  const systemKeychain = createKeytarKeychain({ onState: (state) => publish('keychain.changed', state) });
  const keychain = closedWhileLocked(systemKeychain, () => lock.isLocked());
  const nameOf = async (connectionId: string): Promise<string | null> => {
    const record = await connections.recordOf(connectionId);
    return record.ok ? record.value.name : null;
  };
  const { settings } = store;
  const { files, userData } = options;
  const transport = createTransport({ resolveProxy: options.resolveProxy });
  const limiter = createLimiter();
  const health: HealthWatch = new HealthWatch({
    onChange: (state) => {
      publish('health.changed', state);
      changes.jobs.healthChanged(state);
    },
    hasNetwork: systemHasNetwork,
    now,
    after,
  });
  const slots: KeySlots = new KeySlots({
    keychain,
    index: store.keys,
    salt: await fingerprintSalt(store.settings),
    now,
    after,
    onKey: (key) => log.addSecret(key.reveal()),
    onKeyGone: (key) => log.dropSecret(key.reveal()),
    onChange: (connectionId) => {
      // Once the database is closed nobody is left to be told.
      const quietly = (): void => undefined;
      connections.changed().catch(quietly);
      keys.changed(connectionId).catch(quietly);
    },
  });
  const createApi: CreateApi = (addresses, key) =>
    createServiceApi({
      addresses,
      key,
      onKeyAnswer: slots.answered.bind(slots),
      transport,
      limiter,
      log,
    });
  const connections: Connections = new Connections({
    store,
    slots,
    keychain,
    policy,
    createApi,
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
      changes.jobs.connectionEnded(connectionId);
      void changes.boards.forget(connectionId);
      health.forget(connectionId);
      changes.reviews.forget(connectionId);
    },
    onHalt: (connectionId) => {
      void changes.boards.halt(connectionId);
      health.forget(connectionId);
    },
    now,
    after,
  });
  const keys = new Keys({
    slots,
    files: options.files,
    policy,
    recordOf: connections.recordOf.bind(connections),
    register: store.papers,
    createApi: onlyAllowed(createApi, connections.whyNotAllowed.bind(connections)),
    onChange: (state) => publish('keys.changed', state),
    onSwitched: connections.keySwitched.bind(connections),
    now,
  });
  const network = new Network({
    settings: store.settings,
    transport,
    addressesOf: connections.addressesOf.bind(connections),
    files: options.files,
    onSecret: (secret) => log.addSecret(secret),
    onTrust: (cas) => activity.record(trustChanged(cas)),
  });
  const lock: Lock = new Lock({
    settings: store.settings,
    presence: options.presence,
    forcedMinutes: policy.idleLockMinutes,
    now,
    after,
    onChange: (state) => publish('lock.changed', state),
    dropKeys: () => {
      changes.jobs.lock();
      slots.drop();
      keys.drop();
      transfer.drop();
      notes.drop();
      changes.reviews.drop();
      connections.drop();
    },
    removeKeys: connections.removeEveryKey.bind(connections),
  });
  const recordOf = connections.recordOf.bind(connections);
  const notes = new Notes({
    table: store.notes,
    facts: store.boardFacts,
    mirror,
    recordOf,
    files: options.files,
    now,
    onChange: (connectionId) => {
      changes.boards.rowsChanged(connectionId);
      changes.jobs.notesChanged(connectionId);
    },
  });
  const transfer = new Transfer({
    connections,
    slots,
    register: store.papers,
    notes,
    files: options.files,
    policy,
    now,
  });
  // After the connections, whose names it asks for at once: of what it finds cut off, it makes an entry.
  const activity = composeActivity({ userData, settings, files, nameOf, log, publish, now, after });
  // Before the lock is opened, which may drop what they hold.
  const changes = composeJobs({
    store,
    mirror,
    connections,
    notes,
    policy,
    files,
    copyText,
    publish,
    activity,
    health,
    announce: (sentence) => options.announce?.(sentence),
    log,
    now,
    after,
  });
  options.presence.onSleep(() => changes.jobs.pauseAll(null, 'sleep'));
  await Promise.all([network.open(), changes.open(), lock.open()]);
  const practice = new PracticeConnection({
    start: () => startPractice({ roomFiles: options.rendererFolder, workerUrl: options.practiceWorker }),
    connections,
    store,
    log,
    now,
  });
  const shownPolicy = describePolicy(options.policy);
  const closedByPolicy = policyGate(shownPolicy);
  const handlers = witnessed(
    createHandlers({
      info: { version, platform: env.platform, notice: damageNotice(store.damagedKeptAs) },
      copyText,
      policy: shownPolicy,
      lock,
      keychain,
      connections,
      keys,
      transfer,
      practise: () => practice.start(),
      notes,
      health,
      network,
      activity,
      ...changes,
    }),
    activity.record,
    nameOf,
  );
  return {
    dispatch: createDispatch({
      handlers,
      gate: (channel) => closedByPolicy(channel) ?? lock.gate(channel),
      log,
      now,
      after,
    }),
    previews: changes.previews,
    unfinished: () => changes.jobs.busy().sentence,
    policy,
    close: async () => {
      health.stop();
      lock.stop();
      connections.stop();
      await changes.jobs.close();
      await Promise.allSettled([
        practice.stop(),
        changes.boards.stop(),
        changes.boardExports.stop(),
        transport.close(),
      ]);
      await activity.close();
      await mirror.close();
      await store.close();
    },
    isHeldUp: () => keychain.state().state === 'busy',
  };
}

/** What is only waited for, such as the eight hours of a session key, does not keep a closed house from ending. */
function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
}
