/** For every channel one call that is in order, and one reply that is. */
import type { ArgsOf, CallName, ValueOf } from '../../preload/contract/calls.ts';
import type {
  BoardsState,
  BoardView,
  Connection,
  ConnectionDraft,
  Deleted,
  Health,
  NetworkSettings,
  Paper,
} from '../../preload/contract/domain.ts';
import type { Failure } from '../../preload/contract/failure.ts';

const connectionId = 'c-1';

const draft: ConnectionDraft = {
  id: null,
  name: 'Acme',
  environment: 'production',
  paperApi: 'https://papers.example',
  boardApi: 'https://boards.example',
  appUrl: 'https://app.example',
  apiKey: 'a-key-that-is-no-key',
  sessionOnly: false,
};

export const GOOD_ARGS: { readonly [C in CallName]: ArgsOf<C> } = {
  'app.info': {},
  'app.copy': { text: 'b-7' },
  'keychain.status': {},
  'connections.list': {},
  'connections.select': { connectionId },
  'connections.check': draft,
  'connections.checkPaper': { draft, paper: 'p-7' },
  'connections.save': draft,
  'connections.remove': { connectionId },
  'connections.practise': {},
  'boards.list': { connectionId },
  'boards.cancelList': { connectionId },
  'boards.state': { connectionId },
  'boards.window': { connectionId, from: 0, count: 50, sort: 'created', descending: true, find: '' },
  'boards.create': { connectionId },
  'boards.view': { connectionId, boardId: 'b-7' },
  'boards.delete': { connectionId, boardId: 'b-7' },
  'papers.list': { connectionId },
  'papers.create': { connectionId, name: 'Plan', templateId: null },
  'papers.add': { connectionId, pasted: 'p-7', name: '' },
  'papers.delete': { connectionId, identifier: 'p-7' },
  'papers.forget': { connectionId, identifier: 'p-7' },
  'unknowns.list': { connectionId },
  'unknowns.check': { connectionId, unknownId: 'u-1' },
  'unknowns.settle': { connectionId, unknownId: 'u-1', boardId: null },
  'health.state': { connectionId },
  'health.tryNow': { connectionId },
  'network.settings': { connectionId },
  'network.chooseCa': { connectionId },
  'network.removeCas': { connectionId },
  'network.signIn': { proxy: 'proxy.example:3128', user: 'ada', password: 'a-password-that-is-none' },
  'previews.open': { connectionId, target: { kind: 'board', id: 'b-7' }, displayName: 'Ada' },
  'previews.close': { previewId: 'v-1' },
  'previews.copyLink': { connectionId, identifier: 'p-7', displayName: 'Ada' },
};

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
  paperApi: 'https://papers.example',
  boardApi: 'https://boards.example',
  appUrl: 'https://app.example',
  key: { kind: 'stored', fingerprint: '0a1b2c3d', addedAt: 1 },
};

const created = { raw: '2026-01-01T00:00:00', epochMs: 1_767_225_600_000, assumedUtc: true };

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

const deleted: Deleted = { outcome: 'deleted', status: 200, serviceMessage: 'Gone.' };

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
  'keychain.status': { state: 'available', backend: 'Secret Service', cause: '', fix: '' },
  'connections.list': { connections: [connection], currentId: connectionId },
  'connections.select': null,
  'connections.check': [{ part: 'board-api', state: 'failed', summary: 'No answer.', failure: GOOD_FAILURE }],
  'connections.checkPaper': { part: 'paper-api', state: 'good', summary: 'Answers.', failure: null },
  'connections.save': connection,
  'connections.remove': null,
  'connections.practise': { ...connection, key: { kind: 'none' } },
  'boards.list': boardsState,
  'boards.cancelList': boardsState,
  'boards.state': boardsState,
  'boards.window': { from: 0, rows: [{ rowKey: '=b-7', id: 'b-7', created }], matching: 1, revision: 1 },
  'boards.create': boardView,
  'boards.view': boardView,
  'boards.delete': deleted,
  'papers.list': [paper],
  'papers.create': paper,
  'papers.add': paper,
  'papers.delete': deleted,
  'papers.forget': null,
  'unknowns.list': [
    { id: 'u-1', kind: 'board', sentAt: 1, name: '', templateId: null, reason: 'The connection was lost.' },
  ],
  'unknowns.check': {
    kind: 'board',
    newcomers: [{ rowKey: '=b-7', id: 'b-7', created }],
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
