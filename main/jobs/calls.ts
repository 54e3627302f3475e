/** Jobs and plans, as a page asks for them. Jobs tell the activity log of themselves and of their items. */
import { type Result, ok } from '../../preload/contract/failure.ts';
import { endOf, unlogged } from '../activity/entries.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { Files } from '../files/files.ts';
import type { Jobs } from './jobs.ts';
import { readNameTable } from './name-lists.ts';
import type { Plans } from './plans.ts';
import type { JobResults } from './results.ts';
import type { Reviews } from './reviews.ts';

export interface JobUseCases {
  readonly jobs: Jobs;
  readonly reviews: Reviews;
  readonly jobResults: JobResults;
  readonly files: Pick<Files, 'choose'>;
  readonly paperNames: (args: ArgsOf<'jobs.paperNames'>) => Result<readonly string[]>;
}

export function jobCalls({ jobs, reviews, jobResults, paperNames, files }: JobUseCases): CallsOf<'jobs'> {
  return {
    list: { run: () => jobs.list() },
    deleteOne: { run: (args) => jobs.deleteOne(args), log: unlogged },
    review: { run: (args) => reviews.review(args) },
    reviewPapers: { run: (args) => reviews.reviewPapers(args) },
    saveReview: { run: (args) => reviews.save(args), log: unlogged },
    closeReview: { run: (args) => ok(reviews.close(args)), log: unlogged },
    deleteReviewed: {
      ask: (args) => reviews.question(args),
      run: (args) => reviews.deleteReviewed(args),
      log: unlogged,
    },
    createBoards: { run: (args) => jobs.createBoards(args), log: unlogged },
    paperNames: { run: paperNames },
    readNames: { run: () => readNameTable(files) },
    addNames: { run: (args) => jobs.addNames(args) },
    createPapers: { run: (args) => jobs.createPapers(args), log: unlogged },
    createPack: {
      run: (args) => jobs.createPack(args),
      // Papers of their own are items of the job, which logs them.
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
    mintLinks: { run: (args) => jobs.mintLinks(args), log: unlogged },
    copyLinks: { run: (args) => jobResults.copyLinks(args), log: unlogged },
    copyLink: { run: (args) => jobResults.copyLink(args), log: unlogged },
    copyMail: { run: (args) => jobResults.copyMail(args), log: unlogged },
    saveQrSheet: { run: (args) => jobResults.saveQrSheet(args), log: unlogged },
    saveLinks: { run: (args) => jobResults.saveLinks(args), log: unlogged },
    startNow: { run: (args) => jobs.startNow(args), log: unlogged },
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
    openIds: { run: (args) => plans.openIds(args) },
  };
}
