/** The one queue for everything that deletes, or changes many things at once. */
import type { Job, JobItems, JobItemState, JobPause } from '../../preload/contract/domain.ts';
import type { RoomTarget } from '../../preload/contract/calls.ts';
import type { Result } from '../../preload/contract/failure.ts';

/** What a person's yes to a review came to: the ids are fixed. */
export interface ReviewedDelete {
  readonly connectionId: string;
  readonly boardIds: readonly string[];
  readonly reason: string;
}

/** What is going on, for who wants to close the window. */
export interface Busy {
  readonly running: number;
  readonly held: number;
}

export class Jobs {
  /** Reads what an earlier run left: nothing of it is sent without a new yes. Called once, before anything is sent. */
  open(): Promise<void> {
    throw new Error('skeleton');
  }

  list(): Promise<Result<readonly Job[]>> {
    throw new Error('skeleton');
  }

  deleteOne(_connectionId: string, _target: RoomTarget): Promise<Result<Job>> {
    throw new Error('skeleton');
  }

  deleteReviewed(_reviewed: ReviewedDelete): Promise<Result<Job>> {
    throw new Error('skeleton');
  }

  createBoards(_connectionId: string, _count: number): Promise<Result<Job>> {
    throw new Error('skeleton');
  }

  createPapers(
    _connectionId: string,
    _names: readonly string[],
    _templateId: string | null,
  ): Promise<Result<Job>> {
    throw new Error('skeleton');
  }

  mintLinks(_connectionId: string, _identifier: string, _names: readonly string[]): Promise<Result<Job>> {
    throw new Error('skeleton');
  }

  startNow(_jobId: string): Promise<Result<Job>> {
    throw new Error('skeleton');
  }

  cancel(_jobId: string): Promise<Result<Job>> {
    throw new Error('skeleton');
  }

  pause(_jobId: string): Promise<Result<Job>> {
    throw new Error('skeleton');
  }

  resume(_jobId: string): Promise<Result<Job>> {
    throw new Error('skeleton');
  }

  stop(_jobId: string): Promise<Result<Job>> {
    throw new Error('skeleton');
  }

  retryFailed(_jobId: string): Promise<Result<Job>> {
    throw new Error('skeleton');
  }

  dismiss(_jobId: string): Promise<Result<null>> {
    throw new Error('skeleton');
  }

  items(
    _jobId: string,
    _from: number,
    _count: number,
    _state: JobItemState | null,
  ): Promise<Result<JobItems>> {
    throw new Error('skeleton');
  }

  /** Pauses what runs and takes the clock of what is held away, of one connection or (null) of all. */
  pauseAll(_connectionId: string | null, _why: JobPause): void {
    throw new Error('skeleton');
  }

  busy(): Busy {
    throw new Error('skeleton');
  }

  /** Sends nothing new, waits for answers under way (a few seconds at most), and has written everything down. */
  close(): Promise<void> {
    throw new Error('skeleton');
  }
}
