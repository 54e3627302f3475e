/** What the organisation's rules say of a job, before it is queued or resumed. */
import type { JobCounts, JobKind } from '../../preload/contract/jobs.ts';
import type { Failure } from '../../preload/contract/failure.ts';
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

/** Why the organisation does not allow this; null when it does. */
export function whyNotAllowed(policy: JobRules, asked: Asked): Failure | null {
  const { kind, items, place, draftedBy, reason } = asked;
  const deletes = isDelete(kind);
  if (deletes && !policy.allowDelete) return refused('Your organisation doesn’t allow deleting with Easel.');
  if (!isBulk(asked, policy)) return null;
  const { many } = KINDS[kind];
  const { maxBulk } = policy;
  const isOne = items === 1;
  const inARow = isOne
    ? `This is single delete number ${formatNumber(place)} within an hour, so it counts as a bulk delete. `
    : '';
  if (maxBulk !== null && (isOne ? place : items) > maxBulk) {
    const rule = `Your organisation allows at most ${countedThings(kind, maxBulk)} at once.`;
    if (!isOne) return refused(`${rule} You chose ${formatNumber(items)}.`, `Choose fewer ${many}.`);
    const together = `Select the ${many} and delete them together, at most ${formatNumber(maxBulk)} at once, or wait an hour.`;
    return refused(inARow + rule, maxBulk > 1 ? together : 'Try again an hour after the last one finishes.');
  }
  if (deletes && policy.twoPersons && draftedBy !== 'another') {
    if (draftedBy === 'self' && !isOne)
      return refused(
        'You drafted this plan, and your organisation requires another person to run it.',
        'Ask a colleague to run it in Easel on their computer.',
      );
    const nextStep =
      kind === 'delete-boards'
        ? 'Select the boards, and save them as a plan for a colleague to run.'
        : 'Plans are for boards alone: delete papers one by one, a few within an hour.';
    return refused(
      `${inARow}Your organisation requires one person to draft a bulk delete and another to run it.`,
      nextStep,
    );
  }
  if (deletes && policy.requireReason && reason?.trim() === '') {
    const nextStep = `Select the ${many} and delete them together with a reason.`;
    return refused(`${inARow}Your organisation requires a reason for a bulk delete.`, nextStep);
  }
  return null;
}

function refused(message: string, nextStep?: string): Failure {
  return failure('policy', { message, ...(nextStep !== undefined && { nextStep }) });
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
  readonly #clock: { readonly now: () => number; readonly steady: () => number };
  /** By job, in the order in which they began to count. `until`: when one counts no more, by the steady clock. */
  readonly #all = new Map<string, { readonly host: string; readonly until: number }>();

  constructor(clock: { readonly now: () => number; readonly steady: () => number }) {
    this.#clock = clock;
  }

  /** It is queued, or goes on: one that counts already keeps its place. */
  enter({ record, counts }: RecordAndCounts): void {
    if (!isDelete(record.kind) || counts.total !== 1 || record.draftedBy === 'another') return;
    this.#counted().set(record.id, { host: hostOf(record.address), until: Infinity });
  }

  /** It has ended. */
  leave({ id, address, startedAt, endedAt }: JobRecord): void {
    if (startedAt === null) this.#all.delete(id);
    else if (this.#all.has(id)) this.#lastHour(id, address, endedAt);
  }

  /** Deletes of an earlier run. Finished ones count before all that may still run. */
  restore(
    putAway: readonly Pick<JobRecord, 'id' | 'address' | 'endedAt'>[],
    jobs: readonly RecordAndCounts[],
  ): void {
    for (const { id, address, endedAt } of putAway) this.#lastHour(id, address, endedAt);
    const isEnded = ({ record }: RecordAndCounts): boolean => !isUnfinished(record);
    for (const job of jobs.toSorted((one, other) => Number(isEnded(other)) - Number(isEnded(one)))) {
      this.enter(job);
      if (isEnded(job)) this.leave(job.record);
    }
  }

  counts(jobId: string): boolean {
    return this.#counted().has(jobId);
  }

  /** Which one of those that count together this is, from 1; one that is not among them would be the last. */
  placeOf(jobId: string | null, { address, draftedBy }: Pick<JobRecord, 'address' | 'draftedBy'>): number {
    if (draftedBy === 'another') return 1;
    const ids = [...this.#counted()].filter(([, { host }]) => host === hostOf(address)).map(([id]) => id);
    const place = jobId === null ? -1 : ids.indexOf(jobId);
    return (place < 0 ? ids.length : place) + 1;
  }

  #counted(): Map<string, { readonly host: string; readonly until: number }> {
    const at = this.#clock.steady();
    for (const [id, { until }] of this.#all) if (until <= at) this.#all.delete(id);
    return this.#all;
  }

  /** A clock that is set forward does not shorten it, and one that was set back makes it no longer. */
  #lastHour(id: string, address: string, endedAt: number | null): void {
    const { now, steady } = this.#clock;
    const left = Math.min((endedAt ?? now()) + COUNTS_FOR_MS - now(), COUNTS_FOR_MS);
    this.#all.set(id, { host: hostOf(address), until: steady() + left });
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
}

/** The same service may be reached by several paths. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
