import os from 'node:os';
import path from 'node:path';
import type { AppInfo, Preferences } from '../preload/contract/app.ts';
import { ok } from '../preload/contract/failure.ts';
import type { DropPurpose } from '../preload/contract/connections.ts';
import { CALLS } from '../preload/contract/contract.ts';
import { Activity } from './activity/activity.ts';
import { activityCalls } from './activity/calls.ts';
import { logRestarted } from './activity/entries.ts';
import { openTeamLog } from './activity/team-log.ts';
import { diagnosticsCalls, type DiagnosticsOptions } from './app/diagnostics/diagnostics.ts';
import { createLinuxNotice, updateCalls, Updates, type UpdatesOptions } from './app/updates/updates.ts';
import { appCalls, openPreferences } from './ipc/preferences/preferences.ts';
import { openBoards } from './boards/boards.ts';
import { createGuardedKeychain, keytarVault, type Keychain } from './connections/keychain/keychain.ts';
import { ProxySignIns } from './connections/network/proxy-sign-ins.ts';
import { openConnections } from './connections/open.ts';
import { recordsOf } from './connections/records.ts';
import { FORMAT as CONNECTIONS_FORMAT } from './connections/transfer/format.ts';
import { Imports, transferCalls } from './connections/transfer/imports.ts';
import { createFileReaders } from './file-readers.ts';
import { exportSaver } from './lib/files/table.ts';
import { openHealth } from './health/health.ts';
import { Consent, type Confirm } from './ipc/consent.ts';
import type { Core } from './ipc/core.ts';
import { checkedPublish, createDispatch, type Gate, type Publish } from './ipc/dispatch.ts';
import { Lock, lockCalls, type LockOptions, type Presence } from './ipc/lock/lock.ts';
import { closedByPolicy, describePolicy, NO_POLICY } from './ipc/policy/policy.ts';
import { openJobs } from './jobs/open.ts';
import { FORMAT as PLAN_FORMAT } from './jobs/plan-file.ts';
import { CreateJournal } from './jobs/unresolved.ts';
import { createDeadlines, SYSTEM_CLOCK, waitToClose } from './lib/clock.ts';
import type { RecordActivity } from './lib/implementation.ts';
import { userName, type Env } from './lib/env.ts';
import { DroppedFiles, withDropped } from './lib/files/dropped-file.ts';
import {
  listFolderChooser,
  withListFolder,
  type Files,
  type Folders,
  type SavePdf,
  type SavePicture,
  type SystemClipboard,
} from './lib/files/files.ts';
import type { Log } from './lib/log/log.ts';
import { redact } from './lib/log/redact.ts';
import { Signals } from './lib/signals.ts';
import { isNotes } from './notes/notes-file.ts';
import { openNotes } from './notes/notes.ts';
import { openPapers } from './papers/papers.ts';
import { isPaperList } from './papers/read-list.ts';
import { openCopiedSecrets } from './lib/copied-secrets.ts';
import { startPractice } from './practice/practice.ts';
import { openPreviews } from './previews/open.ts';
import { openService } from './service/open.ts';
import { readProxyEnvironment } from './service/routes.ts';
import { setAsideNotice, type Stores } from './store/database.ts';
import { openTeam } from './team/open.ts';

export interface ComposeOptions extends Pick<DiagnosticsOptions, 'policy' | 'version'> {
  readonly env: Env;
  readonly userData: string;
  /** Loads electron-updater. Null on Linux and in development, where Easel only announces new versions. */
  readonly loadSelfUpdater: UpdatesOptions['loadUpdater'] | null;
  readonly stores: Promise<Stores>;
  readonly workerOf: (thread: 'practice' | 'file') => URL;
  readonly rendererFolder: string;
  readonly log: Log;
  readonly publish: Publish;
  readonly clipboard: SystemClipboard;
  /** Returns Chromium's proxies for a URL, for example "DIRECT; PROXY host:port". */
  readonly resolveProxy: (address: string) => Promise<string>;
  /** Environment variables of the process. They can set proxies, with user name and password. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly files: Files;
  readonly folders: Folders;
  readonly savePdf: SavePdf;
  readonly savePicture: SavePicture;
  readonly confirm: Confirm;
  readonly presence: Presence;
  /** Shows a desktop notification. `sentence` must contain no names. Returns true if it was shown. */
  readonly announce: (sentence: string, onClick?: () => void) => boolean;
  readonly onTheme: (theme: Preferences['theme']) => void;
  readonly keychain?: Keychain;
}

export type Services = Awaited<ReturnType<typeof compose>>;

