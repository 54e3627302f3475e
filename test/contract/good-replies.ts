/** For every channel one reply that is in order. */
import type { CallName, ValueOf } from '../../preload/contract/calls.ts';
import type {
  BoardExport,
  BoardRow,
  BoardsState,
  BoardView,
  Connection,
  ConnectionKeys,
  Health,
  ImportPlan,
  LockState,
  NetworkSettings,
  Paper,
  SavedView,
} from '../../preload/contract/domain.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { activityPage, jobItems, jobOf, reviewOf } from './good-jobs.ts';
import { QUERY } from './good-args.ts';

const connectionId = 'c-1';

const about = { note: 'For the school', owner: 'Ada', remindAt: 1, useWhenGreen: true };

export const GOOD_FAILURE: Failure = {
  code: 'refused',
  message: 'The service refused the request.',
  nextStep: 'Read its reason.',
  retryable: false,
  details: ['Status: 422'],
  fields: { name: 'Give it a name.' },
  status: 422,
  serviceMessage: 'No.',
  retryAfterSeconds: 3,
  proxy: 'proxy.example:3128',
};

const connection: Connection = {
  id: connectionId,
  name: 'Acme',
  environment: 'production',
  color: 'red',
  paperApi: 'https://papers.example',
  boardApi: 'https://boards.example',
  appUrl: 'https://app.example',
  key: { kind: 'stored', fingerprint: '0a1b2c3d', addedAt: 1 },
  boardKey: { kind: 'none' },
  readOnly: { on: true, forced: false, unlockedUntil: 1 },
};

const keys: ConnectionKeys = {
  connectionId,
  keys: [
    {
      id: 'k-1',
      slot: 'main',
      stage: 'next',
      kept: 'keychain',
      fingerprint: '0a1b2c3d',
      addedAt: 1,
      lastAcceptedAt: 1,
      lastRefusedAt: null,
      ...about,
    },
  ],
  rehearsal: {
    at: 1,
    cells: [{ api: 'board-api', stage: 'next', state: 'refused', summary: 'No.', failure: GOOD_FAILURE }],
    switched: ['main'],
  },
};

