/**
 * A strict schema for the reply of every channel: what is not named here does not leave main.
 *
 * A field added by mistake, such as one with a key, becomes an `internal` failure instead of a leak.
 */
import * as v from 'valibot';
import type { CallName, ValueOf } from '../../preload/contract/calls.ts';
import {
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

const text = v.string();
const number = v.number();
const maybeNumber = v.nullable(number);
const list = <T extends v.GenericSchema>(item: T) => v.pipe(v.array(item), v.readonly());

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

const time = v.strictObject({ raw: text, epochMs: maybeNumber, assumedUtc: v.boolean() });
const field = v.strictObject({ name: text, value: text });

const keyState = v.variant('kind', [
  v.strictObject({ kind: v.literal('stored'), fingerprint: text, addedAt: number }),
  v.strictObject({ kind: v.literal('session'), fingerprint: text, addedAt: number }),
  v.strictObject({ kind: v.literal('none') }),
]);

const connection = v.strictObject({
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

const keychainStatus = v.strictObject({
  state: v.picklist(['not-asked', 'available', 'locked', 'absent', 'busy', 'error']),
  backend: text,
  cause: text,
  fix: text,
});

const boardsState = v.strictObject({
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
  revision: number,
});

const boardRow = v.strictObject({ rowKey: text, id: v.nullable(text), created: v.nullable(time) });

const boardView = v.strictObject({
  id: text,
  created: v.nullable(time),
  otherFields: list(field),
  raw: text,
  fetchedAt: number,
});

const paper = v.strictObject({
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

const deleted = v.strictObject({
  outcome: v.picklist(['deleted', 'already-gone']),
  status: number,
  serviceMessage: text,
});

const partCheck = v.strictObject({
  part: v.picklist(CHECK_PARTS),
  state: v.picklist(['good', 'failed', 'not-checkable']),
  summary: text,
  failure: v.nullable(failureSchema),
});

const health = v.strictObject({
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

const unknownOutcome = v.strictObject({
  id: text,
  kind: v.picklist(['board', 'paper']),
  sentAt: number,
  name: text,
  templateId: v.nullable(text),
  reason: text,
});

const unknownCheck = v.variant('kind', [
  v.strictObject({
    kind: v.literal('board'),
    newcomers: list(boardRow),
    completeness: v.picklist(['complete', 'maybe-incomplete']),
  }),
  v.strictObject({ kind: v.literal('paper'), sentence: text }),
]);

const networkSettings = v.strictObject({
  cas: list(v.strictObject({ subject: text, fingerprint: text, validTo: text })),
  routes: list(v.strictObject({ part: v.picklist(CHECK_PARTS), route: text })),
});

const connectionKeys = v.strictObject({
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

const leftovers = list(v.strictObject({ id: text, connectionName: text, fingerprint: text }));

const importPlan = v.strictObject({
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
    }),
  ),
});

const lockState = v.strictObject({
  locked: v.boolean(),
  idleMinutes: maybeNumber,
  forcedMinutes: maybeNumber,
  unlockBy: v.picklist(['system', 'passphrase', 'none']),
});

const preferences = v.strictObject({ singleKeys: v.boolean() });

const nothing = v.null();

export type ReplySchemas = { readonly [C in CallName]: v.GenericSchema<unknown, ValueOf<C>> };

export const REPLIES: ReplySchemas = {
  'app.info': v.strictObject({
    version: text,
    platform: v.picklist(['darwin', 'win32', 'linux']),
    notice: v.nullable(text),
  }),
  'app.copy': nothing,
  'app.preferences': preferences,
  'app.prefer': preferences,
  'policy.state': v.strictObject({
    kind: v.picklist(['none', 'active', 'broken']),
    source: text,
    problem: text,
    rules: list(v.strictObject({ name: text, meaning: text, value: text })),
    allows: v.strictObject({
      sessionKeys: v.boolean(),
      keyExport: v.boolean(),
      deletes: v.boolean(),
      visits: v.boolean(),
      needsReason: v.boolean(),
    }),
  }),
  'lock.state': lockState,
  'lock.now': lockState,
  'lock.unlock': lockState,
  'lock.configure': lockState,
  'lock.removeKeys': lockState,
  'keychain.state': keychainStatus,
  'keychain.status': keychainStatus,
  'connections.list': v.strictObject({ connections: list(connection), currentId: v.nullable(text) }),
  'connections.select': nothing,
  'connections.check': list(partCheck),
  'connections.checkPaper': partCheck,
  'connections.save': connection,
  'connections.remove': v.strictObject({ keysGone: v.boolean() }),
  'connections.reorder': nothing,
  'connections.duplicate': connection,
  'connections.unlockChanges': connection,
  'connections.lockChanges': connection,
  'connections.practise': connection,
  'keys.list': connectionKeys,
  'keys.chooseFile': v.nullable(v.strictObject({ fileId: text, fileName: text, fingerprint: text })),
  'keys.shredFile': nothing,
  'keys.stage': connectionKeys,
  'keys.edit': connectionKeys,
  'keys.keep': connectionKeys,
  'keys.rehearse': connectionKeys,
  'keys.useNext': connectionKeys,
  'keys.goBack': connectionKeys,
  'keys.retire': connectionKeys,
  'keys.discard': connectionKeys,
  'keys.leftovers': leftovers,
  'keys.removeLeftovers': leftovers,
  'transfer.export': v.nullable(
    v.strictObject({ fileName: text, connections: number, keys: number, papers: number }),
  ),
  'transfer.open': v.nullable(importPlan),
  'transfer.unlock': importPlan,
  'transfer.apply': v.strictObject({
    added: number,
    updated: number,
    keys: number,
    papers: number,
    problems: list(v.strictObject({ index: number, name: text, failure: failureSchema })),
  }),
  'transfer.close': nothing,
  'boards.list': boardsState,
  'boards.cancelList': boardsState,
  'boards.state': boardsState,
  'boards.window': v.strictObject({ from: number, rows: list(boardRow), matching: number, revision: number }),
  'boards.create': boardView,
  'boards.view': boardView,
  'boards.delete': deleted,
  'papers.list': list(paper),
  'papers.create': paper,
  'papers.add': paper,
  'papers.delete': deleted,
  'papers.forget': nothing,
  'unknowns.list': list(unknownOutcome),
  'unknowns.check': unknownCheck,
  'unknowns.settle': nothing,
  'health.state': health,
  'health.tryNow': health,
  'network.settings': networkSettings,
  'network.chooseCa': networkSettings,
  'network.removeCas': networkSettings,
  'network.signIn': nothing,
  'previews.open': v.strictObject({
    previewId: text,
    placeholder: text,
    displayName: text,
    host: text,
    expiresAt: maybeNumber,
  }),
  'previews.close': nothing,
  'previews.copyLink': v.strictObject({ displayName: text, expiresAt: maybeNumber }),
};