export async function compose(options: ComposeOptions) {
  const { env, version, workerOf, presence, savePdf, announce } = options;
  const { core, ...ofCore } = await openCore(options, {
    removeKeys: async () => {
      const results = [await connections.removeEveryKey(), await signIns.forgetAll()];
      return results.find((result) => !result.ok) ?? ok(null);
    },
    beingDeleted: (...args) => jobs.beingDeleted(...args),
  });
  const { keychain, lock } = ofCore;
  const { signals, store, log } = core;
  const proxies = readProxyEnvironment(options.variables);
  const secrets = { settings: store.settings, secrets: log.secrets };
  const signIns = new ProxySignIns({ ...core, ...secrets, keychain, variables: proxies.signIns });
  const service = openService({ ...options, signals, reader: core.mirror, proxies, signIns });
  const { transport } = service;
  const { health, ...ofHealth } = openHealth(core);
  const ofConnections = await openConnections(core, keychain, signIns, service, health, {
    start: () => startPractice(options.rendererFolder, workerOf('practice')),
    keepPictures: (...taken) => pictures.add(...taken),
    savePdf,
    announce,
  });
  const { connections, keyStore, network, practice, teamPassword } = ofConnections;
  const { access } = connections;
  const journal = new CreateJournal({ ...core, table: store.creates });
  const use = {
    apiOf: access.apiOf.bind(access),
    appUrlOf: access.appUrlOf.bind(access),
    mayChange: access.mayChange.bind(access),
    connections: connections.list.bind(connections),
    watchCreate: journal.watch.bind(journal),
    savePicture: options.savePicture,
  };
  const readers = createFileReaders(workerOf('file'));
  const { sharing, ...ofTeam } = openTeam(core, teamPassword);
  const teamLog = openTeamLog({
    ...core,
    table: store.activity,
    accounts: sharing,
    ask: ofTeam.ask,
    onSent: ofTeam.onState,
  });
  signals.recorded.on(teamLog.send);
  signals.registerReady.on(teamLog.send);
  let running = 0;
  // When Easel quits, waits for create requests and for the page's last IPC calls. Modules opened earlier close later.
  signals.onClose(() => waitToClose(core, () => running === 0));
  const { notes, ...ofNotes } = openNotes(core, sharing);
  const { boards, shapes, ...ofBoards } = await openBoards(core, notes, use);
  // Must run after the lock listener of `openConnections`, because that listener first cancels listings of boards.
  signals.locked.on(() => core.mirror.drop());
  const { papers, ...ofPapers } = openPapers(core, notes, sharing, use);
  const { previews, pictures, ...ofPreviews } = openPreviews(core, notes, health, sharing, use);
  const { jobs, ...ofJobs } = openJobs(core, sharing, {
    ...use,
    boards,
    papers,
    previews,
    notes,
    health,
    journal,
    presence,
    readers,
    chooseListFolder: listFolderChooser(options.folders, store.settings),
    savePdf,
    announce,
  });
  const transfers = { ...core, connections, keyStore, register: store.papers, notes, sharing, readers };
  const imports = new Imports(transfers);
  signals.locked.on(() => imports.drop());

  // Removes old practice data and recovers the state of the previous run, before Easel sends its first request.
  await Promise.all([
    network.open(),
    Promise.all([journal.open(), practice.open()]).then(() => jobs.open()),
    lock.open(),
    pictures.open(),
  ]);
  await ofTeam.open();
  const updates = new Updates({
    ...core,
    env,
    installed: version,
    loadUpdater:
      options.loadSelfUpdater ??
      ((updateUrl) => Promise.resolve(createLinuxNotice(transport, updateUrl, version))),
    onProxy: network.proxyAsked.bind(network),
  });
  signals.onClose(() => updates.stop());
  const calls = {
    ...ofCore.calls,
    lock: lockCalls(lock),
    ...ofConnections.calls,
    transfer: transferCalls(transfers, imports),
    boards: ofBoards.calls,
    ...ofNotes.calls,
    papers: ofPapers.calls,
    ...ofPreviews.calls,
    ...ofJobs.calls,
    health: ofHealth.calls,
    team: ofTeam.calls,
    teamwork: { ...teamLog.teamwork, ...ofPreviews.teamwork, ...ofJobs.teamwork },
    updates: updateCalls(updates),
    diagnostics: diagnosticsCalls({
      ...core,
      ...options,
      transport,
      connections,
      keychain,
      health,
      shapes,
      updates: () => `${core.policy.updates ?? 'not set'}; ${updates.state.status}`,
      logs: path.join(options.userData, 'logs'),
    }),
  };
  const storedKeys = keyStore.checkForAny.bind(keyStore);
  const dispatch = createDispatch({ ...core, ...ofCore, calls, storedKeys });
  return {
    dispatch: (...call: Parameters<typeof dispatch>) => {
      running += 1;
      return dispatch(...call).finally(() => (running -= 1));
    },
    pressed: () => ofCore.consent.pressed(),
    isLocked: lock.isLocked.bind(lock),
    locks: () => lock.locks,
    lockNow: lock.lockNow.bind(lock),
    dropped: ofCore.dropped,
    previews,
    unfinished: jobs.unfinished.bind(jobs),
    pageCrashed: (reason: string): void => {
      log.error('the page’s process ended', { cause: reason });
      ofCore.tellPage(PAGE_CRASHED);
    },
    close: () => signals.close(),
    /** True if a keychain call hangs. Such a call would block a normal exit of the process. */
    isHeldUp: () => keychain.state().state === 'busy',
  };
}

