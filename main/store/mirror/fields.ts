/** What the service sent of a board beyond its id and creation time. */
import type { BoardField } from '../../../preload/contract/boards.ts';
import { digitsOf, parseJson } from '../../service/wire/json.ts';
import type { BoardFile } from './schema.ts';

/** A row as far as its fields are concerned. */
export interface Told {
  readonly id: string | null;
  readonly createdRaw: string | null;
  readonly raw: string;
}

/** Texts, numbers and truths of a board, but for those that became its id and its creation time; as text. */
export function furtherFields({ id, createdRaw, raw }: Told): readonly (readonly [string, string])[] {
  return Object.entries(fieldsOf(raw)).flatMap(([name, value]): [string, string][] => {
    const text = typeof value === 'string' || typeof value === 'boolean' ? String(value) : digitsOf(value);
    return text === null || text === id || text === createdRaw ? [] : [[name, text]];
  });
}

/** The values of some fields as texts, empty where the board has none. */
export function fieldValues(raw: string, names: readonly string[]): readonly string[] {
  const fields = fieldsOf(raw);
  return names.map((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : null;
    if (value === null) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

/** Whether a field as it is shown holds a text in lower case. */
export function shows(raw: string, name: string, text: string): number {
  return Number(fieldValues(raw, [name])[0]?.toLowerCase().includes(text));
}

/** What a board is sorted by: numbers by size, then texts, letter case ignored. Null where it says nothing. */
export function sortKey(raw: string, name: string): string | number | null {
  const fields = fieldsOf(raw, false);
  const value = Object.hasOwn(fields, name) ? fields[name] : null;
  if (typeof value === 'number') return value;
  if (value === null || value === '') return null;
  return (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase();
}

/** `inexact`: whether numbers keep their digits; by themselves they do where it matters. */
function fieldsOf(raw: string, inexact?: false): Readonly<Record<string, unknown>> {
  const value = parseJson(raw, inexact);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : {};
}

/** Rows looked at in one slice. */
const SLICE = 5000;
/** Slices that a call waits for: 100,000 rows. */
const AT_ONCE = 20;

/** Which further fields boards have, counted slice by slice between other calls: a million rows take seconds. */
export class FieldCounts {
  readonly #file: BoardFile;
  readonly #later: (work: () => void) => void;
  #rowsRevision = -1;
  #counts = new Map<string, number>();
  /** Told while a count of newer rows goes on. */
  #complete: readonly BoardField[] | null = null;

  constructor(file: BoardFile, later: (work: () => void) => void) {
    this.#file = file;
    this.#later = later;
  }

  /** Of a long list at first what is counted so far, of one that was counted before what was counted then. */
  get(rowsRevision: number): readonly BoardField[] {
    if (this.#rowsRevision !== rowsRevision) {
      this.#counts = new Map();
      this.#count(0, AT_ONCE);
      this.#rowsRevision = rowsRevision;
    }
    return this.#complete ?? this.#told();
  }

  /** Counts no further. */
  stop(): void {
    this.#counts = new Map();
  }

  /** Counts some slices behind a row, and plans the others. */
  #count(from: number, slices: number): void {
    const slice = `SELECT n, id, created_raw AS createdRaw, raw FROM boards WHERE n > ? ORDER BY n LIMIT ${SLICE}`;
    const counts = this.#counts;
    let last = from;
    for (let done = 0; done < slices; done += 1) {
      const rows = this.#file.sql(slice).all(last) as unknown as readonly (Told & { readonly n: number })[];
      for (const [name] of rows.flatMap(furtherFields)) counts.set(name, (counts.get(name) ?? 0) + 1);
      last = rows.at(-1)?.n ?? last;
      if (rows.length < SLICE) {
        this.#complete = this.#told();
        return;
      }
    }
    this.#later(() => {
      try {
        if (this.#counts === counts) this.#count(last, 1);
      } catch {
        // The next call begins anew, and meets the same fault.
        this.#rowsRevision = -1;
      }
    });
  }

  #told(): readonly BoardField[] {
    return [...this.#counts].map(([name, boards]) => ({ name, boards }));
  }
}
