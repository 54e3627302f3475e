/** Implements the calls of jobs and plans. Jobs log themselves and their items. */
import { type Result, ok } from '../../preload/contract/failure.ts';
import { endOf, unlogged } from '../activity/entries.ts';
import type { ArgsOf, ValueOf } from '../../preload/contract/contract.ts';
import type { CallsOf } from '../lib/implementation.ts';
import type { Jobs } from './jobs.ts';
import type { Plans } from './plans.ts';
import type { JobResults } from './results.ts';
import type { Reviews } from './reviews.ts';

export interface JobUseCases {
  readonly jobs: Jobs;
  readonly reviews: Reviews;
  readonly jobResults: JobResults;
  readonly chooseListFolder: () => Promise<Result<ValueOf<'jobs.chooseListFolder'>>>;
  readonly readNames: () => Promise<Result<ValueOf<'jobs.readNames'>>>;
  readonly paperNames: (args: ArgsOf<'jobs.paperNames'>) => Result<readonly string[]>;
}

export function jobCalls(useCases: JobUseCases): CallsOf<'jobs'> {
  const { jobs, reviews, jobResults, chooseListFolder, paperNames, readNames } = useCases;
  const { creates } = jobs;
  return {
    list: { run: () => jobs.list() },
    willAsk: { run: () => ok(jobs.willAsk()) },
    deleteOne: {
      ask: (args) => jobs.deleteQuestion(args),
      run: (args, answered) => jobs.deleteOne(args, answered),
      log: unlogged,
    },
    review: { run: (args) => reviews.review(args) },
    reviewPapers: { run: (args) => reviews.reviewPapers(args) },
    chooseListFolder: { run: chooseListFolder, log: unlogged },
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
    paperNames: { run: paperNames },
    readNames: { run: readNames },
    createPapers: {
      ask: (args) => creates.namesQuestion('create-papers', args),
      run: (args, answered) => creates.createPapers(args, answered),
      log: unlogged,
    },
    createPack: {
      ask: (args) => creates.namesQuestion(args.shared ? 'mint-links' : 'create-pack', args),
      run: (args, answered) => creates.createPack(args, answered),
      // In a pack of separate papers, the papers are job items, and the job logs its items.
      log: ({ connectionId, shared }, result) =>
        shared
          ? {
              connectionId,
              action: 'paper-created',
              target: result.ok ? result.value.about : '',
              ...endOf(result, result.ok ? result.value.aboutName : ''),
            }
          : null,
    },
    mintLinks: {
      ask: (args) => creates.namesQuestion('mint-links', args),
      run: (args, answered) => creates.mintLinks(args, answered),
      log: unlogged,
    },
    copyLinks: { run: (args) => jobResults.copyLinks(args), log: unlogged },
    copyLink: { run: (args) => jobResults.copyLink(args), log: unlogged },
    copyMail: { run: (args) => jobResults.copyMail(args), log: unlogged },
    saveQrSheet: { run: (args) => jobResults.saveQrSheet(args), log: unlogged },
    saveLinks: { run: (args) => jobResults.saveLinks(args), log: unlogged },
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
    saveItems: { run: (args) => jobResults.saveItems(args), log: unlogged },
  };
}

export function planCalls(plans: Plans): CallsOf<'plans'> {
  return {
    save: { run: (args) => plans.save(args), log: unlogged },
    open: { run: (args) => plans.open(args) },
  };
}
