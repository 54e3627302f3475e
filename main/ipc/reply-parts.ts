/** The schemas that replies are made of, one for each thing of the contract. */
import * as v from 'valibot';
import {
  BOARD_MARKS,
  BOARD_SORTS,
  CHECK_PARTS,
  CONNECTION_COLORS,
  ENVIRONMENTS,
  KEY_SLOTS,
  KEY_STAGES,
  LIGHT_NAMES,
  REHEARSED_APIS,
  REHEARSED_STAGES,
} from '../../preload/contract/domain.ts';
import { FAILURE_CODES } from '../../preload/contract/failure.ts';

export const text = v.string();
export const number = v.number();
export const maybeNumber = v.nullable(number);
export const list = <T extends v.GenericSchema>(item: T) => v.pipe(v.array(item), v.readonly());

/** Optional members stay absent rather than `undefined`: valibot leaves a missing optional key missing. */
export const failureSchema = v.strictObject({
  code: v.picklist(FAILURE_CODES),
  message: text,
  nextStep: text,
  retryable: v.boolean(),
  details: list(text),
  fields: v.exactOptional(v.record(text, text)),
  status: v.exactOptional(number),
  serviceMessage: v.exactOptional(text),
  retryAfterSeconds: v.exactOptional(number),
  proxy: v.exactOptional(text),
});

export const time = v.strictObject({ raw: text, epochMs: maybeNumber, assumedUtc: v.boolean() });
export const field = v.strictObject({ name: text, value: text });

export const keyState = v.variant('kind', [
  v.strictObject({ kind: v.literal('stored'), fingerprint: text, addedAt: number }),
  v.strictObject({ kind: v.literal('session'), fingerprint: text, addedAt: number }),
  v.strictObject({ kind: v.literal('none') }),
]);

export const connection = v.strictObject({
  id: text,
  name: text,
  environment: v.picklist(ENVIRONMENTS),
  color: v.picklist(CONNECTION_COLORS),
  paperApi: text,
  boardApi: text,
  appUrl: text,
  key: keyState,
  boardKey: v.nullable(keyState),
  readOnly: v.strictObject({ on: v.boolean(), forced: v.boolean(), unlockedUntil: maybeNumber }),
});

export const keychainStatus = v.strictObject({
  state: v.picklist(['not-asked', 'available', 'locked', 'absent', 'busy', 'error']),
  backend: text,
  cause: text,
  fix: text,
});

export const boardsState = v.strictObject({
  connectionId: text,
  phase: v.picklist(['never', 'loading', 'done', 'failed', 'cancelled']),
  completeness: v.picklist(['complete', 'maybe-incomplete']),
  rows: number,
  loaded: number,
  pages: number,
  total: maybeNumber,
  notUnderstood: number,
  asOf: maybeNumber,
  failure: v.nullable(failureSchema),
  vanished: number,
  revision: number,
});

export const boardRow = v.strictObject({
  rowKey: text,
  id: v.nullable(text),
  created: v.nullable(time),
  vanishedAt: maybeNumber,
  local: v.nullable(
    v.strictObject({ label: text, note: text, tags: list(text), customer: text, protected: v.boolean() }),
  ),
  madeHere: v.boolean(),
  previewedAt: maybeNumber,
  queued: v.exactOptional(v.literal(true)),
  fields: list(text),
});

/** A query is data of the page's own, checked on its way in; a saved one comes back as it was. */
const boardQuery = v.strictObject({
  find: text,
  filters: list(
    v.variant('kind', [
      v.strictObject({ kind: v.literal('created'), from: maybeNumber, to: maybeNumber }),
      v.strictObject({ kind: v.literal('older-than'), days: number }),
      v.strictObject({ kind: v.literal('newer-than'), days: number }),
      v.strictObject({ kind: v.literal('mark'), mark: v.picklist(BOARD_MARKS), is: v.boolean() }),
      v.strictObject({ kind: v.literal('tag'), tag: text }),
      v.strictObject({ kind: v.literal('customer'), customer: text }),
      v.strictObject({ kind: v.literal('id-prefix'), prefix: text }),
      v.strictObject({ kind: v.literal('field'), name: text, text }),
    ]),
  ),
  order: v.strictObject({
    by: v.union([
      v.picklist(BOARD_SORTS),
      v.custom<`field:${string}`>((by) => typeof by === 'string' && by.startsWith('field:')),
    ]),
    descending: v.boolean(),
  }),
});

export const savedView = v.strictObject({ id: text, name: text, query: boardQuery, builtIn: v.boolean() });

export const localChanged = v.strictObject({ boards: number, undoId: text });

