/** What every module is opened with. */
import type { Result } from '../../preload/contract/failure.ts';
import type { UnresolvedCreate } from '../../preload/contract/service.ts';
import type { Activity } from '../activity/activity.ts';
import type { PreferencesStore } from './preferences/preferences.ts';
import type { Clock } from '../lib/clock.ts';
import type { CopyText, Files } from '../lib/files/files.ts';
import type { Log } from '../lib/log/log.ts';
import type { Signals } from '../lib/signals.ts';
import type { Store } from '../store/database.ts';
import type { Mirror } from '../store/mirror/mirror.ts';
import type { RecordOf } from '../store/records.ts';
import type { Publish } from './dispatch.ts';
import type { Policy } from './policy/policy.ts';

/** A create that is no item of a job. `name`: a paper's; empty for a board. */
export interface SingleCreate extends Pick<UnresolvedCreate, 'kind' | 'name' | 'templateId'> {
  readonly connectionId: string;
}

/** Sends a create once it is written down, and keeps it until its outcome is known. Fails with `storage`, or as `send` does. */
export type WatchCreate = <T>(create: SingleCreate, send: () => Promise<Result<T>>) => Promise<Result<T>>;

/** Which of these boards (or papers) of a connection jobs are about to delete. Rejects when the disk fails. */
export type BeingDeleted = (connectionId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;

export interface Core extends Clock {
  readonly log: Log;
  readonly publish: Publish;
  readonly signals: Signals;
  readonly store: Store;
  readonly mirror: Mirror;
  readonly recordOf: RecordOf;
  readonly policy: Policy;
  /** The person's file dialogs, and the files that they have dropped. */
  readonly files: Files;
  readonly preferences: PreferencesStore;
  readonly activity: Activity;
  readonly isLocked: () => boolean;
  readonly copyText: CopyText;
  readonly copySecret: CopyText;
  /** Takes known secrets out of what a service says. */
  readonly clean: (words: string) => string;
  /** The operating system's user. */
  readonly user: string;
  /** Ms of a clock that nobody sets, and that goes on while the computer sleeps. */
  readonly steady: () => number;
  /** What of these an unfinished job is still to delete. */
  readonly beingDeleted: (
    kind: 'delete-boards' | 'delete-papers',
    connectionId: string,
    ids: readonly string[],
  ) => Promise<ReadonlySet<string>>;
}
