/** Which further fields boards have, counted bit by bit: a count of a million rows takes seconds. */
import type { DatabaseSync } from 'node:sqlite';
import type { BoardField } from '../../../preload/contract/boards.ts';
import { countFields } from './fields.ts';

/** Slices that a call waits for: 100,000 rows. */
const AT_ONCE = 20;

export class FieldCounts {
  readonly #later: (work: () => void) => void;
  #rowsRevision: number | null = null;
  #counting: ReturnType<typeof countFields> | null = null;
  #counted: readonly BoardField[] = [];
  /** Told while a count of newer rows goes on. */
  #complete: readonly BoardField[] | null = null;

  constructor(later: (work: () => void) => void) {
    this.#later = later;
  }

  /** Of a long list at first what is counted so far, of one that was counted before what was counted then. */
  get(db: DatabaseSync, rowsRevision: number): readonly BoardField[] {
    if (this.#rowsRevision !== rowsRevision) {
      this.#rowsRevision = rowsRevision;
      const counting = countFields(db);
      this.#counting = counting;
      for (let slice = 0; slice < AT_ONCE && this.#counting !== null; slice += 1) this.#step();
      if (this.#counting !== null) this.#goOn(counting);
    }
    return this.#complete ?? this.#counted;
  }

  stop(): void {
    this.#counting = null;
  }

  #goOn(counting: ReturnType<typeof countFields>): void {
    this.#later(() => {
      if (this.#counting !== counting) return;
      try {
        this.#step();
      } catch {
        // The next call begins anew, and meets the same fault.
        this.#counting = null;
        this.#rowsRevision = null;
      }
      this.#goOn(counting);
    });
  }

  #step(): void {
    const { done, value } = this.#counting?.next() ?? { done: true, value: this.#counted };
    this.#counted = value;
    if (done !== true) return;
    this.#complete = value;
    this.#counting = null;
  }
}
