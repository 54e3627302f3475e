/**
 * A listing under way: its pages are read from their bytes, held until main says what becomes of each, taken into the
 * file, and all is settled at its end. It is not in the file: a listing ends with its process.
 */
import { createHash } from 'node:crypto';
import type { SQLInputValue } from 'node:sqlite';
import { redact } from '../../log/redact.ts';
import type { BoardItem, BoardPage, ListShape } from '../../service/types.ts';
import { decodeBody, readBody } from '../../service/wire/body.ts';
import { withoutSecrets } from '../../service/wire/clean-items.ts';
import { readList } from '../../service/wire/list.ts';
import { saysFailure } from '../../service/wire/service-messages.ts';
import { withStrange } from '../../service/wire/strange.ts';
import { rowsChanged, type BoardFile, type FactsDraft } from './facts.ts';
import type { HeldPage, Lag, ListingEnd, TakenPage, TakeWhen } from './mirror.ts';
import { dropSearched, foldId, searchDue } from './search.ts';

/**
 * Reads a page of boards, to spare main. Null where main has to say what is wrong, for it is no list. What looks like a
 * secret is taken out; that no key is in it is for main to have seen, for keys are not told to other threads.
 */
export function readPage(
  bytes: Uint8Array,
  countHeader: string | undefined,
  known?: ListShape,
): BoardPage | null {
  const text = decodeBody(bytes);
  const body = readBody(text);
  const page = saysFailure(body) ? null : readList(body, countHeader, known);
  return page && withStrange(withoutSecrets(page, text, redact), body, text, redact);
}

/** More pages than a listing can have on their way: what is older was given up. */
const MOST_HELD = 12;

interface Piled {
  readonly page: BoardPage;
  readonly fingerprint: string;
}

/** Pages that have been read, and all boards that were met. In memory: most of them are taken as soon as they are read. */
export class PagePile {
  readonly #held = new Map<number, Piled>();
  /** Keys of items. */
  readonly #seen = new Set<string>();
  /** The page that was taken last, to know a service that repeats itself. */
  #before: Piled | null = null;
  #lastNumber = 0;

