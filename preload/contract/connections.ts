import * as v from 'valibot';
import * as c from './call.ts';
import { failureSchema } from './failure.ts';

export const ENVIRONMENTS = ['production', 'staging', 'test', 'practice'] as const;

/** Practice connections can't be imported. */
export const IMPORTED_ENVIRONMENTS = ['production', 'staging', 'test'] as const;

/** Only the built-in practice service has `practice`. */
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
  /** True after the rehearsed switch to the new key: the service refuses the old key. */
  switched: v.boolean(),
});
export interface PracticeRehearsal extends v.InferOutput<typeof rehearsal> {}

/** Addresses have no trailing slash. */
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
  /** The practice service's rehearsal. Absent in other connections. */
  rehearsal: v.exactOptional(rehearsal),
});
export interface Connection extends v.InferOutput<typeof connection> {}

/** A null key in the draft keeps the stored key. */
const connectionDraft = c.object({
  id: v.nullable(c.id),
  name: c.line,
  environment,
  color,
  paperApi: c.line,
  boardApi: c.line,
  appUrl: c.line,
  apiKey: v.nullable(c.typedKey),
  /** False removes the board API's own keys. */
  separateBoardKey: v.boolean(),
  /** The board API's own key. Ignored if `separateBoardKey` is false. */
  boardApiKey: v.nullable(c.typedKey),
  sessionOnly: v.boolean(),
  readOnly: v.boolean(),
});
export interface ConnectionDraft extends v.InferOutput<typeof connectionDraft> {}

const removed = c.object({
  /** True if all keys are proven deleted. Otherwise Easel tries again to delete the remaining keys. */
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
  /** Reason for a refused import or for skipped items; may be an empty text. */
  why: c.text,
  /** Number of keys, papers and boards with notes that the import adds. Keys are counted after unlocking. */
  keys: c.number,
  papers: c.number,
  notes: c.number,
  /** Local values that differ from the file. The import keeps them unless the user chooses to replace them. */
  differences: c.list(c.text),
});
export interface ImportEntry extends v.InferOutput<typeof importEntry> {}

const importPlan = c.object({
  importId: c.text,
  fileName: c.text,
  /** Export time of the file; null for a table of notes. */
  exportedAt: c.maybeTime,
  keys: v.picklist(['none', 'sealed', 'open']),
  entries: c.list(importEntry),
  /** Skipped lines of a table, at most 100. */
  problems: c.list(c.object({ line: c.number, why: c.text })),
  /** Preview of an imported table of notes. Null if the file contains exported connections. */
  table: v.nullable(
    c.object({
      /** Number of the table's ids that are in the list of boards or in the register of papers. */
      matched: c.number,
      unknown: c.number,
      /** At most 100 of the table's ids that Easel does not know. */
      unknownIds: c.list(c.text),
    }),
  ),
});
export interface ImportPlan extends v.InferOutput<typeof importPlan> {}

const imported = c.object({
  added: c.number,
  updated: c.number,
  keys: c.number,
  papers: c.number,
  notes: c.number,
  readyId: v.nullable(c.text),
  /** Arguments of `boards.undo` that undo the import of a table. Null if the import can't be undone. */
  undo: v.nullable(c.object({ connectionId: c.text, undoId: c.text })),
  stopped: v.nullable(c.object({ name: c.text, failure: failureSchema })),
});
export interface Imported extends v.InferOutput<typeof imported> {}

export const CHECK_PARTS = ['keychain', 'board-api', 'paper-api', 'app'] as const;

export type CheckPart = (typeof CHECK_PARTS)[number];

/** Result of one check. `not-checkable`: a check would create something at the service. */
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
  /** Checks the addresses and keys of the form. With an existing paper, also mints a token for it. Stores nothing. */
  check: c.usesKey({
    args: { ...connectionDraft.entries, paper: v.exactOptional(c.line) },
    reply: c.list(partCheck),
    secrets: { ...draftSecrets, paper: 'token' },
  }),
  /** Saves a connection. A failure stores no key. Main asks before changed addresses or keys, or weaker protection. */
  save: c.usesKey({
    args: connectionDraft.entries,
    reply: connection,
    consent: 'dialog',
    secrets: draftSecrets,
  }),
  /** Removes a connection from Easel. Unless `keysMayStay`, fails without a change if a key is not proven deleted. */
  remove: c.usesKey({
    args: { connectionId: c.id, keysMayStay: v.boolean() },
    reply: removed,
    consent: 'dialog',
  }),
  /** Allows changes for 10 minutes. Main asks the user if the environment is Production. */
  unlockChanges: c.usesKey({
    args: { connectionId: c.id, typedName: c.line },
    reply: connection,
    consent: 'dialog',
  }),
  lockChanges: c.holdsBack({ args: c.ofConnection, reply: connection }),
  practise: c.changesComputer({ reply: connection, rate: 'key' }),
  /** Starts a rehearsal in practice; null ends it. Otherwise fails with `refused`. A rotation copies a new key. */
  rehearse: c.givesAway({ args: { connectionId: c.id, kind: v.nullable(v.picklist(REHEARSALS)) } }),
};

const dropPurpose = v.picklist(['import', 'papers', 'plan', 'names']);
export type DropPurpose = v.InferOutput<typeof dropPurpose>;

/** A file that the user dropped. `purpose` is null if Easel can't use the file; `why` may contain the reason. */
export const droppedFile = c.object({ name: c.text, purpose: v.nullable(dropPurpose), why: c.text });
export interface DroppedFile extends v.InferOutput<typeof droppedFile> {}

export const transfer = {
  /** Exports connections; null if the user cancels. With a passphrase the file contains the keys, encrypted. */
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
  /** Opens a file; null if the user cancels. `connectionId` is the connection that a table of notes belongs to. */
  open: c.opensFile({ connectionId: v.nullable(c.id) }, importPlan, 'key'),
  /** Decrypts the file's keys. Fails with `invalid-input` (`passphrase`) for a wrong passphrase or a changed file. */
  unlock: c.reads({
    args: { importId: c.id, passphrase: c.passphrase },
    reply: importPlan,
    rate: 'key',
    secrets: { passphrase: 'key' },
  }),
  /**
   * `replace` also imports differing data. `apiKey` is only for a single new connection without keys. Main asks the
   * user before known connections get other addresses or keys.
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
