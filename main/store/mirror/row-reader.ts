/** Reads rows from the file as they are shown, with what is known of them on this computer. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { BoardRow } from '../../../preload/contract/boards.ts';
import { DEFAULT_ORDER } from './columns.ts';
import { fieldValues } from './fields.ts';
import type { MainDatabase } from './main-database.ts';
import type { RowWithRaw } from './mirror.ts';

interface Stored {
  readonly key: string;
  readonly id: string | null;
  readonly createdMs: number | null;
  readonly createdRaw: string | null;
  readonly assumedUtc: number;
  readonly vanishedAt: number | null;
  readonly raw: string;
}

const COLUMNS = `b.key, b.id, b.created_ms AS createdMs, b.created_raw AS createdRaw, b.assumed_utc AS assumedUtc,
  b.vanished_at AS vanishedAt`;
const BY_NUMBER = `FROM json_each(?) j CROSS JOIN boards b ON b.n = j.value`;

export class RowReader {
  readonly #connectionId: string;
  readonly #main: MainDatabase;
  readonly #bare: StatementSync;
  readonly #full: StatementSync;
  readonly #numbers: StatementSync;
  readonly #ids: StatementSync;
  readonly #between: StatementSync;

  constructor(connectionId: string, db: DatabaseSync, main: MainDatabase) {
    this.#connectionId = connectionId;
    this.#main = main;
    this.#bare = db.prepare(`SELECT ${COLUMNS}, '' AS raw ${BY_NUMBER}`);
    this.#full = db.prepare(`SELECT ${COLUMNS}, b.raw ${BY_NUMBER}`);
    this.#numbers = db.prepare(`SELECT n FROM boards WHERE vanished_at IS NULL
      ORDER BY ${DEFAULT_ORDER} LIMIT ? OFFSET ?`);
    this.#ids = db.prepare(`SELECT b.id ${BY_NUMBER} WHERE b.id IS NOT NULL`);
    this.#between = db.prepare(`SELECT ${COLUMNS}, '' AS raw FROM boards b
      WHERE created_ms BETWEEN ? AND ? AND vanished_at IS NULL ORDER BY ${DEFAULT_ORDER}`);
  }

  /** Rows by their numbers, in their order; a number whose row is gone is left out. */
  byNumber(
    numbers: Iterable<number>,
    fields: readonly string[],
    isKnown?: (at: number) => boolean,
  ): BoardRow[] {
    const list = JSON.stringify([...numbers]);
    const rows = (fields.length > 0 ? this.#full : this.#bare).all(list) as unknown as readonly Stored[];
    return this.#rows(rows, fields, isKnown);
  }

  /** The same with their JSON. */
  withRaw(numbers: Iterable<number>, fields: readonly string[]): RowWithRaw[] {
    const stored = this.#full.all(JSON.stringify([...numbers])) as unknown as readonly Stored[];
    return this.#rows(stored, fields).map((row, at) => ({ ...row, raw: stored[at]?.raw ?? '' }));
  }

  idsByNumber(numbers: Iterable<number>): string[] {
    const rows = this.#ids.all(JSON.stringify([...numbers])) as unknown as readonly { id: string }[];
    return rows.map(({ id }) => id);
  }

  /** Numbers of what is listed, in the default order, straight from the index. */
  firstNumbers(from: number, count: number): number[] {
    return (this.#numbers.all(count, from) as unknown as readonly { n: number }[]).map(({ n }) => n);
  }

  createdBetween(from: number, to: number): BoardRow[] {
    return this.#rows(this.#between.all(from, to) as unknown as readonly Stored[], []);
  }

  #rows(
    rows: readonly Stored[],
    fields: readonly string[],
    isKnown: (at: number) => boolean = () => true,
  ): BoardRow[] {
    const asked = rows.flatMap(({ id }, at) => (id !== null && isKnown(at) ? [id] : []));
    const known = this.#main.some(this.#connectionId, asked);
    return rows.map((row) => {
      const here = row.id === null ? undefined : known.get(row.id);
      return {
        rowKey: row.key,
        id: row.id,
        created:
          row.createdRaw === null
            ? null
            : { raw: row.createdRaw, epochMs: row.createdMs, assumedUtc: row.assumedUtc === 1 },
        vanishedAt: row.vanishedAt,
        local: here?.local ?? null,
        madeHere: here?.madeHere ?? false,
        previewedAt: here?.previewedAt ?? null,
        fields: fields.length > 0 ? fieldValues(row.raw, fields) : [],
      };
    });
  }
}
