/** The things of the contract, one of each, in order. */
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
import { jobOf, reviewOf } from './good-jobs.ts';
import { QUERY } from './good-args.ts';

export const connectionId = 'c-1';

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

export const connection: Connection = {
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

export const keys: ConnectionKeys = {
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

export const lock: LockState = { locked: false, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' };

export const plan: ImportPlan = {
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

export const boardRow: BoardRow = {
  rowKey: '=b-7',
  id: 'b-7',
  created,
  vanishedAt: 2,
  local: { label: 'Plan', note: 'Of the school', tags: ['school'], customer: 'Acme', protected: true },
  madeHere: true,
  previewedAt: 3,
  fields: ['ada'],
};

export const boardExport: BoardExport = {
  exportId: 'e-1',
  state: 'failed',
  fileName: 'boards.csv',
  boards: 512,
  written: 100,
  failure: GOOD_FAILURE,
};

export const views: readonly SavedView[] = [{ id: 'v-1', name: 'Old ones', query: QUERY, builtIn: false }];

export const boardsState: BoardsState = {
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

export const boardView: BoardView = {
  id: 'b-7',
  created,
  otherFields: [{ name: 'owner', value: 'ada' }],
  raw: '{}',
  fetchedAt: 1,
};

export const paper: Paper = {
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

export const job = jobOf(GOOD_FAILURE);

export const review = reviewOf(created, boardRow, GOOD_FAILURE);

export const health: Health = {
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

export const network: NetworkSettings = {
  cas: [{ subject: 'CN=Acme', fingerprint: 'AA:BB', validTo: 'Jan 1 2030' }],
  routes: [{ part: 'board-api', route: 'direct' }],
};
