import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { RoomTarget } from '../../preload/contract/call.ts';
import type { BoardSelection } from '../../preload/contract/boards.ts';
import type { Job, JobItem } from '../../preload/contract/jobs.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { factsOf, isDelete } from './job-facts.ts';
import type { ListOf } from './list-slice.ts';
import { isLocked } from './lock-slice.ts';
import { capital, roomTitle } from '../lib/format.ts';
import { failureOf, required } from './calls.ts';
import { NO_PICKS } from './row-picks.ts';
import type { SliceContext } from './store.ts';

export type JobStep = 'startNow' | 'cancel' | 'pause' | 'resume' | 'stop' | 'retryFailed';

const changed = ({ counts }: Job): number => counts.done + counts['already-gone'];

function endSentence(name: string, { state, message }: JobItem): string {
  switch (state) {
    case 'already-gone':
      return `${name} was already gone.`;
    case 'done':
      return `${name} deleted.${message === '' ? '' : ` The service said: ${message}`}`;
    case 'accepted':
      return `${name} may still exist: the service accepted the delete but hasn’t confirmed it.`;
    case 'unknown':
      return `${name} may or may not have been deleted. ${message}`.trim();
    default:
      return `${name} was not deleted. ${capital(message)}`.trim();
  }
}

const nameOf = ({ kind, aboutName, about }: Job): string =>
  `${kind === 'delete-papers' ? 'Paper' : 'Board'} ${roomTitle(aboutName, about)}`;

/** Updates the boards list after a delete, and announces the end or pause of single deletes. */
async function followDelete({ bridge, get }: SliceContext, job: Job, before: Job | undefined): Promise<void> {
  if (!isDelete(job)) return;
  const { boards, boardsOf, boardsDeleted, boardsQueued, boardGone, refreshOlder, announce } = get();
  if (job.about === '') {
    if (boardsOf !== job.connectionId || job.kind !== 'delete-boards') return;
    if (before !== undefined && changed(job) > changed(before)) boardsDeleted();
    else if (job.state !== before?.state) boardsQueued();
    // Loads an incomplete list again, because the job may have changed the list while Easel loaded it.
    const hasEnded = job.state === 'done' && before?.state === 'running';
    if (hasEnded && boards?.completeness === 'maybe-incomplete') await refreshOlder(0);
  } else if (job.state === 'done' && before?.state !== 'done') {
    const items = await bridge.jobs.items({ jobId: job.id, from: 0, count: 1, state: null });
    const item = items.ok ? items.value.items[0] : undefined;
    if (item === undefined) return;
    const isGone = item.state === 'done' || item.state === 'already-gone';
    const look = isGone ? 'done' : item.state === 'skipped' ? 'note' : 'problem';
    announce(endSentence(nameOf(job), item), look, factsOf(job));
    if (isGone && job.kind === 'delete-boards' && get().boardsOf === job.connectionId) boardGone(job.about);
  } else if (job.state === 'paused' && job.failure !== null && before?.state !== 'paused')
    announce(
      `${nameOf(job)} was not deleted. ${job.failure.message} The job needs your attention.`,
      'problem',
      factsOf(job),
    );
}

