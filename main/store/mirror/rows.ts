/** Reads rows by their numbers, as they are shown: with what is written about them on this computer. */
import { existsSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { BoardRow } from '../../../preload/contract/boards.ts';
import { fieldValues } from './fields.ts';
import type { RowWithRaw } from './mirror.ts';
import { DEFAULT_ORDER } from './query.ts';

interface Stored {
  readonly key: string;
  readonly id: string | null;
  readonly createdMs: number | null;
  readonly createdRaw: string | null;
  readonly assumedUtc: number;
  readonly vanishedAt: number | null;
  readonly raw: string;
  /** Null where there is no note. */
  readonly label: string | null;
  readonly note: string;
  readonly tags: string;
  readonly customer: string;
  readonly protected: number;
  readonly madeAt: number | null;
  readonly previewedAt: number | null;
}

const COLUMNS = `b.key, b.id, b.created_ms AS createdMs, b.created_raw AS createdRaw, b.assumed_utc AS assumedUtc,
  b.vanished_at AS vanishedAt, label, note, tags, customer, protected, made_at AS madeAt, previewed_at AS previewedAt`;
const HERE = `LEFT JOIN notes l ON l.connection_id = :connection AND l.board_id = b.id
  LEFT JOIN board_facts f ON f.connection_id = :connection AND f.board_id = b.id`;
const BY_NUMBER = `FROM json_each(:numbers) j CROSS JOIN boards b ON b.n = j.value`;

/** The main database can't be read: that is no damage of a mirror, which would be begun anew. */
export class MainUnreadable extends Error {
  constructor(cause: unknown) {
    super('the main database could not be read', { cause });
  }
}

/** Joins the main database, where notes are. Without one nothing is written about any board. */
export function attachMain(db: DatabaseSync, file: string): void {
  if (existsSync(file)) {
    try {
      db.prepare('ATTACH DATABASE ? AS main_database').run(file);
      checkMain(db);
    } catch (error) {
      throw new MainUnreadable(error);
    }
  } else {
    db.exec(`PRAGMA query_only = OFF;
      CREATE TEMP TABLE notes (connection_id, board_id, label, note, tags, customer, protected, words);
      CREATE TEMP TABLE board_facts (connection_id, board_id, made_at, previewed_at);
      PRAGMA query_only = ON;`);
  }
}

/** Throws where it was the main database that a statement could not read. */
export function checkMain(db: DatabaseSync): void {
  try {
    db.prepare('SELECT max(label), max(words), max(tags) FROM notes').get();
    db.prepare('SELECT max(made_at), max(previewed_at) FROM board_facts').get();
  } catch (error) {
    throw new MainUnreadable(error);
  }
}

export class Rows {
  readonly #connectionId: string;
  readonly #bare: StatementSync;
  readonly #full: StatementSync;
  readonly #ids: StatementSync;
  readonly #between: StatementSync;

  constructor(connectionId: string, db: DatabaseSync) {
    this.#connectionId = connectionId;
    this.#bare = db.prepare(`SELECT ${COLUMNS}, '' AS raw ${BY_NUMBER} ${HERE}`);
    this.#full = db.prepare(`SELECT ${COLUMNS}, b.raw ${BY_NUMBER} ${HERE}`);
    this.#ids = db.prepare(`SELECT b.id ${BY_NUMBER} WHERE b.id IS NOT NULL`);
    this.#between = db.prepare(`SELECT ${COLUMNS}, '' AS raw FROM boards b ${HERE}
      WHERE created_ms BETWEEN :from AND :to AND vanished_at IS NULL ORDER BY ${DEFAULT_ORDER}`);
  }

  /** Rows by their numbers, in their order; a number whose row is gone is left out. */
  byNumber(numbers: Uint32Array, fields: readonly string[]): readonly BoardRow[] {
    return this.#stored(fields.length > 0 ? this.#full : this.#bare, numbers).map((row) =>
      toRow(row, fields),
    );
  }

  /** The same with their JSON. */
  withRaw(numbers: Uint32Array, fields: readonly string[]): readonly RowWithRaw[] {
    return this.#stored(this.#full, numbers).map((row) => ({ ...toRow(row, fields), raw: row.raw }));
  }

  ids(numbers: Uint32Array): readonly string[] {
    const rows = this.#ids.all({ numbers: `[${numbers.join()}]` }) as unknown as readonly { id: string }[];
    return rows.map(({ id }) => id);
  }

  createdBetween(from: number, to: number): readonly BoardRow[] {
    const rows = this.#between.all({ connection: this.#connectionId, from, to });
    return (rows as unknown as readonly Stored[]).map((row) => toRow(row, []));
  }

  #stored(statement: StatementSync, numbers: Uint32Array): readonly Stored[] {
    const rows = statement.all({ connection: this.#connectionId, numbers: `[${numbers.join()}]` });
    return rows as unknown as readonly Stored[];
  }
}

function toRow(row: Stored, fields: readonly string[]): BoardRow {
  const { key, id, createdRaw, createdMs, assumedUtc, vanishedAt, label, note, customer } = row;
  return {
    rowKey: key,
    id,
    created:
      createdRaw === null ? null : { raw: createdRaw, epochMs: createdMs, assumedUtc: assumedUtc === 1 },
    vanishedAt,
    local:
      label === null
        ? null
        : {
            label,
            note,
            tags: JSON.parse(row.tags) as readonly string[],
            customer,
            protected: row.protected === 1,
          },
    madeHere: row.madeAt !== null,
    previewedAt: row.previewedAt,
    fields: fields.length > 0 ? fieldValues(row.raw, fields) : [],
  };
}
