/** Inserts and changes rows: parsed pages, a listing under way, single boards. */
import { createHash } from 'node:crypto';
import { itemKey, type BoardItem, type BoardPage, type ListedPage } from '../../service/types.ts';
import { furtherFields } from '../../service/wire/body.ts';
import { foldWord } from '../tables/note-words.ts';
import type { BoardFile, FactsDraft } from './files.ts';
import type { Lag, ListingEnd, TakeWhen } from './mirror.ts';

/** A listing reads six pages ahead; unused ones are dropped. */
const MOST_WAITING = 64;

/** Parsed pages that no listing has taken yet. */
export class WaitingPages {
  readonly #pages = new Map<number, BoardPage>();
  #last = 0;

  hold(page: BoardPage): ListedPage {
    const number = ++this.#last;
    this.#pages.set(number, page);
    this.#pages.delete(number - MOST_WAITING);
    const { items, ...about } = page;
    // Neither an id nor JSON contains a NUL.
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

/** The keys of the boards of a listing so far. */
export class SeenBoards {
  readonly #keys = new Set<string>();
  /** The last key of the last page. */
  #last: string | null = null;

  /** `key`: see `itemKey`. */
  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Returns the new boards of a page, each once, or null if the page fails `when`. */
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

/** A first listing shows its rows each time they grow by this factor, because sorting them takes long. */
const GROWN = 1.1;

/** Time per transaction in ms; committing takes up to 6 ms more. */
const SLICE_MS = 10;

/** A listing under way. It ends with the process. */
export class Load {
  readonly number: number;
  readonly seen = new SeenBoards();
  readonly #file: BoardFile;
  /** True if it fills an empty table, without indexes. */
  readonly #isFirst: boolean;
  #shown = 0;
  /** Keys of boards put or removed here since it began. The listing does not change them. */
  readonly #kept = new Set<string>();

  constructor(number: number, file: BoardFile) {
    const { asOf, rows } = file.facts;
    this.number = number;
    this.#file = file;
    this.#isFirst = asOf === null && rows === 0;
    if (this.#isFirst) file.dropIndexes();
  }

  keep(key: string): void {
    this.#kept.add(key);
  }

  /** Inserts boards from index `from` on for at most `SLICE_MS`. Returns the next index. */
  insert(boards: readonly BoardItem[], from: number): number {
    const until = performance.now() + SLICE_MS;
    let at = from;
    this.#file.change((facts) => {
      const rows = new Rows(this.#file, facts);
      for (const item of boards.slice(from)) {
        if (at > from && performance.now() > until) break;
        at += 1;
        if (this.#kept.has(itemKey(item))) continue;
        if (this.#isFirst) rows.add(item);
        else rows.put(item);
      }
      const isShown = !this.#isFirst || facts.rows >= this.#shown * GROWN;
      rows.end(isShown);
      if (isShown) this.#shown = facts.rows;
    });
    return at;
  }

  abandon(): void {
    this.#file.change((facts) => {
      this.#file.index();
      if (this.#isFirst) facts.revision += 1;
    });
  }

  /** Ends the listing. Boards missing from a complete one vanish. */
  finish({ at, made = [], deleted = [], clockAheadMs = 0, ...end }: ListingEnd): Lag {
    const isMissing = (key: string): boolean => !this.#kept.has(key) && !this.seen.has(key);
    const missing = made.filter(isMissing);
    const isComplete = end.completeness === 'complete';
    this.#file.change((facts) => {
      this.#file.index();
      const rows = new Rows(this.#file, facts);
      // A deleted board that had come back is removed, not marked as vanished.
      rows.remove(deleted.filter(isMissing));
      if (isComplete && !this.#isFirst) rows.vanish((key) => isMissing(key) && !missing.includes(key), at);
      Object.assign(facts, { ...end, asOf: at, clockAheadMs });
      rows.end(true);
      if (this.#isFirst) facts.revision += 1;
    });
    return {
      missing: isComplete ? missing : [],
      back: deleted.filter((id) => !this.#kept.has(id) && this.seen.has(id)),
    };
  }
}

const COLUMNS = 'id, created_ms, created_raw, assumed_utc, words, raw';

/** Changes rows and their counts within one transaction. */
export class Rows {
  readonly #file: BoardFile;
  readonly #facts: FactsDraft;
  #changed = 0;
  /** Change in the number of boards per field name. */
  readonly #fields = new Map<string, number>();

  constructor(file: BoardFile, facts: FactsDraft) {
    this.#file = file;
    this.#facts = facts;
  }

  add(item: BoardItem): void {
    const facts = this.#facts;
    facts.lastN += 1;
    facts.rows += 1;
    this.#changed += 1;
    this.#file
      .sql(`INSERT INTO boards (n, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`)
      .run(facts.lastN, item.id, ...timeOf(item), this.#wordsOf(item), item.raw);
  }

  /** Adds a board, or updates its row if it differs. */
  put(item: BoardItem): void {
    const by = item.id === null ? 'id IS NULL AND raw = ?' : 'id = ?';
    const row = this.#file
      .sql(
        `SELECT n, id, vanished_at AS vanishedAt, created_raw AS createdRaw, raw,
          created_ms IS ? AND created_raw IS ? AND assumed_utc = ? AND raw = ? AS same FROM boards WHERE ${by}`,
      )
      .get(...timeOf(item), item.raw, item.id ?? item.raw) as unknown as
      | (Stored & { readonly n: number; readonly same: 0 | 1 })
      | undefined;
    if (row === undefined) return this.add(item);
    if (row.vanishedAt === null && row.same === 1) return;
    this.#drop(row);
    this.#facts.rows += 1;
    this.#file
      .sql(`UPDATE boards SET (${COLUMNS}, vanished_at) = (?, ?, ?, ?, ?, ?, NULL) WHERE n = ?`)
      .run(item.id, ...timeOf(item), this.#wordsOf(item), item.raw, row.n);
  }

  remove(boardIds: readonly string[]): void {
    const remove = this.#file.sql(`DELETE FROM boards WHERE id = ?
      RETURNING id, created_raw AS createdRaw, raw, vanished_at AS vanishedAt`);
    for (const row of boardIds.flatMap((boardId) => remove.all(boardId)))
      this.#drop(row as unknown as Stored);
  }

  /** Subtracts a row from the counts. */
  #drop(row: Stored): void {
    this.#count(furtherFields(row), -1);
    this.#changed += 1;
    this.#facts[row.vanishedAt === null ? 'rows' : 'vanished'] -= 1;
  }

  /** Marks boards as vanished. Reads only indexes. */
  vanish(isGone: (key: string) => boolean, at: number): void {
    const all = this.#file.sql(`SELECT n, id, '' AS raw FROM boards WHERE id IS NOT NULL
      UNION ALL SELECT n, id, raw FROM boards WHERE id IS NULL`);
    const gone: number[] = [];
    for (const row of all.iterate()) {
      const { n, ...item } = row as unknown as { n: number; id: string | null; raw: string };
      if (isGone(itemKey(item))) gone.push(n);
    }
    const mark = this.#file.sql('UPDATE boards SET vanished_at = ? WHERE n = ? AND vanished_at IS NULL');
    const changed = gone.filter((n) => mark.run(at, n).changes === 1).length;
    this.#changed += changed;
    this.#facts.rows -= changed;
    this.#facts.vanished += changed;
  }

  /** Writes the counts. `isShown`: bumps the revision if a row changed. */
  end(isShown: boolean): void {
    const add = this.#file.sql(`INSERT INTO fields (name, boards) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET boards = boards + excluded.boards`);
    for (const [name, boards] of this.#fields) if (boards !== 0) add.run(name, boards);
    if (isShown && this.#changed > 0) this.#facts.revision += 1;
  }

  /** Also counts the fields. */
  #wordsOf({ id, created, raw }: BoardItem): string {
    const fields = furtherFields({ id, createdRaw: created?.raw ?? null, raw });
    this.#count(fields, 1);
    return [id ?? '', ...fields.map(([, value]) => value)].map(foldWord).join(WORD_END);
  }

  #count(fields: readonly (readonly [string, string])[], sign: 1 | -1): void {
    for (const [name] of fields) this.#fields.set(name, (this.#fields.get(name) ?? 0) + sign);
  }
}

interface Stored {
  readonly id: string | null;
  readonly createdRaw: string | null;
  readonly raw: string;
  readonly vanishedAt: number | null;
}

/** No folded text contains it. */
const WORD_END = '\u0002';

function timeOf({ created }: BoardItem): readonly [number | null, string | null, 0 | 1] {
  return [created?.epochMs ?? null, created?.raw ?? null, created?.assumedUtc === true ? 1 : 0];
}