export const boardExport = v.strictObject({
  exportId: text,
  state: v.picklist(['running', 'done', 'failed', 'cancelled']),
  fileName: text,
  boards: number,
  written: number,
  failure: v.nullable(failureSchema),
});

export const localImport = v.strictObject({
  importId: text,
  fileName: text,
  added: number,
  newer: number,
  same: number,
  older: number,
  problems: list(v.strictObject({ line: number, why: text })),
  conflicts: list(v.strictObject({ boardId: text, here: text, there: text })),
});

export const boardView = v.strictObject({
  id: text,
  created: v.nullable(time),
  otherFields: list(field),
  raw: text,
  fetchedAt: number,
});

export const paper = v.strictObject({
  identifier: text,
  name: text,
  source: v.nullable(text),
  templateId: v.nullable(text),
  template: v.picklist(['none', 'confirmed', 'not-confirmed']),
  origin: v.picklist(['created', 'added', 'sample']),
  rememberedAt: number,
  otherFields: list(field),
  raw: v.nullable(text),
});

export const partCheck = v.strictObject({
  part: v.picklist(CHECK_PARTS),
  state: v.picklist(['good', 'failed', 'not-checkable']),
  summary: text,
  failure: v.nullable(failureSchema),
});

export const health = v.strictObject({
  connectionId: text,
  lights: list(
    v.strictObject({
      name: v.picklist(LIGHT_NAMES),
      state: v.picklist(['unknown', 'good', 'trouble']),
      lastSuccess: maybeNumber,
      lastFailure: maybeNumber,
      since: maybeNumber,
      failure: v.nullable(failureSchema),
      nextProbe: maybeNumber,
    }),
  ),
  sentence: text,
});

export const unknownOutcome = v.strictObject({
  id: text,
  kind: v.picklist(['board', 'paper']),
  sentAt: number,
  name: text,
  templateId: v.nullable(text),
  reason: text,
});

export const unknownCheck = v.variant('kind', [
  v.strictObject({
    kind: v.literal('board'),
    newcomers: list(boardRow),
    completeness: v.picklist(['complete', 'maybe-incomplete']),
  }),
  v.strictObject({ kind: v.literal('paper'), sentence: text }),
]);

export const networkSettings = v.strictObject({
  cas: list(v.strictObject({ subject: text, fingerprint: text, validTo: text })),
  routes: list(v.strictObject({ part: v.picklist(CHECK_PARTS), route: text })),
});

export const connectionKeys = v.strictObject({
  connectionId: text,
  keys: list(
    v.strictObject({
      id: text,
      slot: v.picklist(KEY_SLOTS),
      stage: v.picklist(KEY_STAGES),
      kept: v.picklist(['keychain', 'session']),
      fingerprint: text,
      addedAt: number,
      note: text,
      owner: text,
      remindAt: maybeNumber,
      lastAcceptedAt: maybeNumber,
      lastRefusedAt: maybeNumber,
      useWhenGreen: v.boolean(),
    }),
  ),
  rehearsal: v.nullable(
    v.strictObject({
      at: number,
      cells: list(
        v.strictObject({
          api: v.picklist(REHEARSED_APIS),
          stage: v.picklist(REHEARSED_STAGES),
          state: v.picklist(['good', 'refused', 'failed', 'not-checkable', 'no-key']),
          summary: text,
          failure: v.nullable(failureSchema),
        }),
      ),
      switched: list(v.picklist(KEY_SLOTS)),
    }),
  ),
});

export const leftovers = list(v.strictObject({ id: text, connectionName: text, fingerprint: text }));

export const importPlan = v.strictObject({
  importId: text,
  fileName: text,
  exportedAt: number,
  keys: v.picklist(['none', 'sealed', 'open']),
  entries: list(
    v.strictObject({
      index: number,
      name: text,
      environment: v.picklist(ENVIRONMENTS),
      color: v.picklist(CONNECTION_COLORS),
      paperApi: text,
      boardApi: text,
      appUrl: text,
      kind: v.picklist(['new', 'update', 'same', 'refused']),
      why: text,
      differences: list(v.strictObject({ field: text, from: text, to: text })),
      keys: number,
      papers: number,
      notes: number,
    }),
  ),
});

export const lockState = v.strictObject({
  locked: v.boolean(),
  idleMinutes: maybeNumber,
  forcedMinutes: maybeNumber,
  unlockBy: v.picklist(['system', 'passphrase', 'none']),
});

export const preferences = v.strictObject({
  singleKeys: v.boolean(),
  holdSeconds: v.strictObject({ single: number, bulk: number }),
});
