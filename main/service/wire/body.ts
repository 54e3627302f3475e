/** Parses response bodies, and reads ids, times and values in them. None of the functions throws. */
import { isAscii } from 'node:buffer';
import type { BoardItem } from '../types.ts';
import type { ServiceTime } from '../../../preload/contract/boards.ts';

export const DEEPEST_JSON = 32;

export type Body =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  /** HTML or XML, for example of a login page, a proxy or a wrong host. Proves nothing about the request's outcome. */
  | { readonly kind: 'web-page' }
  | { readonly kind: 'too-deep' };

/** Parses a body by its content, because PHP by default labels JSON as `text/html`. Drops `__proto__` members. */
export function readBody(given: string | Uint8Array): Body {
  const whole = typeof given === 'string' ? given : decodeBody(given);
  const text = whole.replace(/^\uFEFF/u, '').trim();
  if (text === '') return { kind: 'nothing' };
  if (MARKUP.test(text)) return { kind: 'web-page' };
  try {
    const value = parseJson(text);
    if (isDeeperThan(DEEPEST_JSON, value)) return { kind: 'too-deep' };
    if (PROTO.test(text)) dropProto(value);
    return { kind: 'json', value };
  } catch {
    return { kind: 'text', text };
  }
}

/** Matches a tag, comment, doctype or XML declaration at the start. JSON never starts with these. */
const MARKUP = /^<[a-z!?]/iu;

const UTF8 = new TextDecoder();

export function decodeBody(bytes: Uint8Array): string {
  // Most response bodies are ASCII, which can be decoded as latin1 in an eighth of the time.
  const { buffer, byteOffset, length } = bytes;
  return isAscii(bytes) ? Buffer.from(buffer, byteOffset, length).toString('latin1') : UTF8.decode(bytes);
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const fields = value as Fields;
  for (const name in fields) if (isDeeperThan(levels - 1, fields[name])) return true;
  return false;
}

const PROTO = /__proto__|\\u00[567]/iu;

/** Deletes members named `__proto__` after JSON.parse, because copying such a member would change a prototype. */
function dropProto(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const inner of Object.values(value)) dropProto(inner);
}

// JavaScript would round numbers such as `9007199254740993`. Therefore, long numbers become `JSON.rawJSON` objects,
// which `JSON.stringify` writes with all digits. These objects can't be sent to another thread.

/** TypeScript lacks types for "JSON.parse source text access" (ECMAScript). */
declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
  }
}

interface RawNumber {
  readonly rawJSON: string;
}

/** Matches numbers with at least 16 digits. All integers that JavaScript can't represent exactly are this long. */
const LONG_NUMBER = /\d{16}/u;

/** Parses JSON like `JSON.parse`. If there are long numbers, keeps their digits, which takes eight times as long. */
export function parseJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, withDigits) : JSON.parse(text);
}

function withDigits(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  const isKept = typeof value !== 'number' || source === undefined || String(value) === source;
  return isKept ? value : JSON.rawJSON(source);
}

export function digitsOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return JSON.isRawJSON(value) ? value.rawJSON : null;
}

export function itemKey({ id, raw }: Pick<BoardItem, 'id' | 'raw'>): string {
  // Boards without an id get a key that starts with NUL, which no id contains. So no key equals another board's id.
  return id ?? `\0${raw}`;
}

/** Separates the texts of a board in the searched text. Search terms can't contain this character. */
const TEXT_END = '\u0005';

/** Returns the text that *Find* (the search) uses: the board's id and all scalar fields except the creation time. */
export function searchText(
  { id, created, raw }: Pick<BoardItem, 'id' | 'created' | 'raw'>,
  fields: Fields = fieldsOf(raw),
): string {
  let all = id ?? '';
  for (const name in fields) {
    const value = fields[name];
    const text = typeof value === 'string' || typeof value === 'boolean' ? String(value) : digitsOf(value);
    if (text !== null && text !== id && text !== created?.raw) all += TEXT_END + text;
  }
  return all;
}

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

// Names of fields for a board's id and creation time, most reliable name first.

export const BOARD_ID_NAMES = 'room_id roomId board_id boardId id identifier uuid _id'.split(' ');
export const PAPER_ID_NAMES = 'identifier id uuid room_id roomId _id'.split(' ');
const CREATED_NAMES = 'created_at createdAt created created_on creation_time date_created timestamp'.split(
  ' ',
);

