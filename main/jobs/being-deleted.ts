/** What unfinished jobs are still to delete. */
import type { JobRecord } from '../store/tables/jobs.ts';
import type { JobFactoryOptions } from './job-factory.ts';
import type { Queue } from './queue.ts';
import { isUnfinished } from './states.ts';
import { addressFor } from './work.ts';

/** Those of these ids that such a job, of this kind and at the same address, is about. Rejects when the disk fails. */
export async function idsBeingDeleted(
  { work, table }: Pick<JobFactoryOptions, 'work' | 'table'>,
  queue: Pick<Queue, 'all'>,
  connectionId: string,
  kind: 'delete-boards' | 'delete-papers',
  ids: readonly string[],
): Promise<readonly string[]> {
  const isAbout = (record: JobRecord, address: string): boolean =>
    record.kind === kind && record.address === address;
  const unfinished = queue.all().filter(({ record, counts }) => isUnfinished(record) || counts.sending > 0);
  if (ids.length === 0 || !unfinished.some(({ record }) => record.kind === kind)) return [];
  const connection = await work.recordOf(connectionId);
  if (!connection.ok) return [];
  const address = addressFor(kind, connection.value);
  const jobIds = unfinished.filter(({ record }) => isAbout(record, address)).map(({ id }) => id);
  return jobIds.length === 0 ? [] : table.taken(jobIds, ids);
}
