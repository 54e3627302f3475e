/** Reads from the main database what is known of boards on this computer: local notes, and what was done from here. */
import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { BoardLocal } from '../../../preload/contract/boards.ts';

/** What is known of one board from here. */
export interface Known {
  readonly boardId: string;
  readonly local: BoardLocal | null;
  readonly madeHere: boolean;
  readonly previewedAt: number | null;
}

interface Columns {
  readonly boardId: string;
  /** Null where there is no note. */
  readonly label: string | null;
  readonly note: string;
  readonly tags: string;
  readonly customer: string;
  readonly protected: number;
  readonly madeAt: number | null;
  readonly previewedAt: number | null;
}

const COLUMNS = `label, note, tags, customer, protected, made_at AS madeAt, previewed_at AS previewedAt`;

const ALL = `SELECT ifnull(n.board_id, f.board_id) AS boardId, ${COLUMNS}
  FROM (SELECT * FROM notes WHERE connection_id = :connectionId) n
  FULL JOIN (SELECT * FROM board_facts WHERE connection_id = :connectionId) f ON f.board_id = n.board_id`;

const SOME = `SELECT j.value AS boardId, ${COLUMNS} FROM json_each(:boardIds) j
  LEFT JOIN notes n ON n.connection_id = :connectionId AND n.board_id = j.value
  LEFT JOIN board_facts f ON f.connection_id = :connectionId AND f.board_id = j.value
  WHERE n.board_id IS NOT NULL OR f.board_id IS NOT NULL`;

/** The file may not be there yet: then nothing is known. */
export class MainDatabase {
  readonly #file: string;
  #db: DatabaseSync | null = null;
  #all: StatementSync | null = null;
  #some: StatementSync | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  *all(connectionId: string): Generator<Known> {
    if (!this.#open()) return;
    const rows = asMain(() => this.#all?.iterate({ connectionId }));
    for (const row of rows ?? []) yield knownOf(row as unknown as Columns);
  }

  some(connectionId: string, boardIds: readonly string[]): ReadonlyMap<string, Known> {
    if (boardIds.length === 0 || !this.#open()) return new Map();
    const rows = asMain(() => this.#some?.all({ connectionId, boardIds: JSON.stringify(boardIds) }));
    return new Map(
      (rows ?? []).map((row) => {
        const known = knownOf(row as unknown as Columns);
        return [known.boardId, known];
      }),
    );
  }

  close(): void {
    this.#db?.close();
    this.#db = null;
  }

  #open(): boolean {
    if (this.#db !== null) return true;
    if (!existsSync(this.#file)) return false;
    asMain(() => {
      const db = new DatabaseSync(this.#file, { readOnly: true });
      db.exec('PRAGMA cache_size = -2000; PRAGMA query_only = ON;');
      this.#all = db.prepare(ALL);
      this.#some = db.prepare(SOME);
      this.#db = db;
    });
    return true;
  }
}

/** Damage of the main database must not be taken for damage of a mirror, which would be begun anew. */
function asMain<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error('the main database could not be read', { cause: error });
  }
}

function knownOf({ boardId, label, madeAt, previewedAt, ...columns }: Columns): Known {
  return {
    boardId,
    local:
      label === null
        ? null
        : {
            label,
            note: columns.note,
            tags: JSON.parse(columns.tags) as readonly string[],
            customer: columns.customer,
            protected: columns.protected === 1,
          },
    madeHere: madeAt !== null,
    previewedAt,
  };
}
