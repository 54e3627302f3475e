/** The composition root: every `new`, in order, and nothing else. */
import os from 'node:os';
import path from 'node:path';
import type { AppInfo } from '../preload/contract/app.ts';
import type { DropPurpose } from '../preload/contract/connections.ts';
import { CALLS } from '../preload/contract/contract.ts';
import type { KeychainStatus } from '../preload/contract/keys.ts';
import { Activity } from './activity/activity.ts';
import { activityCalls } from './activity/calls.ts';
import { logRestarted, trustChanged } from './activity/entries.ts';
import { Boards, withQueued, type BeingDeleted } from './boards/boards.ts';
import { keptPathIds, keptWrongTimes } from './boards/path-ids.ts';
import { boardCalls } from './boards/calls.ts';
import { BoardCopies } from './boards/copies.ts';
import { LAG_MS } from './boards/recent-changes.ts';
import { openShapes } from './boards/shape.ts';
import { connectionCalls, keychainCalls, snippetCalls } from './connections/calls.ts';
import { Connections } from './connections/connections.ts';
import { fingerprintSalt, KeyStore } from './connections/key-store.ts';
import { Keys } from './connections/keys.ts';
import { PracticeConnection } from './connections/practice-connection.ts';
import { SYSTEM_CLOCK } from './lib/clock.ts';
import { Diagnostics, diagnosticsCalls } from './app/diagnostics/diagnostics.ts';
import { userName } from './lib/env.ts';
import { chosenByPerson, DroppedFiles } from './lib/files/dropped-file.ts';
import { healthCalls } from './health/calls.ts';
import { HealthWatch } from './health/health.ts';
import { observed, tell } from './health/observe.ts';
import { Consent } from './ipc/consent.ts';
import { checkedPublish, createDispatch, type Gate } from './ipc/dispatch.ts';
import { jobCalls, planCalls } from './jobs/calls.ts';
import { Jobs, troubleOf } from './jobs/jobs.ts';
import { paperNames } from './jobs/names.ts';
import { authorHere, FORMAT as PLAN_FORMAT } from './jobs/plan-file.ts';
import { Plans } from './jobs/plans.ts';
import { JobResults } from './jobs/results.ts';
import type { ReviewMirror } from './jobs/reviewed.ts';
import { Reviews } from './jobs/reviews.ts';
import { CreateJournal, unresolvedCalls } from './jobs/unresolved.ts';
import { createKeytarKeychain } from './connections/keychain/keychain.ts';
import { lockCalls } from './ipc/lock/calls.ts';
import { Lock } from './ipc/lock/lock.ts';
import { redact } from './lib/log/redact.ts';
import { Network } from './connections/network/network.ts';
import { noteCalls, viewCalls } from './notes/calls.ts';
import { Notes } from './notes/notes.ts';
import { isNotes } from './notes/notes-file.ts';
import { Views } from './notes/views.ts';
import { paperCalls } from './papers/calls.ts';
import { Papers } from './papers/papers.ts';
import { isPaperList } from './papers/read-list.ts';
import { closedByPolicy, describePolicy, NO_POLICY } from './ipc/policy/policy.ts';
import { startPractice } from './practice/practice.ts';
import { appCalls, policyCalls } from './app/preferences/calls.ts';
import { PreferencesStore } from './app/preferences/preferences.ts';
import { linkCalls, previewCalls } from './previews/calls.ts';
import { pictureCalls, Pictures } from './previews/pictures.ts';
import { Previews } from './previews/previews.ts';
import { createAnswerReader } from './service/answer-reader.ts';
import { createServiceApi, type CreateApi } from './service/api.ts';
import { systemHasNetwork } from './service/client.ts';
import { createLimiter } from './service/limiter.ts';
import { createTransport } from './service/transport.ts';
import { damageNotice, openStore } from './store/database.ts';
import { openMirror } from './store/mirror/mirror.ts';
import { MadeLinks } from './papers/tokens/made-links.ts';
import { CopiedSecrets } from './papers/tokens/copied-secrets.ts';
import { transferCalls } from './connections/transfer/calls.ts';
import { FORMAT as CONNECTIONS_FORMAT } from './connections/transfer/format.ts';
import { Imports } from './connections/transfer/imports.ts';
import { createLinuxNotice, updateCalls, Updates } from './app/updates/updates.ts';
import type { ComposeOptions, Services } from './services.ts';

