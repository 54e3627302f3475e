/** A listing under way: inserts its pages, and ends it. */
import { itemKey, type BoardItem } from '../../service/types.ts';
import { SeenBoards } from '../../service/wire/list.ts';
import { INDEXES, NO_INDEXES, type BoardFile } from './files.ts';
import type { Lag, ListingCounts, ListingEnd } from './mirror.ts';

/** A first listing shows its rows each time they grow by this factor, because sorting them takes long. */
const GROWN = 1.1;

/** Time per transaction in ms; committing takes up to 6 ms more. */
const SLICE_MS = 10;

/** It ends with the process. */
export class Load {
  readonly number: number;
  readonly seen = new SeenBoards();
  /** Keys of boards put or removed here since it began. The listing does not change them. */
  readonly kept = new Set<string>();
  readonly #file: BoardFile;
  /** True if it fills an empty table, without indexes. */
  readonly #isFirst: boolean;
  #shown = 0;
  #added = 0;

  constructor(number: number, file: BoardFile) {
    const { asOf, rows } = file.facts;
    this.number = number;
    this.#file = file;
    this.#isFirst = asOf === null && rows === 0;
    if (this.#isFirst) file.db.exec(NO_INDEXES);
  }

  /** Inserts boards from index `from` on for at most `SLICE_MS`. Returns the next index. */
  insert(boards: readonly BoardItem[], from: number): number {
    const until = performance.now() + SLICE_MS;
    let at = from;
    this.#file.change((rows, facts) => {
      const before = facts.lastN;
      for (const item of boards.slice(from)) {
        if (at > from && performance.now() > until) break;
        at += 1;
        if (this.kept.has(itemKey(item))) continue;
        if (this.#isFirst) rows.add(item);
        else rows.put(item);
      }
      this.#added += facts.lastN - before;
      rows.areShown = !this.#isFirst || facts.rows >= this.#shown * GROWN;
      if (rows.areShown) this.#shown = facts.rows;
    });
    return at;
  }

  abandon(): void {
    this.#file.change((_rows, facts) => {
      this.#file.db.exec(INDEXES);
      if (this.#isFirst) facts.revision += 1;
    });
  }

  /** Ends the listing. Boards missing from a complete one vanish. */
  finish({ at, made = [], deleted = [], clockAheadMs = 0, ...end }: ListingEnd): Lag & ListingCounts {
    const isMissing = (key: string): boolean => !this.kept.has(key) && !this.seen.has(key);
    const missing = made.filter(isMissing);
    const isComplete = end.completeness === 'complete';
    let gone = 0;
    this.#file.change((rows, facts) => {
      this.#file.db.exec(INDEXES);
      // A deleted board that had come back is removed, not marked as vanished.
      rows.remove(deleted.filter(isMissing));
      const before = facts.vanished;
      if (isComplete && !this.#isFirst) rows.vanish((key) => isMissing(key) && !missing.includes(key), at);
      gone = facts.vanished - before;
      // Ages are fixed per revision, so a new day by the service's clock needs a new revision.
      const isNewDay = dayAt((facts.asOf ?? at) + facts.clockAheadMs) !== dayAt(at + clockAheadMs);
      Object.assign(facts, { ...end, asOf: at, clockAheadMs });
      if (this.#isFirst || isNewDay) facts.revision += 1;
    });
    return {
      added: this.#added,
      gone,
      missing: isComplete ? missing : [],
      back: deleted.filter((id) => !this.kept.has(id) && this.seen.has(id)),
    };
  }
}

const dayAt = (ms: number): number => Math.floor(ms / 86_400_000);
