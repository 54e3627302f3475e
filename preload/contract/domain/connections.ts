/** Connections: what they are, how they are checked, and how they travel. */
import type { Failure } from '../failure.ts';

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
  /** Boards whose notes are in it. */
  readonly notes: number;
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
  /** Keys and papers that would be added or replaced, and boards whose notes are newer in the file. */
  readonly keys: number;
  readonly papers: number;
  readonly notes: number;
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
  readonly notes: number;
  readonly problems: readonly { readonly index: number; readonly name: string; readonly failure: Failure }[];
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

/** What is there at start. `currentId` is the connection last used, or null. */
export interface ConnectionsState {
  readonly connections: readonly Connection[];
  readonly currentId: string | null;
}
