/** Changes of rows: a listing under way, whose pages come one by one, and single boards. */
import type { BoardItem } from '../../service/types.ts';
import { furtherFields } from '../../service/wire/fields.ts';
import { SeenBoards, type PackedPage, type TakeWhen } from '../../service/wire/packed-page.ts';
import { foldWord } from '../tables/note-words.ts';
import type { BoardFile, FactsDraft } from './files.ts';
import type { Lag, ListingEnd } from './mirror.ts';

/** While a table is filled its rows are shown each time that they are so many more: to sort them takes a while. */
const GROWN = 1.1;

/** A listing under way. It is not in the file, for it ends with its process. */
export class Load {
  readonly number: number;
  readonly #seen = new SeenBoards();
  readonly #file: BoardFile;
  /** It fills an empty table, without indexes. */
  readonly #fills: boolean;
  /** Rows after this one came while it went on. */
  readonly #startN: number;
  /** By n, which rows from before it has met. */
  readonly #met: Uint8Array;
  #shown = 0;
  /** Ids of boards that were put or removed here since it began: not the listing's to change. */
  readonly #kept = new Set<string>();

  constructor(number: number, file: BoardFile) {
    const { asOf, rows, lastN } = file.facts;
    this.number = number;
    this.#file = file;
    this.#fills = asOf === null && rows === 0;
    this.#startN = lastN;
    this.#met = new Uint8Array(lastN + 1);
    if (this.#fills) file.change((facts) => file.dropIndexes(facts));
  }

  /** A board was put (as row `n`) or removed here. */
  keep(boardId: string | null, n?: number): void {
    if (boardId !== null) this.#kept.add(boardId);
    if (n !== undefined) this.#meet(n);
  }

  /** Takes a page, and tells how many boards of it this listing had not met; null where the page is not as `when` demands. */
  take(page: PackedPage, when: TakeWhen): number | null {
    const fresh = this.#seen.take(page, when);
    if (fresh === null) return null;
    this.#file.change((facts) => {
      const rows = new Rows(this.#file, facts);
      for (const item of fresh) {
        if (item.id !== null && this.#kept.has(item.id)) continue;
        if (this.#fills) rows.add(item);
        else this.#meet(rows.put(item));
      }
      const isShown = !this.#fills || facts.rows >= this.#shown * GROWN;
      rows.end(isShown);
      if (isShown) this.#shown = facts.rows;
    });
    return fresh.length;
  }

  /** Gives it up; its rows stay. */
  abandon(): void {
    this.#file.change((facts) => {
      this.#file.index(facts);
      if (this.#fills) facts.revision += 1;
    });
  }

  /** Ends it well: boards that a complete listing did not have vanish. */
  finish({ completeness, total, notUnderstood, at, made = [], deleted = [] }: ListingEnd): Lag {
    const isMissing = (id: string): boolean => !this.#kept.has(id) && !this.#seen.met(id);
    const missing = made.filter(isMissing);
    this.#file.change((facts) => {
      this.#file.index(facts);
      const rows = new Rows(this.#file, facts);
      for (const id of missing) this.#meet(rows.numberOf(id) ?? 0);
      // A board that was deleted here and had come back has left the list: it did not vanish from it.
      rows.remove(deleted.filter(isMissing));
      if (completeness === 'complete') this.#vanish(rows, at);
      Object.assign(facts, { completeness, asOf: at, total, notUnderstood });
      rows.end(true);
      if (this.#fills) facts.revision += 1;
    });
    return {
      missing: completeness === 'complete' ? missing : [],
      back: deleted.filter((id) => !this.#kept.has(id) && this.#seen.met(id)),
    };
  }

  #meet(n: number): void {
    if (n <= this.#startN) this.#met[n] = 1;
  }

  #vanish(rows: Rows, at: number): void {
    const listed = this.#file.sql('SELECT n FROM boards WHERE vanished_at IS NULL AND n <= ?');
    const gone: number[] = [];
    for (const row of listed.iterate(this.#startN)) {
      const n = Number(row['n']);
      if (this.#met[n] === 0) gone.push(n);
    }
    for (const n of gone) rows.vanish(n, at);
  }
}

const COLUMNS = 'id, created_ms, created_raw, assumed_utc, words, raw';

/** Changes rows within one transaction, and the facts with them. */
export class Rows {
  readonly #file: BoardFile;
  readonly #facts: FactsDraft;
  #changed = 0;
  /** By name, how many more boards have a field. */
  readonly #fields = new Map<string, number>();

  constructor(file: BoardFile, facts: FactsDraft) {
    this.#file = file;
    this.#facts = facts;
  }

  numberOf(boardId: string): number | null {
    const row = this.#file.sql('SELECT n FROM boards WHERE id = ?').get(boardId);
    return row === undefined ? null : Number(row['n']);
  }

  /** Adds a board that is not there; gives its row. */
  add(item: BoardItem): number {
    const facts = this.#facts;
    facts.lastN += 1;
    facts.rows += 1;
    this.#changed += 1;
    this.#file
      .sql(`INSERT INTO boards (n, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`)
      .run(facts.lastN, item.id, ...timeOf(item), this.#wordsOf(item), item.raw);
    return facts.lastN;
  }

  /** Adds a board or changes its row, where that does not say the same; gives its row. */
  put(item: BoardItem): number {
    const by = item.id === null ? 'id IS NULL AND raw = ?' : 'id = ?';
    const row = this.#file
      .sql(
        `SELECT n, vanished_at AS vanishedAt, created_raw AS createdRaw, raw,
          created_ms IS ? AND created_raw IS ? AND assumed_utc = ? AND raw = ? AS same FROM boards WHERE ${by}`,
      )
      .get(...timeOf(item), item.raw, item.id ?? item.raw) as
      | { n: number; vanishedAt: number | null; createdRaw: string | null; raw: string; same: 0 | 1 }
      | undefined;
    if (row === undefined) return this.add(item);
    if (row.vanishedAt !== null) {
      this.#facts.vanished -= 1;
      this.#facts.rows += 1;
    } else if (row.same === 1) return row.n;
    this.#changed += 1;
    this.#count(furtherFields({ ...row, id: item.id }), -1);
    this.#file
      .sql(`UPDATE boards SET (${COLUMNS}, vanished_at) = (?, ?, ?, ?, ?, ?, NULL) WHERE n = ?`)
      .run(item.id, ...timeOf(item), this.#wordsOf(item), item.raw, row.n);
    return row.n;
  }

  /** Takes boards out. */
  remove(boardIds: readonly string[]): void {
    const remove = this.#file.sql(`DELETE FROM boards WHERE id = ?
      RETURNING id, created_raw AS createdRaw, raw, vanished_at AS vanishedAt`);
    for (const row of boardIds.flatMap((boardId) => remove.all(boardId))) {
      const { id, createdRaw, raw, vanishedAt } = row as unknown as Removed;
      this.#count(furtherFields({ id, createdRaw, raw }), -1);
      this.#changed += 1;
      if (vanishedAt === null) this.#facts.rows -= 1;
      else this.#facts.vanished -= 1;
    }
  }

  vanish(n: number, at: number): void {
    this.#file.sql('UPDATE boards SET vanished_at = ? WHERE n = ?').run(at, n);
    this.#changed += 1;
    this.#facts.rows -= 1;
    this.#facts.vanished += 1;
  }

  /** Writes what was counted. `isShown`: windows of before are stale if a row has changed. */
  end(isShown: boolean): void {
    const add = this.#file.sql(`INSERT INTO fields (name, boards) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET boards = boards + excluded.boards`);
    for (const [name, boards] of this.#fields) if (boards !== 0) add.run(name, boards);
    if (isShown && this.#changed > 0) this.#facts.revision += 1;
  }

  /** Counts its fields, too. */
  #wordsOf({ id, created, raw }: BoardItem): string {
    const fields = furtherFields({ id, createdRaw: created?.raw ?? null, raw });
    this.#count(fields, 1);
    return [id ?? '', ...fields.map(([, value]) => value)].map(foldWord).join(WORD_END);
  }

  #count(fields: readonly (readonly [string, string])[], sign: 1 | -1): void {
    for (const [name] of fields) this.#fields.set(name, (this.#fields.get(name) ?? 0) + sign);
  }
}

interface Removed {
  readonly id: string;
  readonly createdRaw: string | null;
  readonly raw: string;
  readonly vanishedAt: number | null;
}

/** Between the words of a board: no folded text holds it. */
const WORD_END = '\u0002';

/** created_ms, created_raw and assumed_utc. */
function timeOf({ created }: BoardItem): readonly [number | null, string | null, 0 | 1] {
  return [created?.epochMs ?? null, created?.raw ?? null, created?.assumedUtc === true ? 1 : 0];
}
