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

/** One service account: three addresses and a key. Addresses have no trailing slash. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  readonly environment: Environment;
  readonly paperApi: string;
  readonly boardApi: string;
  readonly appUrl: string;
  readonly key: KeyState;
}

/** What the connection form holds. `apiKey` crosses inwards only; `null` keeps the key that is already stored. */
export interface ConnectionDraft {
  /** `null` for a new connection. */
  readonly id: string | null;
  readonly name: string;
  readonly environment: Environment;
  readonly paperApi: string;
  readonly boardApi: string;
  readonly appUrl: string;
  readonly apiKey: string | null;
  /** Keep the key in memory only, for this run. */
  readonly sessionOnly: boolean;
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
  readonly state: 'available' | 'locked' | 'absent' | 'busy' | 'error';
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
