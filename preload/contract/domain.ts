/** The things Easel speaks of, as they cross the border: readonly JSON data, no secret among them. */

import type { Failure } from './failure.ts';

export const ENVIRONMENTS = ['production', 'staging', 'test', 'practice'] as const;
/** Shown as a colour and a word wherever a connection is named. `practice` is only ever the built-in service. */
export type Environment = (typeof ENVIRONMENTS)[number];

/** Where a connection's API key is kept. The key itself never crosses outwards. */
export type KeyState =
  /** In the OS keychain; `fingerprint` is salted and short, `addedAt` epoch ms. */
  | { readonly kind: 'stored'; readonly fingerprint: string; readonly addedAt: number }
  /** In the memory of this run only. */
  | { readonly kind: 'session'; readonly fingerprint: string; readonly addedAt: number }
  | { readonly kind: 'none' };

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

/** Whether a connection may change anything at the service. Main enforces it. */
export interface ReadOnly {
  readonly on: boolean;
  /** The organisation's policy says so: it can't be unlocked here. */
  readonly forced: boolean;
  /** Epoch ms until which changes are allowed all the same; null while they are not. */
  readonly unlockedUntil: number | null;
}

/** One service account: three addresses and one or two keys. Addresses have no trailing slash. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  readonly environment: Environment;
  readonly color: ConnectionColor;
  readonly paperApi: string;
  readonly boardApi: string;
  readonly appUrl: string;
  /** The current key of the slot `main`: for both APIs, or for the paper API alone. */
  readonly key: KeyState;
  /** The current key of the slot `board`; null where one key serves both APIs. */
  readonly boardKey: KeyState | null;
  readonly readOnly: ReadOnly;
}

/** What the connection form holds. `apiKey` crosses inwards only; `null` keeps the key that is already stored. */
export interface ConnectionDraft {
  /** `null` for a new connection. */
  readonly id: string | null;
  readonly name: string;
  readonly environment: Environment;
  readonly color: ConnectionColor;
  readonly paperApi: string;
  readonly boardApi: string;
  readonly appUrl: string;
  readonly apiKey: string | null;
  /** The board API has a key of its own. Taking that back removes the key of the slot `board`. */
  readonly separateBoardKey: boolean;
  /** As `apiKey`, for the slot `board`; means nothing without `separateBoardKey`. */
  readonly boardApiKey: string | null;
  /** Keep the keys typed now in memory only, for this run. */
  readonly sessionOnly: boolean;
  readonly readOnly: boolean;
}

export const KEY_SLOTS = ['main', 'board'] as const;
/** Where a connection needs a key: `main` for both APIs, or `main` for the paper API and `board` for the board API. */
export type KeySlot = (typeof KEY_SLOTS)[number];

export const KEY_STAGES = ['current', 'next', 'previous'] as const;
/** A slot holds one key of each stage at most. Only the current one is used. */
export type KeyStage = (typeof KEY_STAGES)[number];

/** What may be known of a key without the key. Moments are epoch ms. */
export interface KeyInfo {
  /** Of this key on this computer. */
  readonly id: string;
  readonly slot: KeySlot;
  readonly stage: KeyStage;
  readonly kept: 'keychain' | 'session';
  /** Salted and short: tells two keys apart, and nothing else. */
  readonly fingerprint: string;
  readonly addedAt: number;
  readonly note: string;
  readonly owner: string;
  /** When a person wants to be reminded to rotate it. */
  readonly remindAt: number | null;
  /** When the service last took it, or last refused it (401); null for never seen. */
  readonly lastAcceptedAt: number | null;
  readonly lastRefusedAt: number | null;
  /** A next key that takes over by itself once each of its checks was green. */
  readonly useWhenGreen: boolean;
}

export const REHEARSED_APIS = ['paper-api', 'board-api'] as const;
export const REHEARSED_STAGES = ['current', 'next'] as const;

/** One cell of the rehearsal: one key tried at one API. */
export interface RehearsalCell {
  readonly api: (typeof REHEARSED_APIS)[number];
  readonly stage: (typeof REHEARSED_STAGES)[number];
  /** `not-checkable`: there is no harmless call to try it with; `no-key`: there is no key of this stage. */
  readonly state: 'good' | 'refused' | 'failed' | 'not-checkable' | 'no-key';
  readonly summary: string;
  readonly failure: Failure | null;
}