  hold(page: BoardPage): HeldPage {
    const fingerprint = fingerprintOf(page);
    this.#lastNumber += 1;
    this.#held.set(this.#lastNumber, { page, fingerprint });
    this.#held.delete(this.#lastNumber - MOST_HELD);
    return { ...page, number: this.#lastNumber, items: page.items.length, fingerprint };
  }

  /** Whether a board was met. */
  met(id: string): boolean {
    return this.#seen.has(id);
  }

  /** Gives what is new of a page; null where the page is not as `when` demands. */
  take(
    number: number,
    when: TakeWhen,
  ): { readonly fresh: readonly BoardItem[]; readonly repeated: boolean } | null {
    const held = this.#held.get(number);
    if (held === undefined) throw new Error('a page that is not held');
    this.#held.delete(number);
    const { page, fingerprint } = held;
    if (!this.#is(page, when)) return null;
    const fresh = page.items.filter((item) => addTo(this.#seen, item));
    const repeated = fresh.length === 0 && page.items.length > 0 && fingerprint === this.#before?.fingerprint;
    this.#before = held;
    return { fresh, repeated };
  }

  #is(page: BoardPage, when: TakeWhen): boolean {
    switch (when) {
      case 'always':
        return true;
      case 'meets-known':
        return page.notUnderstood > 0 || page.items.some((item) => this.#seen.has(keyOf(item)));
      case 'follows':
        return page.notUnderstood === 0 && this.#follows(page.items);
    }
  }

  #follows([first, ...others]: readonly BoardItem[]): boolean {
    const last = this.#before?.page.items.at(-1);
    if (first === undefined || last === undefined || keyOf(first) !== keyOf(last)) return false;
    const among = new Set<string>();
    return others.every((item) => !this.#seen.has(keyOf(item)) && addTo(among, item));
  }
}

/** What tells items of a list apart. Ids stay as they came: other texts for a million of them take time and room. */
function keyOf({ id, raw }: Pick<BoardItem, 'id' | 'raw'>): string {
  // There is no NUL in an id.
  return id ?? `\0${raw}`;
}

/** False for one that was met before. */
function addTo(seen: Set<string>, item: BoardItem): boolean {
  const before = seen.size;
  return seen.add(keyOf(item)).size > before;
}

/** What a page holds, to compare two readings of it. */
function fingerprintOf({ notUnderstood, items }: BoardPage): string {
  return createHash('sha256')
    .update(JSON.stringify([notUnderstood, ...items.map(keyOf)]))
    .digest('base64');
}

/** So many rows may be there (made here before the first listing) for a table to be filled without indexes. */
export const FEW_ROWS = 1000;

export class Load {
  readonly number: number;
  readonly pages = new PagePile();
  readonly #file: BoardFile;
  /**
   * What becomes of its rows: they fill an empty table without indexes, they are shown as they come (nothing was ever
   * listed to the end), or they are kept for its end.
   */
  readonly #way: 'fills' | 'shows' | 'stages';
  /** Rows after this one came while it went on. */
  readonly #startN: number;
  readonly #seen: Uint8Array;
  /** Where it fills: the few rows there were before, by key. */
  readonly #before = new Map<string, number>();
  /** Ids of what was put or removed here since it began: not the listing's to change. */
  readonly #kept = new Set<string>();

  constructor(number: number, file: BoardFile) {
    const { asOf, indexed, lastN } = file.facts;
    this.number = number;
    this.#file = file;
    this.#way = asOf !== null ? 'stages' : indexed === 1 ? 'shows' : 'fills';
    this.#startN = lastN;
    this.#seen = new Uint8Array((lastN >> 3) + 1);
    if (this.#way !== 'fills') return;
    const before = file.db.prepare('SELECT n, id, raw FROM boards').all();
    for (const row of before as unknown as readonly (BoardItem & { readonly n: number })[])
      this.#before.set(keyOf(row), row.n);
  }

  /** A board that was put (as row `n`) or removed here. */
  keep(boardId: string | null, n = 0): void {
    if (boardId !== null) this.#kept.add(boardId);
    this.#see(n);
  }

  /** Takes a page. Rows that say what they said before are only ticked off. */
  take(page: number, when: TakeWhen): TakenPage | null {
    const taken = this.pages.take(page, when);
    if (taken === null) return null;
    this.#file.change((facts) => {
      let changed = 0;
      for (const item of taken.fresh) {
        if (item.id !== null && this.#kept.has(item.id)) continue;
        const row = this.#find(item);
        if (row !== undefined) this.#see(row.n);
        if (row?.same === true) continue;
        if (this.#way === 'stages') {
          this.#stage(row?.n ?? null, item);
          continue;
        }
        changed += 1;
        writeRow(this.#file, facts, row?.n, item);
      }
      if (changed > 0) rowsChanged(facts);
    });
    return { fresh: taken.fresh.length, repeated: taken.repeated };
  }

  /** Ends it well, in one transaction; tells what it says otherwise than what was done here a moment ago. */
  finish({ completeness, total, notUnderstood, at, made = [], deleted = [] }: ListingEnd): Lag {
    const isOwn = (id: string): boolean => !this.#kept.has(id);
    const missing = made.filter((id) => isOwn(id) && !this.pages.met(id));
    // What was deleted here and had come back has left the list, and not vanished from it.
    const left = deleted.filter((id) => isOwn(id) && !this.pages.met(id));
    this.#file.change((facts) => {
      this.#file.index(facts);
      for (const id of missing) {
        const row = this.#file.sql('SELECT n FROM boards WHERE id = ?').get(id);
        if (row !== undefined) this.#see(Number(row['n']));
      }
      const changed =
        (this.#way === 'stages' ? this.#takeStaged(facts) : 0) +
        this.#tickOff(facts, completeness === 'complete' ? at : null) +
        removeBoards(this.#file, facts, left);
      Object.assign(facts, { completeness, asOf: at, total, notUnderstood });
      if (changed > 0) rowsChanged(facts);
    });
    return {
      missing: completeness === 'complete' ? missing : [],
      back: deleted.filter((id) => isOwn(id) && this.pages.met(id)),
    };
  }

  /** The row of an item, if it was there. */
  #find(item: BoardItem): { readonly n: number; readonly same: boolean } | undefined {
    if (this.#way !== 'fills') return findRow(this.#file, item);
    const n = this.#before.size === 0 ? undefined : this.#before.get(keyOf(item));
    return n === undefined ? undefined : { n, same: false };
  }

  #see(n: number): void {
    const byte = n >> 3;
    if (n <= this.#startN) this.#seen[byte] = (this.#seen[byte] ?? 0) | (1 << (n & 7));
  }

  /** Keeps an item for the end. `n`: the row that it changes; null for a new one. */
  #stage(n: number | null, item: BoardItem): void {
    this.#file
      .sql('INSERT INTO staged (n, id, created_ms, created_raw, assumed_utc, raw) VALUES (?, ?, ?, ?, ?, ?)')
      .run(n, item.id, ...columnsOf(item));
  }

  /** Changed rows change, then new ones come. In the order of the rows, so that each page of the file is written once. */
  #takeStaged(facts: FactsDraft): number {
    const { db } = this.#file;
    db.prepare('DELETE FROM staged WHERE id IN (SELECT value FROM json_each(?))').run(
      JSON.stringify([...this.#kept]),
    );
    const changed = db
      .prepare(
        `UPDATE boards SET created_ms = s.created_ms, created_raw = s.created_raw, assumed_utc = s.assumed_utc,
          raw = s.raw FROM (SELECT * FROM staged WHERE n IS NOT NULL ORDER BY n LIMIT -1) AS s WHERE boards.n = s.n`,
      )
      .run().changes;
    db.exec('INSERT OR IGNORE INTO search_due (n) SELECT n FROM staged WHERE n IS NOT NULL');
    const fresh = db
      .prepare(
        `INSERT INTO boards (n, id, folded, created_ms, created_raw, assumed_utc, raw)
          SELECT ? + rowid, id, fold_id(id), created_ms, created_raw, assumed_utc, raw
          FROM staged WHERE n IS NULL ORDER BY rowid ON CONFLICT DO NOTHING`,
      )
      .run(facts.lastN).changes;
    const last = db.prepare('SELECT max(n) AS n FROM boards').get()?.['n'];
    facts.lastN = Math.max(facts.lastN, Number(last));
    this.#file.unstageAll();
    facts.rows += Number(fresh);
    return Number(changed) + Number(fresh);
  }

  /**
   * Boards that had vanished and were met again are back; those that a listing to the proven end did not have vanish at
   * that moment. Of some numbers that were not met the rows are long gone.
   */
  #tickOff(facts: FactsDraft, provenAt: number | null): number {
    const unmet: number[] = [];
    for (let n = 1; n <= this.#startN; n += 1) {
      if (((this.#seen[n >> 3] ?? 0) & (1 << (n & 7))) === 0) unmet.push(n);
    }
    const mark = (at: number | null, which: string): number =>
      Number(
        this.#file
          .sql(
            `UPDATE boards SET vanished_at = ? WHERE vanished_at ${which} (SELECT value FROM json_each(?))`,
          )
          .run(at, JSON.stringify(unmet)).changes,
      );
    const back = mark(null, 'IS NOT NULL AND n NOT IN');
    const gone = provenAt === null ? 0 : mark(provenAt, 'IS NULL AND n IN');
    facts.rows += back - gone;
    facts.vanished += gone - back;
    return back + gone;
  }
}

/** Takes boards out; gives how many were there. */
export function removeBoards(file: BoardFile, facts: FactsDraft, boardIds: readonly string[]): number {
  const remove = file.sql('DELETE FROM boards WHERE id = ? RETURNING n, vanished_at AS vanishedAt');
  const rows = boardIds.flatMap((boardId) => remove.all(boardId));
  for (const { n, vanishedAt } of rows) {
    dropSearched(file, Number(n));
    if (vanishedAt === null) facts.rows -= 1;
    else facts.vanished -= 1;
  }
  return rows.length;
}

/** A board made here; gives its row. */
export function putBoard(file: BoardFile, item: BoardItem): number {
  let n = 0;
  file.change((facts) => {
    const row = findRow(file, item);
    if (row?.vanished === true) {
      facts.vanished -= 1;
      facts.rows += 1;
    }
    n = writeRow(file, facts, row?.n, item);
    rowsChanged(facts);
  });
  return n;
}

/** The row of an item that is there already. `same`: it says what the item says. */
function findRow(
  file: BoardFile,
  item: BoardItem,
): { readonly n: number; readonly vanished: boolean; readonly same: boolean } | undefined {
  const row = file
    .sql(
      `SELECT n, vanished_at IS NOT NULL AS vanished,
        created_ms IS ? AND created_raw IS ? AND assumed_utc = ? AND raw = ? AS same
        FROM boards WHERE ${item.id === null ? 'id IS NULL AND raw = ?' : 'id = ?'}`,
    )
    .get(...columnsOf(item), item.id ?? item.raw);
  return row && { n: Number(row['n']), vanished: row['vanished'] === 1, same: row['same'] === 1 };
}

/** Changes a row, or adds a new one; gives its number. */
function writeRow(file: BoardFile, facts: FactsDraft, known: number | undefined, item: BoardItem): number {
  if (known !== undefined) {
    file
      .sql(
        `UPDATE boards SET created_ms = ?, created_raw = ?, assumed_utc = ?, raw = ?, vanished_at = NULL
          WHERE n = ?`,
      )
      .run(...columnsOf(item), known);
    searchDue(file, known);
    return known;
  }
  facts.lastN += 1;
  facts.rows += 1;
  file
    .sql(
      `INSERT INTO boards (n, id, folded, created_ms, created_raw, assumed_utc, raw)
        VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(facts.lastN, item.id, foldId(item.id), ...columnsOf(item));
  return facts.lastN;
}

/** created_ms, created_raw, assumed_utc and raw. */
function columnsOf({ created, raw }: BoardItem): readonly SQLInputValue[] {
  return [created?.epochMs ?? null, created?.raw ?? null, created?.assumedUtc === true ? 1 : 0, raw];
}
