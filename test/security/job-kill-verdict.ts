/** Compares Easel's record of each job item with the service's data, after Easel was killed. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Contents } from '../practice/control.ts';
import type { Job, JobItemState, JobKind, JobState } from '../../preload/contract/jobs.ts';

interface ItemRow {
  readonly jobId: string;
  readonly kind: JobKind;
  readonly place: number;
  readonly targetId: string;
  readonly name: string;
  readonly state: JobItemState;
  /** Time at which the item's request was sent; null if none was sent. A waiting item with a time awaits a retry. */
  readonly at: number | null;
}

export interface JobsOnDisk {
  readonly jobs: readonly { readonly id: string; readonly kind: JobKind; readonly state: JobState }[];
  readonly items: readonly ItemRow[];
  /** Journal of creates with an unknown outcome. Each entry consists of a job id and an item's index. */
  readonly journal: readonly string[];
  readonly integrity: string;
}

export function readJobs(folder: string): JobsOnDisk {
  const db = new DatabaseSync(path.join(folder, 'easel.db'));
  const all = <T>(sql: string): readonly T[] => db.prepare(sql).all() as unknown as readonly T[];
  try {
    const [integrity] = all<{ readonly integrity_check: string }>('PRAGMA integrity_check');
    return {
      jobs: all('SELECT id, kind, state FROM jobs ORDER BY rowid'),
      items: all(`SELECT job_id AS jobId, kind, place, target_id AS targetId, name, job_items.state, at
        FROM job_items JOIN jobs ON jobs.id = job_id ORDER BY job_id, place`),
      journal: all<{ readonly id: string }>('SELECT id FROM creates').map(({ id }) => id),
      integrity: integrity?.integrity_check ?? 'silent',
    };
  } finally {
    db.close();
  }
}

export interface Seen {
  readonly disk: JobsOnDisk;
  readonly there: Contents;
  readonly jobs: readonly Job[];
  readonly first: ReadonlySet<string>;
  /** Numbers of items per job id, which the killed process reported after it had saved the jobs. */
  readonly made: ReadonlyMap<string, number>;
  readonly before: JobsOnDisk | null;
}

export function judgeRecord(seen: Seen): readonly string[] {
  const { disk } = seen;
  if (disk.integrity !== 'ok') return [`the database is damaged: ${disk.integrity}`];
  const problems = [
    ...judgeDeletes(seen),
    ...judgeMadeBoards(seen),
    ...judgeMadePapers(seen),
    ...judgeJobs(seen),
    ...judgeJournal(disk),
    ...judgeEnds(seen),
  ];
  return [...new Set(problems)];
}

const of = (kind: JobKind, { items }: JobsOnDisk): readonly ItemRow[] =>
  items.filter((item) => item.kind === kind);

/** True if the item's request may have been sent, but its outcome is unknown. */
function isInDoubt({ state, at }: ItemRow): boolean {
  return state === 'unknown' || state === 'sending' || (state === 'waiting' && at !== null);
}

function judgeDeletes({ disk, there, first }: Seen): readonly string[] {
  const items = of('delete-boards', disk);
  const boards = new Set(there.boards);
  const named = new Set(items.map(({ targetId }) => targetId));
  const problems = items.flatMap((item) => {
    const isThere = boards.has(item.targetId);
    const isGone = item.state === 'done' || item.state === 'already-gone';
    if (isGone && isThere) return [`a board is there whose delete is ${item.state}`];
    return isGone || isThere || isInDoubt(item) ? [] : [`a board is gone whose delete is ${item.state}`];
  });
  const isLost = [...first].some((id) => !named.has(id) && !boards.has(id));
  return isLost ? [...problems, 'a board is gone that no job names'] : problems;
}

/** Compares only numbers of created boards, because boards have no names by which to find their items. */
function judgeMadeBoards({ disk, there, first }: Seen): readonly string[] {
  const items = of('create-boards', disk);
  const made = new Set(there.boards.filter((id) => !first.has(id)));
  const done = new Set(items.flatMap(({ state, targetId }) => (state === 'done' ? [targetId] : [])));
  const doubtful = items.filter(isInDoubt).length;
  const extra = made.size - done.size;
  return [
    ...([...done].every((id) => made.has(id)) ? [] : ['a board is not there whose create is done']),
    ...(extra <= doubtful ? [] : [`${extra} boards were made beside ${doubtful} creates in doubt`]),
  ];
}

function judgeMadePapers({ disk, there }: Seen): readonly string[] {
  return of('create-papers', disk).flatMap((item) => {
    const [made, again] = there.papers.filter(({ name }) => name === item.name);
    if (again !== undefined) return ['a paper was made twice'];
    if (item.state === 'done')
      return made?.identifier === item.targetId ? [] : ['a paper is not there whose create is done'];
    return made === undefined || isInDoubt(item) ? [] : [`a paper was made whose create is ${item.state}`];
  });
}

function judgeJobs({ disk, jobs, made }: Seen): readonly string[] {
  const itemsOf = Map.groupBy(disk.items, ({ jobId }) => jobId);
  const forgotten = [...made].filter(([id, items]) => itemsOf.get(id)?.length !== items);
  const problems = forgotten.map(() => 'a job is forgotten, or some of its items');
  for (const { id } of disk.jobs) {
    const reported = jobs.find((job) => job.id === id);
    if (reported === undefined) {
      problems.push('Easel does not show a job');
      continue;
    }
    const { state, counts, holdUntil } = reported;
    const count = (...states: readonly JobItemState[]): number =>
      (itemsOf.get(id) ?? []).filter((item) => states.includes(item.state)).length;
    const shown = [counts.waiting, counts.done + counts['already-gone'], counts.unknown].join();
    const is = [count('waiting'), count('done', 'already-gone'), count('unknown')].join();
    if (shown !== is) problems.push(`a job shows ${shown}, and ${is} are on disk`);
    if (count('sending') > 0 || state === 'running' || holdUntil !== null)
      problems.push('a job goes on by itself after a kill');
  }
  return problems;
}

function judgeJournal(disk: JobsOnDisk): readonly string[] {
  const creates = [...of('create-boards', disk), ...of('create-papers', disk)];
  const due = creates.filter(({ state }) => state === 'unknown').map((item) => `${item.jobId}:${item.place}`);
  const isRight = due.toSorted().join() === disk.journal.toSorted().join();
  const isAgain = creates.some((item) => item.state === 'waiting' && item.at !== null);
  return [
    ...(isRight ? [] : ['the journal does not name exactly the creates in doubt']),
    ...(isAgain ? ['a create that may have been sent would be sent again'] : []),
  ];
}

function judgeEnds({ disk, before }: Seen): readonly string[] {
  const keyOf = ({ jobId, place, state, targetId }: ItemRow): string =>
    [jobId, place, state, targetId].join();
  const now = new Set(disk.items.map(keyOf));
  const ended = before?.items.filter(({ state }) => state !== 'waiting' && state !== 'sending') ?? [];
  return ended.every((item) => now.has(keyOf(item))) ? [] : ['items have changed that had ended'];
}
