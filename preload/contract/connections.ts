/** Connections: what they are, how they are checked, and how they travel. */
import * as v from 'valibot';
import * as c from './call.ts';
import { failureSchema } from './failure.ts';

export const ENVIRONMENTS = ['production', 'staging', 'test', 'practice'] as const;

/** Environments that a connection from a file may have. */
export const IMPORTED_ENVIRONMENTS = ['production', 'staging', 'test'] as const;

/** Shown as a colour and a word wherever a connection is named. `practice` is only ever the built-in service. */
export type Environment = (typeof ENVIRONMENTS)[number];
export const environment = v.picklist(ENVIRONMENTS);

/** Where a connection's API key is kept. The key itself never crosses outwards. */
const keyState = v.variant('kind', [
  /** In the OS keychain; `fingerprint` is salted and short, `addedAt` epoch ms. */
  c.object({ kind: v.literal('stored'), fingerprint: c.text, addedAt: c.number }),
  /** In the memory of this run only. */
  c.object({ kind: v.literal('session'), fingerprint: c.text, addedAt: c.number }),
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

/** A connection's own colour, chosen by a person, beside the word of its environment. */
export type ConnectionColor = (typeof CONNECTION_COLORS)[number];
const color = v.picklist(CONNECTION_COLORS);

/** Whether a connection may change anything at the service. Main enforces it. */
const readOnly = c.object({
  on: v.boolean(),
  /** The organisation's policy says so: it can't be unlocked here. */
  forced: v.boolean(),
  /** Epoch ms until which changes are allowed all the same; null while they are not. */
  unlockedUntil: c.maybeNumber,
});
export interface ReadOnly extends v.InferOutput<typeof readOnly> {}

/** One service account: three addresses and one or two keys. Addresses have no trailing slash. */
const connection = c.object({
  id: c.text,
  name: c.text,
  environment,
  color,
  paperApi: c.text,
  boardApi: c.text,
  appUrl: c.text,
  /** The current key of the slot `main`: for both APIs, or for the paper API alone. */
  key: keyState,
  /** The current key of the slot `board`; null where one key serves both APIs. */
  boardKey: v.nullable(keyState),
  readOnly,
});
export interface Connection extends v.InferOutput<typeof connection> {}

/** What the connection form holds. `apiKey` crosses inwards only; `null` keeps the key that is already stored. */
const connectionDraft = c.object({
  /** `null` for a new connection. */
  id: v.nullable(c.id),
  name: c.line,
  environment,
  color,
  paperApi: c.line,
  boardApi: c.line,
  appUrl: c.line,
  apiKey: v.nullable(c.typedKey),
  /** The board API has a key of its own. Taking that back removes the key of the slot `board`. */
  separateBoardKey: v.boolean(),
  /** As `apiKey`, for the slot `board`; means nothing without `separateBoardKey`. */
  boardApiKey: v.nullable(c.typedKey),
  /** Keep the keys typed now in memory only, for this run. */
  sessionOnly: v.boolean(),
  readOnly: v.boolean(),
});
export interface ConnectionDraft extends v.InferOutput<typeof connectionDraft> {}

/** What removing a connection came to. */
const removed = c.object({
  /** Whether every key of it is proven gone; else the rest is a leftover. */
  keysGone: v.boolean(),
});
export interface Removed extends v.InferOutput<typeof removed> {}

/** What an export wrote. */
const exported = c.object({
  fileName: c.text,
  connections: c.number,
  keys: c.number,
  papers: c.number,
  /** Boards and papers with notes. */
  notes: c.number,
});
export interface Exported extends v.InferOutput<typeof exported> {}

/** What importing one connection of a file would do. */
const importEntry = c.object({
  /** Its place in the file. */
  index: c.number,
  name: c.text,
  environment,
  color,
  paperApi: c.text,
  boardApi: c.text,
  appUrl: c.text,
  /** `known`: this computer has it. `refused`: it can't be imported; `why` has the reason. */
  kind: v.picklist(['new', 'known', 'refused']),
  /** The reason, or what is left out; empty for nothing. */
  why: c.text,
  /** Keys that would be added once the file is unlocked, papers, and boards with notes. */
  keys: c.number,
  papers: c.number,
  notes: c.number,
  /** What this computer has differently, in words: skipped or replaced. */
  differences: c.list(c.text),
});
export interface ImportEntry extends v.InferOutput<typeof importEntry> {}

/** The content of a file, compared with this computer. Nothing has been changed yet. */
const importPlan = c.object({
  importId: c.text,
  fileName: c.text,
  /** Epoch ms; null for a table of notes. */
  exportedAt: c.maybeNumber,
  /** `sealed` until the passphrase was given. */
  keys: v.picklist(['none', 'sealed', 'open']),
  entries: c.list(importEntry),
  /** Lines of a table that are skipped, with why; at most 100. */
  problems: c.list(c.object({ line: c.number, why: c.text })),
});
export interface ImportPlan extends v.InferOutput<typeof importPlan> {}

/** The result of an import, up to the first entry that failed. */
const imported = c.object({
  added: c.number,
  updated: c.number,
  keys: c.number,
  papers: c.number,
  notes: c.number,
  /** The first new connection with a key: work can go on there. */
  readyId: v.nullable(c.text),
  /** Why the import stopped, and at which connection; null if it is complete. */
  stopped: v.nullable(c.object({ name: c.text, failure: failureSchema })),
});
export interface Imported extends v.InferOutput<typeof imported> {}

export const CHECK_PARTS = ['keychain', 'board-api', 'paper-api', 'app'] as const;

export type CheckPart = (typeof CHECK_PARTS)[number];

/** What *Check* found for one part. `not-checkable`: can't be tried without creating something. */
const partCheck = c.object({
  part: v.picklist(CHECK_PARTS),
  state: v.picklist(['good', 'failed', 'not-checkable']),
  /** One sentence, such as "Answers: 200, first page of boards read in 41 ms." */
  summary: c.text,
  failure: v.nullable(failureSchema),
});
export interface PartCheck extends v.InferOutput<typeof partCheck> {}

/** The state at the start. `currentId` is the connection last used, or null. */
export const connectionsState = c.object({ connections: c.list(connection), currentId: v.nullable(c.text) });
export interface ConnectionsState extends v.InferOutput<typeof connectionsState> {}

const draftSecrets = { apiKey: 'key', boardApiKey: 'key' } as const;

export const connections = {
  list: c.reads({ reply: connectionsState }),
  /** Remembers which connection is in front, across restarts. */
  select: c.changesComputer({ args: c.ofConnection, rate: 'read' }),
  /** Tries each part of what the form holds and says what it found; stores nothing. */
  check: c.usesKey({ args: connectionDraft.entries, reply: c.list(partCheck), secrets: draftSecrets }),
  /** Tries the paper API with a paper that exists: mints one token for it, and creates nothing else. */
  checkPaper: c.usesKey({
    args: { draft: connectionDraft, paper: c.line },
    reply: partCheck,
    secrets: { ...draftSecrets, paper: 'token' },
  }),
  /**
   * Keeps the connection and puts its key in the keychain, or fails and keeps nothing of the key. Main asks
   * where a known connection gets another address or key, or less protection.
   */
  save: c.usesKey({
    args: connectionDraft.entries,
    reply: connection,
    consent: 'dialog',
    secrets: draftSecrets,
  }),
  /**
   * Removes the connection and all that this computer keeps of it (keys, notes, views, list of boards, register);
   * nothing happens at the service.
   *
   * Fails with the keychain's failure, and removes nothing, when a key can't be proven gone, unless `keysMayStay`.
   */
  remove: c.usesKey({
    args: { connectionId: c.id, keysMayStay: v.boolean() },
    reply: removed,
    consent: 'dialog',
  }),
  /** Allows changes on a read-only connection for 10 minutes. `typedName` is its name. For Production, main asks. */
  unlockChanges: c.usesKey({
    args: { connectionId: c.id, typedName: c.line },
    reply: connection,
    consent: 'dialog',
  }),
  lockChanges: c.holdsBack({ args: c.ofConnection, reply: connection }),
  /** Starts the built-in practice service and gives its connection. */
  practise: c.changesComputer({ reply: connection, rate: 'key' }),
};

/** What a dropped file can be opened as. */
const dropPurpose = v.picklist(['import', 'papers', 'plan', 'names']);
export type DropPurpose = v.InferOutput<typeof dropPurpose>;

/** A dropped file by its name; `purpose` null: Easel can't take it, and `why` says more where there is more to say. */
export const droppedFile = c.object({ name: c.text, purpose: v.nullable(dropPurpose), why: c.text });
export interface DroppedFile extends v.InferOutput<typeof droppedFile> {}

export const transfer = {
  /** Lets the person choose where to save; null for nowhere. Notes go with papers, keys only under a passphrase. */
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
  /**
   * Lets the person choose exported connections, or a table of notes, and compares them with this computer; null when they
   * chose none. `connectionId`: the connection in front, which a table of notes belongs to.
   */
  open: c.opensFile({ connectionId: v.nullable(c.id) }, importPlan, 'key'),
  /** Fails with `invalid-input` (field `passphrase`) for a wrong one, or a file that was changed after its export. */
  unlock: c.reads({
    args: { importId: c.id, passphrase: c.passphrase },
    reply: importPlan,
    rate: 'key',
    secrets: { passphrase: 'key' },
  }),
  /**
   * Imports the entries with these indexes: all that is new, and with `replace` also what differs. `apiKey` is the
   * colleague’s own, for the one new connection that comes without keys; fails with `invalid-input` (field `apiKey`). Main
   * asks where a known connection gets another address or key.
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
  /** Forgets what was read. */
  close: c.holdsBack({ args: { importId: c.id } }),
};
