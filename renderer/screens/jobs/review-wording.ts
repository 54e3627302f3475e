/** A review in words: what is excluded and why, how current the list is, what must be typed. */
import type { ServiceTime } from '../../../preload/contract/boards.ts';
import type { JobReview } from '../../../preload/contract/jobs.ts';
import { absoluteTime, clockTime, counted, momentOf, relativeTime } from '../../parts/format.ts';

const SKIPPED: Readonly<Record<JobReview['skipped'][number]['why'], string>> = {
  protected: 'protected',
  vanished: 'no longer listed by the service',
  undated: 'creation date unknown',
  'without-id': 'no id',
  queued: 'already in another job',
};

/** "6 boards: protected", for each reason that there is. */
export function skippedLines(review: Pick<JobReview, 'skipped'>): readonly string[] {
  return review.skipped
    .filter((each) => each.boards > 0)
    .map(({ why, boards: count }) => `${counted(count, 'board')}: ${SKIPPED[why]}`);
}

/** "2 years ago, 26 Nov 2023, 15:11:39 UTC"; the service's own text where it can't be read. */
export function momentWording(time: ServiceTime | null, now: number): string {
  if (time === null) return 'Unknown';
  const at = momentOf(time);
  return at === null ? time.raw : `${relativeTime(at, now)}, ${absoluteTime(at)}`;
}

/** A list that is older than this is worth a look at the service first, in ms. */
const OLD = 60 * 60_000;

/** What the list is worth that the boards were chosen from. */
export interface ListWorth {
  readonly warning: boolean;
  readonly text: string;
}

/** In one or two sentences; `now` is epoch ms. */
export function listWorth({ completeness, asOf }: JobReview, now: number): ListWorth {
  const age = asOf === null ? null : now - asOf;
  const from = asOf === null ? 'Of unknown age.' : `As of ${clockTime(asOf, now)}.`;
  if (completeness !== 'complete')
    return {
      warning: true,
      text: `${from} It may be incomplete: missing boards stay.`,
    };
  if (age === null || age > OLD)
    return {
      warning: true,
      text: `${from} It may be old: refresh first.`,
    };
  return { warning: false, text: `${from} Complete.` };
}

/** The error in the typed text; null when it is the count or the connection’s name. */
export function typedProblem(typed: string, review: Pick<JobReview, 'boards'>, name: string): string | null {
  const text = typed.trim();
  if (text === name || text.replaceAll(/[\s.,’'_]/gu, '') === String(review.boards)) return null;
  return 'That is neither.';
}
