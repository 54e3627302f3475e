/** Identifiers: found under their likely names, and refused where they could lead a path elsewhere. */
import type { Fields } from './body.ts';
import { digitsOf } from './json.ts';

/** Longest identifier that Easel puts into a path. */
const LONGEST_ID = 512;

/** In the order they are believed: a numeric `id` may stand beside the `room_id` that paths need. */
export const BOARD_ID_NAMES = ['room_id', 'roomId', 'id', 'identifier', 'uuid'] as const;
export const PAPER_ID_NAMES = ['identifier', 'id', 'uuid', 'room_id', 'roomId'] as const;

/** Why an identifier can't stand in a path, as a sentence; null when it can. */
export function whyUnusableId(id: string): string | null {
  if (id === '') return 'Enter an identifier.';
  if (id.length > LONGEST_ID) return 'This identifier is too long.';
  // `.` and `..` vanish from a path, even when encoded: the request would go to another address.
  if (/[/\\]/u.test(id) || id === '.' || id.includes('..')) return 'An identifier can’t contain “/” or “..”.';
  if (/[\p{Cc}\u2028\u2029]/u.test(id)) return 'An identifier can’t contain control characters.';
  // U+FFFD stands where bytes could not be read: the real identifier is another one.
  if (!id.isWellFormed() || id.includes('\uFFFD'))
    return 'This identifier contains characters that can’t be read.';
  return null;
}

/** The identifier as text, or null for what is none. A number is one if it is whole, and keeps all its digits. */
export function readId(value: unknown): string | null {
  const text = typeof value === 'string' ? value : wholeNumber(digitsOf(value) ?? '');
  return text !== null && whyUnusableId(text) === null ? text : null;
}

/** `1.0` and `1e3` are whole too; above 2^53 only digits tell which number is meant. */
function wholeNumber(digits: string): string | null {
  const number = Number(digits);
  if (digits !== '' && Number.isSafeInteger(number)) return String(number);
  return /^-?\d+$/u.test(digits) ? digits : null;
}

/** The first usable identifier among the named fields, with the name it stood under. */
export function findId(
  fields: Fields,
  names: readonly string[],
): { readonly name: string; readonly id: string } | null {
  for (const name of names) {
    const id = Object.hasOwn(fields, name) ? readId(fields[name]) : null;
    if (id !== null) return { name, id };
  }
  return null;
}

/** Whether any of the named fields is there, usable or not. */
export function hasIdField(fields: Fields, names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(fields, name));
}
