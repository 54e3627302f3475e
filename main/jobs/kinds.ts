/** The kinds of jobs: what each does, at which API, and how that is logged and said, here and in the page. */
import type { ActivityAction } from '../../preload/contract/activity.ts';
import type { JobKind, JobWording } from '../../preload/contract/jobs.ts';
import { counted } from '../wording/format.ts';

interface KindFacts extends JobWording {
  readonly effect: 'deletes' | 'creates' | 'makes-links';
  readonly api: 'board-api' | 'paper-api';
  /** The log's name for the result of one item. */
  readonly action: ActivityAction;
}

const DELETES = { effect: 'deletes', order: 'Delete', going: 'Deleting', past: 'deleted' } as const;
const CREATES = { effect: 'creates', order: 'Create', going: 'Creating', past: 'created' } as const;
const MAKES = { effect: 'makes-links', order: 'Make', going: 'Making', past: 'made' } as const;
const BOARDS = { one: 'board', many: 'boards', api: 'board-api' } as const;
const PAPERS = { one: 'paper', many: 'papers', api: 'paper-api' } as const;
const LINKS = { one: 'join link', many: 'join links', api: 'paper-api' } as const;

export const KINDS: Readonly<Record<JobKind, KindFacts>> = {
  'delete-boards': { ...DELETES, ...BOARDS, action: 'board-deleted' },
  'delete-papers': { ...DELETES, ...PAPERS, action: 'paper-deleted' },
  'create-boards': { ...CREATES, ...BOARDS, action: 'board-created' },
  'create-papers': { ...CREATES, ...PAPERS, action: 'paper-created' },
  'mint-links': { ...MAKES, ...LINKS, action: 'links-made' },
};

/** What the page gets to know of a kind. */
export function wordingOf(kind: JobKind): JobWording {
  const { order, going, past, one, many } = KINDS[kind];
  return { order, going, past, one, many };
}

/** Whether jobs of this kind delete, rather than make something. */
export function isDelete(kind: JobKind): kind is 'delete-boards' | 'delete-papers' {
  return KINDS[kind].effect === 'deletes';
}

/** Creates can't be repeated unless it is certain that the service never saw them. */
export function isCreate(kind: JobKind): boolean {
  return KINDS[kind].effect === 'creates';
}

/** "1 board", "502 boards". */
export function countedThings(kind: JobKind, count: number): string {
  const { one, many } = KINDS[kind];
  return counted(count, one, many);
}
