/** Bulk creates of boards, papers and join links as jobs, and cleanup plans in files. */
import { counted } from '../parts/format.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { failureOf, given } from './calls.ts';
import type { SliceContext } from './store.ts';

export function createBulkSlice({ bridge, get }: SliceContext) {
  const here = (): string => given(get().currentId);

  const queue = (call: Promise<Result<Job>>) =>
    failureOf(call, () => {
      get().setJobsOpen(true);
      return get().readJobs();
    });

  return {
    /** Each queues a job and shows the jobs. Gives the failure, with the fields that are wrong, or null. */
    createManyBoards: (count: number) => queue(bridge.jobs.createBoards({ connectionId: here(), count })),
    createManyPapers: (names: readonly string[], templateId: string | null) =>
      queue(bridge.jobs.createPapers({ connectionId: here(), names, templateId })),
    makeLinks: (identifier: string, names: readonly string[]) =>
      queue(bridge.jobs.mintLinks({ connectionId: here(), identifier, names })),
    /** The names that a pattern gives. */
    namesFrom: (pattern: string, count: number) => bridge.jobs.paperNames({ pattern, count }),

    /** The links stay in main, which copies or saves them. */
    copyJobLinks: async (jobId: string) => {
      const copied = await bridge.jobs.copyLinks({ jobId });
      if (!copied.ok) get().raise(copied.error);
      else get().announce(`Copied ${counted(copied.value.links, 'join link')} with names.`);
    },

    saveJobLinks: async (jobId: string) => {
      const saved = await bridge.jobs.saveLinks({ jobId });
      if (!saved.ok) get().raise(saved.error);
      else if (saved.value !== null)
        get().announce(`Saved ${counted(saved.value.items, 'join link')} as ${saved.value.fileName}.`);
    },

    /** Lets the person choose a plan and gives its review; null when they chose none. */
    openPlan: () => bridge.plans.open({ connectionId: here() }),
    savePlan: (reviewId: string, note: string, validDays: number) =>
      bridge.plans.save({ reviewId, note, validDays }),
  };
}
