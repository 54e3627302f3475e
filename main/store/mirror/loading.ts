/** Reads a list's columns from a snapshot of its own, all at once or bit by bit between calls. */
import type { DatabaseSync } from 'node:sqlite';
import { readColumns, type Columns } from './columns.ts';
import { readFacts, type StoredFacts } from './facts.ts';

/** Columns, and the facts they go with. */
export interface Loaded {
  readonly columns: Columns;
  readonly facts: StoredFacts;
}

/** Reads them at once, in the caller's transaction. */
export function loadNow(db: DatabaseSync, facts: StoredFacts): Loaded {
  return { columns: runToEnd(readColumns(db, facts.indexed === 1)), facts };
}

export class Loading {
  readonly facts: StoredFacts;
  readonly #db: DatabaseSync;
  readonly #steps: Generator<undefined, Columns>;
  readonly #later: (work: () => void) => void;
  readonly #done: (loaded: Loaded | null) => void;
  #over = false;

  /** Begins; null in a file without facts. `db` is the loading's own, and closed by it. `done` gets null when it failed. */
  static begin(
    db: DatabaseSync,
    later: (work: () => void) => void,
    done: (loaded: Loaded | null) => void,
  ): Loading | null {
    db.exec('BEGIN');
    const facts = readFacts(db);
    if (facts !== null) return new Loading(db, facts, later, done);
    db.close();
    return null;
  }

  private constructor(
    db: DatabaseSync,
    facts: StoredFacts,
    later: (work: () => void) => void,
    done: (loaded: Loaded | null) => void,
  ) {
    this.facts = facts;
    this.#db = db;
    this.#steps = readColumns(db, facts.indexed === 1);
    this.#later = later;
    this.#done = done;
    later(() => this.#step());
  }

  /** Reads the rest now. */
  finish(): Loaded {
    try {
      return { columns: runToEnd(this.#steps), facts: this.facts };
    } finally {
      this.cancel();
    }
  }

  cancel(): void {
    if (this.#over) return;
    this.#over = true;
    // Lets go of the statement it is in the middle of.
    this.#steps.return(undefined as never);
    this.#db.close();
  }

  #step(): void {
    if (this.#over) return;
    try {
      const { done, value } = this.#steps.next();
      if (done !== true) return this.#later(() => this.#step());
      this.cancel();
      this.#done({ columns: value, facts: this.facts });
    } catch {
      // The next call meets the same fault, and tells of it.
      this.cancel();
      this.#done(null);
    }
  }
}

function runToEnd(steps: Generator<undefined, Columns>): Columns {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
