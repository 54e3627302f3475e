/**
 * Saves the results of a job's items and marks the next ones, in batches: one write at a time takes all that is
 * pending, so that no delete waits for the disk.
 */
import type { Clock } from '../clock.ts';
import type { Store } from '../store/database.ts';
import {
  LEFT_OUT,
  type Claim,
  type ClaimedItem,
  type ClaimRequest,
  type ItemUpdate,
} from '../store/tables/jobs.ts';
import type { LiveJob } from './live-job.ts';
import type { ItemResult } from './outcomes.ts';

/** An item that is finished, and its result. */
export interface FinishedItem {
  readonly item: ClaimedItem;
  readonly result: ItemResult;
}

/** What to write: a result, or `null` for an item that is not being sent. `doubtful`: it may have been sent before. */
type Unwritten =
  | FinishedItem
  | { readonly item: ClaimedItem; readonly result: null; readonly doubtful: boolean };

export interface WriterOptions extends Clock {
  readonly live: LiveJob;
  readonly table: Pick<Store['jobs'], 'recordItems'>;
  readonly toMark: () => number;
  /** These are marked, those were skipped; what was handed over before is on disk. */
  readonly onMarked: (claim: Claim) => void;
  readonly onFinished: (finished: readonly FinishedItem[]) => void;
  readonly onFault: () => void;
}

/** Results are written when there are so many, or so many ms after the first. */
const MOST_UNWRITTEN = 64;
const WRITE_AFTER_MS = 100;

export class Writer {
  readonly #options: WriterOptions;
  #unwritten: Unwritten[] = [];
  /** How many have come, and how many are on disk. */
  #added = 0;
  #written = 0;
  #writing: Promise<boolean> | null = null;
  #isDue = false;
  #cancelDue: (() => void) | null = null;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  finished(item: ClaimedItem, result: ItemResult): void {
    this.#add({ item, result });
  }

  get isWriting(): boolean {
    return this.#writing !== null;
  }

  /** It was marked and not sent: it waits again, or stays untouched in a stopped job. */
  givenBack(item: ClaimedItem, doubtful: boolean): void {
    this.#add({ item, result: null, doubtful });
  }

  /** Writes all that there is by now; false when it can't be. */
  async flush(): Promise<boolean> {
    const upTo = this.#added;
    do {
      this.#isDue = true;
      if (!(await this.write())) return false;
    } while (this.#written < upTo);
    return true;
  }

  /** Marks and writes everything pending; false when that fails. */
  write(): Promise<boolean> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  #add(one: Unwritten): void {
    this.#unwritten.push(one);
    this.#added += 1;
    if (this.#unwritten.length >= MOST_UNWRITTEN) void this.flush();
    else {
      this.#cancelDue ??= this.#options.after(WRITE_AFTER_MS, () => {
        this.#cancelDue = null;
        void this.flush();
      });
    }
  }

  async #writeAll(): Promise<boolean> {
    const { live, table, onFault } = this.#options;
    for (;;) {
      const next = this.#claimRequest();
      if (next === null && !(this.#isDue && this.#unwritten.length > 0)) return true;
      const batch = this.#unwritten.splice(0);
      this.#isDue = false;
      this.#cancelDue?.();
      this.#cancelDue = null;
      const claim = await table.recordItems(live.id, this.#toUpdates(batch), next).catch(() => null);
      if (claim === null) this.#unwritten.unshift(...batch);
      else this.#wrote(batch, claim);
      // Items that wait in memory and not on disk: who goes on would ask for ever.
      const gaveNone = claim !== null && next !== null && claim.items.length + claim.skipped.length === 0;
      if (claim === null || gaveNone) {
        onFault();
        return false;
      }
    }
  }

  #wrote(batch: readonly Unwritten[], claim: Claim): void {
    this.#written += batch.length;
    const { onMarked, onFinished } = this.#options;
    const finished = batch.filter((one): one is FinishedItem => one.result !== null);
    const left = claim.skipped.map((item) => ({
      item,
      result: { state: item.state, targetId: '', status: null, message: LEFT_OUT[item.state] },
    }));
    if (finished.length + left.length > 0) onFinished([...finished, ...left]);
    onMarked(claim);
  }

  #claimRequest(): ClaimRequest | null {
    const { live, now, toMark } = this.#options;
    const count = toMark();
    if (count <= 0) return null;
    const { id: jobId, kind, connectionId } = live.record;
    return { jobId, count, at: now(), protectedOf: kind === 'delete-boards' ? connectionId : null };
  }

  #toUpdates(batch: readonly Unwritten[]): readonly ItemUpdate[] {
    const { live, now } = this.#options;
    const at = now();
    // In the job's present state: it may have been stopped since the item was returned.
    const isStopped = live.record.state === 'stopped';
    return batch.map((one) => {
      const { place } = one.item;
      if (one.result !== null) return { place, at, ...one.result };
      const state = isStopped ? leftAs(one.doubtful) : 'waiting';
      return { place, state, targetId: '', status: null, message: '', at: one.doubtful ? at : null };
    });
  }
}

/** The result of an item in a stopped job that is not sent (again). */
export function leftAs(doubtful: boolean): 'unknown' | 'untouched' {
  return doubtful ? 'unknown' : 'untouched';
}
