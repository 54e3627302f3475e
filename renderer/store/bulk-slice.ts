/** Bulk creates of boards, papers and join links as jobs, and cleanup plans in files. */
import { counted } from '../parts/format.ts';
import type { EaselBridge } from '../../preload/contract/contract.ts';
import type { FileWritten } from '../../preload/contract/call.ts';
import type { Job, JobReview } from '../../preload/contract/jobs.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { given } from './given.ts';
import type { Slice } from './store.ts';

export interface BulkSlice {
  /** Each queues a job and shows the jobs. Gives the failure, with the fields that are wrong, or null. */
  readonly createManyBoards: (count: number) => Promise<Failure | null>;
  readonly createManyPapers: (names: readonly string[], templateId: string | null) => Promise<Failure | null>;
  readonly makeLinks: (identifier: string, names: readonly string[]) => Promise<Failure | null>;
  /** The names that a pattern gives. */
  readonly namesFrom: (pattern: string, count: number) => Promise<Result<readonly string[]>>;

  /** The links stay in main, which copies or saves them. */
  readonly copyJobLinks: (jobId: string) => Promise<void>;
  readonly saveJobLinks: (jobId: string) => Promise<void>;

  /** Lets the person choose a plan and gives its review; null when they chose none. */
  readonly openPlan: () => Promise<Result<JobReview | null>>;
  readonly savePlan: (
    reviewId: string,
    note: string,
    validDays: number,
  ) => Promise<Result<FileWritten | null>>;
}

/** The slice of bulk creates and of plans. */
export function createBulkSlice(bridge: EaselBridge): Slice<BulkSlice> {
  return (_set, get) => {
    const here = (): string => given(get().currentId);

    async function queue(call: Promise<Result<Job>>): Promise<Failure | null> {
      const queued = await call;
      if (!queued.ok) return queued.error;
      get().setJobsOpen(true);
      await get().readJobs();
      return null;
    }

    return {
      createManyBoards: (count) => queue(bridge.jobs.createBoards({ connectionId: here(), count })),
      createManyPapers: (names, templateId) =>
        queue(bridge.jobs.createPapers({ connectionId: here(), names, templateId })),
      makeLinks: (identifier, names) =>
        queue(bridge.jobs.mintLinks({ connectionId: here(), identifier, names })),
      namesFrom: (pattern, count) => bridge.jobs.paperNames({ pattern, count }),

      async copyJobLinks(jobId) {
        const copied = await bridge.jobs.copyLinks({ jobId });
        if (!copied.ok) get().raise(copied.error);
        else get().announce(`Copied ${counted(copied.value.links, 'join link')} with names.`);
      },

      async saveJobLinks(jobId) {
        const saved = await bridge.jobs.saveLinks({ jobId });
        if (!saved.ok) get().raise(saved.error);
        else if (saved.value !== null)
          get().announce(`Saved ${counted(saved.value.items, 'join link')} as ${saved.value.fileName}.`);
      },

      openPlan: () => bridge.plans.open({ connectionId: here() }),
      savePlan: (reviewId, note, validDays) => bridge.plans.save({ reviewId, note, validDays }),
    };
  };
}
