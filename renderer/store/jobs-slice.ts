/** The jobs of this computer: main runs them, here they are known and steered. */
import { counted } from '../parts/format.ts';
import type { EaselBridge, ArgsOf } from '../../preload/contract/contract.ts';
import type { RoomTarget, FileWritten } from '../../preload/contract/call.ts';
import type { BoardSelection } from '../../preload/contract/boards.ts';
import type { Job, JobItems, JobReview } from '../../preload/contract/jobs.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { deletedSentence } from '../parts/deleted-sentence.ts';
import { NO_PICKS } from './board-picks.ts';
import { aboutName, isDelete } from './job-facts.ts';
import { isLocked } from './lock-slice.ts';
import { given } from './given.ts';
import type { Slice } from './store.ts';

/** What a person may tell a job. */
export type JobStep = 'startNow' | 'cancel' | 'pause' | 'resume' | 'stop' | 'retryFailed';

export interface JobsSlice {
  /** Those that were not put away, newest first. */
  readonly jobs: readonly Job[];
  readonly jobsOpen: boolean;
  /** The job whose items the drawer shows; null while it shows all jobs. */
  readonly jobShown: string | null;

  readonly readJobs: () => Promise<void>;
  readonly setJobsOpen: (open: boolean) => void;
  readonly showJob: (jobId: string | null) => void;
  /** Queues the delete of one board or paper, which is held first. Gives the failure, or null. */
  readonly queueDelete: (target: RoomTarget) => Promise<Failure | null>;
  /** Tells a job what to do; a failure is raised. */
  readonly stepJob: (jobId: string, step: JobStep) => Promise<void>;
  readonly dismissJob: (jobId: string) => Promise<void>;
  readonly readJobItems: (args: ArgsOf<'jobs.items'>) => Promise<Result<JobItems>>;
  readonly saveJobItems: (jobId: string) => Promise<void>;

  readonly reviewDelete: (selection: BoardSelection) => Promise<Result<JobReview>>;
  /** Writes the list of a review to a file; null when the person chose no place. */
  readonly saveReview: (reviewId: string) => Promise<Result<FileWritten | null>>;
  readonly closeReview: (reviewId: string) => void;
  /** Queues what was reviewed; nothing is selected afterwards. Gives the failure, with the fields that are wrong, or null. */
  readonly queueReviewed: (answer: ArgsOf<'jobs.deleteReviewed'>) => Promise<Failure | null>;
}

/** How many things of a job are gone or made. */
const changed = ({ counts }: Job): number => counts.done + counts.alreadyGone;

