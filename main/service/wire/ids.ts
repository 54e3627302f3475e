/** Finds ids under their field names, and rejects those that could change a path. */
import { digitsOf, type Fields, isFields } from './body.ts';

const LONGEST_ID = 512;

/** Fields of ids, the most reliable first; for numbers see `findId`. */
export const BOARD_ID_NAMES = 'room_id roomId board_id boardId id identifier uuid _id'.split(' ');
export const PAPER_ID_NAMES = 'identifier id uuid room_id roomId _id'.split(' ');

/** Returns why an id can't be used in a path, as a sentence, or null. */
export function whyUnusableId(id: string): string | null {
  if (id === '') return 'Enter an identifier.';
  if (id.length > LONGEST_ID) return 'This identifier is too long.';
  // URL parsing removes `.` and `..`, even encoded, so the request would go elsewhere.
  if (/[/\\]/u.test(id) || id === '.' || id.includes('..')) return 'An identifier can’t contain “/” or “..”.';
  if (/[\p{Cc}\u2028\u2029]/u.test(id)) return 'An identifier can’t contain control characters.';
  // U+FFFD replaced unreadable bytes, so the real id differs.
  if (!id.isWellFormed() || id.includes('\uFFFD'))
    return 'This identifier contains characters that can’t be read.';
  return null;
}

/** Returns a usable id as text, or null. A number must be whole and keep all its digits. */
export function readId(value: unknown): string | null {
  const text = textOf(value);
  return text !== null && (COMMON.test(text) || whyUnusableId(text) === null) ? text : null;
}

/** The common form, checked first for speed. */
const COMMON = /^[\w-]{1,64}$/u;

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : wholeNumber(digitsOf(value) ?? '');
}

/** `1.0` and `1e3` are whole; above 2^53 only digits are exact. */
function wholeNumber(digits: string): string | null {
  const number = Number(digits);
  if (digits !== '' && Number.isSafeInteger(number)) return String(number);
  return /^-?\d+$/u.test(digits) ? digits : null;
}

export interface FoundId {
  readonly name: string;
  readonly id: string;
}

/**
 * Returns the first usable id of the named fields. A number only counts if there is no text: databases number their
 * rows next to the ids used in paths. `room_id` always counts; the specification uses it in paths.
 */
export function findId(fields: Fields, names: readonly string[]): FoundId | null {
  let number: FoundId | null = null;
  for (const name of names) {
    const id = idUnder(fields, name);
    if (id === null) continue;
    if (!NUMERIC.test(id) || /^room_?id$/iu.test(name)) return { name, id };
    number ??= { name, id };
  }
  return number;
}

export const NUMERIC = /^-?\d+$/u;

/** Returns the usable id in one field, or null. */
export function idUnder(fields: Fields, name: string): string | null {
  return Object.hasOwn(fields, name) ? readId(fields[name]) : null;
}

/** Returns the distinct usable values of `room_id` at any depth. */
export function roomIdsIn(value: unknown): readonly string[] {
  const found = new Set<string>();
  const look = (within: unknown): void => {
    if (Array.isArray(within)) for (const item of within) look(item);
    if (!isFields(within)) return;
    for (const [name, inner] of Object.entries(within)) {
      const id = ROOM_ID.test(name) ? readId(inner) : null;
      if (id === null) look(inner);
      else found.add(id);
    }
  };
  look(value);
  return [...found];
}

const ROOM_ID = /^room[_-]?id$/iu;

/** Returns the first text in a field of ids that is no usable id, such as `a/b`, or null. */
export function unusableId(fields: Fields, names: readonly string[]): string | null {
  const texts = names.map((name) => textOf(Object.hasOwn(fields, name) ? fields[name] : undefined));
  return texts.find((text) => text !== null && text !== '') ?? null;
}

export function hasIdField(fields: Fields, names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(fields, name));
}
