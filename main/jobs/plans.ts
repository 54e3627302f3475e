/** Cleanup plans: one person drafts a bulk delete, another opens it, sees what changed since, and runs it. */
import type { FileWritten, JobReview } from '../../preload/contract/domain.ts';
import type { Result } from '../../preload/contract/failure.ts';

export class Plans {
  save(_reviewId: string, _note: string, _validDays: number): Promise<Result<FileWritten | null>> {
    throw new Error('skeleton');
  }

  open(_connectionId: string): Promise<Result<JobReview | null>> {
    throw new Error('skeleton');
  }
}
