/** Types of the team register that several files use. */
import type { Result } from '../../preload/contract/failure.ts';
import type { TeamState } from '../../preload/contract/team.ts';
import type { ItemEdit, ItemKind } from '../store/items.ts';
import type { Clock } from '../lib/clock.ts';

/** A shared item. A removed item has the body null. */
export interface Item {
  readonly kind: ItemKind;
  readonly id: string;
  /** Written by a colleague's Easel, or by anyone with a login: read it with a schema. */
  readonly body: unknown;
  readonly revision: number;
  readonly changedBy: string;
  /** Epoch ms of the server. */
  readonly changedAt: number;
}

/** `revision` is the item's revision that this computer knows, 0 for a new item. */
export type ItemChange = Pick<Item, 'kind' | 'id' | 'body' | 'revision'>;

export interface AuditEntry {
  readonly account: string;
  readonly at: number;
  readonly user: string;
  readonly action: string;
  readonly target: string;
  readonly outcome: string;
  readonly status: number | null;
  readonly detail: string;
  readonly reason: string;
  readonly job: string;
}

/** Where the next audit entry of this installation continues. */
export interface AuditPosition {
  readonly lastNumber: number;
  readonly lastLocal: number;
}

export interface RegisterAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Path of a PEM file with a client certificate and its key; null for none. */
  readonly certificateFile: string | null;
}

export type RegisterPhase = Pick<
  TeamState,
  'phase' | 'since' | 'failure' | 'warnings' | 'isListening' | 'isOwner'
>;

/** Part of an account that changed. Plans include their runs. `pauses`: a member asked a run to pause. */
export type ChangedPart = 'items' | 'plans' | 'pauses' | 'visits';

export interface RegisterEvents {
  readonly onPhase: () => void;
  /**
   * A colleague, or this computer, changed an account. Null: any account may have changed, also after each connect.
   * Anyone with a login can cause many calls, so read once at a time.
   */
  readonly onChanged: (accountId: string | null, what: ChangedPart | null) => void;
}

export interface RegisterOptions {
  readonly address: RegisterAddress;
  readonly password: string | null;
  /** PEM certificates of authorities that the user added, read at each connect. The system's are trusted too. */
  readonly authorities: () => Promise<readonly string[]>;
  /** UUID of this Easel and the user's name on this computer, for the audit. */
  readonly installation: string;
  readonly osUser: string;
  readonly events: RegisterEvents;
  readonly clock?: Clock;
}

export const registerOff: RegisterPhase = {
  phase: 'off',
  since: null,
  failure: null,
  warnings: [],
  isListening: false,
  isOwner: false,
};

export interface SharedChange {
  /** Older values of fields that the user saw before editing. */
  readonly seen?: Readonly<Record<string, unknown>> | undefined;
  /** For an undo: the items must still have this revision. */
  readonly since?: number;
  /** Keeps the notes before the change for undo. */
  readonly undoable?: boolean;
}

/** The revision is 0 for a connection that shares nothing. */
export interface Changed {
  readonly items: number;
  readonly revision: number;
}

/** Shares notes, papers and views of joined connections. Other connections change only this computer. */
export interface Sharing {
  readonly isJoined: (connectionId: string) => boolean;
  /**
   * Changes all items or none, in the register first. Fails with `conflict` if a colleague changed a field that the
   * edits set, with `cannot-reach` or `outcome-unknown` for the register, or with `storage`.
   */
  readonly change: (
    connectionId: string,
    edits: readonly ItemEdit[],
    more?: SharedChange,
  ) => Promise<Result<Changed>>;
  /** Sends facts that the copy already contains, such as a created paper, now or when the register is back. */
  readonly happened: (connectionId: string, kind: ItemKind, ids: readonly string[]) => Promise<void>;
  /**
   * Reads changes of colleagues before a delete. Fails with `cannot-reach`, or with `policy` if the delete needs the
   * register.
   */
  readonly freshen: (connectionId: string) => Promise<Result<null>>;
}

/** A plan that the register knows. `digest` proves that its boards are those that the user reviewed. */
export interface PlanRef {
  readonly planId: string;
  readonly digest: string;
}

export interface RunReport {
  readonly state: 'held' | 'running' | 'paused' | 'stopped' | 'done';
  readonly done: number;
  /** Outcomes by board, for the plan's next run. */
  readonly outcomes: Readonly<Record<string, string>>;
}
