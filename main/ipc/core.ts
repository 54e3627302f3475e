/** What every module is opened with. */
import type { Activity } from '../activity/activity.ts';
import type { PreferencesStore } from '../app/preferences/preferences.ts';
import type { Clock } from '../lib/clock.ts';
import type { CopyText, Files } from '../lib/files/files.ts';
import type { Log } from '../lib/log/log.ts';
import type { Signals } from '../lib/signals.ts';
import type { Store } from '../store/database.ts';
import type { Mirror } from '../store/mirror/mirror.ts';
import type { RecordOf } from '../store/records.ts';
import type { Publish } from './dispatch.ts';
import type { Policy } from './policy/policy.ts';

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
