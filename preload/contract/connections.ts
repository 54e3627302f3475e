import * as v from 'valibot';
import * as c from './call.ts';
import { failureSchema } from './failure.ts';

export const ENVIRONMENTS = ['production', 'staging', 'test', 'practice'] as const;

/** Environments that an imported connection may have. Excludes practice mode, which is built in. */
export const IMPORTED_ENVIRONMENTS = ['production', 'staging', 'test'] as const;

export type Environment = (typeof ENVIRONMENTS)[number];
export const environment = v.picklist(ENVIRONMENTS);

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

export const REHEARSALS = ['outage', 'rotation'] as const;

const rehearsal = c.object({
  kind: v.picklist(REHEARSALS),
  since: c.time,
  /** True if the practice service no longer accepts the old key of a simulated key rotation. */
  switched: v.boolean(),
});
export interface PracticeRehearsal extends v.InferOutput<typeof rehearsal> {}

/** A connection to the service. Addresses have no trailing slash. */
const connection = c.object({
  id: c.text,
  name: c.text,
  environment,
  color,
  paperApi: c.text,
  boardApi: c.text,
  appUrl: c.text,
  key: keyState,
  /** State of the board API's own key; null if one key serves both APIs. */
  boardKey: v.nullable(keyState),
  readOnly,
  rehearsal: v.exactOptional(rehearsal),
});
export interface Connection extends v.InferOutput<typeof connection> {}

/** Values of the connection form. A null key keeps the stored key. */
const connectionDraft = c.object({
  id: v.nullable(c.id),
  name: c.line,
  environment,
  color,
  paperApi: c.line,
  boardApi: c.line,
  appUrl: c.line,
  apiKey: v.nullable(c.typedKey),
  /** True if the board API uses keys of its own. If false, saving the connection removes its board API keys. */
  separateBoardKey: v.boolean(),
  boardApiKey: v.nullable(c.typedKey),
  sessionOnly: v.boolean(),
  readOnly: v.boolean(),
});
export interface ConnectionDraft extends v.InferOutput<typeof connectionDraft> {}

const removed = c.object({
  /** False if the keychain may still contain a key, which Easel then tries to delete later. */
  keysGone: v.boolean(),
});
export interface Removed extends v.InferOutput<typeof removed> {}

/** Numbers of API keys, papers and boards with notes in an exported or imported file. */
const contents = { keys: c.number, papers: c.number, notes: c.number };

const exported = c.object({ fileName: c.text, connections: c.number, ...contents });
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
  why: c.text,
  /** Numbers of items to import. Encrypted keys count too, although the user must decrypt them first. */
  ...contents,
  /** Local values that differ from the imported file. The import keeps them unless the user replaces them. */
  differences: c.list(c.text),
});
export interface ImportEntry extends v.InferOutput<typeof importEntry> {}

const importPlan = c.object({
  importId: c.text,
  fileName: c.text,
  /** Time at which the file was exported; null for a table of notes. */
  exportedAt: c.maybeTime,
  keys: v.picklist(['none', 'sealed', 'open']),
  entries: c.list(importEntry),
  problems: c.list(c.object({ line: c.number, why: c.text })),
  /** Preview of an imported table of notes; null if the file contains connections. */
  table: v.nullable(
    c.object({
      matched: c.number,
      unknown: c.number,
      unknownIds: c.list(c.text),
    }),
  ),
});
export interface ImportPlan extends v.InferOutput<typeof importPlan> {}

const imported = c.object({
  added: c.number,
  updated: c.number,
  ...contents,
  readyId: v.nullable(c.text),
  undo: v.nullable(c.object({ connectionId: c.text, undoId: c.text })),
  stopped: v.nullable(c.object({ name: c.text, failure: failureSchema })),
});
export interface Imported extends v.InferOutput<typeof imported> {}

export const CHECK_PARTS = ['keychain', 'board-api', 'paper-api', 'app'] as const;

export type CheckPart = (typeof CHECK_PARTS)[number];

/** Result of one check of a connection. `not-checkable`: the host responds, but testing the key requires a paper. */
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
  /**
   * Checks the addresses and keys of a connection form. Also requests a token if a paper is given. Stores nothing. Main
   * asks before it contacts a new host.
   */
  check: c.usesKey({
    args: { ...connectionDraft.entries, paper: v.exactOptional(c.line) },
    reply: c.list(partCheck),
    consent: 'dialog',
    secrets: { ...draftSecrets, paper: 'token' },
  }),
  /** Saves a connection; on failure, stores no key. Main asks about new hosts, new keys or weaker protection. */
  save: c.usesKey({
    args: connectionDraft.entries,
    reply: connection,
    consent: 'dialog',
    secrets: draftSecrets,
  }),
  /** Removes a connection and its keys. Fails if the keychain may still contain a key, unless `keysMayStay`. */
  remove: c.usesKey({
    args: { connectionId: c.id, keysMayStay: v.boolean() },
    reply: removed,
    consent: 'dialog',
  }),
  /** Ends read-only mode for 10 minutes. Main asks the user if the environment is Production. */
  unlockChanges: c.usesKey({
    args: { connectionId: c.id, typedName: c.line },
    reply: connection,
    consent: 'dialog',
  }),
  lockChanges: c.holdsBack({ args: c.ofConnection, reply: connection }),
  practise: c.changesComputer({ reply: connection, rate: 'key' }),
  /** Starts a simulated outage or key rotation; a null `kind` ends it. Fails with `refused` outside practice mode. */
  rehearse: c.givesAway({ args: { connectionId: c.id, kind: v.nullable(v.picklist(REHEARSALS)) } }),
};

const dropPurpose = v.picklist(['import', 'papers', 'plan', 'names']);
export type DropPurpose = v.InferOutput<typeof dropPurpose>;

/** A file dropped on the window. If Easel can't use the file, `purpose` is null, and `why` may contain the reason. */
export const droppedFile = c.object({ name: c.text, purpose: v.nullable(dropPurpose), why: c.text });
export interface DroppedFile extends v.InferOutput<typeof droppedFile> {}

export const transfer = {
  /** Exports connections. Returns null on cancel. The file contains (encrypted) keys only if a passphrase is given. */
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
  /** Opens a file for import. Returns null on cancel. `connectionId`: connection that gets an imported notes table. */
  open: c.opensFile({ connectionId: v.nullable(c.id) }, importPlan, 'key'),
  /** Decrypts the keys in the file. Fails with `invalid-input` for a wrong passphrase or a modified file. */
  unlock: c.reads({
    args: { importId: c.id, passphrase: c.passphrase },
    reply: importPlan,
    rate: 'key',
    secrets: { passphrase: 'key' },
  }),
  /** Imports the chosen entries. `replace`: overwrites local values. Main asks before addresses or keys change. */
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
