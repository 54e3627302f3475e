/** Holds Easel's record of its jobs against what is there at the service, item by item. */
import type { Contents } from '../practice/control.ts';
import type { Job, JobItemState } from '../../preload/contract/jobs.ts';
import type { ItemRow, JobRow, JobsOnDisk } from './job-kill-record.ts';

/** What is known beside both. */
export interface Known {
  /** Boards that were there at the beginning. */
  readonly first: ReadonlySet<string>;
  /** Boards that no delete may touch from some moment on. */
  readonly kept: ReadonlySet<string>;
  /** Jobs that Easel has said to be on disk, with the number of their items. */
  readonly made: ReadonlyMap<string, number>;
  /** How many items a job of each kind is made with. */
  readonly sizes: ReadonlySet<number>;
  /** The record as it was before. */
  readonly before: JobsOnDisk | null;
}

/** What was seen at one moment. `jobs` as Easel says them. */
export interface Seen {
  readonly disk: JobsOnDisk;
  readonly there: Contents;
  readonly jobs: readonly Job[];
}

/** Everything that is wrong, one sentence each. */
export function judgeRecord(seen: Seen, known: Known): readonly string[] {
  const { disk, there } = seen;
  if (disk.integrity !== 'ok') return [`the database is damaged: ${disk.integrity}`];
  const problems = [
    ...judgeDeletes(disk, new Set(there.boards), known),
    ...judgeMadeBoards(disk, there, known),
    ...judgeMadePapers(disk, there),
    ...judgeJobs(seen, known),
    ...judgeLedger(disk),
    ...judgeEnds(disk, known.before),
  ];
  return [...new Set(problems)];
}

const of = (kind: JobRow['kind'], { jobs, items }: JobsOnDisk): readonly ItemRow[] => {
  const ids = new Set(jobs.flatMap((job) => (job.kind === kind ? [job.id] : [])));
  return items.filter(({ jobId }) => ids.has(jobId));
};

/** Whether it may have been sent, and nobody knows what it did. */
export function isInDoubt({ state, at }: ItemRow): boolean {
  return state === 'unknown' || state === 'sending' || (state === 'waiting' && at !== null);
}

function judgeDeletes(disk: JobsOnDisk, there: ReadonlySet<string>, known: Known): readonly string[] {
  const items = of('delete-boards', disk);
  const listed = new Set(items.map(({ targetId }) => targetId));
  const problems: string[] = [];
  for (const item of items) {
    const isThere = there.has(item.targetId);
    const isGone = item.state === 'done' || item.state === 'already-gone';
    if (isGone && isThere) problems.push(`a board is there whose delete is ${item.state}`);
    if (!isGone && !isThere && !isInDoubt(item))
      problems.push(`a board is gone whose delete is ${item.state}`);
  }
  for (const id of known.first) {
    if (!listed.has(id) && !there.has(id)) problems.push('a board is gone that no job names');
  }
  for (const id of known.kept) if (!there.has(id)) problems.push('a protected board is gone');
  return problems;
}

/** Boards have no names: all that can be told is how many were made. */
function judgeMadeBoards(disk: JobsOnDisk, { boards }: Contents, { first }: Known): readonly string[] {
  const items = of('create-boards', disk);
  const made = new Set(boards.filter((id) => !first.has(id)));
  const done = items.filter(({ state }) => state === 'done');
  const doubtful = items.filter(isInDoubt).length;
  const missing = done.filter(({ targetId }) => !made.has(targetId)).length;
  const extra = made.size - new Set(done.map(({ targetId }) => targetId)).size;
  return [
    ...(missing === 0 ? [] : ['a board is not there whose create is done']),
    ...(extra <= doubtful ? [] : [`${extra} boards were made beside ${doubtful} creates in doubt`]),
  ];
}

/** Each paper has a name of its own, so each create can be told from all others. */
function judgeMadePapers(disk: JobsOnDisk, { papers }: Contents): readonly string[] {
  const problems: string[] = [];
  for (const item of of('create-papers', disk)) {
    const made = papers.filter(({ name }) => name === item.name);
    if (made.length > 1) problems.push(`a paper was made ${made.length} times`);
    if (item.state === 'done' && made[0]?.identifier !== item.targetId) {
      problems.push('a paper is not there whose create is done');
    }
    if (item.state !== 'done' && made.length > 0 && !isInDoubt(item)) {
      problems.push(`a paper was made whose create is ${item.state}`);
    }
  }
  return problems;
}

function judgeJobs({ disk, jobs }: Seen, { made, sizes }: Known): readonly string[] {
  const problems: string[] = [];
  for (const id of made.keys()) {
    if (!disk.jobs.some((job) => job.id === id)) problems.push('a job is forgotten');
  }
  for (const { id } of disk.jobs) {
    const items = disk.items.filter(({ jobId }) => jobId === id);
    const due = made.get(id);
    const isWhole = due === undefined ? sizes.has(items.length) : items.length === due;
    if (!isWhole)
      problems.push(`a job has ${items.length} items instead of ${due ?? [...sizes].join(' or ')}`);
    const said = jobs.find((job) => job.id === id);
    if (said === undefined) problems.push('Easel does not show a job');
    else problems.push(...judgeSaid(said, items));
  }
  if (disk.items.some(({ jobId }) => !disk.jobs.some(({ id }) => id === jobId))) {
    problems.push('items are there without their job');
  }
  return problems;
}

/** What Easel shows of a job is what is on disk of it, and nothing of it is under way before a person says so. */
function judgeSaid({ state, counts, holdUntil }: Job, items: readonly ItemRow[]): readonly string[] {
  const count = (...states: readonly JobItemState[]): number =>
    items.filter((item) => states.includes(item.state)).length;
  const shown = [counts.waiting, counts.done + counts.alreadyGone, counts.unknown, counts.skipped];
  const is = [count('waiting'), count('done', 'already-gone'), count('unknown'), count('skipped')];
  return [
    ...(shown.join() === is.join() ? [] : [`a job shows ${shown.join()}, and ${is.join()} are on disk`]),
    ...(count('sending') === 0 ? [] : ['an item is being sent, though nobody has said go on']),
    ...(state === 'running' || holdUntil !== null ? ['a job goes on by itself after a kill'] : []),
  ];
}

/** A create in doubt stands in the journal until a person settles it, and nothing else does. */
function judgeLedger(disk: JobsOnDisk): readonly string[] {
  const creates = [...of('create-boards', disk), ...of('create-papers', disk)];
  const due = creates.filter(({ state }) => state === 'unknown').map((item) => `${item.jobId}:${item.place}`);
  const missing = due.filter((id) => !disk.journal.includes(id)).length;
  return [
    ...(missing === 0 ? [] : ['a create in doubt is not in the journal']),
    ...(disk.journal.length + missing === due.length
      ? []
      : ['the journal names a create that is not in doubt']),
    ...(creates.some((item) => item.state === 'waiting' && item.at !== null)
      ? ['a create that may have been sent would be sent again']
      : []),
  ];
}

/** What has ended stays as it ended. */
function judgeEnds({ items }: JobsOnDisk, before: JobsOnDisk | null): readonly string[] {
  const now = new Map(items.map((item) => [`${item.jobId}:${item.place}`, item]));
  const changed = (before?.items ?? []).filter(({ jobId, place, state, targetId }) => {
    if (state === 'waiting' || state === 'sending') return false;
    const later = now.get(`${jobId}:${place}`);
    return later?.state !== state || later.targetId !== targetId;
  });
  return changed.length === 0 ? [] : [`${changed.length} items have changed that had ended`];
}
