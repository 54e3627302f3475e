/** What a service sent of a board beyond its id and creation time, from the JSON that is kept of it. */
import { isFields, type Fields } from './body.ts';
import { digitsOf, parseJson } from './json.ts';

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

/** Whether a further field holds a term. */
export function says(id: string | null, createdRaw: string | null, raw: string, term: string): number {
  // Reading the JSON takes several times as long as looking whether it could say it. What is escaped reads otherwise.
  if (!/["\\\p{Cc}]/u.test(term) && !raw.includes('\\') && !raw.toLowerCase().includes(term)) return 0;
  return Number(
    furtherFields({ id, createdRaw, raw }).some(([, value]) => value.toLowerCase().includes(term)),
  );
}

/** Whether a field as it is shown holds a text in lower case. */
export function shows(raw: string, name: string, text: string): number {
  return Number(fieldValues(raw, [name])[0]?.toLowerCase().includes(text));
}

/** What a board is sorted by: numbers by size, then texts, letter case ignored. Null where it says nothing. */
export function sortKey(raw: string, name: string): string | number | null {
  const fields = fieldsOf(raw);
  const value = Object.hasOwn(fields, name) ? fields[name] : null;
  const digits = digitsOf(value);
  if (digits !== null) return Number(digits);
  if (value === null || value === '') return null;
  return (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase();
}

function fieldsOf(raw: string): Fields {
  const value = parseJson(raw);
  return isFields(value) ? value : {};
}
