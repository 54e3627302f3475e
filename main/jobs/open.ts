import os from 'node:os';
import path from 'node:path';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { TeamPlan } from '../../preload/contract/team.ts';
import { endOf, unlogged } from '../activity/entries.ts';
import { withQueued, type Boards } from '../boards/boards.ts';
import type { Access } from '../connections/access.ts';
import type { HealthWatch } from '../health/health.ts';
import type { Core } from '../ipc/core.ts';
import type { CallsOf, Implementations, NewEntry } from '../lib/implementation.ts';
import type { Presence } from '../ipc/lock/lock.ts';
import type { SavePdf } from '../lib/files/files.ts';
import type { Remote } from '../lib/threads/rpc.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { orStorage } from '../lib/wording/failure.ts';
import type { Notes } from '../notes/notes.ts';
import type { Papers } from '../papers/papers.ts';
import type { Copies, Sharing } from '../team/copies.ts';
import type { Previews } from '../previews/previews.ts';
import { Jobs, troubleOf } from './jobs.ts';
import { chooseNameTable, type readNameRows } from './names.ts';
import { Plans, type PlansOptions } from './plans.ts';
import { JobResults } from './results.ts';
import { Reviews } from './reviews.ts';
import { teamPlans, type TeamPlans, type TeamPlansOptions } from './team-plans.ts';
import { unresolvedCalls, type CreateJournal } from './unresolved.ts';

export interface JobsParts extends Pick<Access, 'apiOf' | 'mayChange' | 'appUrlOf'> {
  readonly boards: Boards;
  readonly papers: Papers;
  readonly previews: Previews;
  readonly notes: Notes;
  readonly health: HealthWatch;
  readonly journal: CreateJournal;
  readonly presence: Presence;
  readonly savePdf: SavePdf;
  readonly chooseListFolder: () => Promise<string | null>;
  readonly readers: Pick<PlansOptions, 'readPlan'> &
    Pick<TeamPlansOptions, 'readPlanBoards'> &
    Remote<{ readNameRows: typeof readNameRows }>;
  readonly announce: (sentence: string) => void;
}

export function openJobs(core: Core, sharing: Sharing & Pick<Copies, 'joined' | 'ask'>, parts: JobsParts) {
  const { store, mirror, signals, publish, preferences } = core;
  const { papers, notes, health, journal, announce, mayChange } = parts;
  const team = teamPlans({ ...parts.readers, copies: sharing });
  const jobs = new Jobs({
    ...core,
    table: store.jobs,
    notes,
    sharing,
    runs: team,
    work: { ...core, ...parts, noteNew: notes.boardNoted.bind(notes) },
    onUnresolved: journal.changed.bind(journal),
    register: store.papers,
    mayChange,
    appUrlOf: parts.appUrlOf,
    trouble: (job) => troubleOf(health.state({ connectionId: job.connectionId }), job.kind),
    onChange: (change) => publish('jobs.changed', change),
    onLongEnd: (sentence, hasFailures) =>
      void preferences.wantsNotice(hasFailures).then((wants) => wants && announce(sentence)),
  });
  const reviews = new Reviews({
    ...core,
    mirror: {
      facts: (connectionId) => mirror.facts(connectionId),
      ranks: (...args) => mirror.ranks(...args),
      rows: async (connectionId, ...args) => {
        const page = await mirror.rows(connectionId, ...args);
        const queued = jobs.beingDeleted.bind(jobs, 'delete-boards');
        return { ...page, rows: await withQueued(queued, connectionId, page.rows) };
      },
    },
    papers,
    notes,
    jobs,
    mayChange,
  });
  const plans = new Plans({
    ...core,
    ...parts.readers,
    reviews,
    author: { user: core.user, computer: os.hostname() },
    team,
  });
  const results = new JobResults({ ...core, jobs, savePdf: parts.savePdf });
  signals.locked.on(() => {
    jobs.lock();
    reviews.drop();
  });
  signals.readOnly.on((connectionId, why) => jobs.pauseAll(connectionId, 'refused', why));
  signals.connectionGone.on((connectionId) => {
    jobs.connectionEnded(connectionId);
    reviews.forget(connectionId);
  });
  signals.connectionHalted.on(jobs.connectionHalted.bind(jobs));
  signals.notesChanged.on(jobs.notesChanged.bind(jobs));
  signals.registerReady.on(() => jobs.registerReady());
  signals.pauseAsked.on(() => jobs.reportRuns());
  signals.healthChanged.on(jobs.healthChanged.bind(jobs));
  signals.onClose(() => jobs.close());
  parts.presence.onSleep(() => jobs.pauseAll(null, 'sleep'));
  const calls: Pick<Implementations, 'jobs' | 'plans' | 'unresolved'> = {
    jobs: jobCalls(core, parts, { jobs, reviews, results }),
    plans: {
      save: { run: (args) => plans.save(args), log: unlogged },
      open: { run: (args) => plans.open(args) },
    },
    unresolved: unresolvedCalls(journal, parts.boards),
  };
  return { jobs, calls, teamwork: planCalls(core, parts, { plans, reviews, team }) };
}

type PlanCall = 'plans' | 'savePlan' | 'reviewPlan' | 'approve' | 'decline' | 'runsWith' | 'askPause';