export function createJobsSlice(context: SliceContext) {
  const { bridge, set, get, store, attempt } = context;
  /** Number of job events so far. If it grows during `readJobs`, that call's response is outdated. */
  let events = 0;
  /** Running actions on jobs. Further clicks on the same action are ignored. */
  const stepping = new Set<string>();

  function take(job: Job, dismissed = false): void {
    if (isLocked(get())) return;
    events += 1;
    const { jobs, jobShown } = get();
    const at = jobs.findIndex(({ id }) => id === job.id);
    const others = jobs.filter(({ id }) => id !== job.id);
    if (dismissed) return set({ jobs: others, jobShown: jobShown === job.id ? null : jobShown });
    set({ jobs: others.toSpliced(Math.max(0, at), 0, job) });
    void followDelete(context, job, jobs[at]);
  }

  bridge.on('files.saved', ({ fileName }) =>
    get().announce(`Saved the list as ${fileName}.`, 'done', { fileName }),
  );
  bridge.on('jobs.changed', ({ job, dismissed }) => take(job, dismissed));
  store.subscribe((state, before) => {
    const open = state.startPhase === 'ready' && !isLocked(state);
    const wasOpen = before.startPhase === 'ready' && !isLocked(before);
    if (open && !wasOpen) void state.readJobs();
    if (wasOpen && !open) set({ jobs: [], jobShown: null });
  });

  const connectionOf = (of: ListOf): string => required(of === 'board' ? get().boardsOf : get().papersOf);
  const ask = (call: Promise<Result<Job>>) => failureOf(call, (job) => take(job));

  return {
    jobs: [] as readonly Job[],
    jobsOpen: false,
    jobShown: null as string | null,

    readJobs: async (): Promise<void> => {
      const before = events;
      const list = await bridge.jobs.list({});
      if (events !== before) return get().readJobs();
      if (!list.ok) return get().raise(list.error);
      if (!isLocked(get())) set({ jobs: list.value });
    },

    setJobsOpen: (jobsOpen: boolean) => set({ jobsOpen, jobShown: null }),
    showJob: (jobShown: string | null) => set({ jobShown, jobsOpen: true }),

    askToDelete: async (target: RoomTarget) => {
      const connectionId = connectionOf(target.kind);
      const asks = await bridge.jobs.willAsk({});
      if (asks.ok && asks.value) get().raise(await get().queueDelete(connectionId, target));
      else get().openDialog({ kind: 'delete-one', connectionId, target });
    },

    askToReview: (of: ListOf, selection: BoardSelection) =>
      get().openDialog({ kind: 'review-delete', connectionId: connectionOf(of), of, selection }),

    /** Pauses a job before asking whether to stop it, so that it sends nothing while the user decides. */
    askToStop: async ({ id: jobId, connectionId, state, pause }: Job) => {
      // Pauses a job that waits for the team register too, because it would resume when the register can be reached.
      const mustPause = state === 'running' || pause === 'register';
      const failed = mustPause ? await ask(bridge.jobs.pause({ jobId })) : null;
      // If main can't save the pause (`storage`), the job pauses anyway. After any other failure, the job continues.
      const resumes = mustPause && (failed === null || failed.code === 'storage');
      get().openDialog({ kind: 'stop-job', jobId, connectionId, resumes });
    },

    queueDelete: (connectionId: string, target: RoomTarget) =>
      ask(bridge.jobs.deleteOne({ connectionId, target })),

    stepJob: async (jobId: string, step: JobStep) => {
      const key = `${step} ${jobId}`;
      if (stepping.has(key)) return;
      stepping.add(key);
      get().raise(await ask(bridge.jobs[step]({ jobId })));
      stepping.delete(key);
    },

    dismissJob: (jobId: string) => attempt(bridge.jobs.dismiss({ jobId })),

    reviewDelete: (connectionId: string, of: ListOf, selection: BoardSelection) =>
      of === 'paper' && selection.kind === 'ids'
        ? bridge.jobs.reviewPapers({ connectionId, identifiers: selection.ids })
        : bridge.jobs.review({ connectionId, selection, fields: get().boardRows.fields }),

    chooseListFolder: () => bridge.jobs.chooseListFolder({}),
    closeReview: (reviewId: string) => void bridge.jobs.closeReview({ reviewId }),

    /** Queues a reviewed delete. `selectedIn`: list in which the user selected the rows; null for a plan. */
    queueReviewed: (answer: ArgsOf<'jobs.deleteReviewed'>, selectedIn: ListOf | null) =>
      failureOf(bridge.jobs.deleteReviewed(answer), (job) => {
        // Clears the selection without an announcement, which would interrupt the announcement of the new job.
        if (selectedIn === 'board') get().boardList.change({ picks: NO_PICKS });
        if (selectedIn === 'paper') get().paperList.change({ picks: NO_PICKS });
        take(job);
      }),
  };
}