/** Current and next key tried at both APIs: four cells. It is kept until a key changes, not across restarts. */
export interface Rehearsal {
  /** Epoch ms. */
  readonly at: number;
  readonly cells: readonly RehearsalCell[];
  /** Slots whose next key took over by itself, because everything was green. */
  readonly switched: readonly KeySlot[];
}

/** Every key of one connection, in the order of slots and stages. */
export interface ConnectionKeys {
  readonly connectionId: string;
  readonly keys: readonly KeyInfo[];
  readonly rehearsal: Rehearsal | null;
}

/** A key that is no longer used, whose removal from the keychain could not be proven yet. */
export interface KeyLeftover {
  readonly id: string;
  /** As it was called; empty where that is no longer known. */
  readonly connectionName: string;
  readonly fingerprint: string;
}

/** A file with a key that a person has chosen; the key itself stays in main. */
export interface KeyFile {
  readonly fileId: string;
  readonly fileName: string;
  readonly fingerprint: string;
}

/** What removing a connection came to. */
export interface Removed {
  /** Whether every key of it is proven gone; else the rest is a leftover. */
  readonly keysGone: boolean;
}

/** What an export wrote. */
export interface Exported {
  readonly fileName: string;
  readonly connections: number;
  readonly keys: number;
  readonly papers: number;
}

/** What importing one connection of a file would do. */
export interface ImportEntry {
  /** Its place in the file. */
  readonly index: number;
  readonly name: string;
  readonly environment: Environment;
  readonly color: ConnectionColor;
  readonly paperApi: string;
  readonly boardApi: string;
  readonly appUrl: string;
  /** `update`: this computer has it, and `differences` would change. `refused`: `why` says what speaks against it. */
  readonly kind: 'new' | 'update' | 'same' | 'refused';
  readonly why: string;
  readonly differences: readonly { readonly field: string; readonly from: string; readonly to: string }[];
  /** Keys and papers that would be added or replaced. */
  readonly keys: number;
  readonly papers: number;
}

/** What is in an export file, held against what is on this computer. Nothing has been changed yet. */
export interface ImportPlan {
  readonly importId: string;
  readonly fileName: string;
  /** Epoch ms. */
  readonly exportedAt: number;
  /** `sealed` until the passphrase was given. */
  readonly keys: 'none' | 'sealed' | 'open';
  readonly entries: readonly ImportEntry[];
}

/** What an import did. Entries with a problem were left as they were. */
export interface Imported {
  readonly added: number;
  readonly updated: number;
  readonly keys: number;
  readonly papers: number;
  readonly problems: readonly { readonly index: number; readonly name: string; readonly failure: Failure }[];
}

/** The idle lock: while it is on, main answers nothing but questions about itself, and holds no key. */
export interface LockState {
  readonly locked: boolean;
  /** After how many minutes without a person it locks; null for never. */
  readonly idleMinutes: number | null;
  /** The most that the organisation's policy allows; null where it says nothing. */
  readonly forcedMinutes: number | null;
  /** How it is unlocked: by the system's own question, else by a passphrase; `none` until one was set. */
  readonly unlockBy: 'system' | 'passphrase' | 'none';
}

/** One rule of the organisation's policy, to be shown. */
export interface PolicyRule {
  /** As in the file. */
  readonly name: string;
  readonly meaning: string;
  readonly value: string;
}

/** The policy of a managed deployment. `broken`: it can't be trusted or read, so nothing is allowed. */
export interface PolicyState {
  readonly kind: 'none' | 'active' | 'broken';
  /** The file, or the place of the registry, that it came from; empty for none. */
  readonly source: string;
  /** What is wrong with it and how to mend it; empty unless broken. */
  readonly problem: string;
  readonly rules: readonly PolicyRule[];
  /** What the page must know to show a thing as off; main enforces it. */
  readonly allows: {
    readonly sessionKeys: boolean;
    readonly keyExport: boolean;
    readonly deletes: boolean;
    readonly visits: boolean;
    /** A visit needs a reason. */
    readonly needsReason: boolean;
  };
}

/** What a person has chosen for themselves, across restarts. */
export interface Preferences {
  /** Whether shortcuts of one character without Ctrl or Cmd are heard. */
  readonly singleKeys: boolean;
}

