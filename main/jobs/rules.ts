/** What the organisation's rules say of a job, before it is queued or resumed. */
import type { JobCounts, JobKind } from '../../preload/contract/jobs.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import type { Clock } from '../lib/clock.ts';
import type { Policy } from '../ipc/policy/policy.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { failure } from '../lib/wording/failure.ts';
import { formatNumber } from '../lib/wording/format.ts';
import { countedThings, isDelete, KINDS } from './kinds.ts';
import { isUnfinished } from './states.ts';

/** Above so many, deletes one by one are a bulk delete. */
const MOST_IN_A_ROW = 10;

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
export function isBulk({ kind, items, place }: Asked, { maxBulk }: JobRules): boolean {
  return items > 1 || (isDelete(kind) && place > Math.min(MOST_IN_A_ROW, maxBulk ?? Infinity));
}

const NEEDS_ANOTHER = 'Your organisation requires one person to draft a bulk delete and another to run it.';

/** Why the organisation does not allow this; null when it does. */
export function whyNotAllowed(policy: JobRules, asked: Asked): Failure | null {
  const { kind, items, place, draftedBy, reason } = asked;
  const deletes = isDelete(kind);
  if (deletes && !policy.allowDelete) {
    return failure('policy', { message: 'Your organisation doesn’t allow deleting with Easel.' });
  }
  if (!isBulk(asked, policy)) return null;
  const row = items === 1 ? place : null;
  const { maxBulk } = policy;
  if (maxBulk !== null && (row ?? items) > maxBulk) {
    return row === null ? aboveLimit(kind, items, maxBulk) : rowAboveLimit(kind, maxBulk);
  }
  if (!deletes) return null;
  if (policy.twoPersons && draftedBy !== 'another') {
    const nextStep = 'Select the boards, save them as a plan for a colleague to run, or wait an hour.';
    return row === null
      ? needsAnother(kind, draftedBy === 'self')
      : countsAsBulk(row, NEEDS_ANOTHER, kind === 'delete-boards' ? nextStep : WAIT);
  }
  if (policy.requireReason && reason?.trim() === '') {
    const rule = 'Your organisation requires a reason for a bulk delete.';
    const nextStep = `Select the ${KINDS[kind].many} and delete them together with a reason, or wait an hour.`;
    return row === null ? needsReason(KINDS[kind].many) : countsAsBulk(row, rule, nextStep);
  }
  return null;
}

function aboveLimit(kind: JobKind, items: number, most: number): Failure {
  return failure('policy', {
    message: `Your organisation allows at most ${countedThings(kind, most)} at once. You chose ${formatNumber(items)}.`,
    nextStep: `Choose fewer ${KINDS[kind].many}.`,
  });
}

const needsReason = (things: string): Failure =>
  failure('policy', {
    message: 'Your organisation requires a reason for a bulk delete, and this one has none.',
    nextStep: `Cancel it, then delete the ${things} again with a reason.`,
  });

const WAIT = 'Try again an hour after the last one finishes.';

function rowAboveLimit(kind: JobKind, most: number): Failure {
  const together = `Select the ${KINDS[kind].many} and delete them together, at most ${formatNumber(most)} at once, or wait an hour.`;
  return failure('policy', {
    message: `Your organisation allows at most ${countedThings(kind, most)} at once. Single deletes within an hour count together.`,
    nextStep: most > 1 ? together : WAIT,
  });
}

/** `place`: which one of the deletes in a row it would be. `rule`: of bulk deletes. */
function countsAsBulk(place: number, rule: string, nextStep: string): Failure {
  return failure('policy', {
    message: `This is single delete number ${formatNumber(place)} within an hour, so it counts as a bulk delete. ${rule}`,
    nextStep,
  });
}

function needsAnother(kind: JobKind, isOwnPlan: boolean): Failure {
  return isOwnPlan
    ? failure('policy', {
        message: 'You drafted this plan, and your organisation requires another person to run it.',
        nextStep: 'Ask a colleague to run it in Easel on their computer.',
      })
    : failure('policy', {
        message: NEEDS_ANOTHER,
        nextStep:
          kind === 'delete-boards'
            ? 'Save it as a plan for a colleague to run.'
            : 'Plans are for boards alone: delete papers one by one.',
      });
}

// Single deletes that count together.

