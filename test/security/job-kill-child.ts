/**
 * Deletes and creates in bulk until it is killed. Started by job-kills.ts over a user-data folder that earlier ones were
 * killed in: it says once it is up, and sends nothing to the service before it is told to go on.
 */
import { isUnfinished } from '../../main/jobs/states.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { atRest } from '../support/delete-now.ts';
import { must } from '../support/must.ts';
import { draftFor, startServices, type TestServices } from '../support/services.ts';

/** What it is told first. */
export interface Start {
  readonly folder: string;
  readonly origin: string;
  readonly apiKey: string;
  /** Null for the first one of a folder, which makes the connection and lists its boards. */
  readonly connectionId: string | null;
}

/** What it is told then: whatever is unfinished goes on, and new jobs begin of what is not empty. */
export interface Go {
  readonly deletes: readonly string[];
  readonly boards: number;
  readonly papers: readonly string[];
}

/** What it says. */
export type Saying =
  | { readonly say: 'up'; readonly connectionId: string; readonly jobs: readonly Job[] }
  /** A job is on disk; `items` is how many were asked for. */
  | { readonly say: 'made'; readonly jobId: string; readonly items: number }
  /** Nothing of any job will be sent by itself any more. */
  | { readonly say: 'rested'; readonly jobs: readonly Job[] };

const say = (saying: Saying): void => void process.send?.(saying);
let services: TestServices;
let connectionId: string;

async function start({ folder, origin, apiKey, connectionId: known }: Start): Promise<void> {
  services = await startServices(folder);
  const jobs = await services.must('jobs.list', {});
  connectionId = (await services.must('connections.save', draftFor(origin, apiKey, { id: known }))).id;
  if (known === null) {
    const listed = services.event('boards.changed', ({ phase }) => phase === 'done' || phase === 'failed');
    await services.must('boards.list', { connectionId });
    await listed;
  }
  say({ say: 'up', connectionId, jobs });
}

async function go({ deletes, boards, papers }: Go): Promise<void> {
  const known = (await services.must('jobs.list', {})).filter(isUnfinished);
  // Before anything is made: a list that changes all the time can't be reviewed.
  const deleted = deletes.length === 0 ? [] : [await deleteAll(deletes)];
  const begun = known.map(({ id, state }) =>
    services.must(state === 'held' ? 'jobs.startNow' : 'jobs.resume', { jobId: id }),
  );
  if (boards > 0) {
    const asked = { connectionId, count: boards, label: '', tags: [] };
    begun.push(make(services.call('jobs.createBoards', asked), boards));
  }
  if (papers.length > 0) {
    const asked = { connectionId, names: papers, templateId: null };
    begun.push(make(services.call('jobs.createPapers', asked), papers.length));
  }
  const all = [...deleted, ...(await Promise.all(begun))];
  await Promise.all(all.map(({ id }) => atRest(services, id)));
  // The entry of the last create is removed right after its job has ended: what reads that table comes behind it.
  await services.must('unresolved.list', { connectionId });
  say({ say: 'rested', jobs: await services.must('jobs.list', {}) });
}

async function make(call: Promise<Result<Job>>, items: number): Promise<Job> {
  const job = must(await call);
  say({ say: 'made', jobId: job.id, items });
  return job;
}

async function deleteAll(ids: readonly string[]): Promise<Job> {
  const selection = { kind: 'ids', ids } as const;
  const { reviewId } = await services.must('jobs.review', { connectionId, selection });
  const confirmed = { reviewId, typed: String(ids.length), reason: '' };
  const { id } = await make(services.call('jobs.deleteReviewed', confirmed), ids.length);
  return services.must('jobs.startNow', { jobId: id });
}

process.on('message', (order: Start | Go) => void ('folder' in order ? start(order) : go(order)));
// Whoever waits for it is gone.
process.on('disconnect', () => process.exit(0));