/** Jobs, listings and what was saved are main's, and went on. */
const PAGE_CRASHED =
  'Easel’s window crashed and was loaded again. Jobs went on, and what was saved is here; live previews were left, and text that was not saved is gone.';

/** Builds everything behind the border. Rejects as `openStore` does when the database can't be opened. */
export async function compose(options: ComposeOptions): Promise<Services> {
  const { env, version, log } = options;
  const publish = checkedPublish(options.publish, log);
  const clock = SYSTEM_CLOCK;
  const { now, after } = clock;
  // Of the system since it was started: it counts while the computer sleeps, which timers don't.
  const steady = (): number => os.uptime() * 1000;
  const policy = options.policy.kind === 'active' ? options.policy.policy : NO_POLICY;
  const file = path.join(options.userData, 'easel.db');
  // Their threads start at the same time.
  const opening = openStore(file, { now: now(), workerUrl: options.workerOf('store') });
  const mirror = openMirror({
    folder: path.join(options.userData, 'boards'),
    mainDatabase: file,
    workerUrl: options.workerOf('mirror'),
  });
  const store = await opening.catch(async (error: unknown) => {
    await mirror.close();
    throw error;
  });
  const onState = (state: KeychainStatus): void => publish('keychain.changed', state);
  const keychain = options.keychain ?? createKeytarKeychain({ platform: env.platform, onState });
  const isLocked = (): boolean => lock.isLocked();
  const nameOf = async (connectionId: string): Promise<string | null> => {
    const record = await connections.recordOf(connectionId);
    return record.ok ? record.value.name : null;
  };
  const consent = new Consent(options.confirm, now);
  const shownPolicy = describePolicy(options.policy);
  const closed = closedByPolicy(shownPolicy);
  const gate: Gate = (call) => closed(call) ?? lock.gate(call);
  const dropped = new DroppedFiles({
    now,
    purposeOf,
    isOpen: () => gate(CALLS['transfer.open']) === null,
    onDrop: (dropped) => publish('files.dropped', dropped),
  });
  const files = chosenByPerson(options.files, dropped, () => consent.pressed());
  const transport = createTransport({ resolveProxy: options.resolveProxy });
  const limiter = createLimiter();
  const reader = createAnswerReader(options.workerOf('answer'));
  const shapes = await openShapes({
    settings: store.settings,
    onChange: (change) => publish('boards.shapeChanged', change),
    now,
  });
  const health: HealthWatch = new HealthWatch({
    onChange: (state) => {
      publish('health.changed', state);
      jobs.healthChanged(state);
    },
    hasNetwork: systemHasNetwork,
    ...clock,
  });
  const keyStore: KeyStore = new KeyStore({
    keychain,
    index: store.keys,
    salt: await fingerprintSalt(store.settings),
    ...clock,
    isLocked,
    onKey: (key) => log.secrets.add(key.reveal()),
    onKeyGone: (key) => log.secrets.remove(key.reveal()),
    onChange: (connectionId) => {
      // Once the database is closed nobody listens any more.
      const quietly = (): void => undefined;
      connections.changed().catch(quietly);
      keys.changed(connectionId).catch(quietly);
    },
  });
  const createApi: CreateApi = (addresses, authority, onSuccess) =>
    createServiceApi({
      addresses,
      authority,
      onKeyAnswer: keyStore.answered.bind(keyStore),
      ...(onSuccess && { onSuccess }),
      transport,
      limiter,
      reader,
      log,
    });
  const connections: Connections = new Connections({
    store,
    keyStore,
    keychain,
    policy,
    createApi,
    isLocked,
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
      previews.connectionsChanged(state);
      publish('connections.changed', state);
    },
    onSuccess: (connectionId, _call, _status, form) => {
      if (form !== null) shapes.tokenCame(connectionId, form);
    },
    onReadOnly: (connectionId, why) => jobs.pauseAll(connectionId, 'refused', why),
    onStale: (connectionId) => {
      jobs.connectionEnded(connectionId);
      void boards.forget(connectionId);
      void pictures.forget(connectionId).catch(() => undefined);
      health.forget(connectionId);
      reviews.forget(connectionId);
    },
    onHalt: (connectionId) => {
      void boards.halt(connectionId);
      health.forget(connectionId);
    },
    ...clock,
  });
  const recordOf = connections.recordOf.bind(connections);
  const { access } = connections;
  const apiOf = access.apiOf.bind(access);
  const appUrlOf = access.appUrlOf.bind(access);
  const mayChange = access.mayChange.bind(access);
  const keys = new Keys({
    keyStore,
    files,
    policy,
    isLocked,
    recordOf,
    register: store.papers,
    trial: access.trial.bind(access),
    inTurn: connections.inTurn.bind(connections),
    onChange: (state) => publish('keys.changed', state),
    now,
  });
  const network = new Network({
    settings: store.settings,
    transport,
    addressesOf: recordOf,
    files,
    onSecret: (secret) => log.secrets.add(secret),
    onTrust: (before, now) => activity.record(trustChanged(before, now)),
  });
  const lock: Lock = new Lock({
    settings: store.settings,
    presence: options.presence,
    forcedMinutes: policy.idleLockMinutes,
    ...clock,
    onChange: (state) => publish('lock.changed', state),
    dropKeys: () => {
      consent.drop();
      dropped.forget();
      void reader.drop();
      // The rooms first: nothing that is typed from now on, the passphrase least of all, has a room to go to.
      previews.leaveAll();
      pictures.drop();
      links.drop();
      jobs.lock();
      reviews.drop();
      keyStore.drop();
      keys.drop();
      imports.drop();
      connections.drop();
    },
    removeKeys: connections.removeEveryKey.bind(connections),
  });
  const clean = (words: string) => redact(log.secrets.takenFrom(words));
  const papersChanged = (connectionId: string) => publish('papers.changed', { connectionId });
  const notes: Notes = new Notes({
    table: store.notes,
    facts: store.boardFacts,
    mirror,
    recordOf,
    files,
    now,
    onChange: (connectionId) => {
      boards.rowsChanged(connectionId);
      jobs.notesChanged(connectionId);
      papersChanged(connectionId);
    },
  });
  const transferOptions = { connections, keyStore, register: store.papers, notes, files, policy, now };
  const imports = new Imports(transferOptions);
  const activity = new Activity({
    table: store.activity,
    files,
    nameOf,
    log,
    ...clock,
    user: userName(),
    copyText: (text) => copied.copyText(text),
    onChange: (change) => publish('activity.changed', change),
  });
  if (store.damagedKeptAs !== null) activity.record(logRestarted(store.damagedKeptAs));
  // Before the lock is opened, which may drop what they hold.
  const journal = new CreateJournal({
    table: store.creates,
    onChange: (connectionId, unresolved) => publish('unresolved.changed', { connectionId, unresolved }),
    now,
  });
  const beingDeleted: BeingDeleted = (...asked) => jobs.beingDeleted('delete-boards', ...asked);
  const boards: Boards = new Boards({
    apiOf,
    mirror,
    pathIds: keptPathIds(store.settings),
    wrongTimes: keptWrongTimes(store.settings),
    shapes,
    // Only a help: without it the list is told as it is.
    recent: await store.boardFacts.recent(now() - LAG_MS).catch(() => []),
    onChange: (state) => publish('boards.changed', state),
    onMade: notes.boardsMade.bind(notes),
    beingDeleted,
    watchCreate: journal.watch.bind(journal),
    log,
    ...clock,
  });
  const papers = new Papers({
    apiOf,
    appUrlOf,
    register: store.papers,
    notes,
    files,
    addressesOf: recordOf,
    copyText: (text) => copied.copyText(text),
    clean,
    watchCreate: journal.watch.bind(journal),
    beingDeleted: (...asked) => jobs.beingDeleted('delete-papers', ...asked),
    now,
    onChange: papersChanged,
  });
  const preferences = new PreferencesStore(store.settings, ({ keepPictures, theme }) => {
    options.onTheme?.(theme);
    return pictures.preferred(keepPictures);
  });
  const preferred = await preferences.read();
  if (preferred.ok) options.onTheme?.(preferred.value.theme);
  const copied = new CopiedSecrets({
    clipboard: options.clipboard,
    preferences: preferences.read.bind(preferences),
    onChange: (state) => publish('clipboard.changed', state),
    ...clock,
  });
  const { copyText, copySecret } = copied;
  const links: MadeLinks = new MadeLinks({
    copySecret,
    clean,
    ...clock,
  });
  const pictures: Pictures = new Pictures({
    table: store.pictures,
    policy,
    preferences,
    isKnown: async (connectionId) => (await recordOf(connectionId)).ok,
    onChange: (change) => publish('pictures.changed', change),
    now,
  });
  const previews: Previews = new Previews({
    apiOf,
    appUrlOf,
    mayChange,
    policy,
    log,
    savePicture: options.savePicture ?? (() => Promise.resolve(null)),
    isLocked,
    connections: connections.list.bind(connections),
    onChange: (state) => publish('previews.changed', state),
    onFocusBack: (event) => publish('previews.focusBack', event),
    onBoardOpened: notes.boardPreviewed.bind(notes),
    pictures,
    onEnding: (event) => publish('previews.ending', event),
    onLeft: (receipt) => {
      publish('previews.left', receipt);
      papers.visited(receipt);
    },
    record: activity.record,
    recordEnd: activity.write,
    user: userName(),
    onAppAnswer: (connectionId, failed) => tell(health.observer(connectionId), 'app', failed),
    copySecret,
    keepLink: links.keep.bind(links),
    steady,
    ...clock,
  });
  const jobs: Jobs = new Jobs({
    table: store.jobs,
    work: {
      recordOf,
      apiOf,
      boards,
      papers,
      previews,
      noteNew: notes.boardNoted.bind(notes),
      after: clock.after,
    },
    onUnresolved: journal.changed.bind(journal),
    notes: store.notes,
    register: store.papers,
    mayChange,
    appUrlOf,
    policy,
    preferences,
    trouble: (job) => troubleOf(health.state({ connectionId: job.connectionId }), job.kind),
    record: activity.record,
    onChange: (change) => publish('jobs.changed', change),
    onLongEnd: (sentence, hasFailures) =>
      void preferences.wantsNotice(hasFailures).then((wants) => wants && options.announce?.(sentence)),
    log,
    now,
    steady,
    after,
  });
  // What one job is about to delete is left out of the next review.
  const reviewed: ReviewMirror = {
    facts: (connectionId) => mirror.facts(connectionId),
    rows: async (connectionId, ...asked) => {
      const page = await mirror.rows(connectionId, ...asked);
      return { ...page, rows: await withQueued(beingDeleted, connectionId, page.rows) };
    },
  };
  const reviews: Reviews = new Reviews({
    mirror: reviewed,
    papers,
    jobs,
    recordOf,
    mayChange,
    preferences: preferences.read.bind(preferences),
    policy,
    files,
    log,
    now,
  });
  const plans = new Plans({
    reviews,
    mirror: reviewed,
    notesOf: notes.ofBoards.bind(notes),
    recordOf,
    files,
    author: () => authorHere(store.settings, { user: userName(), computer: os.hostname() }),
    log,
    now,
  });
  const boardCopies = new BoardCopies({ mirror, addressesOf: recordOf, copyText });
  const { savePdf = () => Promise.resolve(null) } = options;
  const jobResults = new JobResults({ jobs, files, savePdf, copySecret, now });
  options.presence.onSleep(() => jobs.pauseAll(null, 'sleep'));
  const practice = new PracticeConnection({
    start: () => startPractice(options.rendererFolder, options.workerOf('practice')),
    connections,
    store,
    pictures,
    log,
    now,
  });
  // Recovers what an earlier run left, before anything is sent, and without what is gone with practice.
  await Promise.all([
    network.open(),
    Promise.all([journal.open(), practice.open()]).then(() => jobs.open()),
    lock.open(),
    pictures.open(),
  ]);
  const updates = new Updates({
    env,
    installed: version,
    policy,
    loadUpdater:
      options.loadSelfUpdater ??
      ((updateUrl) => Promise.resolve(createLinuxNotice(transport, updateUrl, version))),
    onChange: (state) => publish('updates.changed', state),
    onProxy: network.proxyAsked.bind(network),
    ...clock,
  });
  const diagnostics = new Diagnostics({
    env,
    version,
    system: options.system ?? (() => []),
    policy: options.policy,
    keychain: keychain.state.bind(keychain),
    connections: connections.list.bind(connections),
    health: (connectionId) => health.state({ connectionId }),
    shape: (connectionId) => shapes.of({ connectionId }),
    proxyOf: transport.proxyOf.bind(transport),
    updates: () => `${policy.updates ?? 'not set'}; ${updates.state.status}`,
    logs: path.join(options.userData, 'logs'),
    clean: (text) => redact(text, log.secrets),
    saveFolder: options.saveFolder ?? (() => Promise.resolve(null)),
    now,
  });
  let pageNotice: string | null = null;
  const info = (): AppInfo => ({
    version,
    platform: env.platform,
    notice: damageNotice(store.damagedKeptAs) ?? pageNotice,
  });
  const calls = {
    app: appCalls(info, copied, preferences),
    policy: policyCalls(shownPolicy),
    lock: lockCalls(lock),
    keychain: keychainCalls(keychain),
    connections: connectionCalls(connections, () => practice.start()),
    keys: keys.calls,
    transfer: transferCalls(transferOptions, imports),
    boards: boardCalls(boards, boardCopies, { mirror, files, recordOf, now }, notes, shapes),
    views: viewCalls(new Views({ store, recordOf, now })),
    notes: noteCalls(notes),
    papers: paperCalls(papers),
    previews: previewCalls(previews),
    links: linkCalls(links),
    pictures: pictureCalls(pictures),
    jobs: jobCalls({
      jobs,
      reviews,
      jobResults,
      files,
      paperNames: ({ pattern, count }) => paperNames(pattern, count, now()),
    }),
    plans: planCalls(plans),
    activity: activityCalls(activity, { notes: store.notes, register: store.papers }),
    unresolved: unresolvedCalls(journal, boards),
    health: healthCalls(health),
    network: network.calls,
    snippets: snippetCalls(recordOf),
    updates: updateCalls(updates),
    diagnostics: diagnosticsCalls(diagnostics),
  };
  return {
    dispatch: createDispatch({ calls, gate, consent, record: activity.record, nameOf, log, ...clock }),
    pressed: () => consent.pressed(),
    lockNow: lock.lockNow.bind(lock),
    dropped,
    previews,
    unfinished: () => jobs.unfinished(),
    policy,
    pageCrashed: (reason) => {
      log.error('the page’s process is gone', { cause: reason });
      pageNotice = PAGE_CRASHED;
    },
    close: async () => {
      health.stop();
      lock.stop();
      connections.stop();
      updates.stop();
      await jobs.close();
      await Promise.allSettled([
        copied.clear(),
        practice.stop(),
        boards.stop(),
        transport.close(),
        reader.drop(),
      ]);
      await activity.close();
      await mirror.close();
      await store.close();
    },
    isHeldUp: () => keychain.state().state === 'busy',
  };
}

/** What the text of a file says it is. Any table that is nothing else may be one of people’s names. */
function purposeOf(text: string): DropPurpose | null {
  if (isNotes(text) || text.slice(0, 1000).includes(`"${CONNECTIONS_FORMAT}"`)) return 'import';
  if (text.slice(0, 1000).includes(`"${PLAN_FORMAT}"`)) return 'plan';
  return isPaperList(text) ? 'papers' : /^\uFEFF?\s*(?:$|[[{])/u.test(text) ? null : 'names';
}
