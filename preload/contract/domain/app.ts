/** Easel itself: its lock, its policy, what a person prefers. */

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
    /** A bulk delete is drafted by one person, and run by another from the plan. */
    readonly twoPersons: boolean;
    /** The most things one bulk change may touch; null for no limit. */
    readonly mostAtOnce: number | null;
  };
}

/** What a person has chosen for themselves, across restarts. */
export interface Preferences {
  /** Whether shortcuts of one character without Ctrl or Cmd are heard. */
  readonly singleKeys: boolean;
  /** How long a delete is held before it is sent, in seconds: 5 to 86,400. A policy's own value stands above it. */
  readonly holdSeconds: { readonly single: number; readonly bulk: number };
}

export interface AppInfo {
  readonly version: string;
  readonly platform: 'darwin' | 'win32' | 'linux';
  /** Something the person must know at start, such as a damaged database that was kept aside; null for nothing. */
  readonly notice: string | null;
}