export function planCalls(
  { preferences }: Pick<Core, 'preferences'>,
  { announce }: Pick<JobsParts, 'announce'>,
  { plans, reviews, team }: { plans: Plans; reviews: Reviews; team: TeamPlans },
): Pick<CallsOf<'teamwork'>, PlanCall> {
  /** Ids of colleagues' plans that waited for approval at an earlier read. Only new plans cause a notification. */
  const waiting = new Set<string>();
  async function notice(all: readonly TeamPlan[]): Promise<void> {
    const open = all.filter(({ state: is, isOwn }) => is === 'waiting' && !isOwn).map(({ id }) => id);
    const isNew = open.some((id) => !waiting.has(id));
    for (const id of open) waiting.add(id);
    if (isNew && (await preferences.wantsNotice(true)))
      announce('One of your team’s plans is waiting for approval.');
  }
  const reviewOf = (reviewId: string) => {
    const found = reviews.find(reviewId);
    return found.ok ? found.value.review : null;
  };
  const changed = (reviewId: string, result: Result<unknown>, detail: string): NewEntry => ({
    connectionId: reviewOf(reviewId)?.connectionId ?? '',
    action: 'plan-changed',
    target: '',
    ...endOf(result, detail),
  });
  return {
    /** Reads the plans for the page, and shows a notification of new ones. The page reads them after each change. */
    plans: {
      run: async () => {
        const all = await team.list();
        if (all.ok) void notice(all.value).catch(() => undefined);
        return all;
      },
    },
    decline: {
      run: ({ connectionId, planId, reason }) =>
        team.decide(connectionId, { planId, digest: '' }, 'declined', cleanLine(reason)),
      log: ({ connectionId, reason }, result) => ({
        connectionId,
        action: 'plan-changed',
        target: '',
        reason: cleanLine(reason),
        ...endOf(result, 'Declined a plan'),
      }),
    },
    runsWith: { run: ({ connectionId }) => team.runsWith(connectionId) },
    askPause: { run: ({ connectionId, runId }) => team.askPause(connectionId, runId), log: unlogged },
    savePlan: {
      run: (args) => plans.saveForTeam(args),
      log: ({ reviewId, note }, result) => {
        const detail = result.ok ? `Saved the team plan ${result.value.code}` : 'Save a team plan';
        return { ...changed(reviewId, result, detail), reason: note };
      },
    },
    reviewPlan: { run: (args) => plans.reviewOfTeam(args) },
    approve: {
      ask: (args) => plans.approveQuestion(args),
      run: (args, answered) => plans.approve(args, answered),
      log: ({ reviewId }, result) =>
        changed(reviewId, result, `Approve the plan ${reviewOf(reviewId)?.plan?.code ?? ''}`),
    },
  };
}

/** Most of these calls set no `log` function, because jobs write their own entries to the activity log. */
export function jobCalls(
  core: Core,
  { chooseListFolder, readers }: JobsParts,
  { jobs, reviews, results }: { jobs: Jobs; reviews: Reviews; results: JobResults },
): CallsOf<'jobs'> {
  const { creates } = jobs;
  return {
    list: { run: () => ok(jobs.list()) },
    willAsk: { run: () => ok(jobs.willAsk()) },
    deleteOne: {
      ask: (args) => jobs.deleteQuestion(args),
      run: (args, answered) => jobs.deleteOne(args, answered),
      log: unlogged,
    },
    review: { run: (args) => reviews.review(args) },
    reviewPapers: { run: (args) => reviews.reviewPapers(args) },
    chooseListFolder: {
      run: () =>
        orStorage(
          chooseListFolder().then((folder) => ok(folder === null ? null : { folder: path.basename(folder) })),
        ),
      log: unlogged,
    },
    closeReview: { run: (args) => ok(reviews.close(args)), log: unlogged },
    deleteReviewed: {
      ask: (args) => reviews.question(args),
      run: (args, answered) => reviews.deleteReviewed(args, answered),
      log: unlogged,
    },
    createBoards: {
      ask: ({ connectionId, count }) => creates.createQuestion('create-boards', connectionId, count),
      run: (args, answered) => creates.createBoards(args, answered),
      log: unlogged,
    },
    readNames: { run: () => chooseNameTable(core, readers.readNameRows) },
    createPapers: {
      ask: (args) => creates.namesQuestion('create-papers', args),
      run: (args, answered) => creates.createPapers(args, answered),
      log: unlogged,
    },
    createPack: {
      ask: (args) => creates.namesQuestion(args.shared ? 'mint-links' : 'create-pack', args),
      run: (args, answered) => creates.createPack(args, answered),
      log: unlogged,
    },
    mintLinks: {
      ask: (args) => creates.namesQuestion('mint-links', args),
      run: (args, answered) => creates.mintLinks(args, answered),
      log: unlogged,
    },
    copyLinks: { run: (args) => results.copyLinks(args), log: unlogged },
    copyLink: { run: (args) => results.copyLink(args), log: unlogged },
    copyMail: { run: (args) => results.copyMail(args), log: unlogged },
    saveQrSheet: { run: (args) => results.saveQrSheet(args), log: unlogged },
    saveLinks: { run: (args) => results.saveLinks(args), log: unlogged },
    startNow: {
      ask: (args) => jobs.startQuestion(args),
      run: (args, answered) => jobs.startNow(args, answered),
      log: unlogged,
    },
    cancel: { run: (args) => jobs.cancel(args), log: unlogged },
    pause: { run: (args) => jobs.pause(args), log: unlogged },
    resume: { run: (args) => jobs.resume(args), log: unlogged },
    stop: { run: (args) => jobs.stop(args), log: unlogged },
    retryFailed: { run: (args) => jobs.retryFailed(args), log: unlogged },
    dismiss: { run: (args) => jobs.dismiss(args), log: unlogged },
    items: { run: (args) => jobs.items(args) },
    saveItems: { run: (args) => results.saveItems(args), log: unlogged },
  };
}
