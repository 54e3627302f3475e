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
import type { HeldPage, Lag, ListingEnd, TakenPage, TakeWhen } from './mirror.ts';
import { NO_INDEXES, rowsChanged, type BoardFile, type FactsDraft } from './schema.ts';
import { dropSearched, foldId } from './search.ts';

/**
 * Reads a page of boards, to spare main. Null where main has to say what is wrong, for it is no list. What looks like a
 * secret is taken out; that no key is in it is for main to have seen, for keys are not told to other threads.
 */
export function readPage(
  bytes: Uint8Array,
  countHeader: string | undefined,
  known?: ListShape,
): BoardPage | null {
  const body = readBody(decodeBody(bytes));
  const page = saysFailure(body) ? null : readList(body, countHeader, known);
  return page && withoutSecrets(page, body, redact);
}

/** More pages than a listing can have on their way: what is older was given up. */
const MOST_HELD = 12;

/** Pages that have been read, and all boards that were met. In memory: most of them are taken as soon as they are read. */
export class PageBuffer {
  readonly #held = new Map<number, { readonly page: BoardPage; readonly fingerprint: string }>();
  /** Keys of items. */
  readonly #seen = new Set<string>();
  /** The page that was taken last, to know a service that repeats itself. */
  #before: { readonly last: string | null; readonly fingerprint: string } | null = null;
  #lastNumber = 0;

  hold(page: BoardPage): HeldPage {
    const { notUnderstood, items } = page;
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([notUnderstood, ...items.map(keyOf)]))
      .digest('base64');
    this.#lastNumber += 1;
    this.#held.set(this.#lastNumber, { page, fingerprint });
    this.#held.delete(this.#lastNumber - MOST_HELD);
    return { ...page, number: this.#lastNumber, items: items.length, fingerprint };
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
    const { items, notUnderstood } = held.page;
    const keys = items.map(keyOf);
    const isKnown = (key: string): boolean => this.#seen.has(key);
    if (when === 'meets-known' && notUnderstood === 0 && !keys.some(isKnown)) return null;
    if (when === 'follows') {
      const [first, ...others] = keys;
      const isAllNew = new Set(others).size === others.length && !others.some(isKnown);
      if (notUnderstood > 0 || first === undefined || first !== this.#before?.last || !isAllNew) return null;
    }
    const fresh = items.filter((_, at) => {
      const before = this.#seen.size;
      return this.#seen.add(keys[at] ?? '').size > before;
    });
    const repeated = fresh.length === 0 && items.length > 0 && held.fingerprint === this.#before?.fingerprint;
    this.#before = { last: keys.at(-1) ?? null, fingerprint: held.fingerprint };
    return { fresh, repeated };
  }
}

/** What tells items of a list apart. Ids stay as they came: other texts for a million of them take time and room. */
function keyOf({ id, raw }: Pick<BoardItem, 'id' | 'raw'>): string {
  // There is no NUL in an id.
  return id ?? `\0${raw}`;
}

const STAGE =
  'INSERT INTO staged (n, id, created_ms, created_raw, assumed_utc, raw) VALUES (?, ?, ?, ?, ?, ?)';

/** While it fills a table its rows are shown when they are so many times more: each time all are sorted without an index. */
const GROWN = 1.1;

export class Load {
  readonly number: number;
  readonly pages = new PageBuffer();
  readonly #file: BoardFile;
  /**
   * What becomes of its rows: they fill an empty table without indexes, they are shown as they come (nothing was ever
   * listed to the end), or they are kept for its end.
   */
  readonly #way: 'fills' | 'shows' | 'stages';
  /** Rows after this one came while it went on. */
  readonly #startN: number;
  #shown = 0;
  /** Ids of what was put or removed here since it began: not the listing's to change. */
  readonly #kept = new Set<string>();

