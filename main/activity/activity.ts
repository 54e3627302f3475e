/** Activity: an append-only, hash-chained local log of every change and visit. */
import type {
  ActivityCheck,
  ActivityEntry,
  ActivityFilter,
  ActivityPage,
  FileWritten,
} from '../../preload/contract/domain.ts';
import type { Result } from '../../preload/contract/failure.ts';

/** What a use case says of what happened; number, time, user and names are added here. */
export type Happened = Pick<ActivityEntry, 'connectionId' | 'action' | 'target' | 'outcome'> &
  Partial<Pick<ActivityEntry, 'connectionName' | 'status' | 'detail' | 'reason'>>;

/** What use cases need of the log. It never fails: what can't be written is told by the log file and the check. */
export type Record = (...happened: readonly Happened[]) => void;

export class Activity {
  /** Appends, in order; written within a moment, all of it before `close` settles. */
  readonly record: Record = () => {
    throw new Error('skeleton');
  };

  page(_filter: ActivityFilter, _from: number, _count: number): Promise<Result<ActivityPage>> {
    throw new Error('skeleton');
  }

  check(): Promise<Result<ActivityCheck>> {
    throw new Error('skeleton');
  }

  export(_filter: ActivityFilter, _format: 'csv' | 'json'): Promise<Result<FileWritten | null>> {
    throw new Error('skeleton');
  }

  close(): Promise<void> {
    throw new Error('skeleton');
  }
}
