/**
 * Single deletes that count together, because many in a row are a bulk delete. One counts from when it is queued until
 * an hour after its end, with all that go to the same host over any connection, even when it was dismissed or Easel was
 * restarted. It no longer counts once it was cancelled before anything was sent, and never when another person drafted
 * it as a plan.
 */
import type { Clock } from '../clock.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import type { LiveJob } from './live-job.ts';
import { isUnfinished } from './states.ts';
import { isDelete } from './kinds.ts';

/** How long one counts after its end, ms. */
export const COUNTS_FOR_MS = 3_600_000;

export class Singles {
  readonly #clock: Clock;
  /** By job, in the order in which they began to count; `stay` takes the clock back that ends it. */
  readonly #counted = new Map<string, { readonly host: string; readonly stay: () => void }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** It is queued, or goes on: one that counts already keeps its place. */
  enter({ id, record, counts }: Pick<LiveJob, 'id' | 'record' | 'counts'>): void {
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
  restore(putAway: readonly Pick<JobRecord, 'id' | 'address' | 'endedAt'>[], jobs: readonly LiveJob[]): void {
    for (const { id, address, endedAt } of putAway) this.#lastHour(id, hostOf(address), endedAt);
    const [unfinished, ended] = [jobs.filter(isLeft), jobs.filter((live) => !isLeft(live))];
    for (const live of [...ended, ...unfinished]) {
      this.enter(live);
      if (!isLeft(live)) this.leave(live.record);
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

/** The same service may be reached by several paths. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

function isLeft({ record }: LiveJob): boolean {
  return isUnfinished(record);
}