const lock: LockState = { locked: false, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' };

const plan: ImportPlan = {
  importId: 'i-1',
  fileName: 'easel-connections.json',
  exportedAt: 1,
  keys: 'open',
  entries: [
    {
      index: 0,
      name: 'Acme',
      environment: 'production',
      color: 'red',
      paperApi: 'https://papers.example',
      boardApi: 'https://boards.example',
      appUrl: 'https://app.example',
      kind: 'update',
      why: '',
      differences: [{ field: 'name', from: 'Acme', to: 'Acme boards' }],
      keys: 1,
      papers: 2,
      notes: 3,
    },
  ],
};

const created = { raw: '2026-01-01T00:00:00', epochMs: 1_767_225_600_000, assumedUtc: true };

const boardRow: BoardRow = {
  rowKey: '=b-7',
  id: 'b-7',
  created,
  vanishedAt: 2,
  local: { label: 'Plan', note: 'Of the school', tags: ['school'], customer: 'Acme', protected: true },
  madeHere: true,
  previewedAt: 3,
  fields: ['ada'],
};

const boardExport: BoardExport = {
  exportId: 'e-1',
  state: 'failed',
  fileName: 'boards.csv',
  boards: 512,
  written: 100,
  failure: GOOD_FAILURE,
};

const views: readonly SavedView[] = [{ id: 'v-1', name: 'Old ones', query: QUERY, builtIn: false }];

const boardsState: BoardsState = {
  connectionId,
  phase: 'failed',
  completeness: 'maybe-incomplete',
  rows: 1,
  loaded: 1,
  pages: 1,
  total: null,
  notUnderstood: 0,
  asOf: 1,
  failure: GOOD_FAILURE,
  vanished: 1,
  revision: 1,
};

const boardView: BoardView = {
  id: 'b-7',
  created,
  otherFields: [{ name: 'owner', value: 'ada' }],
  raw: '{}',
  fetchedAt: 1,
};

const paper: Paper = {
  identifier: 'p-7',
  name: 'Plan',
  source: 'api',
  templateId: null,
  template: 'none',
  origin: 'created',
  rememberedAt: 1,
  otherFields: [],
  raw: null,
};

const job = jobOf(GOOD_FAILURE);

const review = reviewOf(created, boardRow, GOOD_FAILURE);

const health: Health = {
  connectionId,
  lights: [
    {
      name: 'board-api',
      state: 'trouble',
      lastSuccess: 1,
      lastFailure: 2,
      since: 2,
      failure: GOOD_FAILURE,
      nextProbe: 3,
    },
  ],
  sentence: 'The board API does not answer.',
};

const network: NetworkSettings = {
  cas: [{ subject: 'CN=Acme', fingerprint: 'AA:BB', validTo: 'Jan 1 2030' }],
  routes: [{ part: 'board-api', route: 'direct' }],
};

export const GOOD_REPLIES: { readonly [C in CallName]: ValueOf<C> } = {
  'app.info': { version: '0.1.0', platform: 'linux', notice: null },
  'app.copy': null,
  'app.preferences': { singleKeys: true, holdSeconds: { single: 10, bulk: 300 } },
  'app.prefer': { singleKeys: false, holdSeconds: { single: 60, bulk: 3600 } },
  'policy.state': {
    kind: 'active',
    source: '/etc/easel/policy.json',
    problem: '',
    rules: [{ name: 'readOnly', meaning: 'Changes are off.', value: 'true' }],
    allows: {
      sessionKeys: true,
      keyExport: true,
      deletes: true,
      visits: true,
      needsReason: false,
      twoPersons: true,
      mostAtOnce: 500,
    },
  },
  'lock.state': lock,
  'lock.now': { ...lock, locked: true },
  'lock.unlock': lock,
  'lock.configure': lock,
  'lock.removeKeys': lock,
  'keychain.state': { state: 'not-asked', backend: 'Secret Service', cause: '', fix: '' },
  'keychain.status': { state: 'available', backend: 'Secret Service', cause: '', fix: '' },
  'connections.list': { connections: [connection], currentId: connectionId },
  'connections.select': null,
  'connections.check': [{ part: 'board-api', state: 'failed', summary: 'No answer.', failure: GOOD_FAILURE }],
  'connections.checkPaper': { part: 'paper-api', state: 'good', summary: 'Answers.', failure: null },
  'connections.save': connection,
  'connections.remove': { keysGone: false },
  'connections.reorder': null,
  'connections.duplicate': connection,
  'connections.unlockChanges': connection,
  'connections.lockChanges': connection,
  'connections.practise': { ...connection, key: { kind: 'none' } },
  'keys.list': keys,
  'keys.chooseFile': { fileId: 'f-1', fileName: 'key.txt', fingerprint: '0a1b2c3d' },
  'keys.shredFile': null,
  'keys.stage': keys,
  'keys.edit': keys,
  'keys.keep': keys,
  'keys.rehearse': keys,
  'keys.useNext': keys,
  'keys.goBack': keys,
  'keys.retire': keys,
  'keys.discard': keys,
  'keys.leftovers': [{ id: 'k-2', connectionName: 'Acme', fingerprint: '0a1b2c3d' }],
  'keys.removeLeftovers': [],
  'transfer.export': { fileName: 'easel-connections.json', connections: 1, keys: 1, papers: 2, notes: 3 },
  'transfer.open': plan,
  'transfer.unlock': plan,
  'transfer.apply': {
    added: 0,
    updated: 1,
    keys: 1,
    papers: 2,
    notes: 3,
    problems: [{ index: 0, name: 'Acme', failure: GOOD_FAILURE }],
  },
  'transfer.close': null,
  'boards.list': boardsState,
  'boards.cancelList': boardsState,
  'boards.state': boardsState,
  'boards.window': { from: 0, rows: [boardRow], matching: 1, revision: 1 },
  'boards.rank': 7,
  'boards.fields': [{ name: 'owner', boards: 12 }],
  'boards.overview': { months: [{ month: '2026-01', boards: 3 }], undated: 1 },
  'boards.annotate': { boards: 3, undoId: 'undo-1' },
  'boards.undo': { boards: 3, undoId: 'undo-2' },
  'boards.copy': { boards: 3 },
  'boards.export': boardExport,
  'boards.cancelExport': null,
  'views.list': views,
  'views.save': views,
  'views.remove': views,
  'views.columns': [{ id: 'created', width: 120 }],
  'views.setColumns': [{ id: 'created', width: null }],
  'notes.export': { fileName: 'notes.csv', boards: 3 },
  'notes.open': {
    importId: 'i-1',
    fileName: 'notes.csv',
    added: 1,
    newer: 2,
    same: 3,
    older: 4,
    problems: [{ line: 7, why: 'There is no id.' }],
    conflicts: [{ boardId: 'b-7', here: 'Plan', there: 'Plans' }],
  },
  'notes.apply': { boards: 3 },
  'boards.create': boardView,
  'boards.view': boardView,
  'papers.list': [paper],
  'papers.create': paper,
  'papers.add': paper,
  'papers.forget': null,
  'jobs.list': [job],
  'jobs.deleteOne': job,
  'jobs.review': review,
  'jobs.saveReview': { fileName: 'boards.csv', items: 502 },
  'jobs.closeReview': null,
  'jobs.deleteReviewed': job,
  'jobs.createBoards': job,
  'jobs.paperNames': ['2026-01-01 1'],
  'jobs.createPapers': job,
  'jobs.mintLinks': job,
  'jobs.copyLinks': { links: 3 },
  'jobs.saveLinks': { fileName: 'links.csv', items: 3 },
  'jobs.startNow': job,
  'jobs.cancel': job,
  'jobs.pause': job,
  'jobs.resume': job,
  'jobs.stop': job,
  'jobs.retryFailed': job,
  'jobs.dismiss': null,
  'jobs.items': jobItems,
  'jobs.saveItems': { fileName: 'job.csv', items: 502 },
  'plans.save': { fileName: 'old.easelplan.json', items: 502 },
  'plans.open': review,
  'activity.page': activityPage,
  'activity.check': { entries: 7, brokenAt: 3, summary: 'Line 3 was changed.' },
  'activity.export': { fileName: 'activity.csv', items: 7 },
  'unknowns.list': [
    { id: 'u-1', kind: 'board', sentAt: 1, name: '', templateId: null, reason: 'The connection was lost.' },
  ],
  'unknowns.check': {
    kind: 'board',
    newcomers: [boardRow],
    completeness: 'complete',
  },
  'unknowns.settle': null,
  'health.state': health,
  'health.tryNow': health,
  'network.settings': network,
  'network.chooseCa': network,
  'network.removeCas': network,
  'network.signIn': null,
  'previews.open': {
    previewId: 'v-1',
    placeholder: 'about:blank#preview-v-1',
    displayName: 'Ada',
    host: 'app.example',
    expiresAt: null,
  },
  'previews.close': null,
  'previews.copyLink': { displayName: 'Ada', expiresAt: 1 },
};
