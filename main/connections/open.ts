import { randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { ifDone, unlogged } from '../activity/entries.ts';
import type { HealthWatch } from '../health/health.ts';
import type { Core } from '../ipc/core.ts';
import type { CallsOf, Implementations } from '../lib/implementation.ts';
import { failure } from '../lib/wording/failure.ts';
import { ApiKey } from '../service/authorize.ts';
import type { Service } from '../service/open.ts';
import { snippetsFor } from '../service/snippets.ts';
import { Connections } from './connections.ts';
import { fingerprintSalt, keyChanged, keyMissing, KeyStore } from './key-store.ts';
import type { Keychain } from './keychain/keychain.ts';
import { openKeyCalendar, type KeyCalendarOptions } from './key-calendar.ts';
import { Keys } from './keys.ts';
import { Network } from './network/network.ts';
import type { ProxySignIns } from './network/proxy-sign-ins.ts';
import { PracticeConnection, type PracticeConnectionOptions } from './practice-connection.ts';
import { rotationCalls, type RotationOptions } from './rotation-record.ts';

export async function openConnections(
  core: Core,
  keychain: Keychain,
  signIns: ProxySignIns,
  service: Service,
  health: HealthWatch,
  options: Pick<PracticeConnectionOptions, 'start' | 'keepPictures'> &
    Pick<RotationOptions, 'savePdf'> &
    Pick<KeyCalendarOptions, 'announce'>,
) {
  const { store, signals, recordOf } = core;
  const keyStore: KeyStore = new KeyStore({
    ...core,
    keychain,
    index: store.keys,
    salt: await fingerprintSalt(store.settings),
    onChange: (connectionId) => {
      const quietly = (): void => undefined;
      connections.changed().catch(quietly);
      practice.keysChanged(connectionId).catch(quietly);
      keys.changed(connectionId).catch(quietly);
    },
  });
  const network = new Network({
    ...core,
    settings: store.settings,
    transport: service.transport,
    signIns,
  });
  const connections: Connections = new Connections({
    ...core,
    keyStore,
    keychain,
    createApi: service.clients(keyStore.answered.bind(keyStore)),
    onClient: health.probeWith.bind(health),
    onAttempt: health.attempted.bind(health),
    onResult: (connectionId, call, failed) => {
      if (failed?.proxy !== undefined) network.proxyAsked(failed.proxy);
      health.called(connectionId, call, failed);
    },
  });
  const { access } = connections;
  const keys = new Keys({
    ...core,
    keyStore,
    register: store.papers,
    trial: access.trial.bind(access),
    apiOf: access.apiOf.bind(access),
    inTurn: connections.inTurn.bind(connections),
  });
  const practice = new PracticeConnection({ ...core, ...options, connections, keyStore });
  signals.locked.on(() => {
    keyStore.drop();
    signIns.drop();
    keys.drop();
    connections.drop();
  });
  signals.onClose(() => practice.stop());
  signals.onClose(() => access.locks.lockAll());
  const calls: Pick<Implementations, 'connections' | 'keychain' | 'keys' | 'network' | 'snippets'> = {
    connections: connectionCalls(connections, practice),
    keychain: {
      state: { run: () => ok(keychain.state()) },
      status: { run: async () => ok(await keychain.status()) },
    },
    keys: {
      ...keys.calls,
      all: { run: async () => ok(await keys.all(await connections.records())) },
      ...openKeyCalendar({ ...core, ...options, keyStore }),
      ...rotationCalls({ ...core, ...options }),
    },
    network: network.calls,
    snippets: {
      of: {
        run: async ({ connectionId, ...snippet }) => {
          const record = await recordOf(connectionId);
          return record.ok ? ok(snippetsFor(snippet, record.value)) : record;
        },
      },
    },
  };
  return { connections, keyStore, network, practice, teamPassword: teamPassword(core, keyStore), calls };
}

/** Entry of the team database's password in the key store. No connection has this id. */
const TEAM = { connectionId: 'team-register', slot: 'main', stage: 'current' } as const;

const UUID_LENGTH = 36;

/** Stores the password of the team database like an API key. `login` takes the place of the key's origin. */
function teamPassword({ log, signals }: Core, keyStore: KeyStore) {
  /** The password that the log redacts until Easel locks. */
  let redacted = '';
  const redact = (password: string): void => {
    log.secrets.add(password);
    log.secrets.remove(redacted);
    redacted = password;
  };
  signals.locked.on(() => redact(''));
  return {
    get: async (login: string): Promise<Result<string>> => {
      const read = await keyStore.get(TEAM.connectionId, TEAM.slot);
      const isGone = read.ok
        ? !read.value.origins.includes(login)
        : read.error.code === 'no-key' || read.error === keyMissing || read.error === keyChanged;
      if (isGone) return fail(noPassword);
      if (!read.ok) return read;
      const password = Buffer.from(read.value.key.reveal(), 'base64').toString().slice(UUID_LENGTH);
      redact(password);
      return ok(password);
    },
    set: (login: string, password: string): Promise<Result<null>> => {
      // Adds a random text to the password, because otherwise its fingerprint in the database would help to guess it.
      const key = new ApiKey(Buffer.from(`${randomUUID()}${password}`).toString('base64'));
      return keyStore.storeAll(TEAM.connectionId, [{ ...TEAM, key, origins: [login] }]);
    },
    remove: (): Promise<Result<null>> => keyStore.removeAll(TEAM.connectionId),
  };
}

const noPassword = failure('keychain-error', {
  message: 'The keychain lacks the team register’s password.',
  nextStep: 'Enter the password again in Settings → Team.',
});

export function connectionCalls(
  connections: Connections,
  practice: PracticeConnection,
): CallsOf<'connections'> {
  return {
    list: { run: async () => ok(await connections.list()) },
    select: { run: (args) => connections.select(args), log: unlogged },
    check: {
      ask: (args) => connections.checkQuestion(args),
      run: (args, answered) => connections.check(args, answered),
      log: unlogged,
    },
    save: {
      ask: (draft) => connections.saveQuestion(draft),
      run: (draft, answered) => connections.save(draft, answered),
      log: ifDone((draft, { id, name }) => ({
        connectionId: id,
        connectionName: name,
        action: draft.id === null ? 'connection-added' : 'connection-changed',
        target: id,
      })),
    },
    remove: {
      ask: (args) => connections.removeQuestion(args),
      run: (args, answered) => connections.remove(args, answered),
      log: ifDone(({ connectionId }, { keysGone }) => ({
        connectionId,
        action: 'connection-removed',
        target: connectionId,
        detail: keysGone ? '' : 'A key may still be in the keychain.',
      })),
    },
    unlockChanges: {
      ask: (args) => connections.unlockQuestion(args),
      run: (args, answered) => connections.unlockChanges(args, answered),
      log: ifDone(({ connectionId }) => ({ connectionId, action: 'changes-unlocked', target: connectionId })),
    },
    lockChanges: { run: (args) => connections.lockChanges(args), log: unlogged },
    practise: { run: () => practice.start(), log: unlogged },
    rehearse: { run: (args) => practice.rehearse(args), log: unlogged },
  };
}
