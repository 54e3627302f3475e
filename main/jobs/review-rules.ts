/** The confirmation that a person must give, and the limits of the policy, before a job is queued or resumed. */
import type { Preferences } from '../../preload/contract/app.ts';
import type { JobKind, JobReview } from '../../preload/contract/jobs.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import type { Question } from '../ipc/implementation.ts';
import type { Policy } from '../policy/policy.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import {
  aboveLimit,
  deletesOff,
  needsAnother,
  needsReason,
  rowAboveLimit,
  rowNeedsAnother,
  rowNeedsReason,
} from './review-failures.ts';
import { isDelete } from './kinds.ts';
import { counted } from '../wording/format.ts';

/** Above so many, deletes one by one are a bulk delete. */
const MOST_IN_A_ROW = 10;

/** How many, with or without marks between each three digits, whichever mark. */
const GROUPED = /^\d{1,3}(?<mark>[\s.,’'])\d{3}(?:\k<mark>\d{3})*$/u;

/** Whether the count or the name is typed too: elsewhere main's own question is enough. */
export function mustType({ environment }: Pick<ConnectionRecord, 'environment'>): boolean {
  return environment === 'production';
}

/** Whether a text is the count, or the connection’s exact name. */
export function isTyped(typed: string, boards: number, name: string): boolean {
  const text = typed.trim();
  if (text === name || text === String(boards)) return true;
  return GROUPED.test(text) && text.replaceAll(/\D/gu, '') === String(boards);
}

/** What main asks before boards are queued for deletion. */
export function deleteQuestion(
  { name, environment }: Pick<ConnectionRecord, 'name' | 'environment'>,
  host: string,
  { boards, holdSeconds }: Pick<JobReview, 'boards' | 'holdSeconds'>,
): Question {
  const what = counted(boards, 'board');
  const where = environment === 'production' ? `“${name}” (Production)` : `“${name}”`;
  return {
    message: `Delete ${what} from ${where}?`,
    detail: `The service is ${host}. ${holdSentence(holdSeconds)} Deleting can’t be undone.`,
    yes: `Delete ${what}`,
  };
}

function holdSentence(seconds: number): string {
  return seconds === 0
    ? 'Easel sends this right away: your organisation doesn’t hold deletes.'
    : `Nothing is sent for ${durationText(seconds)}; until then you can cancel.`;
}

function durationText(seconds: number): string {
  if (seconds < 120) return counted(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour');
}

/** What the organisation's rules are asked about: something new, or a job that is to go on. */
export interface Asked {
  readonly kind: JobKind;
  /** How many things it covers, whatever their results. */
  readonly items: number;
  /** For a delete of one thing: which one it is of those that count together, from 1. */
  readonly place: number;
  /** Who has drafted the plan that it comes from; null for what was chosen here. */
  readonly draftedBy: JobRecord['draftedBy'];
  /** Null when it is asked for later. */
  readonly reason: string | null;
}

/** What the rules are. */
export type JobRules = Pick<
  Policy,
  'allowDelete' | 'maxBulk' | 'twoPersons' | 'requireReason' | 'holdSeconds'
>;

/** More than one thing; or one by one, once they are more than 10 in a row, or than a bulk delete may touch. */
function isBulk({ kind, items, place }: Asked, { maxBulk }: JobRules): boolean {
  return items > 1 || (isDelete(kind) && place > Math.min(MOST_IN_A_ROW, maxBulk ?? Infinity));
}

/** Why the organisation does not allow this; null when it does. */
export function whyNotAllowed(policy: JobRules, asked: Asked): Failure | null {
  const { kind, items, place, draftedBy, reason } = asked;
  const deletes = isDelete(kind);
  if (deletes && !policy.allowDelete) return deletesOff;
  if (!isBulk(asked, policy)) return null;
  const row = items === 1 ? place : null;
  const { maxBulk } = policy;
  if (maxBulk !== null && (row ?? items) > maxBulk) {
    return row === null ? aboveLimit(kind, items, maxBulk) : rowAboveLimit(kind, maxBulk);
  }
  if (!deletes) return null;
  if (policy.twoPersons && draftedBy !== 'another') {
    return row === null ? needsAnother(draftedBy === 'self') : rowNeedsAnother(kind, row);
  }
  const isMute = reason !== null && reason.trim() === '';
  if (policy.requireReason && isMute) return row === null ? needsReason : rowNeedsReason(kind, row);
  return null;
}

/** For how many seconds at least the organisation has a delete held; null where it leaves that to the person. */
export function floorSecondsOf(policy: JobRules, asked: Asked): number | null {
  if (!isDelete(asked.kind)) return null;
  const { single, bulk } = policy.holdSeconds;
  if (asked.items > 1) return bulk;
  if (!isBulk(asked, policy) || bulk === null) return single;
  return Math.max(single ?? 0, bulk);
}

/** How long a delete is held, in seconds: what a person prefers never makes it shorter than the organisation wants. */
export function holdSecondsOf(
  policy: JobRules,
  asked: Asked,
  preferences: Pick<Preferences, 'holdSeconds'>,
): number {
  const kind = asked.items === 1 ? 'single' : 'bulk';
  const seconds = policy.holdSeconds[kind] ?? preferences.holdSeconds[kind];
  return Math.max(seconds, floorSecondsOf(policy, asked) ?? 0);
}
