/** Identifiers: found under their likely names, and refused where they could lead a path elsewhere. */
import { isFields, type Fields } from './body.ts';
import { digitsOf } from './json.ts';

/** Longest identifier that Easel puts into a path. */
const LONGEST_ID = 512;

/** In the order they are believed, but for numbers (see `findId`). */
export const BOARD_ID_NAMES = 'room_id roomId roomID board_id boardId id identifier uuid _id ID'.split(' ');
export const PAPER_ID_NAMES = 'identifier id uuid room_id roomId _id'.split(' ');

/** Where a thing's identifier may stand: in itself, or in one of these members. */
const HOLDERS = ['', 'room.', 'board.', 'paper.', 'attributes.', 'node.'] as const;

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

/**
 * The identifier as text, or null for what is none. A number is one if it is whole, and keeps all its digits. Mongo wraps
 * it up: `{"$oid": …}`.
 */
export function readId(value: unknown): string | null {
  const text = textOf(value);
  return text !== null && (COMMON.test(text) || whyUnusableId(text) === null) ? text : null;
}

/** As most services write identifiers: seen at a glance. */
const COMMON = /^[\w-]{1,64}$/u;

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return isFields(value) ? textOf(value['$oid']) : wholeNumber(digitsOf(value) ?? '');
}

/** `1.0` and `1e3` are whole too; above 2^53 only digits tell which number is meant. */
function wholeNumber(digits: string): string | null {
  const number = Number(digits);
  if (digits !== '' && Number.isSafeInteger(number)) return String(number);
  return /^-?\d+$/u.test(digits) ? digits : null;
}

/** An identifier with the name that it stood under (`room.id`). */
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
  for (const holder of HOLDERS) {
    const within = holder === '' ? fields : memberOf(fields, holder.slice(0, -1));
    if (!isFields(within)) continue;
    for (const name of names) {
      const id = readId(memberOf(within, name));
      if (id === null) continue;
      const found = { name: holder + name, id };
      if (!/^-?\d+$/u.test(id) || /^room_?id$/iu.test(name)) return found;
      number ??= found;
    }
  }
  return number;
}

function memberOf(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The identifier under one name, as `findId` gives names; null where there is none that can be used. */
export function idUnder(fields: Fields, path: string): string | null {
  const [holder = '', name] = path.split('.', 2);
  const within = memberOf(fields, holder);
  if (name === undefined) return readId(within);
  return isFields(within) ? readId(memberOf(within, name)) : null;
}

/** All usable identifiers of a board, each with its name, in the order they are believed. */
export function idsOf(fields: Fields): readonly FoundId[] {
  const paths = HOLDERS.flatMap((holder) => BOARD_ID_NAMES.map((name) => holder + name));
  const found = paths.flatMap((name) => {
    const id = idUnder(fields, name);
    return id === null ? [] : [{ name, id }];
  });
  return found.filter(({ id }, at) => found.findIndex((other) => other.id === id) === at);
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
  const texts = names.map((name) => textOf(memberOf(fields, name)));
  return texts.find((text) => text !== null && text !== '') ?? null;
}

/** Whether any of the named fields is there, usable or not. */
export function hasIdField(fields: Fields, names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(fields, name));
}