/** The slice of jobs. */
export function createJobsSlice(bridge: EaselBridge): Slice<JobsSlice> {
  return (set, get, api) => {
    const nameOf = (job: Job): string =>
      `${job.kind === 'delete-papers' ? 'Paper' : 'Board'} ${aboutName(get(), job)}`;
    /** Events received while the list was read: they are newer than the list. */
    let told: { readonly job: Job; readonly dismissed: boolean }[] = [];
    let reading = 0;

    const put = (job: Job, dismissed: boolean): void =>
      set(({ jobs, jobShown }) => {
        const others = jobs.filter(({ id }) => id !== job.id);
        const known = jobs.findIndex(({ id }) => id === job.id);
        return dismissed
          ? { jobs: others, jobShown: jobShown === job.id ? null : jobShown }
          : { jobs: others.toSpliced(Math.max(0, known), 0, job) };
      });

    function take(job: Job, dismissed = false): void {
      if (isLocked(get())) return;
      if (reading > 0) told.push({ job, dismissed });
      const before = get().jobs.find(({ id }) => id === job.id);
      put(job, dismissed);
      if (!dismissed) void follow(job, before);
    }

    /** Tells the screens what a job has done. */
    async function follow(job: Job, before: Job | undefined): Promise<void> {
      const { boardsOf, papersOf, boardsDeleted, boardsQueued, reloadPapers } = get();
      const more = before !== undefined && changed(job) > changed(before);
      if (!isDelete(job)) {
        if (more && job.kind === 'create-papers' && papersOf === job.connectionId) await reloadPapers();
      } else if (job.about !== '') {
        const ended = job.state === 'done' && before?.state !== 'done';
        const stuck = job.state === 'paused' && job.failure !== null && before?.state !== 'paused';
        if (ended) await tellEnd(job);
        else if (stuck)
          tellStay(job, `${nameOf(job)} was not deleted. ${job.failure.message} The job is waiting for you.`);
      } else if (boardsOf === job.connectionId) {
        // The rows are marked while the job may still delete them.
        if (more) await boardsDeleted();
        else if (job.state !== before?.state) boardsQueued();
      }
    }

    async function tellEnd(job: Job): Promise<void> {
      const items = await bridge.jobs.items({ jobId: job.id, from: 0, count: 1, state: null });
      const item = items.ok ? items.value.items[0] : undefined;
      if (item === undefined) return;
      if (item.state !== 'done' && item.state !== 'already-gone') {
        const isUnknown = item.state === 'unknown';
        const text = isUnknown
          ? `${nameOf(job)}: Easel doesn’t know whether it was deleted.`
          : `${nameOf(job)} was not deleted.`;
        return tellStay(job, `${text} ${item.message}`.trim());
      }
      const deleted = {
        outcome: item.state === 'done' ? 'deleted' : 'already-gone',
        status: item.status ?? 0,
        serviceMessage: item.message,
      } as const;
      const { boardsOf, papersOf, boardDeleted, paperDeleted, announce } = get();
      announce(deletedSentence(nameOf(job), deleted));
      if (job.kind === 'delete-papers') {
        if (papersOf === job.connectionId) paperDeleted(job.about, deleted);
      } else if (boardsOf === job.connectionId) boardDeleted(job.about, deleted);
    }

    function tellStay(job: Job, text: string): void {
      const { boardsOf, papersOf, boardNotDeleted, paperNotDeleted, announce } = get();
      announce(text);
      if (job.kind === 'delete-papers') {
        if (papersOf === job.connectionId) paperNotDeleted(text);
      } else if (boardsOf === job.connectionId) boardNotDeleted(text);
    }
    bridge.on('jobs.changed', ({ job, dismissed }) => take(job, dismissed));
    api.subscribe((state, before) => {
      const open = state.startPhase === 'ready' && !isLocked(state);
      const wasOpen = before.startPhase === 'ready' && !isLocked(before);
      if (open && !wasOpen) void state.readJobs();
      if (wasOpen && !open) set({ jobs: [], jobShown: null });
    });

    /** Makes a call that answers with the job. */
    async function ask(call: Promise<Result<Job>>): Promise<Failure | null> {
      const asked = await call;
      if (!asked.ok) return asked.error;
      take(asked.value);
      return null;
    }

    return {
      jobs: [],
      jobsOpen: false,
      jobShown: null,

      async readJobs() {
        reading += 1;
        const list = await bridge.jobs.list({});
        reading -= 1;
        const meanwhile = told;
        if (reading === 0) told = [];
        if (!list.ok) return get().raise(list.error);
        if (isLocked(get())) return;
        set({ jobs: list.value });
        for (const { job, dismissed } of meanwhile) put(job, dismissed);
      },

      setJobsOpen: (jobsOpen) => set({ jobsOpen, jobShown: null }),
      showJob: (jobShown) => set({ jobShown, jobsOpen: true }),

      queueDelete: (target) => ask(bridge.jobs.deleteOne({ connectionId: given(get().currentId), target })),

      async stepJob(jobId, step) {
        const failure = await ask(bridge.jobs[step]({ jobId }));
        if (failure !== null) get().raise(failure);
      },

      async dismissJob(jobId) {
        const dismissed = await bridge.jobs.dismiss({ jobId });
        if (!dismissed.ok) get().raise(dismissed.error);
        else set(({ jobs }) => ({ jobs: jobs.filter(({ id }) => id !== jobId) }));
      },

      readJobItems: (args) => bridge.jobs.items(args),

      async saveJobItems(jobId) {
        const saved = await bridge.jobs.saveItems({ jobId });
        if (!saved.ok) get().raise(saved.error);
        else if (saved.value !== null)
          get().announce(`Saved ${counted(saved.value.items, 'result')} as ${saved.value.fileName}.`);
      },

      reviewDelete: (selection) => bridge.jobs.review({ connectionId: given(get().boardsOf), selection }),

      saveReview: (reviewId) => bridge.jobs.saveReview({ reviewId }),
      closeReview: (reviewId) => void bridge.jobs.closeReview({ reviewId }),

      async queueReviewed(answer) {
        const queued = await bridge.jobs.deleteReviewed(answer);
        if (!queued.ok) return queued.error;
        // Silently: the job's own message is to be heard.
        set({ boardPicks: NO_PICKS });
        take(queued.value);
        return null;
      },
    };
  };
}
