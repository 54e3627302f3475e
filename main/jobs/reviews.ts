/** What a bulk delete would do, before it is a job: ids fixed, counted, sampled, saved as a list, confirmed by typing. */
import type { BoardSelection, FileWritten, Job, JobReview } from '../../preload/contract/domain.ts';
import type { Result } from '../../preload/contract/failure.ts';

export class Reviews {
  review(_connectionId: string, _selection: BoardSelection): Promise<Result<JobReview>> {
    throw new Error('skeleton');
  }

  save(_reviewId: string): Promise<Result<FileWritten | null>> {
    throw new Error('skeleton');
  }

  close(_reviewId: string): null {
    throw new Error('skeleton');
  }

  deleteReviewed(_reviewId: string, _typed: string, _reason: string): Promise<Result<Job>> {
    throw new Error('skeleton');
  }
}
