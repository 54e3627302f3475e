import type { Result } from '../../preload/contract/failure.ts';
import type { UnresolvedCreate } from '../../preload/contract/service.ts';
import type { Activity } from '../activity/activity.ts';
import type { PreferencesStore } from './preferences/preferences.ts';
import type { Clock, Deadlines } from '../lib/clock.ts';
import type { CopiedSecrets } from '../lib/copied-secrets.ts';
import type { RecordActivity } from '../lib/implementation.ts';
import type { CopyText, Files } from '../lib/files/files.ts';
import type { SaveExport } from '../lib/files/table.ts';
import type { Log } from '../lib/log/log.ts';
import type { Signals } from '../lib/signals.ts';
import type { Store } from '../store/database.ts';
import type { Mirror } from '../store/mirror/mirror.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { Publish } from './dispatch.ts';
import type { Policy } from './policy/policy.ts';

/** A single create request, sent without a job. `name`: the paper's name; empty for boards, which have no name. */
export interface SingleCreate extends Pick<UnresolvedCreate, 'kind' | 'name' | 'templateId'> {
  readonly connectionId: string;
  readonly startedAt?: number;
}

/** Stores `create` and calls `send`. Removes `create` when the outcome is known. Fails with `storage` if not stored. */
export type WatchCreate = <T>(
  create: SingleCreate,
  send: (signal?: AbortSignal) => Promise<Result<T>>,
) => Promise<Result<T>>;

/** Returns those of the `ids` whose boards or papers an unfinished job will delete. Rejects on disk errors. */
export type BeingDeleted = (connectionId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;

export interface Core extends Clock {
  readonly log: Log;
  readonly publish: Publish;
  readonly signals: Signals;
  readonly store: Store;
  readonly mirror: Mirror;
  readonly recordOf: (connectionId: string) => Promise<Result<ConnectionRecord>>;
  readonly policy: Policy;
  readonly files: Files;
  readonly saveExport: SaveExport;
  readonly preferences: PreferencesStore;
  readonly activity: Activity;
  readonly record: RecordActivity;
  readonly isLocked: () => boolean;
  readonly copyText: CopyText;
  readonly copySecret: CopiedSecrets['copySecret'];
  readonly clean: (words: string) => string;
  readonly user: string;
  /** Monotonic clock in ms. The clock continues during sleep, and the user can't set it. */
  readonly steady: () => number;
  readonly deadlines: Deadlines;
  readonly beingDeleted: (
    kind: 'delete-boards' | 'delete-papers',
    ...of: Parameters<BeingDeleted>
  ) => ReturnType<BeingDeleted>;
}
