/** Finds a term in ids and in scalar fields: the trigram index, how it is kept up, and how it is asked. */
import { furtherFields, type Told } from '../../service/wire/fields.ts';
import type { BoardFile } from './schema.ts';

/** Trigrams are looked up, so shorter terms are looked for row by row. */
export const SHORTEST_TRIGRAM = 3;

/** Rows of one slice: a call to the writing thread waits about 10 ms at most. */
const SLICE = 1000;

/** The id in lower case, where it has letters that SQLite’s lower() does not know, or a NUL, where LIKE ends; else null. */
export function foldId(id: string | null): string | null {
  return id === null || /^[\u{1}-\u{7f}]*$/u.test(id) ? null : id.toLowerCase();
}

/** A row that is due, which may be gone by now, or one that is behind all that are in the index. */
type Row = { readonly n: number; readonly isFresh: 0 | 1 } & (Told | { readonly raw: null });

const SOME = `SELECT n, isFresh, id, created_raw AS createdRaw, raw FROM (
    SELECT n, 0 AS isFresh FROM search_due
    UNION ALL SELECT n, 1 FROM (SELECT n FROM boards WHERE n > (SELECT searched_to FROM facts) ORDER BY n)
    LIMIT ${SLICE}
  ) LEFT JOIN boards USING (n)`;

/** Brings a slice of rows into the index; gives whether there is more to do. */
export function searchSome(file: BoardFile): boolean {
  const rows = file.sql(SOME).all() as unknown as readonly Row[];
  if (rows.length === 0) return false;
  file.change((facts) => {
    for (const row of rows) {
      if (row.isFresh === 1) facts.searchedTo = row.n;
      else dropSearched(file, row.n);
      if (row.raw !== null && row.n <= facts.searchedTo) addSearched(file, row.n, row);
    }
  });
  return rows.length === SLICE;
}

/** A row has gone. */
export function dropSearched(file: BoardFile, n: number): void {
  file.sql('DELETE FROM search WHERE rowid = ?').run(n);
  file.sql('DELETE FROM search_due WHERE n = ?').run(n);
}

function addSearched(file: BoardFile, n: number, row: Told): void {
  const said = furtherFields(row).map(([, value]) => value);
  const text = [row.id ?? '', ...said].join('\n').toLowerCase();
  file.sql('INSERT INTO search (rowid, text) VALUES (?, ?)').run(n, asIndexed(text));
}

/** Neither a text nor a term of SQLite's index may hold a NUL: it would end there. */
function asIndexed(text: string): string {
  return text.replaceAll('\0', '\u0001');
}

/** What the index is asked for a term: all of its trigrams. Where `certain`, the rows that have them have the term. */
export function asMatch(term: string): { readonly match: string; readonly certain: boolean } {
  const characters = [...asIndexed(term)];
  const trigrams = new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join('')));
  const match = [...trigrams].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
  return { match, certain: characters.length === SHORTEST_TRIGRAM && !/[\0\u0001\n]/u.test(term) };
}
