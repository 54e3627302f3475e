/** Deletes as a person does who will not wait out the hold: queued, begun at once, and followed until nothing is sent any more. */
import type { RoomTarget } from '../../preload/contract/call.ts';
import type { Job, JobItem } from '../../preload/contract/jobs.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { TestServices } from './services.ts';

/** What became of it: the job as it stands (ended, or paused with its reason), and its one item. */
export interface Deletion {
  readonly job: Job;
  readonly item: JobItem;
}

/** Fails as queueing or starting does; whatever the service says is in the job and its item. */
export async function deleteNow(
  services: Pick<TestServices, 'call' | 'event'>,
  connectionId: string,
  target: RoomTarget,
): Promise<Result<Deletion>> {
  const held = await services.call('jobs.deleteOne', { connectionId, target });
  if (!held.ok) return held;
  const jobId = held.value.id;
  // Heard from before it begins: where nobody answers for long, that may be over at once.
  const rested = atRest(services, jobId);
  const begun = await services.call('jobs.startNow', { jobId });
  if (!begun.ok) return begun;
  const job = await rested;
  const items = await services.call('jobs.items', { jobId, from: 0, count: 2, state: null });
  if (!items.ok) return items;
  const [item, another] = items.value.items;
  if (item === undefined || another !== undefined) throw new Error('a delete of one thing has one item');
  return ok({ job, item });
}

/** The job once it neither is held nor runs. */
export async function atRest({ event }: Pick<TestServices, 'event'>, jobId: string): Promise<Job> {
  let last: Job | null = null;
  await event('jobs.changed', (data) => {
    const { job } = data as unknown as { readonly job: Job };
    if (job.id !== jobId || job.state === 'held' || job.state === 'running') return false;
    // Paused by the answer to its last item: it is about to be done.
    if (job.state === 'paused' && job.counts.waiting + job.counts.sending === 0) return false;
    last = job;
    return true;
  });
  if (last === null) throw new Error('nobody was told of the job');
  return last;
}
