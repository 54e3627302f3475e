/** Contract of connections and their transfer between computers. */
import * as v from 'valibot';
import * as c from './call.ts';
import { failureSchema } from './failure.ts';

export const ENVIRONMENTS = ['production', 'staging', 'test', 'practice'] as const;

/** `practice` can't be imported. */
export const IMPORTED_ENVIRONMENTS = ['production', 'staging', 'test'] as const;

/** Shown as a colour and a word. `practice` is only the built-in service. */
export type Environment = (typeof ENVIRONMENTS)[number];
export const environment = v.picklist(ENVIRONMENTS);

/** Storage of an API key. The key itself never reaches the page. */
const keyState = v.variant('kind', [
  c.object({ kind: v.literal('stored'), fingerprint: c.text, addedAt: c.time }),
  c.object({ kind: v.literal('session'), fingerprint: c.text, addedAt: c.time }),
  c.object({ kind: v.literal('none') }),
]);
export type KeyState = v.InferOutput<typeof keyState>;

export const CONNECTION_COLORS = [
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
  'gray',
] as const;

export type ConnectionColor = (typeof CONNECTION_COLORS)[number];
const color = v.picklist(CONNECTION_COLORS);

const readOnly = c.object({
  on: v.boolean(),
  forced: v.boolean(),
  unlockedUntil: c.maybeTime,
});
export interface ReadOnly extends v.InferOutput<typeof readOnly> {}

/** One account of the service. Addresses have no trailing slash. */
const connection = c.object({
  id: c.text,
  name: c.text,
  environment,
  color,
  paperApi: c.text,
  boardApi: c.text,
  appUrl: c.text,
  key: keyState,
  /** Null if one key serves both APIs. */
  boardKey: v.nullable(keyState),
  readOnly,
});
export interface Connection extends v.InferOutput<typeof connection> {}

/** The connection form. Null keeps a stored key. */
const connectionDraft = c.object({
  id: v.nullable(c.id),
  name: c.line,
  environment,
  color,
  paperApi: c.line,
  boardApi: c.line,
  appUrl: c.line,
  apiKey: v.nullable(c.typedKey),
  /** False removes the keys of slot `board`. */
  separateBoardKey: v.boolean(),
  /** Ignored without `separateBoardKey`. */
  boardApiKey: v.nullable(c.typedKey),
  sessionOnly: v.boolean(),
  readOnly: v.boolean(),
});
export interface ConnectionDraft extends v.InferOutput<typeof connectionDraft> {}

const removed = c.object({
  /** All keys are proven gone; else some are leftovers. */
  keysGone: v.boolean(),
});
export interface Removed extends v.InferOutput<typeof removed> {}

const exported = c.object({
  fileName: c.text,
  connections: c.number,
  keys: c.number,
  papers: c.number,
  notes: c.number,
});
export interface Exported extends v.InferOutput<typeof exported> {}

const importEntry = c.object({
  index: c.number,
  name: c.text,
  environment,
  color,
  paperApi: c.text,
  boardApi: c.text,
  appUrl: c.text,
  kind: v.picklist(['new', 'known', 'refused']),
  /** Why it is refused, or what is skipped; may be empty. */
  why: c.text,
  /** Keys to add after unlocking; papers, and boards with notes, to add. */
  keys: c.number,
  papers: c.number,
  notes: c.number,
  /** Local values that differ; kept unless replaced. */
  differences: c.list(c.text),
});
export interface ImportEntry extends v.InferOutput<typeof importEntry> {}

const importPlan = c.object({
  importId: c.text,
  fileName: c.text,
  /** Null for a table of notes. */
  exportedAt: c.maybeTime,
  keys: v.picklist(['none', 'sealed', 'open']),
  entries: c.list(importEntry),
  /** Skipped lines of a table; at most 100. */
  problems: c.list(c.object({ line: c.number, why: c.text })),
});
export interface ImportPlan extends v.InferOutput<typeof importPlan> {}

const imported = c.object({
  added: c.number,
  updated: c.number,
  keys: c.number,
  papers: c.number,
  notes: c.number,
  readyId: v.nullable(c.text),
  stopped: v.nullable(c.object({ name: c.text, failure: failureSchema })),
});
export interface Imported extends v.InferOutput<typeof imported> {}