export const CHECK_PARTS = ['keychain', 'board-api', 'paper-api', 'app'] as const;
export type CheckPart = (typeof CHECK_PARTS)[number];

/** What *Check* found for one part. `not-checkable`: can't be tried without creating something. */
export interface PartCheck {
  readonly part: CheckPart;
  readonly state: 'good' | 'failed' | 'not-checkable';
  /** One sentence, such as "Answers: 200, first page of boards read in 41 ms." */
  readonly summary: string;
  readonly failure: Failure | null;
}

/** How the OS keychain stands. `locked` is never the same as "no key". */
export interface KeychainStatus {
  /** `not-asked`: nothing has needed the keychain yet in this run, and asking may open a question of the system. */
  readonly state: 'not-asked' | 'available' | 'locked' | 'absent' | 'busy' | 'error';
  /** Name of the store on this system: Keychain, Windows Credential Manager, Secret Service. */
  readonly backend: string;
  /** Why it is not available, and what to do about it on this system; empty when available. */
  readonly cause: string;
  readonly fix: string;
}

/** A moment as the service sent it. `epochMs` is null when `raw` could not be read as a time. */
export interface ServiceTime {
  readonly raw: string;
  readonly epochMs: number | null;
  /** The text had no zone and was read as UTC. */
  readonly assumedUtc: boolean;
}

/** One row of the boards list. `id` is null when the item had no identifier: shown, counted, not actionable. */
export interface BoardRow {
  /** Stable key of the row within this list. */
  readonly rowKey: string;
  readonly id: string | null;
  readonly created: ServiceTime | null;
}

/** One field as the service sent it; `value` is text for scalars, compact JSON for the rest. */
export interface Field {
  readonly name: string;
  readonly value: string;
}

/** A board in full: the known fields, every other field, and the answer as it came. */
export interface BoardView {
  readonly id: string;
  readonly created: ServiceTime | null;
  /** Every field but identifier and creation time, in the order sent. */
  readonly otherFields: readonly Field[];
  /** The answer's body, indented where it was JSON. */
  readonly raw: string;
  /** Epoch ms of the answer on this computer. */
  readonly fetchedAt: number;
}

/**
 * How far the list of boards has come.
 *
 * `complete` is only ever said with proof (an empty page after everything before it); otherwise `maybe-incomplete`.
 */
export interface BoardsState {
  readonly connectionId: string;
  readonly phase: 'never' | 'loading' | 'done' | 'failed' | 'cancelled';
  readonly completeness: 'complete' | 'maybe-incomplete';
  /** Rows that can be shown now. Rows of an earlier listing stay until a new one has ended well. */
  readonly rows: number;
  /** Boards read so far in the listing under way. */
  readonly loaded: number;
  readonly pages: number;
  /** The service's own count, where it sends one. */
  readonly total: number | null;
  /** Items that could not be understood: counted, never dropped silently. */
  readonly notUnderstood: number;
  /** Epoch ms of the last listing that ended well; null when there was none. */
  readonly asOf: number | null;
  readonly failure: Failure | null;
  /** Goes up with every change of the rows: a window fetched under another revision is stale. */
  readonly revision: number;
}

export const BOARD_SORTS = ['created', 'id'] as const;
export type BoardSort = (typeof BOARD_SORTS)[number];

/** Which rows, in which order: rank `from` and at most `count` (1 to 1,000) of those that match `find`. */
export interface BoardWindowRequest {
  readonly connectionId: string;
  readonly from: number;
  readonly count: number;
  readonly sort: BoardSort;
  readonly descending: boolean;
  /** Any part of the id, letter case ignored; empty for all. */
  readonly find: string;
}

export interface BoardWindow {
  readonly from: number;
  readonly rows: readonly BoardRow[];
  /** How many rows match in all. */
  readonly matching: number;
  readonly revision: number;
}

/** A paper as this computer remembers it: the service can't list papers. */
export interface Paper {
  readonly identifier: string;
  /** Empty when it was added by identifier and its name is unknown. */
  readonly name: string;
  /** `app` or `api` as sent, or null when unknown. */
  readonly source: string | null;
  readonly templateId: string | null;
  /** `not-confirmed`: the service's `template_id` was absent or another one than asked for. */
  readonly template: 'none' | 'confirmed' | 'not-confirmed';
  /** How it came into the register. */
  readonly origin: 'created' | 'added' | 'sample';
  /** Epoch ms when it came into the register. */
  readonly rememberedAt: number;
  /** Fields of the create answer beyond the known ones. */
  readonly otherFields: readonly Field[];
  /** The create answer as it came; null for papers that were added. */
  readonly raw: string | null;
}

