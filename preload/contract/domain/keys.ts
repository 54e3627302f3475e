/** Keys, as far as a page may know of them: never the key itself. */
import type { Failure } from '../failure.ts';

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
