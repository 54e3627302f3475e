/** The jobs of this computer: main runs them, here they are known and steered; bulk creates and cleanup plans. */
import { counted } from '../parts/format.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { FileWritten, RoomTarget } from '../../preload/contract/call.ts';
import type { BoardSelection } from '../../preload/contract/boards.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { NO_PICKS } from './board-picks-slice.ts';
import { aboutName, isDelete } from './job-facts.ts';
import { isLocked } from './lock-slice.ts';
import { failureOf, given } from './calls.ts';
import type { SliceContext } from './store.ts';

/** What a person may tell a job. */
export type JobStep = 'startNow' | 'cancel' | 'pause' | 'resume' | 'stop' | 'retryFailed';

/** How many things of a job are gone or made. */
const changed = ({ counts }: Job): number => counts.done + counts.alreadyGone;

export function createJobsSlice({ bridge, set, get, store }: SliceContext) {
  const inFront = (): string => given(get().currentId);
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
        tell(job, `${nameOf(job)} was not deleted. ${job.failure.message} The job is waiting for you.`);
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
    const { state, message } = item;
    const name = nameOf(job);
    if (state === 'already-gone') tell(job, `${name} was already gone.`, job.about);
    else if (state === 'done')
      tell(job, `${name} deleted.${message === '' ? '' : ` The service said: ${message}`}`, job.about);
    else if (state === 'unknown')
      tell(job, `${name}: Easel doesn’t know whether it was deleted. ${message}`.trim());
    else tell(job, `${name} was not deleted. ${message}`.trim());
  }

  /** Says how the delete of one board or paper ended, also above the rows where they are on show; `gone` is its id. */
  function tell(job: Job, text: string, gone: string | null = null): void {
    const { boardsOf, papersOf, boardDeleteEnded, paperDeleteEnded, announce } = get();
    announce(text);
    if (job.kind === 'delete-papers') {
      if (papersOf === job.connectionId) paperDeleteEnded(text, gone);
    } else if (boardsOf === job.connectionId) boardDeleteEnded(text, gone);
  }

  bridge.on('jobs.changed', ({ job, dismissed }) => take(job, dismissed));
  store.subscribe((state, before) => {
    const open = state.startPhase === 'ready' && !isLocked(state);
    const wasOpen = before.startPhase === 'ready' && !isLocked(before);
    if (open && !wasOpen) void state.readJobs();
    if (wasOpen && !open) set({ jobs: [], jobShown: null });
  });

  /** Makes a call that answers with the job. */
  const ask = (call: Promise<Result<Job>>) => failureOf(call, (job) => take(job));

  /** Queues a job of many, and shows the jobs. Gives the failure, with the fields that are wrong, or null. */
  const queue = (call: Promise<Result<Job>>) =>
    failureOf(call, () => {
      get().setJobsOpen(true);
      return get().readJobs();
    });

  async function save(call: Promise<Result<FileWritten | null>>, one: string): Promise<void> {
    const saved = await call;
    if (!saved.ok) get().raise(saved.error);
    else if (saved.value !== null)
      get().announce(`Saved ${counted(saved.value.items, one)} as ${saved.value.fileName}.`);
  }

  return {
    /** Those that were not put away, newest first. */
    jobs: [] as readonly Job[],
    jobsOpen: false,
    /** The job whose items the drawer shows; null while it shows all jobs. */
    jobShown: null as string | null,

    readJobs: async () => {
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

    setJobsOpen: (jobsOpen: boolean) => set({ jobsOpen, jobShown: null }),
    showJob: (jobShown: string | null) => set({ jobShown, jobsOpen: true }),

    /** Queues the delete of one board or paper, which is held first. Gives the failure, or null. */
    queueDelete: (target: RoomTarget) => ask(bridge.jobs.deleteOne({ connectionId: inFront(), target })),

    /** Tells a job what to do; a failure is raised. */
    stepJob: async (jobId: string, step: JobStep) => get().raise(await ask(bridge.jobs[step]({ jobId }))),

    dismissJob: async (jobId: string) => {
      const dismissed = await bridge.jobs.dismiss({ jobId });
      if (!dismissed.ok) get().raise(dismissed.error);
      else set(({ jobs }) => ({ jobs: jobs.filter(({ id }) => id !== jobId) }));
    },

    readJobItems: (args: ArgsOf<'jobs.items'>) => bridge.jobs.items(args),

    saveJobItems: (jobId: string) => save(bridge.jobs.saveItems({ jobId }), 'result'),

    reviewDelete: (selection: BoardSelection) =>
      bridge.jobs.review({ connectionId: given(get().boardsOf), selection }),

    /** Writes the list of a review to a file; null when the person chose no place. */
    saveReview: (reviewId: string) => bridge.jobs.saveReview({ reviewId }),
    closeReview: (reviewId: string) => void bridge.jobs.closeReview({ reviewId }),

    /** Queues what was reviewed; nothing is selected afterwards. Gives the failure, with the fields that are wrong, or null. */
    queueReviewed: (answer: ArgsOf<'jobs.deleteReviewed'>) =>
      failureOf(bridge.jobs.deleteReviewed(answer), (job) => {
        // Silently: the job's own message is to be heard.
        set({ boardPicks: NO_PICKS });
        take(job);
      }),

    createManyBoards: (count: number) => queue(bridge.jobs.createBoards({ connectionId: inFront(), count })),
    createManyPapers: (names: readonly string[], templateId: string | null) =>
      queue(bridge.jobs.createPapers({ connectionId: inFront(), names, templateId })),
    makeLinks: (identifier: string, names: readonly string[]) =>
      queue(bridge.jobs.mintLinks({ connectionId: inFront(), identifier, names })),
    /** The names that a pattern gives. */
    namesFrom: (pattern: string, count: number) => bridge.jobs.paperNames({ pattern, count }),

    /** The links stay in main, which copies or saves them. */
    copyJobLinks: async (jobId: string) => {
      const copied = await bridge.jobs.copyLinks({ jobId });
      if (!copied.ok) get().raise(copied.error);
      else get().announce(`Copied ${counted(copied.value.links, 'join link')} with names.`);
    },

    saveJobLinks: (jobId: string) => save(bridge.jobs.saveLinks({ jobId }), 'join link'),

    /** Lets the person choose a plan and gives its review; null when they chose none. */
    openPlan: () => bridge.plans.open({ connectionId: inFront() }),
    savePlan: (reviewId: string, note: string, validDays: number) =>
      bridge.plans.save({ reviewId, note, validDays }),
  };
}
