/** What is held of one list, and how it keeps up with the file: row by row, all anew, or a little behind. */
import type { DatabaseSync } from 'node:sqlite';
import type { Columns } from './columns.ts';
import type { StoredFacts } from './facts.ts';
import { Loading, loadNow, type Loaded } from './loading.ts';
import type { Local } from './local.ts';
import type { MainDatabase } from './main-database.ts';
import { readLocal } from './read-local.ts';
import { Kept, type Searched } from './searched.ts';
import { takeSteps } from './steps.ts';

/** While a first listing runs, rows may be so far behind, in milliseconds … */
const BEHIND = 2000;
/** … or the list so much longer. */
const GROWN = 1.25;

/** Lists up to this length are read at once, others between calls where there is something to show meanwhile. */
const SHORT = 50_000;

export interface HeldOptions {
  readonly connectionId: string;
  readonly main: MainDatabase;
  /** Epoch ms. */
  readonly now: () => number;
  /** Does something after the calls that wait. */
  readonly later: (work: () => void) => void;
  /** Opens the file once more. */
  readonly open: () => DatabaseSync | null;
}

/** What must stay as it is for questions under one revision. */
interface Pinned {
  readonly revision: number;
  readonly now: number;
  /** Terms that were answered before further fields could be searched. */
  readonly withoutWords: Set<string>;
}

export class HeldList {
  readonly #options: HeldOptions;
  #columns: Columns | null = null;
  /** The revision that columns are known to be right for, and the one their rows last changed at. */
  #seen = 0;
  #rowsRevision = 0;
  #loadedAt = 0;
  #loading: Loading | null = null;
  #searched: Searched | null = null;
  #notesDue = true;
  #wordsReady = false;
  #pinned: Pinned = { revision: 0, now: 0, withoutWords: new Set() };

  constructor(options: HeldOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#columns?.size ?? 0;
  }

  /** Notes have changed. They are read anew under the next revision, for ranks under this one must stay what they are. */
  notesChanged(): void {
    this.#notesDue = true;
  }

  /** The list, where it can be had without reading all of its rows now. */
  ready(db: DatabaseSync, facts: StoredFacts): Searched | null {
    return this.#keepsUp(db, facts) ? this.#asSearched(db, facts) : null;
  }

  /** The list, whatever it takes. */
  get(db: DatabaseSync, facts: StoredFacts): Searched {
    if (!this.#keepsUp(db, facts)) {
      const fits = this.#loading?.facts.rowsRevision === facts.rowsRevision;
      const loaded = fits ? this.#loading?.finish() : undefined;
      this.#cancel();
      this.#take(loaded ?? loadNow(db, facts));
      this.#seen = facts.revision;
    }
    return this.#asSearched(db, facts);
  }

  /** Reads the rows between calls, where that is due. */
  prepare(db: DatabaseSync, facts: StoredFacts): void {
    if (!this.#keepsUp(db, facts)) this.#begin();
  }

  /** Lets go of what takes room. */
  rest(): void {
    this.#cancel();
    this.#columns = null;
    this.#searched = null;
    this.#notesDue = true;
  }

  /** Whether the columns can be used: they are right, can be made so at once, or may be behind for now. */
  #keepsUp(db: DatabaseSync, facts: StoredFacts): boolean {
    const columns = this.#columns;
    this.#wordsReady = facts.wordsReady === 1;
    if (columns === null) return false;
    if (this.#rowsRevision === facts.rowsRevision) {
      this.#seen = facts.revision;
      return true;
    }
    if (takeSteps(db, columns, this.#seen, facts)) {
      this.#rowsRevision = facts.rowsRevision;
      this.#seen = facts.revision;
      this.#searched = null;
      return true;
    }
    if (facts.asOf !== null || columns.size === 0) return false;
    const isBehind = this.#options.now() - this.#loadedAt >= BEHIND || facts.rows >= columns.size * GROWN;
    if (!isBehind) return true;
    if (facts.rows <= SHORT) return false;
    this.#begin();
    return true;
  }

  #begin(): void {
    if (this.#loading !== null) return;
    const db = this.#options.open();
    if (db === null) return;
    this.#loading = Loading.begin(db, this.#options.later, (loaded) => {
      this.#loading = null;
      if (loaded !== null) this.#take(loaded);
    });
  }

  #cancel(): void {
    this.#loading?.cancel();
    this.#loading = null;
  }

  #take({ columns, facts }: Loaded): void {
    this.#columns = columns;
    this.#rowsRevision = facts.rowsRevision;
    this.#seen = facts.revision;
    this.#loadedAt = this.#options.now();
    this.#searched = null;
  }

  #asSearched(db: DatabaseSync, facts: StoredFacts): Searched {
    const columns = this.#columns;
    if (columns === null) throw new Error('nothing is held');
    const last = this.#searched;
    if (last !== null && (last.revision === facts.revision || this.#rowsRevision !== facts.rowsRevision)) {
      return last;
    }
    const revision = this.#seen;
    if (this.#pinned.revision !== revision) {
      this.#pinned = { revision, now: this.#options.now(), withoutWords: new Set() };
    }
    const { now, withoutWords } = this.#pinned;
    const local = last !== null && !this.#notesDue ? last.local : this.#readLocal(db, columns, facts);
    const kept = new Kept();
    kept.lastIds = last?.kept.lastIds ?? null;
    const searched: Searched = {
      revision,
      db,
      columns,
      local,
      now,
      kept,
      hasWordsFor: (term) => {
        if (!this.#wordsReady) withoutWords.add(term);
        return !withoutWords.has(term);
      },
    };
    this.#searched = searched;
    return searched;
  }

  #readLocal(db: DatabaseSync, columns: Columns, facts: StoredFacts): Local {
    this.#notesDue = false;
    const { main, connectionId } = this.#options;
    return readLocal(db, columns, main.all(connectionId), facts.indexed === 1);
  }
}