/** What a delete came to. `already-gone`: the service no longer knew it. */
export interface Deleted {
  readonly outcome: 'deleted' | 'already-gone';
  readonly status: number;
  /** The service's own confirmation, redacted, at most 200 characters; empty when it sent none. */
  readonly serviceMessage: string;
}

/** A live room that may be opened once: the `<webview>` starts at `placeholder`, main writes the real address. */
export interface PreviewGrant {
  readonly previewId: string;
  /** `about:blank#preview-<previewId>` */
  readonly placeholder: string;
  /** The name the others in the room see. */
  readonly displayName: string;
  /** Host of the app address, to show. */
  readonly host: string;
  /** Epoch ms of the token's `exp`; null when the token shows none. */
  readonly expiresAt: number | null;
}

export interface PreviewState {
  readonly previewId: string;
  readonly state: 'loading' | 'live' | 'failed' | 'crashed' | 'closed';
  readonly failure: Failure | null;
}

/** A join link went to the clipboard; the link itself stays in main. */
export interface LinkCopied {
  readonly displayName: string;
  readonly expiresAt: number | null;
}

export interface AppInfo {
  readonly version: string;
  readonly platform: 'darwin' | 'win32' | 'linux';
  /** Something the person must know at start, such as a damaged database that was kept aside; null for nothing. */
  readonly notice: string | null;
}

/** What is there at start. `currentId` is the connection last used, or null. */
export interface ConnectionsState {
  readonly connections: readonly Connection[];
  readonly currentId: string | null;
}

export const LIGHT_NAMES = ['board-api', 'paper-api', 'app', 'network'] as const;
export type LightName = (typeof LIGHT_NAMES)[number];

/** How one part of the way stands, told by real traffic, and by a gentle probe while it is in trouble. */
export interface Light {
  readonly name: LightName;
  readonly state: 'unknown' | 'good' | 'trouble';
  /** Epoch ms; null for never in this run. */
  readonly lastSuccess: number | null;
  readonly lastFailure: number | null;
  /** Since when it is in trouble, epoch ms, and why; null otherwise. */
  readonly since: number | null;
  readonly failure: Failure | null;
  /** When it is tried again by itself, epoch ms; null while nothing is planned. */
  readonly nextProbe: number | null;
}

/** The four lights of one connection. */
export interface Health {
  readonly connectionId: string;
  readonly lights: readonly Light[];
  /** One sentence about an outage: which part, since when, and that the others answer; empty without one. */
  readonly sentence: string;
}

/** A create whose end was not seen. It stays until a person has settled it, across restarts. */
export interface UnknownOutcome {
  readonly id: string;
  readonly kind: 'board' | 'paper';
  /** When it was sent, epoch ms. */
  readonly sentAt: number;
  /** The paper's name; empty for a board. */
  readonly name: string;
  readonly templateId: string | null;
  /** Why its end is unknown, in one sentence. */
  readonly reason: string;
}

/** What *Check* found about an unknown create. */
export type UnknownCheck =
  /** The list was read anew; `newcomers` are boards that may be it: created about then, and not made here knowingly. */
  | {
      readonly kind: 'board';
      readonly newcomers: readonly BoardRow[];
      readonly completeness: 'complete' | 'maybe-incomplete';
    }
  /** Papers can't be listed, so nothing can be known; `sentence` says what can be done. */
  | { readonly kind: 'paper'; readonly sentence: string };

/** A further certificate authority that the person has chosen to trust. */
export interface TrustedCa {
  readonly subject: string;
  readonly fingerprint: string;
  /** As the certificate says it. */
  readonly validTo: string;
}

/** How requests leave this computer. */
export interface NetworkSettings {
  readonly cas: readonly TrustedCa[];
  /** For each address of the connection in front: "direct" or "proxy host:port", by the system's settings. */
  readonly routes: readonly { readonly part: CheckPart; readonly route: string }[];
}
