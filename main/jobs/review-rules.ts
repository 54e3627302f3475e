/** What a person must do, and what the organisation allows, before reviewed boards become a job. */
import type { JobReview, Preferences } from '../../preload/contract/domain.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import type { Question } from '../ipc/implementation.ts';
import type { Policy } from '../policy/policy.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { aboveLimit, deletesOff, needsAnother, nothingToDelete } from './review-failures.ts';

/** Above so many something is typed wherever it is. */
const MOST_UNTYPED = 10;

/** How many, with or without marks between each three digits, whichever mark. */
const GROUPED = /^\d{1,3}(?<mark>[\s.,’'])\d{3}(?:\k<mark>\d{3})*$/u;

export function mustType({ environment }: Pick<ConnectionRecord, 'environment'>, boards: number): boolean {
  return environment === 'production' || boards > MOST_UNTYPED;
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
  const what = `${boards.toLocaleString('en-GB')} ${boards === 1 ? 'board' : 'boards'}`;
  const where = environment === 'production' ? `“${name}” (Production)` : `“${name}”`;
  return {
    message: `Delete ${what} of ${where}?`,
    detail: `They are at ${host}. Nothing is sent for ${inWords(holdSeconds)}: until then you can cancel. A deleted board can’t be brought back.`,
    yes: `Delete ${what}`,
  };
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

/** How long a delete of so many is held, in seconds. */
export function holdSecondsOf(
  boards: number,
  policy: Pick<Policy, 'holdSeconds'>,
  preferences: Pick<Preferences, 'holdSeconds'>,
): number {
  const kind = boards === 1 ? 'single' : 'bulk';
  return policy.holdSeconds[kind] ?? preferences.holdSeconds[kind];
}

/** What the rules are asked about. */
interface Wanted {
  readonly boards: number;
  /** Who has drafted the plan they come from; null for boards that were chosen here. */
  readonly draftedBy: 'self' | 'another' | null;
  readonly policy: Pick<Policy, 'allowDelete' | 'maxBulk' | 'twoPersons'>;
  /** Whether this connection may change anything at all now. */
  readonly mayChange: Result<null>;
}

/** Why these boards can’t be deleted from here and now; null when they can. */
export function whyNotDeleted({ boards, draftedBy, policy, mayChange }: Wanted): Failure | null {
  if (boards === 0) return nothingToDelete();
  if (!policy.allowDelete) return deletesOff();
  if (!mayChange.ok) return mayChange.error;
  if (policy.maxBulk !== null && boards > policy.maxBulk) return aboveLimit(boards, policy.maxBulk);
  if (policy.twoPersons && boards > 1 && draftedBy !== 'another') return needsAnother(draftedBy === 'self');
  return null;
}
