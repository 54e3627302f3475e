/** Makes boards findable by what their further fields say: a slice at a time, so that a call never waits for long. */
import type { BoardFile } from './board-file.ts';
import { furtherFields, type Told } from './fields.ts';

/** Rows of one slice. */
const SLICE = 250;

type Row = Told & { readonly n: number };

const ROW = 'n, id, created_raw AS createdRaw, raw';

/** Does a part of what a listing has left to do: its indexes, then words. Gives whether there is more. */
export function tidy(file: BoardFile): boolean {
  if (file.facts.indexed === 1) return readSomeWords(file);
  file.change((facts) => file.index(facts));
  return true;
}

/** Does the next slice; gives whether there is more to do. */
function readSomeWords(file: BoardFile): boolean {
  const { wordsReady } = file.facts;
  if (wordsReady === 1) return false;
  const after = file.change((facts) => {
    const due = file
      .sql(
        `SELECT d.n, id, created_raw AS createdRaw, raw FROM words_due d LEFT JOIN boards USING (n) LIMIT ?`,
      )
      .all(SLICE) as unknown as readonly (Row | { readonly n: number; readonly raw: null })[];
    for (const row of due) {
      file.sql('DELETE FROM words_due WHERE n = ?').run(row.n);
      if (row.n > facts.wordsTo) continue;
      dropWords(file, row.n);
      if (row.raw !== null) addWords(file, row);
    }
    const fresh = file
      .sql(`SELECT ${ROW} FROM boards WHERE n > ? ORDER BY n LIMIT ?`)
      .all(facts.wordsTo, SLICE - due.length) as unknown as readonly Row[];
    for (const row of fresh) addWords(file, row);
    facts.wordsTo = fresh.at(-1)?.n ?? facts.wordsTo;
    if (due.length + fresh.length < SLICE) {
      facts.wordsReady = 1;
      // What was searched for until now may be found in more boards.
      if (file.sql('SELECT rowid FROM words LIMIT 1').get() !== undefined) facts.revision += 1;
    }
  });
  return after.wordsReady === 0;
}

/** Reads one row's words at once, when those of all others are read. */
export function readWordsOf(file: BoardFile, n: number): void {
  dropWords(file, n);
  const row = file.sql(`SELECT ${ROW} FROM boards WHERE n = ?`).get(n);
  if (row !== undefined) addWords(file, row as unknown as Row);
}

export function dropWords(file: BoardFile, n: number): void {
  file.sql('DELETE FROM words WHERE rowid = ?').run(n);
}

function addWords(file: BoardFile, row: Row): void {
  const text = furtherFields(row)
    .map(([, value]) => value.toLowerCase())
    .join('\n');
  if (text !== '') file.sql('INSERT INTO words (rowid, text) VALUES (?, ?)').run(row.n, text);
}
