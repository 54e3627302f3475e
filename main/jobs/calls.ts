/** Jobs and plans, as a page asks for them. Jobs tell the activity log of themselves and of their items. */
import { type Result, ok } from '../../preload/contract/failure.ts';
import { unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { Jobs } from './jobs.ts';
import type { Plans } from './plans.ts';
import type { JobResults } from './results.ts';
import type { Reviews } from './reviews.ts';

export interface JobUseCases {
  readonly jobs: Jobs;
  readonly reviews: Reviews;
  readonly jobResults: JobResults;
  readonly paperNames: (pattern: string, count: number) => Result<readonly string[]>;
}

export function jobCalls({ jobs, reviews, jobResults, paperNames }: JobUseCases): CallsOf<'jobs'> {
  return {
    list: { run: () => jobs.list() },
    deleteOne: { run: ({ connectionId, target }) => jobs.deleteOne(connectionId, target), log: unlogged },
    review: { run: ({ connectionId, selection }) => reviews.review(connectionId, selection) },
    saveReview: { run: ({ reviewId }) => reviews.save(reviewId), log: unlogged },
    closeReview: { run: ({ reviewId }) => ok(reviews.close(reviewId)), log: unlogged },
    deleteReviewed: {
      ask: ({ reviewId, typed, reason }) => reviews.question(reviewId, typed, reason),
      run: ({ reviewId, typed, reason }) => reviews.deleteReviewed(reviewId, typed, reason),
      log: unlogged,
    },
    createBoards: { run: ({ connectionId, count }) => jobs.createBoards(connectionId, count), log: unlogged },
    paperNames: { run: ({ pattern, count }) => paperNames(pattern, count) },
    createPapers: {
      run: ({ connectionId, names, templateId }) => jobs.createPapers(connectionId, names, templateId),
      log: unlogged,
    },
    mintLinks: {
      run: ({ connectionId, identifier, names }) => jobs.mintLinks(connectionId, identifier, names),
      log: unlogged,
    },
    copyLinks: { run: ({ jobId }) => jobResults.copyLinks(jobId), log: unlogged },
    saveLinks: { run: ({ jobId }) => jobResults.saveLinks(jobId), log: unlogged },
    startNow: { run: ({ jobId }) => jobs.startNow(jobId), log: unlogged },
    cancel: { run: ({ jobId }) => jobs.cancel(jobId), log: unlogged },
    pause: { run: ({ jobId }) => jobs.pause(jobId), log: unlogged },
    resume: { run: ({ jobId }) => jobs.resume(jobId), log: unlogged },
    stop: { run: ({ jobId }) => jobs.stop(jobId), log: unlogged },
    retryFailed: { run: ({ jobId }) => jobs.retryFailed(jobId), log: unlogged },
    dismiss: { run: ({ jobId }) => jobs.dismiss(jobId), log: unlogged },
    items: { run: ({ jobId, from, count, state }) => jobs.items(jobId, from, count, state) },
    saveItems: { run: ({ jobId }) => jobResults.saveItems(jobId), log: unlogged },
  };
}

export function planCalls(plans: Plans): CallsOf<'plans'> {
  return {
    save: { run: ({ reviewId, note, validDays }) => plans.save(reviewId, note, validDays), log: unlogged },
    open: { run: ({ connectionId }) => plans.open(connectionId) },
  };
}