  constructor(number: number, file: BoardFile) {
    const { asOf, rows, lastN } = file.facts;
    this.number = number;
    this.#file = file;
    this.#way = asOf !== null ? 'stages' : rows > 0 ? 'shows' : 'fills';
    this.#startN = lastN;
    file.db.exec('CREATE TEMP TABLE IF NOT EXISTS met (n INTEGER PRIMARY KEY)');
    file.change((facts) => {
      file.db.exec('DELETE FROM staged; DELETE FROM met;');
      if (this.#way !== 'fills') return file.index(facts);
      file.db.exec(NO_INDEXES);
      facts.indexed = 0;
    });
  }

  /** A board that was put (as row `n`) or removed here. */
  keep(boardId: string | null, n?: number): void {
    if (boardId !== null) this.#kept.add(boardId);
    if (n !== undefined) this.#meet(n);
  }

  /** Takes a page. Rows that say what they said before are only ticked off. */
  take(page: number, when: TakeWhen): TakenPage | null {
    const taken = this.pages.take(page, when);
    if (taken === null) return null;
    this.#file.change((facts) => {
      let changed = 0;
      for (const item of taken.fresh) {
        if (item.id !== null && this.#kept.has(item.id)) continue;
        const row = this.#way === 'fills' ? undefined : findRow(this.#file, item);
        if (row !== undefined) this.#meet(row.n);
        if (row?.same === 1) continue;
        if (this.#way === 'stages') this.#file.sql(STAGE).run(row?.n ?? null, item.id, ...columnsOf(item));
        else {
          changed += 1;
          writeRow(this.#file, facts, row?.n, item);
        }
      }
      if (changed === 0 || (this.#way === 'fills' && facts.rows < this.#shown * GROWN)) return;
      this.#shown = facts.rows;
      rowsChanged(facts);
    });
    return { fresh: taken.fresh.length, repeated: taken.repeated };
  }

  /** Gives it up; a first listing's rows stay. */
  abandon(): void {
    this.#file.change((facts) => {
      this.#file.db.exec('DELETE FROM staged');
      if (this.#way === 'fills') rowsChanged(facts);
    });
  }

  /** Ends it well, in one transaction; tells what it says otherwise than what was done here a moment ago. */
  finish({ completeness, total, notUnderstood, at, made = [], deleted = [] }: ListingEnd): Lag {
    const isOwn = (id: string): boolean => !this.#kept.has(id);
    const missing = made.filter((id) => isOwn(id) && !this.pages.met(id));
    // What was deleted here and had come back has left the list, and not vanished from it.
    const left = deleted.filter((id) => isOwn(id) && !this.pages.met(id));
    this.#file.change((facts) => {
      this.#file.index(facts);
      this.#file
        .sql('INSERT OR IGNORE INTO met SELECT n FROM boards WHERE id IN (SELECT value FROM json_each(?))')
        .run(JSON.stringify(missing));
      const changed =
        (this.#way === 'stages' ? this.#takeStaged(facts) : 0) +
        this.#tickOff(facts, completeness === 'complete' ? at : null) +
        removeBoards(this.#file, facts, left);
      Object.assign(facts, { completeness, asOf: at, total, notUnderstood });
      if (changed > 0 || this.#way === 'fills') rowsChanged(facts);
    });
    return {
      missing: completeness === 'complete' ? missing : [],
      back: deleted.filter((id) => isOwn(id) && this.pages.met(id)),
    };
  }

  #meet(n: number): void {
    this.#file.sql('INSERT OR IGNORE INTO met (n) VALUES (?)').run(n);
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
    db.exec('DELETE FROM staged');
    facts.rows += Number(fresh);
    return Number(changed) + Number(fresh);
  }

  /** Boards that had vanished and were met again are back; those that a listing to the proven end did not have vanish. */
  #tickOff(facts: FactsDraft, provenAt: number | null): number {
    const mark = (at: number | null, which: string): number =>
      Number(this.#file.sql(`UPDATE boards SET vanished_at = ? WHERE ${which}`).run(at).changes);
    const back = mark(null, 'vanished_at IS NOT NULL AND n IN (SELECT n FROM met)');
    const isUnmet = `vanished_at IS NULL AND n <= ${this.#startN} AND n NOT IN (SELECT n FROM met)`;
    const gone = provenAt === null ? 0 : mark(provenAt, isUnmet);
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
    if (row?.vanished === 1) {
      facts.vanished -= 1;
      facts.rows += 1;
    }
    n = writeRow(file, facts, row?.n, item);
    rowsChanged(facts);
  });
  return n;
}

/** The row of an item that is there already. `same`: it says what the item says. */
function findRow(file: BoardFile, item: BoardItem) {
  return file
    .sql(
      `SELECT n, vanished_at IS NOT NULL AS vanished,
        created_ms IS ? AND created_raw IS ? AND assumed_utc = ? AND raw = ? AS same
        FROM boards WHERE ${item.id === null ? 'id IS NULL AND raw = ?' : 'id = ?'}`,
    )
    .get(...columnsOf(item), item.id ?? item.raw) as { n: number; vanished: 0 | 1; same: 0 | 1 } | undefined;
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
    // What it says is read anew; where it is not in the index yet, it will be anyway.
    file.sql('INSERT OR IGNORE INTO search_due (n) VALUES (?)').run(known);
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