/** Accepted formats of a time: ISO 8601, SQL, a date alone, and seconds or ms since 1970. */
const FORMS = {
  text: /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)\s?(Z|UTC|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/iu,
  day: /^\d{4}-\d\d-\d\d$/u,
  number: /^\d{9,13}(?:\.\d{1,9})?$/u,
} as const;

/** A number from this value on is in ms since 1970, a smaller number in s. In seconds, this value is the year 5138. */
const FIRST_MS = 1e11;

const LONGEST_ID = 512;
const LONGEST_RAW = 200;

/** Returns a sentence that says why an id can't be used in a URL path; null if the id can be used. */
export function whyUnusableId(id: string): string | null {
  if (id === '') return 'Enter an identifier.';
  if (id.length > LONGEST_ID) return 'This identifier is too long.';
  // Parsing a URL removes `.` and `..`, even encoded, so that the request would go to another path.
  if (/[/\\]/u.test(id) || id === '.' || id.includes('..')) return 'An identifier can’t contain “/” or “..”.';
  if (/[\p{Cc}\u2028\u2029]/u.test(id)) return 'An identifier can’t contain control characters.';
  // The character U+FFFD means that the real id contains bytes that could not be decoded.
  if (!id.isWellFormed() || id.includes('\uFFFD')) return 'This identifier contains invalid characters.';
  return null;
}

/** Returns an id as text; null if it can't be used in a URL path, or is a number that is no exact integer. */
export function readId(value: unknown): string | null {
  const text = textOf(value);
  return text !== null && (COMMON.test(text) || whyUnusableId(text) === null) ? text : null;
}

const COMMON = /^[\w-]{1,64}$/u;

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const digits = digitsOf(value) ?? '';
  return NUMERIC.test(digits) ? digits : null;
}

/**
 * Returns the first usable id, preferably a text, because a number may be a row number. Accepts a number in
 * `room_id`, because the specification uses this field in paths. If `room_id` is unusable, returns null.
 */
export function findId(fields: Fields, names: readonly string[]): FoundId | null {
  let number: FoundId | null = null;
  for (const name of names) {
    const text = textUnder(fields, name);
    if (text === null) continue;
    const id = readId(text);
    if (id === null && ROOM_ID.test(name)) return null;
    if (id === null) continue;
    if (!NUMERIC.test(id) || ROOM_ID.test(name)) return { name, id };
    number ??= { name, id };
  }
  return number;
}

interface FoundId {
  readonly name: string;
  readonly id: string;
}

export const NUMERIC = /^-?\d+$/u;

/** Returns the text or integer in an id field, even if it can't be used in a URL path. Null if the field is empty. */
export function textUnder(fields: Fields, name: string): string | null {
  const text = Object.hasOwn(fields, name) ? textOf(fields[name]) : null;
  return text === '' ? null : text;
}

/** Returns all different `room_id` values at any depth of a response, even values that can't be used in a path. */
export function roomIdsIn(value: unknown): readonly string[] {
  const found = new Set<string>();
  const look = (within: unknown): void => {
    if (Array.isArray(within)) for (const item of within) look(item);
    if (!isFields(within)) return;
    for (const [name, inner] of Object.entries(within)) {
      const id = ROOM_ID.test(name) ? textUnder(within, name) : null;
      if (id === null) look(inner);
      else found.add(id);
    }
  };
  look(value);
  return [...found];
}

export const ROOM_ID = /^room[_-]?id$/iu;

/** Returns the first text in an id field, even if it can't be used in a URL path, such as `a/b`; null without text. */
export function unusableId(fields: Fields, names: readonly string[]): string | null {
  return names.map((name) => textUnder(fields, name)).find((text) => text !== null) ?? null;
}

export function unusableIdOf(raw: string): string | null {
  return unusableId(fieldsOf(raw), BOARD_ID_NAMES);
}

export function hasIdField(fields: Fields, names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(fields, name));
}

const DAY_MS = 86_400_000;

/** Earliest plausible creation time. An earlier time is a default such as year 1 or 1970, or in another unit. */
const EARLIEST_USABLE = Date.UTC(2005, 0);

/** Range of plausible creation times in epoch ms. A board with a time outside the range is shown without an age. */
export interface UsableTimes {
  readonly from: number;
  readonly to: number;
}

