/** Child process of job-kills.ts: runs bulk changes until it is killed. Sends no request before the message `Go`. */
import { isUnfinished } from '../../preload/contract/facts.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { atRest } from '../support/delete-now.ts';
import { must } from '../support/must.ts';
import { draftFor, startServices, type TestServices } from '../support/services.ts';

export interface Start {
  readonly folder: string;
  readonly origin: string;
  readonly apiKey: string;
  /** Connection id. Null for the first process in a folder, which creates the connection and lists its boards. */
  readonly connectionId: string | null;
}

export interface Go {
  readonly deletes: readonly string[];
  readonly boards: number;
  readonly papers: readonly string[];
}

export type Saying =
  | { readonly say: 'up'; readonly connectionId: string; readonly jobs: readonly Job[] }
  | { readonly say: 'made'; readonly jobId: string; readonly items: number }
  /** Reports that no job will send a request until the user resumes a job. */
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
  // Starts the deletes first, because creates change the board list, and the deletes' review would then fail.
  const deleted = deletes.length === 0 ? [] : [await deleteAll(deletes)];
  const begun = known.map(({ id, state }) =>
    services.must(state === 'held' ? 'jobs.startNow' : 'jobs.resume', { jobId: id }),
  );
  if (boards > 0) {
    const args = { connectionId, count: boards, label: '', tags: [] };
    begun.push(make(services.call('jobs.createBoards', args), boards));
  }
  if (papers.length > 0) {
    const args = { connectionId, names: papers, templateId: null };
    begun.push(make(services.call('jobs.createPapers', args), papers.length));
  }
  const all = [...deleted, ...(await Promise.all(begun))];
  await Promise.all(all.map(({ id }) => atRest(services, id)));
  // Waits for earlier database calls, because one of them removes the last create from the journal.
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
process.on('disconnect', () => process.exit(0));
