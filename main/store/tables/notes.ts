/** Queries of the table `notes`. The temporary table `kept` contains the notes before the last change, for an undo. */
import type { DatabaseSync } from 'node:sqlite';
import { atOnce, columnsOf, eachAtOnce, fromRow, toRow } from '../database-file.ts';
import type { ItemEdit } from '../items.ts';
import { changeNote, MOST_TAGS, noteBody, type NoteChange, type NoteRecord } from './change-note.ts';
import { noteWords } from './note-words.ts';
import { itemQueue } from './team.ts';

const FIELDS = 'boardId label note tags customer protected updatedAt';
const COLUMNS = columnsOf(FIELDS).read;

export function notesTable(db: DatabaseSync) {
  // A row contains a board's notes before the last change. `label` is null if the board had no notes.
  db.exec(`CREATE TEMP TABLE kept (connection_id TEXT NOT NULL, board_id TEXT NOT NULL,
    changed INTEGER NOT NULL DEFAULT 0, label TEXT, note TEXT, tags TEXT, customer TEXT, protected INTEGER,
    updated_at INTEGER, PRIMARY KEY (connection_id, board_id)) STRICT, WITHOUT ROWID`);
  const count = db.prepare('SELECT count(*) AS count FROM notes WHERE connection_id = ?');
  const page = db.prepare(`SELECT ${COLUMNS} FROM notes WHERE connection_id = ? AND board_id > ?
    ORDER BY board_id LIMIT ?`);
  const one = db.prepare(`SELECT ${COLUMNS} FROM notes WHERE connection_id = ? AND board_id = ?`);
  const write = db.prepare(`INSERT OR REPLACE INTO notes
    ${columnsOf(`connectionId ${FIELDS} words`).values}`);
  const remove = db.prepare('DELETE FROM notes WHERE connection_id = ? AND board_id = ?');
  // Sorts the board ids, because SQLite inserts rows several times as fast in the order of the primary key.
  const stage = db.prepare(`INSERT OR IGNORE INTO kept (connection_id, board_id)
    SELECT ?, value FROM json_each(?) ORDER BY value`);
  const staged = db.prepare('SELECT board_id AS boardId FROM kept WHERE connection_id = ?');
  const keep = db.prepare(`INSERT OR REPLACE INTO kept
    ${columnsOf(`connectionId ${FIELDS} changed`).values}`);
  const kept = db.prepare(`SELECT ${COLUMNS} FROM kept WHERE connection_id = ? AND changed = 1`);
  const letGo = db.prepare('DELETE FROM kept WHERE connection_id = ?');

  const queue = itemQueue(db, 'note');

  const find = (connectionId: string, boardId: string): NoteRecord | null => {
    const row = one.get(connectionId, boardId);
    return row === undefined ? null : recordOf(row);
  };
  const set = (connectionId: string, boardId: string, record: NoteRecord | null): void => {
    if (record === null || noteBody(record) === null) remove.run(connectionId, boardId);
    else write.run({ connectionId, ...toRow(record), words: noteWords(record) });
  };
  const remember = (connectionId: string, boardId: string, record: NoteRecord | null): void => {
    const nothing = { label: null, note: null, tags: null, customer: null, protected: null, updatedAt: null };
    keep.run({ connectionId, boardId, changed: 1, ...(record === null ? nothing : toRow(record)) });
  };

  /** Yields old (`known`) and new notes (`next`) of boards that `change` alters. Null means that there are no notes. */
  function* changes(connectionId: string, change: NoteChange, at: number) {
    for (const { boardId } of staged.all(connectionId) as unknown as readonly { boardId: string }[]) {
      const known = find(connectionId, boardId);
      const next = changeNote(known, boardId, change, at);
      if (next !== known) yield { boardId, known, next };
    }
  }
  function* undos(connectionId: string) {
    for (const row of kept.all(connectionId)) {
      const boardId = String(row['boardId']);
      const next = row['label'] === null ? null : recordOf(row);
      yield { boardId, known: find(connectionId, boardId), next };
    }
  }

  /** Saves notes and keeps the old notes for an undo. If a board gets too many tags, rolls back and returns null. */
  const apply = (connectionId: string, edits: Iterable<Edit>): number | null =>
    atOnce(db, () => {
      let changed = 0;
      for (const { boardId, next, known } of edits) {
        if (isFull(next)) return null;
        remember(connectionId, boardId, known);
        set(connectionId, boardId, next);
        changed += 1;
      }
      return changed;
    });

  return {
    count: (connectionId: string): number => (count.get(connectionId) as { count: number }).count,
    page: (connectionId: string, after: string, most: number): readonly NoteRecord[] =>
      page.all(connectionId, after, most).map(recordOf),
    find,
    /** Saves a board's notes, or removes them if they are empty. The caller must open a transaction. */
    set,
    /** Copies a board's current notes for an undo. The caller must open a transaction. */
    remember: (connectionId: string, boardId: string): void =>
      remember(connectionId, boardId, find(connectionId, boardId)),
    ofBoards: (connectionId: string, boardIds: readonly string[]): readonly NoteRecord[] =>
      boardIds.flatMap((boardId) => find(connectionId, boardId) ?? []),
    /** Saves notes, and marks them for sending to the team. */
    put: (connectionId: string, records: readonly NoteRecord[]): void =>
      eachAtOnce(db, records, (record) => {
        set(connectionId, record.boardId, record);
        queue(connectionId, record.boardId);
      }),
    stage: (connectionId: string, boardIds: readonly string[]): void =>
      void stage.run(connectionId, JSON.stringify(boardIds)),
    /** Changes the notes of the staged boards. Returns the number of changes; null if a board gets too many tags. */
    change: (connectionId: string, change: NoteChange, at: number): number | null =>
      apply(connectionId, changes(connectionId, change, at)),
    /** Returns the edits that `change` would make, for the team database. Null if a board gets too many tags. */
    planned: (connectionId: string, change: NoteChange, at: number): readonly ItemEdit[] | null => {
      const edits = [...changes(connectionId, change, at)];
      return edits.some(({ next }) => isFull(next)) ? null : edits.map(editOf);
    },
    undoing: (connectionId: string): readonly ItemEdit[] => [...undos(connectionId)].map(editOf),
    swap: (connectionId: string): number => apply(connectionId, undos(connectionId)) ?? 0,
    letGo: (connectionId: string): void => void letGo.run(connectionId),
  };
}

function isFull(record: NoteRecord | null): boolean {
  return record !== null && record.tags.length > MOST_TAGS;
}

interface Edit {
  readonly boardId: string;
  readonly known: NoteRecord | null;
  readonly next: NoteRecord | null;
}

function editOf({ boardId, known, next }: Edit): ItemEdit {
  return { kind: 'note', id: boardId, before: known && noteBody(known), after: next && noteBody(next) };
}

function recordOf(row: object): NoteRecord {
  return fromRow<NoteRecord>(row, ['protected'], ['tags']);
}
