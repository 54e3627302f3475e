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

/** What it is told. */
export type Order =
  | {
      readonly do: 'start';
      readonly folder: string;
      readonly origin: string;
      readonly apiKey: string;
      /** Null for the first one of a folder, which makes the connection and lists its boards. */
      readonly connectionId: string | null;
    }
  | {
      /** Whatever is unfinished goes on, and of each kind without such a job a new one begins. */
      readonly do: 'go';
      readonly deletes: readonly string[];
      /** Protected before they are reviewed together with the others. */
      readonly shielded: readonly string[];
      /** Protected while they are being deleted. */
      readonly protects: readonly string[];
      readonly boards: number;
      readonly papers: readonly string[];
    };

/** What it says. */
export type Saying =
  | { readonly say: 'up'; readonly connectionId: string; readonly jobs: readonly Job[] }
  /** A job is on disk; `items` is how many were asked for. */
  | { readonly say: 'made'; readonly jobId: string; readonly items: number }
  | { readonly say: 'protected'; readonly ids: readonly string[] }
  /** Nothing of any job will be sent by itself any more. */
  | { readonly say: 'rested'; readonly jobs: readonly Job[] };

const say = (saying: Saying): void => void process.send?.(saying);
let services: TestServices;
let connectionId: string;

async function start({ folder, origin, apiKey, connectionId: known }: Extract<Order, { do: 'start' }>) {
  services = await startServices(folder);
  const jobs = must(await services.call('jobs.list', {}));
  connectionId = must(await services.call('connections.save', draftFor(origin, apiKey, { id: known }))).id;
  if (known === null) {
    const listed = services.event('boards.changed', ({ phase }) => phase === 'done' || phase === 'failed');
    must(await services.call('boards.list', { connectionId }));
    await listed;
  }
  say({ say: 'up', connectionId, jobs });
}

async function go(order: Extract<Order, { do: 'go' }>): Promise<void> {
  const { deletes, shielded, protects, boards, papers } = order;
  const known = must(await services.call('jobs.list', {})).filter(isUnfinished);
  // Before anything is made: a list that changes all the time can't be reviewed.
  const deleted = deletes.length === 0 ? [] : [await deleteAll([...shielded, ...deletes], shielded)];
  const resumed = known.map(({ id, state }) =>
    services.call(state === 'held' ? 'jobs.startNow' : 'jobs.resume', { jobId: id }).then(must),
  );
  const made: Promise<Job>[] = [];
  if (boards > 0) {
    const asked = { connectionId, count: boards, label: '', tags: [] };
    made.push(make(services.call('jobs.createBoards', asked), boards));
  }
  if (papers.length > 0) {
    const asked = { connectionId, names: papers, templateId: null };
    made.push(make(services.call('jobs.createPapers', asked), papers.length));
  }
  const begun = Promise.all([...resumed, ...made]);
  if (protects.length > 0) void protect(protects);
  await Promise.all([...deleted, ...(await begun)].map(({ id }) => atRest(services, id)));
  // The entry of the last create is removed right after its job has ended: what reads that table comes behind it.
  must(await services.call('unresolved.list', { connectionId }));
  say({ say: 'rested', jobs: must(await services.call('jobs.list', {})) });
}

async function make(call: Promise<Result<Job>>, items: number): Promise<Job> {
  const job = must(await call);
  say({ say: 'made', jobId: job.id, items });
  return job;
}

async function deleteAll(ids: readonly string[], shielded: readonly string[]): Promise<Job> {
  await protect(shielded);
  const selection = { kind: 'ids', ids } as const;
  const { reviewId, boards } = must(await services.call('jobs.review', { connectionId, selection }));
  const typed = String(boards);
  const { id } = await make(services.call('jobs.deleteReviewed', { reviewId, typed, reason: '' }), boards);
  return must(await services.call('jobs.startNow', { jobId: id }));
}

async function protect(ids: readonly string[]): Promise<void> {
  const change = { protected: true };
  must(await services.call('boards.annotate', { connectionId, selection: { kind: 'ids', ids }, change }));
  say({ say: 'protected', ids });
}

process.on('message', (order: Order) => void (order.do === 'start' ? start(order) : go(order)));
// Whoever waits for it is gone.
process.on('disconnect', () => process.exit(0));
