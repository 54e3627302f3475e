import { isUnfinished } from '../../preload/contract/facts.ts';
import type { JobKind } from '../../preload/contract/jobs.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import type { Core } from '../ipc/core.ts';
import type { Policy } from '../ipc/policy/policy.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { failure } from '../lib/wording/failure.ts';
import { formatNumber } from '../lib/wording/format.ts';
import type { Job } from './job.ts';
import { countedThings, isDelete, KINDS } from './kinds.ts';

/** Number of recent single deletes after which each further single delete is treated like a bulk delete. */
const MOST_IN_A_ROW = 10;

export interface PolicySubject {
  readonly kind: JobKind;
  readonly items: number;
  /** Position (from 1) of a single delete among the recent single deletes on the same host. */
  readonly place: number;
  readonly planId: string | null;
  readonly reason: string | null;
}

export type JobRules = Pick<
  Policy,
  'allowDelete' | 'maxBulk' | 'twoPersons' | 'requireReason' | 'holdSeconds'
>;

/** True for several items, or for a single delete after 10 recent ones (fewer if the policy's `maxBulk` is lower). */
export function isBulk({ kind, items, place }: PolicySubject, { maxBulk }: JobRules): boolean {
  return items > 1 || (isDelete(kind) && place > Math.min(MOST_IN_A_ROW, maxBulk ?? Infinity));
}

export function whyNotAllowed(policy: JobRules, subject: PolicySubject): Failure | null {
  const { kind, items, place, planId, reason } = subject;
  const deletes = isDelete(kind);
  if (deletes && !policy.allowDelete) return refused('Your organisation doesn’t allow deleting with Easel.');
  if (!isBulk(subject, policy)) return null;
  const { many } = KINDS[kind];
  const { maxBulk } = policy;
  const isOne = items === 1;
  const inARow = isOne
    ? `This is single delete number ${formatNumber(place)} within an hour, so it counts as a bulk delete. `
    : '';
  if (maxBulk !== null && (isOne ? place : items) > maxBulk) {
    const rule = `Your organisation allows at most ${countedThings(kind, maxBulk)} at once.`;
    if (!isOne) return refused(`${rule} You chose ${formatNumber(items)}.`, `Choose fewer ${many}.`);
    const together = `Select up to ${countedThings(kind, maxBulk)} and delete them together, or wait an hour.`;
    return refused(
      inARow + rule,
      maxBulk > 1 ? together : 'Try again an hour after the most recent delete finishes.',
    );
  }
  if (deletes && policy.twoPersons && planId === null) {
    const nextStep =
      kind === 'delete-boards'
        ? 'Save the boards as a team plan. The connection must have joined a team account.'
        : 'Plans can only contain boards. Delete papers one by one, a few per hour.';
    return refused(
      `${inARow}Your organisation requires a colleague to approve the plan for a bulk delete.`,
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

/** A finished single delete counts towards the limit of single deletes for this number of ms. */
export const COUNTS_FOR_MS = 3_600_000;

type RecordAndCounts = Pick<Job, 'record' | 'counts'>;

/**
 * Counts single deletes per host until 1 h after their end, even after a restart. Above a limit, further single deletes
 * follow the rules for bulk deletes. Cancelled deletes and approved plans do not count.
 */
export class Singles {
  readonly #clock: Pick<Core, 'now' | 'steady'>;
  /** Recent single deletes by job id, oldest first. After `until` (monotonic ms), a delete no longer counts. */
  readonly #all = new Map<string, { readonly host: string; readonly until: number }>();

  constructor(clock: Pick<Core, 'now' | 'steady'>) {
    this.#clock = clock;
  }

  /** Counts a queued or resumed delete towards the limit of single deletes. A resumed delete keeps its position. */
  enter({ record, counts }: RecordAndCounts): void {
    if (!isDelete(record.kind) || counts.total !== 1 || record.planId !== null) return;
    this.#counted().set(record.id, { host: hostOf(record.address), until: Infinity });
  }

  leave({ id, address, startedAt, endedAt }: JobRecord): void {
    if (startedAt === null) this.#all.delete(id);
    else if (this.#all.has(id)) this.#lastHour(id, address, endedAt);
  }

  /** Restores the single deletes of Easel's previous run. Finished deletes get positions before unfinished ones. */
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

  /** Returns a job's position (from 1) among the recent single deletes. A new job gets the next position. */
  placeOf(jobId: string | null, { address, planId }: Pick<JobRecord, 'address' | 'planId'>): number {
    if (planId !== null) return 1;
    const ids = [...this.#counted()].filter(([, { host }]) => host === hostOf(address)).map(([id]) => id);
    const place = jobId === null ? -1 : ids.indexOf(jobId);
    return (place < 0 ? ids.length : place) + 1;
  }

  #counted(): Map<string, { readonly host: string; readonly until: number }> {
    const at = this.#clock.steady();
    for (const [id, { until }] of this.#all) if (until <= at) this.#all.delete(id);
    return this.#all;
  }

  // Counts a finished delete until 1 h after its end. If the clock was set back, at most 1 h from now.
  #lastHour(id: string, address: string, endedAt: number | null): void {
    const { now, steady } = this.#clock;
    const left = Math.min((endedAt ?? now()) + COUNTS_FOR_MS - now(), COUNTS_FOR_MS);
    this.#all.set(id, { host: hostOf(address), until: steady() + left });
  }
}

/** Number of single deletes in ten minutes that need no confirmation. Each confirmation restarts the count. */
export const MOST_UNASKED = 10;
const RECENT_MS = 600_000;

export class Unasked {
  readonly #steady: Core['steady'];
  #at: number[] = [];

  constructor({ steady }: Pick<Core, 'steady'>) {
    this.#steady = steady;
  }

  mustAsk(): boolean {
    const since = this.#steady() - RECENT_MS;
    this.#at = this.#at.filter((at) => at > since);
    return this.#at.length >= MOST_UNASKED;
  }

  add(agreed: boolean): void {
    if (agreed) this.#at = [];
    this.#at.push(this.#steady());
  }
}

/** Returns the host of an address. The path doesn't matter, because one service may use several paths. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
