import type { ActivityAction } from '../../preload/contract/activity.ts';
import { counted, endedCount, formatNumber, jobGoing } from '../../preload/contract/facts.ts';
import type { Job, JobKind, JobWording } from '../../preload/contract/jobs.ts';

interface KindFacts extends JobWording {
  readonly effect: 'deletes' | 'creates' | 'makes-links';
  readonly api: 'board-api' | 'paper-api';
  readonly forPeople?: true;
  readonly action: ActivityAction;
}

const DELETES = { effect: 'deletes', order: 'Delete', going: 'Deleting', past: 'deleted' } as const;
const CREATES = { effect: 'creates', order: 'Create', going: 'Creating', past: 'created' } as const;
const MAKES = { ...CREATES, effect: 'makes-links' } as const;
const BOARDS = { one: 'board', many: 'boards', api: 'board-api' } as const;
const PAPERS = { one: 'paper', many: 'papers', api: 'paper-api' } as const;
const PACK = { one: 'paper with its link', many: 'papers with their links', api: 'paper-api' } as const;
const LINKS = { one: 'join link', many: 'join links', api: 'paper-api' } as const;

export const KINDS: Readonly<Record<JobKind, KindFacts>> = {
  'delete-boards': { ...DELETES, ...BOARDS, action: 'board-deleted' },
  'delete-papers': { ...DELETES, ...PAPERS, action: 'paper-deleted' },
  'create-boards': { ...CREATES, ...BOARDS, action: 'board-created' },
  'create-papers': { ...CREATES, ...PAPERS, action: 'paper-created' },
  'create-pack': { ...CREATES, ...PACK, forPeople: true, action: 'paper-created' },
  'mint-links': { ...MAKES, ...LINKS, forPeople: true, action: 'links-made' },
};

export function wordingOf(kind: JobKind): JobWording {
  const { order, going, past, one, many } = KINDS[kind];
  return { order, going, past, one, many };
}

export type DeleteKind = Extract<JobKind, `delete-${string}`>;

export function deleteKind(of: 'board' | 'paper'): DeleteKind {
  return of === 'board' ? 'delete-boards' : 'delete-papers';
}

export function isDelete(kind: JobKind): kind is DeleteKind {
  return KINDS[kind].effect === 'deletes';
}

/** True for jobs whose requests must not be repeated if the service may have received them. */
export function isCreate(kind: JobKind): boolean {
  return KINDS[kind].effect === 'creates';
}

export function countedThings(kind: JobKind, count: number): string {
  const { one, many } = KINDS[kind];
  return counted(count, one, many);
}

export function closeWarning(jobs: readonly Job[]): string {
  const running = jobs.filter(({ state }) => state === 'running');
  const held = jobs.filter(({ state, holdUntil }) => state === 'held' && holdUntil !== null);
  if (running.length + held.length === 0) return '';
  const done = ({ counts }: Job): string => `${formatNumber(endedCount(counts))} done`;
  const runs = running.map((job) => `${jobGoing(job)}: ${done(job)}.`);
  // Checks `startedAt`, because a job on hold may be a retry that sent requests earlier.
  const holds = held.map(
    (job) => `${jobGoing(job)} is on hold: ${job.startedAt === null ? 'nothing has been sent' : done(job)}.`,
  );
  return `${[...runs, ...holds].join(' ')} If you close Easel now, you can continue later in Jobs.`;
}
