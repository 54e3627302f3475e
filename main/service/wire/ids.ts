/** Identifiers: found under their names, and refused where they could lead a path elsewhere. */
import { digitsOf, type Fields, isFields } from './body.ts';

/** Longest identifier that Easel puts into a path. */
const LONGEST_ID = 512;

/** The fields that may hold an id, in the order they are believed, but for numbers (see `findId`). */
export const BOARD_ID_NAMES = 'room_id roomId board_id boardId id identifier uuid _id'.split(' ');
export const PAPER_ID_NAMES = 'identifier id uuid room_id roomId _id'.split(' ');

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
  const text = textOf(value);
  return text !== null && (COMMON.test(text) || whyUnusableId(text) === null) ? text : null;
}

/** As most services write identifiers: seen at a glance. */
const COMMON = /^[\w-]{1,64}$/u;

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : wholeNumber(digitsOf(value) ?? '');
}

/** `1.0` and `1e3` are whole too; above 2^53 only digits tell which number is meant. */
function wholeNumber(digits: string): string | null {
  const number = Number(digits);
  if (digits !== '' && Number.isSafeInteger(number)) return String(number);
  return /^-?\d+$/u.test(digits) ? digits : null;
}

/** An identifier with the field that holds it. */
export interface FoundId {
  readonly name: string;
  readonly id: string;
}

/**
 * The first usable identifier among the named fields. A number is only believed where there is no text, for databases
 * number their rows beside the identifiers that paths take; `room_id` is what paths take by the specification.
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

/** The identifier in one field; null where there is none that can be used. */
export function idUnder(fields: Fields, name: string): string | null {
  return Object.hasOwn(fields, name) ? readId(fields[name]) : null;
}

/** Every usable value under `room_id`, at any depth, each once. */
export function roomIdsIn(value: unknown): readonly string[] {
  const found = new Set<string>();
  const look = (within: unknown): void => {
    if (Array.isArray(within)) for (const item of within) look(item);
    if (!isFields(within)) return;
    for (const [name, held] of Object.entries(within)) {
      const id = ROOM_ID.test(name) ? readId(held) : null;
      if (id === null) look(held);
      else found.add(id);
    }
  };
  look(value);
  return [...found];
}

const ROOM_ID = /^room[_-]?id$/iu;

/** What stands where an identifier should, and can't be used as one: `a/b`. Null where nothing does. */
export function unusableId(fields: Fields, names: readonly string[]): string | null {
  const texts = names.map((name) => textOf(Object.hasOwn(fields, name) ? fields[name] : undefined));
  return texts.find((text) => text !== null && text !== '') ?? null;
}

/** Whether any of the named fields is there, usable or not. */
export function hasIdField(fields: Fields, names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(fields, name));
}