/** Returns the range of plausible creation times. It ends a day in the future, to allow for wrong clocks and zones. */
export function usableAt(now: number): UsableTimes {
  return { from: EARLIEST_USABLE, to: now + DAY_MS };
}

export const NONE_USABLE: UsableTimes = { from: Infinity, to: -Infinity };

export interface FoundTime {
  readonly name: string;
  readonly time: ServiceTime;
}

/** Returns the first plausible creation time, otherwise the first implausible one. `clean` redacts its text. */
export function findTime(
  fields: Fields,
  clean?: (text: string) => string,
  usable: UsableTimes = usableAt(Date.now()),
): FoundTime | null {
  let found: FoundTime | null = null;
  for (const name of CREATED_NAMES) {
    // Reads `timestamp` only if no other field contains a time, because it may be the time of another event.
    if (name === 'timestamp' && found !== null) break;
    const time = Object.hasOwn(fields, name) ? readTime(fields[name], clean, usable) : null;
    if (time !== null && time.epochMs !== null) return { name, time };
    if (time !== null) found ??= { name, time };
  }
  return found;
}

export function readTime(
  value: unknown,
  clean = (text: string): string => text,
  usable: UsableTimes = usableAt(Date.now()),
): ServiceTime | null {
  if (value === null || value === undefined || value === '') return null;
  const text = typeof value === 'string' ? value.trim() : (digitsOf(value) ?? JSON.stringify(value));
  const moment = parseTime(text);
  const isUsable = moment !== null && moment.epochMs >= usable.from && moment.epochMs <= usable.to;
  const { epochMs, assumedUtc } = isUsable ? moment : { epochMs: null, assumedUtc: false };
  return { raw: clean(text).slice(0, LONGEST_RAW), epochMs, assumedUtc };
}

/** True if a time is within a day of `at` (epoch ms), which allows for time zones. Null for an unknown format. */
export function isFrom({ raw, epochMs }: ServiceTime, at: number): boolean | null {
  const written = epochMs ?? parseTime(raw)?.epochMs ?? null;
  if (written === null) return null;
  const span = FORMS.day.test(raw) ? DAY_MS : 0;
  return written - DAY_MS <= at && at <= written + span + DAY_MS;
}

/** Describes the format of a creation time. Appends "not understood" for an implausible time. */
export function formOf({ raw, epochMs }: ServiceTime): string {
  const parsed = parseTime(raw);
  if (parsed === null) return 'a format that Easel can’t read';
  const number = FORMS.number.test(raw) ? Number(raw) : null;
  const text = parsed.assumedUtc ? 'ISO 8601, without a time zone' : 'ISO 8601';
  const form = number === null ? text : `${number < FIRST_MS ? 'seconds' : 'milliseconds'} since 1970`;
  return epochMs === null ? `${form}, not understood` : form;
}

/** Parses a time. Returns null if the format is unknown or the day does not exist. */
export function parseTime(text: string): { readonly epochMs: number; readonly assumedUtc: boolean } | null {
  const [, day, clock = '00:00', zone] = FORMS.text.exec(text) ?? [];
  if (day === undefined) {
    const number = FORMS.number.test(text) ? Number(text) : null;
    if (number === null) return null;
    return { epochMs: Math.round(number < FIRST_MS ? number * 1000 : number), assumedUtc: false };
  }
  const local = Date.parse(`${day}T${clock}Z`);
  const date = Number(day.slice(8));
  // Checks that the day exists, because Date.parse reads 30 February as 2 March.
  if (Number.isNaN(local) || (date > 28 && new Date(local).getUTCDate() !== date)) return null;
  return { epochMs: local - offsetMs(zone), assumedUtc: zone === undefined };
}

function offsetMs(zone = ''): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)?$/u.exec(zone) ?? [];
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -ms : ms;
}

/** Returns the service's clock in epoch ms, from the `Date` header; null if the response lacks this header. */
export function clockIn({ headers }: { readonly headers: Readonly<Record<string, string>> }): number | null {
  return readDate(headers['date']?.trim() ?? '');
}

/** Parses an HTTP date. Dates in the oldest format (asctime) have no time zone, and are UTC. */
export function readDate(text: string): number | null {
  if (!/^(?:[a-z]{3,9},? |\d{4}-\d\d-\d\dT)/iu.test(text)) return null;
  const date = Date.parse(/ \d{4}$/u.test(text) && !text.includes(',') ? `${text} GMT` : text);
  return Number.isNaN(date) ? null : date;
}