export const CHECK_PARTS = ['keychain', 'board-api', 'paper-api', 'app'] as const;

export type CheckPart = (typeof CHECK_PARTS)[number];

/** `not-checkable`: would create something. */
const partCheck = c.object({
  part: v.picklist(CHECK_PARTS),
  state: v.picklist(['good', 'failed', 'not-checkable']),
  summary: c.text,
  failure: v.nullable(failureSchema),
});
export interface PartCheck extends v.InferOutput<typeof partCheck> {}

export const connectionsState = c.object({ connections: c.list(connection), currentId: v.nullable(c.text) });
export interface ConnectionsState extends v.InferOutput<typeof connectionsState> {}

const draftSecrets = { apiKey: 'key', boardApiKey: 'key' } as const;

export const connections = {
  list: c.reads({ reply: connectionsState }),
  select: c.changesComputer({ args: c.ofConnection, rate: 'read' }),
  /** Checks the addresses and keys of the form. Stores nothing. */
  check: c.usesKey({ args: connectionDraft.entries, reply: c.list(partCheck), secrets: draftSecrets }),
  /** Checks the key at the paper API: mints a token for an existing paper. */
  checkPaper: c.usesKey({
    args: { draft: connectionDraft, paper: c.line },
    reply: partCheck,
    secrets: { ...draftSecrets, paper: 'token' },
  }),
  /**
   * Saves a connection and its keys; on failure no key is stored. Asks before other addresses or keys, or less
   * protection.
   */
  save: c.usesKey({
    args: connectionDraft.entries,
    reply: connection,
    consent: 'dialog',
    secrets: draftSecrets,
  }),
  /**
   * Removes a connection and its local data: keys, notes, views, boards, papers. Sends nothing.
   *
   * Fails with the keychain's failure, and removes nothing, if a key is not proven gone, unless `keysMayStay`.
   */
  remove: c.usesKey({
    args: { connectionId: c.id, keysMayStay: v.boolean() },
    reply: removed,
    consent: 'dialog',
  }),
  /** Allows changes for 10 minutes. `typedName` must match. Asks for Production. */
  unlockChanges: c.usesKey({
    args: { connectionId: c.id, typedName: c.line },
    reply: connection,
    consent: 'dialog',
  }),
  lockChanges: c.holdsBack({ args: c.ofConnection, reply: connection }),
  practise: c.changesComputer({ reply: connection, rate: 'key' }),
};

const dropPurpose = v.picklist(['import', 'papers', 'plan', 'names']);
export type DropPurpose = v.InferOutput<typeof dropPurpose>;

/** `purpose` null: not usable; `why` may explain it. */
export const droppedFile = c.object({ name: c.text, purpose: v.nullable(dropPurpose), why: c.text });
export interface DroppedFile extends v.InferOutput<typeof droppedFile> {}

export const transfer = {
  /** Exports connections; null if the user cancels. `withPapers` includes notes; a passphrase includes keys. */
  export: c.givesAway({
    args: {
      connectionIds: c.list(c.id, 1000),
      withPapers: v.boolean(),
      passphrase: v.nullable(c.passphrase),
    },
    reply: v.nullable(exported),
    consent: 'dialog',
    rate: 'key',
    secrets: { passphrase: 'key' },
    waitsForPerson: true,
  }),
  /** Opens an export file or a table of notes; null if the user cancels. `connectionId`: owner of a table's notes. */
  open: c.opensFile({ connectionId: v.nullable(c.id) }, importPlan, 'key'),
  /** Fails with `invalid-input` (field `passphrase`), also for a changed file. */
  unlock: c.reads({
    args: { importId: c.id, passphrase: c.passphrase },
    reply: importPlan,
    rate: 'key',
    secrets: { passphrase: 'key' },
  }),
  /**
   * Imports new data of these entries, and with `replace` also differing data. `apiKey`: only for a single new
   * connection without keys. Fails with `invalid-input` (field `apiKey`). Asks before known connections get other
   * addresses or keys.
   */
  apply: c.usesKey({
    args: {
      importId: c.id,
      entries: c.list(c.count, 1000),
      replace: v.boolean(),
      apiKey: v.nullable(c.typedKey),
    },
    reply: imported,
    consent: 'dialog',
    secrets: { apiKey: 'key' },
  }),
  close: c.holdsBack({ args: { importId: c.id } }),
};