/** How long one counts after its end, ms. */
export const COUNTS_FOR_MS = 3_600_000;

interface RecordAndCounts {
  readonly record: JobRecord;
  readonly counts: JobCounts;
}

/**
 * Many single deletes in a row are a bulk delete. One counts from when it is queued until an hour after its end, with all
 * that go to the same host over any connection, even when it was dismissed or Easel was restarted. It no longer counts once
 * it was cancelled before anything was sent, and never when another person drafted it as a plan.
 */
export class Singles {
  readonly #clock: Clock;
  /** By job, in the order in which they began to count; `stay` takes the clock back that ends it. */
  readonly #counted = new Map<string, { readonly host: string; readonly stay: () => void }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** It is queued, or goes on: one that counts already keeps its place. */
  enter({ record, counts }: RecordAndCounts): void {
    const { id } = record;
    if (!isDelete(record.kind) || counts.total !== 1 || record.draftedBy === 'another') return;
    this.#counted.get(id)?.stay();
    this.#counted.set(id, { host: hostOf(record.address), stay: () => undefined });
  }

  /** It has ended. */
  leave({ id, startedAt, endedAt }: Pick<JobRecord, 'id' | 'startedAt' | 'endedAt'>): void {
    const known = this.#counted.get(id);
    if (known === undefined) return;
    known.stay();
    if (startedAt === null) this.#counted.delete(id);
    else this.#lastHour(id, known.host, endedAt);
  }

  /** Deletes of an earlier run. Finished ones count before all that may still run. */
  restore(
    putAway: readonly Pick<JobRecord, 'id' | 'address' | 'endedAt'>[],
    jobs: readonly RecordAndCounts[],
  ): void {
    for (const { id, address, endedAt } of putAway) this.#lastHour(id, hostOf(address), endedAt);
    const isEnded = ({ record }: RecordAndCounts): boolean => !isUnfinished(record);
    for (const job of jobs.toSorted((one, other) => Number(isEnded(other)) - Number(isEnded(one)))) {
      this.enter(job);
      if (isEnded(job)) this.leave(job.record);
    }
  }

  counts(jobId: string): boolean {
    return this.#counted.has(jobId);
  }

  /** Which one of those that count together this is, from 1; one that is not among them would be the last. */
  placeOf(jobId: string | null, { address, draftedBy }: Pick<JobRecord, 'address' | 'draftedBy'>): number {
    let place = 1;
    if (draftedBy === 'another') return place;
    const host = hostOf(address);
    for (const [id, counted] of this.#counted) {
      if (id === jobId) break;
      if (counted.host === host) place += 1;
    }
    return place;
  }

  /** By a timer: a clock that is set forward does not shorten it, and one that was set back makes it no longer. */
  #lastHour(id: string, host: string, endedAt: number | null): void {
    const { now, after } = this.#clock;
    const left = Math.min((endedAt ?? now()) + COUNTS_FOR_MS - now(), COUNTS_FOR_MS);
    if (left <= 0) this.#counted.delete(id);
    else this.#counted.set(id, { host, stay: after(left, () => this.#counted.delete(id)) });
  }
}

// Single deletes that need no question of main's.

/** Within ten minutes, so many single deletes need no yes in main's own dialog; the next one does, and then each tenth. */
export const MOST_UNASKED = 10;
const RECENT_MS = 600_000;

/** Counts the single deletes of the last ten minutes, at any host, since a person last said yes to one. */
export class Unasked {
  readonly #steady: () => number;
  /** By the steady clock, ms. */
  #at: number[] = [];

  constructor({ steady }: { readonly steady: () => number }) {
    this.#steady = steady;
  }

  /** Whether main must ask before the next one. */
  mustAsk(): boolean {
    const since = this.#steady() - RECENT_MS;
    this.#at = this.#at.filter((at) => at > since);
    return this.#at.length >= MOST_UNASKED;
  }

  /** One is queued, whatever becomes of it. `agreed`: main asked, and a person said yes. */
  add(agreed: boolean): void {
    if (agreed) this.#at = [];
    this.#at.push(this.#steady());
  }

  /** Deletes of an earlier run. `msAgo`: how long each has been queued. */
  restore(msAgo: readonly number[]): void {
    this.#at = msAgo.map((ms) => this.#steady() - Math.max(0, ms));
  }
}

/** The same service may be reached by several paths. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
