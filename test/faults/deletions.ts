/** What the job of a delete must say of a fault, and that stopping it leaves its item as what is known of it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Job, JobItemState, JobPause } from '../../preload/contract/jobs.ts';
import type { Deletion } from '../support/delete-now.ts';
import type { TestServices } from '../support/services.ts';
import type { Outcome } from './expectations.ts';
import { value } from './operations.ts';

/** Outcomes that end the one item, so that the job has ended with it. */
const ENDS: Readonly<Partial<Record<Outcome, readonly JobItemState[]>>> = {
  ok: ['done', 'already-gone'],
  refused: ['failed'],
  'not-allowed': ['failed'],
};

/** Why the job waits for a person; for all other outcomes because the service does not answer as it should. */
const PAUSES: Readonly<Partial<Record<Outcome, JobPause>>> = {
  'key-refused': 'refused',
  'too-many-requests': 'refused',
  offline: 'network',
};

/** What is wrong with it, one sentence each; a paused job is stopped. */
export async function checkDeletion(
  services: TestServices,
  deletion: Deletion | null,
  expected: Outcome,
): Promise<readonly string[]> {
  if (deletion === null) return [];
  const { job, item } = deletion;
  const problems = await wrongCsv(services, deletion);
  const ends = ENDS[expected];
  if (ends !== undefined) {
    if (job.state !== 'done') problems.push(`the job is ${job.state}, though its item has ended`);
    if (!ends.includes(item.state)) problems.push(`the item is ${item.state}`);
    if (item.state === 'failed' && item.message === '') problems.push('the failed item says nothing');
    if (item.status === null) problems.push('the item has no status, though the service has answered');
    return problems;
  }
  // What can't be looked for ends as unknown where a repetition would say the same.
  if (expected === 'outcome-unknown' && job.state === 'done')
    return item.state === 'unknown' ? problems : [...problems, `the item is ${item.state}`];
  const due = PAUSES[expected] ?? 'outage';
  if (job.state !== 'paused') return [...problems, `the job is ${job.state} instead of paused`];
  if (job.pause !== due) problems.push(`the job waits because of ${job.pause ?? 'nothing'}, not ${due}`);
  if (item.state !== 'waiting') problems.push(`the item of a paused job is ${item.state}`);
  return [...problems, ...(await wrongStop(services, job, expected))];
}

/** Nobody will send it again: what may have been done is unknown, what was not is untouched. */
async function wrongStop(
  services: TestServices,
  { id: jobId, kind, failure }: Job,
  expected: Outcome,
): Promise<readonly string[]> {
  value(await services.call('jobs.stop', { jobId }));
  const { items } = value(await services.call('jobs.items', { jobId, from: 0, count: 1, state: null }));
  const state = items[0]?.state;
  // After a 500 a board was looked for, and is still shown.
  const isKnown = PAUSES[expected] !== undefined || (kind === 'delete-boards' && failure?.status === 500);
  const hasArrived = failure?.status !== undefined && failure.status !== 407 && !isKnown;
  const due = expected === 'outcome-unknown' || hasArrived ? 'unknown' : 'untouched';
  return state === due ? [] : [`stopped, its item is ${state ?? 'none'} instead of ${due}`];
}

/** The list of its items, as a person saves it; leaks are looked for in it later. */
async function wrongCsv(services: TestServices, { job, item }: Deletion): Promise<string[]> {
  const saved = value(await services.call('jobs.saveItems', { jobId: job.id }));
  if (saved === null) return ['the items could not be saved'];
  const text = await readFile(path.join(services.folder, saved.fileName), 'utf8');
  return text.includes(item.targetId) && saved.items === 1 ? [] : ['the saved items do not name it'];
}
