/** Benchmark process: changes boards in one job, prints the duration. Arguments: `<origin> delete|create <count>` */
import type { Job } from '../../preload/contract/jobs.ts';
import { startBenchServices } from './bench-services.ts';

const [origin = '', kind = '', count = ''] = process.argv.slice(2);
const many = Number(count);
const services = await startBenchServices();
const connectionId = await services.connect(origin);

let listMs = 0;

async function queueDelete(): Promise<Job> {
  const listing = performance.now();
  const listed = services.listed(connectionId);
  await services.must('boards.list', { connectionId });
  await listed;
  listMs = performance.now() - listing;
  const query = { find: '', filters: [], order: { by: 'created', descending: true } } as const;
  const selection = { kind: 'all', query, except: [] } as const;
  const { reviewId, boards } = await services.must('jobs.review', { connectionId, selection });
  if (boards !== many) throw new Error(`${boards} boards are reviewed, not ${many}`);
  return services.must('jobs.deleteReviewed', { reviewId, typed: count, reason: '' });
}

let progress = 0;
let begun = 0;
let ended: Promise<Job>;
if (kind === 'delete') {
  const job = await queueDelete();
  ended = services.jobEnded(job.id, () => (progress += 1));
  begun = performance.now();
  await services.must('jobs.startNow', { jobId: job.id });
} else {
  begun = performance.now();
  const job = await services.must('jobs.createBoards', { connectionId, count: many, label: '', tags: [] });
  ended = services.jobEnded(job.id, () => (progress += 1));
}
const { counts, state } = await ended;
const ms = performance.now() - begun;
if (state !== 'done' || counts.done !== many)
  throw new Error(`${counts.done} of ${many} are done, the job is ${state}: ${JSON.stringify(counts)}`);
process.stdout.write(JSON.stringify({ ms, progress, listMs }));
await services.close();
// Exits explicitly, because some of Easel's timers keep the process alive.
process.exit(0);
