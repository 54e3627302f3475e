import type { ActivityAction } from '../../preload/contract/activity.ts';
import type { Job, JobCounts, JobKind, JobWording } from '../../preload/contract/jobs.ts';
import { capital, counted, formatNumber } from '../lib/wording/format.ts';

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

/** True for kinds of jobs whose requests must not be repeated if the service may have received them. */
export function isCreate(kind: JobKind): boolean {
  return KINDS[kind].effect === 'creates';
}

export function countedThings(kind: JobKind, count: number): string {
  const { one, many } = KINDS[kind];
  return counted(count, one, many);
}

/** Returns a summary such as "499 deleted, 2 already gone, 1 failed". Omits zero counts. */
export function tally(kind: JobKind, counts: JobCounts): string {
  const parts: readonly (readonly [number, string])[] = [
    [counts.done, KINDS[kind].past],
    [counts.accepted, 'accepted, not confirmed'],
    [counts['already-gone'], 'already gone'],
    [counts.failed, 'failed'],
    [counts.unknown, 'unknown'],
    [counts.skipped, 'skipped'],
    [counts.untouched, 'not sent'],
    [counts.waiting + counts.sending, 'not done yet'],
  ];
  const shown = parts.filter(([count]) => count > 0);
  return shown.map(([count, words]) => `${formatNumber(count)} ${words}`).join(', ');
}

/** Returns a sentence such as "Finished deleting 5 boards: 4 deleted, 1 failed." for notifications, without names. */
export function endSentence({ kind, counts }: Pick<Job, 'kind' | 'counts'>): string {
  const { going, past } = KINDS[kind];
  const things = countedThings(kind, counts.total);
  if (counts.done === counts.total) return `${capital(past)} ${things}.`;
  return `Finished ${going.toLowerCase()} ${things}: ${tally(kind, counts)}.`;
}

export function closeWarning(
  jobs: readonly { readonly record: Pick<Job, 'kind' | 'state' | 'holdUntil'>; readonly counts: JobCounts }[],
): string {
  const running = jobs.filter(({ record }) => record.state === 'running');
  const held = jobs.filter(({ record }) => record.state === 'held' && record.holdUntil !== null);
  if (running.length + held.length === 0) return '';
  const runs = running.map(({ record: { kind }, counts }) => {
    const left = counts.waiting + counts.sending;
    return `${KINDS[kind].going} ${countedThings(kind, counts.total)}: ${formatNumber(counts.total - left)} done.`;
  });
  const holds = held.map(
    ({ record: { kind }, counts }) =>
      `${KINDS[kind].going} ${countedThings(kind, counts.total)} is on hold: nothing has been sent.`,
  );
  return `${[...runs, ...holds].join(' ')} If you close Easel now, you can continue later in Jobs.`;
}
