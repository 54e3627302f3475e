import type { Result } from '../../preload/contract/failure.ts';
import type { TeamState } from '../../preload/contract/team.ts';
import type { ItemEdit, ItemKind } from '../store/items.ts';
import type { Clock } from '../lib/clock.ts';

/** A shared note, paper or view. `body` is null for a removed item. */
export interface Item {
  readonly kind: ItemKind;
  readonly id: string;
  /** Untrusted: anyone with a login to the register can write an item's body. Parse it with a schema. */
  readonly body: unknown;
  readonly revision: number;
  readonly changedBy: string;
  /** Server time in epoch ms. */
  readonly changedAt: number;
}

/** `revision`: the item's last revision that this computer has read; 0 for a new item. */
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

/** Numbers of the last audit entry and the last activity log entry that the register has from this installation. */
export interface AuditPosition {
  readonly lastNumber: number;
  readonly lastLocal: number;
}

export interface RegisterAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Path of a PEM file with a client certificate and its private key; null without a certificate. */
  readonly certificateFile: string | null;
}

export type RegisterPhase = Pick<
  TeamState,
  'phase' | 'since' | 'failure' | 'warnings' | 'isListening' | 'isOwner'
>;

/** Changed part of an account. `plans` includes runs. `pauses`: a member asked a run to pause. */
export type ChangedPart = 'items' | 'plans' | 'pauses' | 'visits';

export interface RegisterEvents {
  readonly onPhase: () => void;
  /**
   * Called after a colleague or this computer changed an account. `accountId` null: any account may have changed, as
   * after each connect. Anyone with a login can cause many calls, so run one read at a time.
   */
  readonly onChanged: (accountId: string | null, what: ChangedPart | null) => void;
}

export interface RegisterOptions {
  readonly address: RegisterAddress;
  readonly password: string | null;
  /** Certificate authorities in PEM that the user added, read at each connect. System authorities are trusted too. */
  readonly authorities: () => Promise<readonly string[]>;
  /** For the audit: UUID of this Easel installation, and name of the system user. */
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
  /** Field values that the user saw before the edit. */
  readonly seen?: Readonly<Record<string, unknown>> | undefined;
  /** Set for an undo: the items must still have this revision. */
  readonly since?: number;
  /** Saves the previous notes for an undo. */
  readonly undoable?: boolean;
}

/** Result of a shared change. `revision` is 0 if the connection has not joined a team account. */
export interface Changed {
  readonly items: number;
  readonly revision: number;
}

/** Shares notes, papers and views of joined connections. Changes of other connections stay on this computer. */
export interface Sharing {
  readonly isJoined: (connectionId: string) => boolean;
  /**
   * Changes all items or none, in the team register before the local copy. Fails with `conflict` if a colleague changed
   * an edited field, with `cannot-reach` or `outcome-unknown` for the register, or with `storage`.
   */
  readonly change: (
    connectionId: string,
    edits: readonly ItemEdit[],
    more?: SharedChange,
  ) => Promise<Result<Changed>>;
  /** Sends items that the local copy already contains, such as a created paper, now or after the next connect. */
  readonly happened: (connectionId: string, kind: ItemKind, ids: readonly string[]) => Promise<void>;
  /** Reads colleagues' changes before a delete. Fails with `cannot-reach`, or `policy` if deletes need the register. */
  readonly freshen: (connectionId: string) => Promise<Result<null>>;
}

/** Reference to a plan in the team register. `digest` proves that the user reviewed the same boards. */
export interface PlanRef {
  readonly planId: string;
  readonly digest: string;
}

export interface RunReport {
  readonly state: 'held' | 'running' | 'paused' | 'stopped' | 'done';
  readonly done: number;
  /** A run's results by board id. The plan's next run skips these boards. */
  readonly outcomes: Readonly<Record<string, string>>;
}
