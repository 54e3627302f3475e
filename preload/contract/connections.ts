/** Connections: what they are, how they are checked, and how they travel. */
import * as v from 'valibot';
import {
  call,
  id,
  line,
  list,
  maybeNumber,
  noArgs,
  nothing,
  number,
  object,
  ofConnection,
  passphrase,
  count,
  text,
  typedKey,
} from './call.ts';
import { failureSchema } from './failure.ts';

export const ENVIRONMENTS = ['production', 'staging', 'test', 'practice'] as const;

/** Shown as a colour and a word wherever a connection is named. `practice` is only ever the built-in service. */
export type Environment = (typeof ENVIRONMENTS)[number];
export const environment = v.picklist(ENVIRONMENTS);

/** Where a connection's API key is kept. The key itself never crosses outwards. */
const keyState = v.variant('kind', [
  /** In the OS keychain; `fingerprint` is salted and short, `addedAt` epoch ms. */
  object({ kind: v.literal('stored'), fingerprint: text, addedAt: number }),
  /** In the memory of this run only. */
  object({ kind: v.literal('session'), fingerprint: text, addedAt: number }),
  object({ kind: v.literal('none') }),
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
const readOnly = object({
  on: v.boolean(),
  /** The organisation's policy says so: it can't be unlocked here. */
  forced: v.boolean(),
  /** Epoch ms until which changes are allowed all the same; null while they are not. */
  unlockedUntil: maybeNumber,
});
export interface ReadOnly extends v.InferOutput<typeof readOnly> {}

/** One service account: three addresses and one or two keys. Addresses have no trailing slash. */
const connection = object({
  id: text,
  name: text,
  environment,
  color,
  paperApi: text,
  boardApi: text,
  appUrl: text,
  /** The current key of the slot `main`: for both APIs, or for the paper API alone. */
  key: keyState,
  /** The current key of the slot `board`; null where one key serves both APIs. */
  boardKey: v.nullable(keyState),
  readOnly,
});
export interface Connection extends v.InferOutput<typeof connection> {}

/** What the connection form holds. `apiKey` crosses inwards only; `null` keeps the key that is already stored. */
const connectionDraft = object({
  /** `null` for a new connection. */
  id: v.nullable(id),
  name: line,
  environment,
  color,
  paperApi: line,
  boardApi: line,
  appUrl: line,
  apiKey: v.nullable(typedKey),
  /** The board API has a key of its own. Taking that back removes the key of the slot `board`. */
  separateBoardKey: v.boolean(),
  /** As `apiKey`, for the slot `board`; means nothing without `separateBoardKey`. */
  boardApiKey: v.nullable(typedKey),
  /** Keep the keys typed now in memory only, for this run. */
  sessionOnly: v.boolean(),
  readOnly: v.boolean(),
});
export interface ConnectionDraft extends v.InferOutput<typeof connectionDraft> {}

/** What removing a connection came to. */
const removed = object({
  /** Whether every key of it is proven gone; else the rest is a leftover. */
  keysGone: v.boolean(),
});
export interface Removed extends v.InferOutput<typeof removed> {}

/** What an export wrote. */
const exported = object({
  fileName: text,
  connections: number,
  keys: number,
  papers: number,
  /** Boards whose notes are in it. */
  notes: number,
});
export interface Exported extends v.InferOutput<typeof exported> {}

/** What importing one connection of a file would do. */
const importEntry = object({
  /** Its place in the file. */
  index: number,
  name: text,
  environment,
  color,
  paperApi: text,
  boardApi: text,
  appUrl: text,
  /** `update`: this computer has it, and `differences` would change. `refused`: `why` says what speaks against it. */
  kind: v.picklist(['new', 'update', 'same', 'refused']),
  why: text,
  differences: list(object({ field: text, from: text, to: text })),
  /** Keys and papers that would be added or replaced, and boards whose notes are newer in the file. */
  keys: number,
  papers: number,
  notes: number,
});
export interface ImportEntry extends v.InferOutput<typeof importEntry> {}

/** The content of an export file, compared with this computer. Nothing has been changed yet. */
const importPlan = object({
  importId: text,
  fileName: text,
  /** Epoch ms. */
  exportedAt: number,
  /** `sealed` until the passphrase was given. */
  keys: v.picklist(['none', 'sealed', 'open']),
  entries: list(importEntry),
});
export interface ImportPlan extends v.InferOutput<typeof importPlan> {}

/** The result of an import. Entries with a problem were left unchanged. */
const imported = object({
  added: number,
  updated: number,
  keys: number,
  papers: number,
  notes: number,
  problems: list(object({ index: number, name: text, failure: failureSchema })),
});
export interface Imported extends v.InferOutput<typeof imported> {}

export const CHECK_PARTS = ['keychain', 'board-api', 'paper-api', 'app'] as const;

export type CheckPart = (typeof CHECK_PARTS)[number];

/** What *Check* found for one part. `not-checkable`: can't be tried without creating something. */
const partCheck = object({
  part: v.picklist(CHECK_PARTS),
  state: v.picklist(['good', 'failed', 'not-checkable']),
  /** One sentence, such as "Answers: 200, first page of boards read in 41 ms." */
  summary: text,
  failure: v.nullable(failureSchema),
});
export interface PartCheck extends v.InferOutput<typeof partCheck> {}

/** The state at the start. `currentId` is the connection last used, or null. */
export const connectionsState = object({ connections: list(connection), currentId: v.nullable(text) });
export interface ConnectionsState extends v.InferOutput<typeof connectionsState> {}

const draftSecrets = { apiKey: 'key', boardApiKey: 'key' } as const;

export const connections = {
  list: call({ args: noArgs, reply: connectionsState, effect: 'reads' }),
  /** Remembers which connection is in front, across restarts. */
  select: call({ args: ofConnection, reply: nothing, effect: 'changes-computer', rate: 'read' }),
  /** Tries each part of what the form holds and says what it found; stores nothing. */
  check: call({
    args: connectionDraft,
    reply: list(partCheck),
    effect: 'uses-key',
    secrets: draftSecrets,
  }),
  /** Tries the paper API with a paper that exists: mints one token for it, and creates nothing else. */
  checkPaper: call({
    args: object({ draft: connectionDraft, paper: line }),
    reply: partCheck,
    effect: 'uses-key',
    secrets: { ...draftSecrets, paper: 'token' },
  }),
  /**
   * Keeps the connection and puts its key in the keychain, or fails and keeps nothing of the key. Where join links of a
   * known connection would lead to another app, main asks.
   */
  save: call({
    args: connectionDraft,
    reply: connection,
    effect: 'uses-key',
    consent: 'dialog',
    secrets: draftSecrets,
  }),
  /**
   * Removes the connection and all that this computer keeps of it (keys, notes, views, list of boards, register);
   * nothing happens at the service.
   *
   * Fails with the keychain's failure, and removes nothing, when a key can't be proven gone, unless `keysMayStay`.
   */
  remove: call({
    args: object({ connectionId: id, keysMayStay: v.boolean() }),
    reply: removed,
    effect: 'uses-key',
  }),
  /** Puts them in this order; ids that are not named keep their order behind. */
  reorder: call({
    args: object({ connectionIds: list(id, 1000) }),
    reply: nothing,
    effect: 'changes-computer',
  }),
  /** A copy under a name of its own, without keys and register. */
  duplicate: call({ args: ofConnection, reply: connection, effect: 'changes-computer' }),
  /** Allows changes on a read-only connection for 10 minutes. `typedName` is its name. For Production, main asks. */
  unlockChanges: call({
    args: object({ connectionId: id, typedName: line }),
    reply: connection,
    effect: 'uses-key',
    consent: 'dialog',
  }),
  lockChanges: call({ args: ofConnection, reply: connection, effect: 'holds-back' }),
  /** Starts the built-in practice service and gives its connection. */
  practise: call({ args: noArgs, reply: connection, effect: 'changes-computer', rate: 'key' }),
};

export const transfer = {
  /** Lets the person choose where to save; null for nowhere. Notes go with papers, keys only under a passphrase. */
  export: call({
    args: object({
      connectionIds: list(id, 1000),
      withPapers: v.boolean(),
      passphrase: v.nullable(passphrase),
    }),
    reply: v.nullable(exported),
    effect: 'gives-away',
    consent: 'dialog',
    rate: 'key',
    secrets: { passphrase: 'key' },
    waitsForPerson: true,
  }),
  /** Lets the person choose an export file and says what it would change; null when they chose none. */
  open: call({
    args: noArgs,
    reply: v.nullable(importPlan),
    effect: 'reads',
    consent: 'press',
    rate: 'key',
    waitsForPerson: true,
  }),
  /** Fails with `invalid-input` (field `passphrase`) for a wrong one, `refused` for a file changed after its export. */
  unlock: call({
    args: object({ importId: id, passphrase }),
    reply: importPlan,
    effect: 'reads',
    rate: 'key',
    secrets: { passphrase: 'key' },
  }),
  /** Imports the entries with these indexes. Where join links would lead to another app, main asks. */
  apply: call({
    args: object({ importId: id, entries: list(count, 1000) }),
    reply: imported,
    effect: 'uses-key',
    consent: 'dialog',
  }),
  /** Forgets what was read. */
  close: call({ args: object({ importId: id }), reply: nothing, effect: 'holds-back' }),
};
