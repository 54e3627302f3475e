import { createHash } from 'node:crypto';
import {
  itemKey,
  type BoardItem,
  type BoardPage,
  type ListedPage,
  type TakeWhen,
} from '../../service/types.ts';
import { INDEXES, NO_INDEXES, type BoardFile } from './files.ts';
import type { Differences, ListingEnd } from './mirror.ts';

/** A first listing shows its rows each time they grow by this factor, because sorting them takes long. */
const GROWN = 1.1;

/** Time per transaction in ms; committing takes up to 6 ms more. */
const SLICE_MS = 10;

export class Load {
  readonly number: number;
  readonly seen = new SeenBoards();
  /** Keys of boards put or removed here since it began. The listing does not change them. */
  readonly kept = new Set<string>();
  readonly #file: BoardFile;
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
    const file = this.#file;
    file.change(() => {
      const { facts } = file;
      const before = facts.lastN;
      for (const item of boards.slice(from)) {
        if (at > from && performance.now() > until) break;
        at += 1;
        if (this.kept.has(itemKey(item))) continue;
        if (this.#isFirst) file.add(item);
        else file.put(item);
      }
      this.#added += facts.lastN - before;
      const areShown = !this.#isFirst || facts.rows >= this.#shown * GROWN;
      if (areShown) this.#shown = facts.rows;
      return areShown;
    });
    return at;
  }

  abandon(): void {
    this.#file.change(() => {
      this.#file.db.exec(INDEXES);
      if (this.#isFirst) this.#file.facts.revision += 1;
    });
  }

  finish({ at, made = [], deleted = [], clockAheadMs = 0, ...end }: ListingEnd): Differences {
    const isMissing = (key: string): boolean => !this.kept.has(key) && !this.seen.has(key);
    const missing = made.filter(isMissing);
    const isComplete = end.completeness === 'complete';
    let gone = 0;
    const file = this.#file;
    file.change(() => {
      const { facts } = file;
      file.db.exec(INDEXES);
      // A deleted board that had come back is removed, not marked as vanished.
      file.remove(deleted.filter(isMissing));
      if (isComplete && !this.#isFirst)
        gone = file.vanish((key) => isMissing(key) && !missing.includes(key), at);
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

/** Maximum number of pages kept. A listing reads six pages ahead; other pages are dropped. */
const MOST_WAITING = 64;

/** Pages of boards that no listing has taken yet. They stay in the thread that read them. */
export class WaitingPages {
  readonly #pages = new Map<number, BoardPage>();
  #last = 0;

  hold(page: BoardPage): ListedPage {
    const number = ++this.#last;
    this.#pages.set(number, page);
    this.#pages.delete(number - MOST_WAITING);
    const { items, ...about } = page;
    // NUL is a safe separator, because neither ids nor JSON contain it.
    const content = `${page.notUnderstood}\0${items.map(itemKey).join('\0')}`;
    const fingerprint = createHash('sha256').update(content).digest('base64');
    return { ...about, number, items: items.length, fingerprint };
  }

  take(number: number): BoardPage {
    const page = this.#pages.get(number);
    if (page === undefined) throw new Error('this page is gone');
    this.#pages.delete(number);
    return page;
  }
}

export class SeenBoards {
  readonly #keys = new Set<string>();
  #last: string | null = null;

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Returns the new boards of a page, each once. Returns null if the page does not meet the condition `when`. */
  take({ items, notUnderstood }: BoardPage, when: TakeWhen): readonly BoardItem[] | null {
    const keys = items.map(itemKey);
    if (when === 'meets-known' && notUnderstood === 0 && !keys.some((key) => this.#keys.has(key)))
      return null;
    if (when === 'follows') {
      const others = keys.slice(1);
      const areNew = new Set(others).size === others.length && !others.some((key) => this.#keys.has(key));
      if (notUnderstood > 0 || keys[0] !== this.#last || !areNew) return null;
    }
    this.#last = keys.at(-1) ?? null;
    return items.filter((item) => {
      const before = this.#keys.size;
      return this.#keys.add(itemKey(item)).size > before;
    });
  }
}
