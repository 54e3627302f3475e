/** What a job leaves behind for its person: the table of its items as CSV, and the join links it made. */
import type { FileWritten } from '../../preload/contract/domain.ts';
import type { Result } from '../../preload/contract/failure.ts';

export class JobResults {
  saveItems(_jobId: string): Promise<Result<FileWritten | null>> {
    throw new Error('skeleton');
  }

  copyLinks(_jobId: string): Promise<Result<{ readonly links: number }>> {
    throw new Error('skeleton');
  }

  saveLinks(_jobId: string): Promise<Result<FileWritten | null>> {
    throw new Error('skeleton');
  }
}
