import type { RoomTarget } from '../../preload/contract/call.ts';
import type { Job, JobItem } from '../../preload/contract/jobs.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { TestServices } from './services.ts';

export interface Deletion {
  readonly job: Job;
  readonly item: JobItem;
}

export async function deleteNow(
  services: Pick<TestServices, 'call' | 'event'>,
  connectionId: string,
  target: RoomTarget,
): Promise<Result<Deletion>> {
  const held = await services.call('jobs.deleteOne', { connectionId, target });
  if (!held.ok) return held;
  const jobId = held.value.id;
  // Listens for the job's end before starting it, because it may end immediately.
  const rested = atRest(services, jobId);
  const started = await services.call('jobs.startNow', { jobId });
  if (!started.ok) return started;
  const job = await rested;
  const items = await services.call('jobs.items', { jobId, from: 0, count: 2, state: null });
  if (!items.ok) return items;
  const [item, another] = items.value.items;
  if (item === undefined || another !== undefined) throw new Error('a delete of one thing has one item');
  return ok({ job, item });
}

export async function atRest({ event }: Pick<TestServices, 'event'>, jobId: string): Promise<Job> {
  let last: Job | null = null;
  await event('jobs.changed', (data) => {
    const { job } = data as unknown as { readonly job: Job };
    if (job.id !== jobId || job.state === 'held' || job.state === 'running') return false;
    // A paused job without remaining items reaches its final state a moment later.
    if (job.state === 'paused' && job.counts.waiting + job.counts.sending === 0) return false;
    last = job;
    return true;
  });
  if (last === null) throw new Error('no event of the job');
  return last;
}
