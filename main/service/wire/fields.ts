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

function fieldsOf(raw: string): Fields {
  const value = parseJson(raw);
  return isFields(value) ? value : {};
}
