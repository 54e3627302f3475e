/**
 * A listing under way: its pages are taken into the file as main says, and all is settled at its end. It is not in the
 * file: a listing ends with its process.
 */
import type { SQLInputValue } from 'node:sqlite';
import type { BoardItem } from '../../service/types.ts';
import { SeenBoards, type PackedPage, type TakeWhen } from '../../service/wire/packed-page.ts';
import type { Lag, ListingEnd } from './mirror.ts';
import { NO_INDEXES, rowsChanged, type BoardFile, type FactsDraft } from './schema.ts';
import { dropSearched, foldId } from './search.ts';

const STAGED = 'staged (n, id, created_ms, created_raw, assumed_utc, raw)';
const BOARDS = 'boards (n, id, folded, created_ms, created_raw, assumed_utc, raw)';

/** Rows that one statement adds: alone each would take half as long again. */
const TOGETHER = 50;

/** While it fills a table its rows are shown when they are so many times more: each time all are sorted without an index. */
const GROWN = 1.1;

export class Load {
  readonly number: number;
  readonly #seen = new SeenBoards();
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

  /** Takes a page, and tells how many boards of it are new. Rows that say what they said before are only ticked off. */
  take(page: PackedPage, when: TakeWhen): number | null {
    const fresh = this.#seen.take(page, when);
    if (fresh === null) return null;
    this.#file.change((facts) => {
      let changed = 0;
      const added: SQLInputValue[] = [];
      for (const item of fresh) {
        if (item.id !== null && this.#kept.has(item.id)) continue;
        const row = this.#way === 'fills' ? undefined : findRow(this.#file, item);
        if (row !== undefined) this.#meet(row.n);
        if (row?.same === 1) continue;
        changed += 1;
        if (this.#way === 'stages') added.push(row?.n ?? null, item.id, ...columnsOf(item));
        else if (row === undefined) added.push(...newRow(facts, item));
        else changeRow(this.#file, row.n, item);
      }
      insertRows(this.#file, this.#way === 'stages' ? STAGED : BOARDS, added);
      if (this.#way === 'stages' || changed === 0) return;
      if (this.#way === 'fills' && facts.rows < this.#shown * GROWN) return;
      this.#shown = facts.rows;
      rowsChanged(facts);
    });
    return fresh.length;
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
    const missing = made.filter((id) => isOwn(id) && !this.#seen.met(id));
    // What was deleted here and had come back has left the list, and not vanished from it.
    const left = deleted.filter((id) => isOwn(id) && !this.#seen.met(id));
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
      back: deleted.filter((id) => isOwn(id) && this.#seen.met(id)),
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
        `INSERT INTO ${BOARDS}
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

/** Adds or changes boards made here; gives their rows. */
export function putBoards(file: BoardFile, items: readonly BoardItem[]): readonly number[] {
  const places: number[] = [];
  file.change((facts) => {
    for (const item of items) {
      const row = findRow(file, item);
      if (row?.vanished === 1) {
        facts.vanished -= 1;
        facts.rows += 1;
      }
      if (row === undefined) insertRows(file, BOARDS, newRow(facts, item));
      else changeRow(file, row.n, item);
      places.push(row?.n ?? facts.lastN);
    }
    rowsChanged(facts);
  });
  return places;
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

function changeRow(file: BoardFile, n: number, item: BoardItem): void {
  const change = `UPDATE boards SET created_ms = ?, created_raw = ?, assumed_utc = ?, raw = ?, vanished_at = NULL
    WHERE n = ?`;
  file.sql(change).run(...columnsOf(item), n);
  // What it says is read anew; where it is not in the index yet, it will be anyway.
  file.sql('INSERT OR IGNORE INTO search_due (n) VALUES (?)').run(n);
}

function newRow(facts: FactsDraft, item: BoardItem): SQLInputValue[] {
  facts.lastN += 1;
  facts.rows += 1;
  return [facts.lastN, item.id, foldId(item.id), ...columnsOf(item)];
}

/** `values`: of one row after the other. */
function insertRows(file: BoardFile, into: string, values: readonly SQLInputValue[]): void {
  const columns = into.split(',').length;
  const row = `(?${', ?'.repeat(columns - 1)})`;
  for (let at = 0; at < values.length; at += TOGETHER * columns) {
    const some = values.slice(at, at + TOGETHER * columns);
    const more = `, ${row}`.repeat(some.length / columns - 1);
    file.sql(`INSERT INTO ${into} VALUES ${row}${more}`).run(...some);
  }
}

/** created_ms, created_raw, assumed_utc and raw. */
function columnsOf({ created, raw }: BoardItem): readonly SQLInputValue[] {
  return [created?.epochMs ?? null, created?.raw ?? null, created?.assumedUtc === true ? 1 : 0, raw];
}
