/** One mirror's file, open for changing: its rows, and the facts that go with every change of them. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { MirrorItem } from './mirror.ts';
import { readFacts, writeFacts, type StoredFacts } from './facts.ts';
import { INDEXES, NO_INDEXES } from './schema.ts';
import { foldId } from './search.ts';

export type FactsDraft = { -readonly [K in keyof StoredFacts]: StoredFacts[K] };

/** A row that is there already. `same`: it says what the item says. */
export interface KnownRow {
  readonly n: number;
  readonly vanished: boolean;
  readonly same: boolean;
}

/** What tells a board from all others of its list. */
export function whoIs(item: Pick<MirrorItem, 'id' | 'key'>): string {
  return item.id === null ? `?${item.key}` : `=${item.id}`;
}

export class BoardFile {
  readonly db: DatabaseSync;
  /** The highest revision that anybody can know of. */
  revision: number;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.db = db;
    this.revision = readFacts(db)?.revision ?? 0;
  }

  get facts(): StoredFacts {
    const facts = readFacts(this.db, (sql) => this.sql(sql));
    if (facts === null) throw new Error('a mirror without facts');
    return facts;
  }

  /** Changes rows and facts in one transaction: facts never speak of what is not there. */
  change(work: (facts: FactsDraft) => void): StoredFacts {
    this.db.exec('BEGIN IMMEDIATE');
    try {
      const facts: FactsDraft = { ...this.facts };
      work(facts);
      writeFacts(this.db, facts, (sql) => this.sql(sql));
      this.db.exec('COMMIT');
      this.revision = facts.revision;
      return facts;
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      throw error;
    }
  }

  /** A statement that is prepared once. */
  sql(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const made = this.db.prepare(text);
    this.#statements.set(text, made);
    return made;
  }

  /** The row of an item. Without indexes (in a first listing) every row is looked at. */
  find(item: MirrorItem): KnownRow | undefined {
    const asked = item.id === null ? 'id IS NULL AND key = ?' : 'id = ?';
    const row = this.sql(
      `SELECT n, vanished_at IS NOT NULL AS vanished,
        raw = ? AND created_ms IS ? AND created_raw IS ? AND assumed_utc = ? AS same
        FROM boards WHERE ${asked}`,
    ).get(item.raw, ...created(item), item.id ?? item.key) as
      | { n: number; vanished: number; same: number }
      | undefined;
    return row && { n: row.n, vanished: row.vanished === 1, same: row.same === 1 };
  }

  insert(n: number, item: MirrorItem): void {
    this.sql(
      `INSERT INTO boards (n, key, id, folded, created_ms, created_raw, assumed_utc, raw)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(n, item.key, item.id, foldId(item.id), ...created(item), item.raw);
  }

  update(n: number, item: MirrorItem): void {
    this.sql(
      `UPDATE boards SET key = ?, created_ms = ?, created_raw = ?, assumed_utc = ?, raw = ?, vanished_at = NULL
        WHERE n = ?`,
    ).run(item.key, ...created(item), item.raw, n);
  }

  /** Keeps an item for the end of the run. `n`: the row that it changes; null for a new one. */
  stage(n: number | null, item: MirrorItem): void {
    this.sql(
      `INSERT INTO staged (who, n, key, id, created_ms, created_raw, assumed_utc, raw)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(whoIs(item), n, item.key, item.id, ...created(item), item.raw);
  }

  unstageAll(): void {
    this.db.exec('DELETE FROM staged');
  }

  /** Makes the indexes, in a transaction of the caller's. Of rows that came twice the last one stays. */
  index(facts: FactsDraft): void {
    if (facts.indexed === 1) return;
    try {
      this.db.exec(INDEXES);
    } catch (error) {
      if (!isConstraint(error)) throw error;
      const { changes } = this.db
        .prepare(
          `DELETE FROM boards WHERE n NOT IN (
            SELECT max(n) FROM boards GROUP BY id, CASE WHEN id IS NULL THEN key END)`,
        )
        .run();
      facts.rows -= Number(changes);
      rowsChanged(facts);
      this.db.exec(INDEXES.replaceAll(' INDEX ', ' INDEX IF NOT EXISTS '));
    }
    facts.indexed = 1;
  }

  unindex(facts: FactsDraft): void {
    this.db.exec(NO_INDEXES);
    facts.indexed = 0;
  }
}

/** Rows have come, changed or gone. */
export function rowsChanged(facts: FactsDraft): void {
  facts.revision += 1;
  facts.rowsRevision = facts.revision;
}

/** What the row says is to be read anew for searching. A row that is not in the search index yet will be anyway. */
export function searchDue(file: BoardFile, n: number): void {
  file.sql('INSERT OR IGNORE INTO search_due (n) VALUES (?)').run(n);
}

function created({ created: time }: MirrorItem): readonly [SQLInputValue, SQLInputValue, number] {
  return [time?.epochMs ?? null, time?.raw ?? null, time?.assumedUtc === true ? 1 : 0];
}

/** SQLITE_CONSTRAINT is 19. */
function isConstraint(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' && (code & 0xff) === 19;
}