async function openCore(
  options: ComposeOptions,
  later: Pick<Core, 'beingDeleted'> & Pick<LockOptions, 'removeKeys'>,
) {
  const { env, version, log, presence, folders, clipboard, onTheme } = options;
  const { now, after } = SYSTEM_CLOCK;
  // Monotonic clock in ms. Uses the uptime, because the uptime includes sleep, unlike Node's timers.
  const steady = (): number => os.uptime() * 1000;
  const deadlines = createDeadlines(steady, after);
  presence.onWake(() => deadlines.check());
  const signals = new Signals(log);
  const publish = checkedPublish(options.publish, log);
  const { store, mirror } = await options.stores;
  // Registers `store.close` first, so that it runs last. Until then, other modules can write to the store.
  signals.onClose(() => store.close());
  signals.onClose(() => mirror.close());
  const recordOf = recordsOf(store.connections);
  const nameOf = async (connectionId: string): Promise<string | null> => {
    const record = await recordOf(connectionId);
    return record.ok ? record.value.name : null;
  };
  const record: RecordActivity = (...entries) => activity.record(...entries);
  const onWrite = (preferred: Preferences) => signals.preferred.tell(preferred);
  const preferences = openPreferences(store.settings, onWrite, record);
  signals.preferred.on(({ theme }) => onTheme(theme));
  onTheme((await preferences.read()).theme);
  const copied = openCopiedSecrets({
    clipboard,
    preferences: preferences.read,
    onChange: (state) => publish('clipboard.changed', state),
    now,
    after: deadlines.after,
  });
  signals.onClose(copied.clear);
  const { copyText, copySecret } = copied;
  const user = userName();
  const activity = new Activity({
    table: store.activity,
    saveExport: exportSaver(options.files, options.workerOf('file'), now),
    nameOf,
    log,
    now,
    after,
    user,
    copyText,
    onChange: (change) => {
      publish('activity.changed', change);
      void signals.recorded.tell();
    },
  });
  signals.onClose(() => activity.close());
  if (store.setAside !== null) record(logRestarted(store.setAside));

  const policy = options.policy.kind === 'active' ? options.policy.policy : NO_POLICY;
  const shownPolicy = describePolicy(options.policy);
  const closed = closedByPolicy(shownPolicy);
  // Uses a monotonic clock. Otherwise an old click could count as recent after the system clock was set back.
  const consent = new Consent(options.confirm, () => performance.now());
  const lock = new Lock({
    settings: store.settings,
    presence,
    forcedMinutes: policy.idleLockMinutes,
    steady,
    after,
    onChange: (state) => publish('lock.changed', state),
    onUnlock: () => void signals.unlocked.tell(),
    dropKeys: () => void signals.locked.tell(),
    removeKeys: later.removeKeys,
  });
  signals.onClose(() => lock.stop());
  const gate: Gate = (call) => closed(call) ?? lock.gate(call);
  const dropped = new DroppedFiles({
    now,
    purposeOf,
    isOpen: () => gate(CALLS['transfer.open']) === null,
    onDrop: (file) => publish('files.dropped', file),
  });
  signals.locked.on(() => {
    consent.drop();
    dropped.forget();
  });
  let notice = store.setAside && setAsideNotice(store.setAside);
  const info = (): AppInfo => ({ version, platform: env.platform, notice });
  const files = withListFolder(withDropped(options.files, dropped), folders, store.settings);
  const core: Core = {
    saveExport: exportSaver(files, options.workerOf('file'), now),
    log,
    publish,
    signals,
    store,
    mirror,
    recordOf,
    policy,
    files,
    preferences,
    activity,
    record,
    isLocked: () => lock.isLocked() || options.policy.kind === 'broken',
    copyText,
    copySecret,
    clean: (words) => redact(log.secrets.takenFrom(words)),
    user,
    now,
    after,
    steady,
    deadlines,
    beingDeleted: later.beingDeleted,
  };
  return {
    core,
    keychain:
      options.keychain ??
      createGuardedKeychain(keytarVault, {
        platform: env.platform,
        onState: (state) => publish('keychain.changed', state),
      }),
    lock,
    gate,
    consent,
    dropped,
    nameOf,
    /** Sets the notice that the page shows at the start, for example after a crash. Only the first notice counts. */
    tellPage: (words: string) => (notice ??= words),
    calls: {
      app: appCalls(info, copied, preferences, folders, dropped),
      policy: { state: { run: () => ok(shownPolicy) } },
      activity: activityCalls(activity, { notes: store.notes, register: store.papers }),
    },
  };
}

const PAGE_CRASHED =
  'Easel’s window crashed and was reloaded. Jobs continued. Live previews were closed, and unsaved text was lost.';

function purposeOf(text: string): DropPurpose | null {
  if (isNotes(text) || text.slice(0, 1000).includes(`"${CONNECTIONS_FORMAT}"`)) return 'import';
  if (text.slice(0, 1000).includes(`"${PLAN_FORMAT}"`)) return 'plan';
  return isPaperList(text) ? 'papers' : /^\uFEFF?\s*(?:$|[[{])/u.test(text) ? null : 'names';
}
