/** What the service sent of a board beyond its id and creation time. */
import type { DatabaseSync } from 'node:sqlite';
import type { BoardField } from '../../../preload/contract/boards.ts';
import { digitsOf, parseJson } from '../../service/wire/json.ts';
import { parseNumbers } from './columns.ts';

/** A row as far as its fields are concerned. */
export interface Told {
  readonly id: string | null;
  readonly createdRaw: string | null;
  readonly raw: string;
}

/** Rows looked at in one slice. */
const SLICE = 5000;

/** Texts, numbers and truths of a board, but for those that became its id and its creation time; as text. */
export function furtherFields({ id, createdRaw, raw }: Told): readonly (readonly [string, string])[] {
  return Object.entries(objectOf(raw)).flatMap(([name, value]): [string, string][] => {
    const text = typeof value === 'string' || typeof value === 'boolean' ? String(value) : digitsOf(value);
    return text === null || text === id || text === createdRaw ? [] : [[name, text]];
  });
}

/** The values of some fields as texts, empty where the board has none. */
export function fieldValues(raw: string, names: readonly string[]): readonly string[] {
  const fields = objectOf(raw);
  return names.map((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : null;
    if (value === null) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

function objectOf(raw: string): Readonly<Record<string, unknown>> {
  return fieldsOf(parseJson(raw));
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : {};
}

/** Counts the further fields slice by slice; each step gives what it has counted so far. */
export function* countFields(db: DatabaseSync): Generator<readonly BoardField[], readonly BoardField[]> {
  const counts = new Map<string, number>();
  const rows = db.prepare(`SELECT n, id, created_raw AS createdRaw, raw FROM boards
    WHERE n > ? ORDER BY n LIMIT ${SLICE}`);
  let last = 0;
  for (;;) {
    const slice = rows.all(last) as unknown as readonly (Told & { readonly n: number })[];
    for (const row of slice) {
      for (const [name] of furtherFields(row)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const counted = [...counts].map(([name, boards]) => ({ name, boards }));
    if (slice.length < SLICE) return counted;
    last = slice.at(-1)?.n ?? last;
    yield counted;
  }
}

/** The numbers of rows whose field holds the text, letter case ignored. */
export function rowsWithField(db: DatabaseSync, name: string, text: string): Uint32Array {
  const wanted = text.toLowerCase();
  if (wanted === '') return new Uint32Array(0);
  const { value, path } = fieldInSql(name);
  // SQLite knows the letter case of ASCII only.
  if (/^[ -~]*$/u.test(wanted)) {
    return numbersOf(db, `SELECT n FROM boards WHERE instr(lower(${value}), :wanted) > 0`, { path, wanted });
  }
  const found: number[] = [];
  const rows = db.prepare(`SELECT n, ${value} AS value FROM boards WHERE value IS NOT NULL`);
  for (const row of rows.iterate({ path })) {
    const { n, value: shown } = row as unknown as { n: number; value: string };
    if (shown.toLowerCase().includes(wanted)) found.push(n);
  }
  return Uint32Array.from(found);
}

/** Rows that are read as one text: enough for its price, few enough for its memory. */
const JOINED_ROWS = 500;

/** The number and the fields of every row. Many are read as one text and parsed as one list, which costs a third less. */
export function* everyRow(db: DatabaseSync): Generator<readonly [number, Readonly<Record<string, unknown>>]> {
  const joined = db.prepare(`SELECT count(*) AS count, '[' || group_concat(n) || ']' AS numbers,
    '[' || group_concat(raw) || ']' AS raws
    FROM (SELECT n, raw FROM boards WHERE n > ? ORDER BY n LIMIT ${JOINED_ROWS})`);
  for (let last = 0, count = JOINED_ROWS; count === JOINED_ROWS;) {
    const slice = joined.get(last) as unknown as {
      count: number;
      numbers: string | null;
      raws: string | null;
    };
    const numbers = JSON.parse(slice.numbers ?? '[]') as readonly number[];
    const raws = JSON.parse(slice.raws ?? '[]') as readonly unknown[];
    // A text that was damaged may pass for two.
    if (raws.length !== numbers.length) throw new SyntaxError('a row that is no JSON');
    for (const [at, n] of numbers.entries()) yield [n, fieldsOf(raws[at])];
    last = numbers.at(-1) ?? last;
    ({ count } = slice);
  }
}

/** A query's numbers, by way of one text, for a row of each would cost many times as much. */
export function numbersOf(
  db: DatabaseSync,
  query: string,
  parameters: Readonly<Record<string, string | number>> = {},
): Uint32Array {
  const { count, joined } = db
    .prepare(`SELECT count(*) AS count, group_concat(n, ',') AS joined FROM (${query})`)
    .get(parameters) as unknown as { count: number; joined: string | null };
  const numbers = new Uint32Array(count);
  if (joined !== null) parseNumbers(joined, numbers, 0);
  return numbers;
}

/** The expression for a field's value as it is shown; null where there is none. */
function fieldInSql(name: string): { readonly value: string; readonly path: string } {
  // A quote or a backslash can't be written in SQLite's paths.
  if (/["\\\u0000-\u001f]/u.test(name)) {
    return {
      value: `(SELECT CASE type WHEN 'null' THEN NULL WHEN 'true' THEN 'true' WHEN 'false' THEN 'false'
        ELSE CAST(value AS TEXT) END FROM json_each(raw) WHERE key = :path AND json_type(raw) = 'object')`,
      path: name,
    };
  }
  return {
    value: `CASE json_type(raw, :path) WHEN 'text' THEN raw ->> :path WHEN 'null' THEN NULL
      ELSE raw -> :path END`,
    path: `$."${name}"`,
  };
}
