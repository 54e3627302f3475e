/** Creation times: the fields that hold them and the forms they come in. Anything else keeps its text and gets no time. */
import type { ServiceTime } from '../../../preload/contract/boards.ts';
import { digitsOf, type Fields } from './body.ts';

/** The fields of a creation time, in the order they are believed. */
const CREATED_NAMES =
  'created_at createdAt created created_on createdOn creation_time creationTime date_created dateCreated'.split(
    ' ',
  );

/** A field that may mean another moment: looked at only where none of the others is there. */
const OTHER_NAME = 'timestamp';

/** The forms that are understood: ISO 8601 and SQL, and numbers since 1970. */
const FORMS = {
  text: /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)\s?(Z|UTC|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/iu,
  number: /^\d{9,13}(?:\.\d{1,9})?$/u,
} as const;

/** From here on a number means milliseconds: as seconds it would be the year 5138. */
const FIRST_MS = 1e11;

/** Longest text kept of a time. */
const LONGEST_RAW = 200;

const DAY_MS = 86_400_000;

/** No board is older: an earlier moment is "not set" (year 1, 1970) or was counted from another epoch or in other units. */
const EARLIEST_USABLE = Date.UTC(2005, 0);

/** From when to when a creation time may be, epoch ms. Ages are counted from no other. */
export interface UsableTimes {
  readonly from: number;
  readonly to: number;
}

/** The bounds at `now` (epoch ms). A service's clock may be up to a day ahead, and so may a text without a zone. */
export function usableAt(now: number): UsableTimes {
  return { from: EARLIEST_USABLE, to: now + DAY_MS };
}

/** Of a service whose times can't be trusted. */
export const NONE_USABLE: UsableTimes = { from: Infinity, to: -Infinity };

/** A time with the field that holds it. */
export interface FoundTime {
  readonly name: string;
  readonly time: ServiceTime;
}

/**
 * The creation time: the first usable one, else the first that is there. One that is there and can't be used is never
 * replaced by a field that may mean another moment. `clean` takes secrets out of its text, which is shortened afterwards.
 */
export function findTime(
  fields: Fields,
  clean?: (text: string) => string,
  usable: UsableTimes = usableAt(Date.now()),
): FoundTime | null {
  let unusable: FoundTime | null = null;
  for (const name of CREATED_NAMES) {
    const time = Object.hasOwn(fields, name) ? readTime(fields[name], clean, usable) : null;
    if (time === null) continue;
    if (time.epochMs !== null) return { name, time };
    unusable ??= { name, time };
  }
  if (unusable !== null) return unusable;
  const other = Object.hasOwn(fields, OTHER_NAME) ? readTime(fields[OTHER_NAME], clean, usable) : null;
  return other === null ? null : { name: OTHER_NAME, time: other };
}

/** Reads one value; null where there is none. */
export function readTime(
  value: unknown,
  clean = (text: string): string => text,
  usable: UsableTimes = usableAt(Date.now()),
): ServiceTime | null {
  if (value === null || value === undefined || value === '') return null;
  const text = typeof value === 'string' ? value.trim() : (digitsOf(value) ?? JSON.stringify(value));
  const moment = momentOf(text);
  const isUsable = moment !== null && moment.epochMs >= usable.from && moment.epochMs <= usable.to;
  const { epochMs, assumedUtc } = isUsable ? moment : { epochMs: null, assumedUtc: false };
  return { raw: clean(text).slice(0, LONGEST_RAW), epochMs, assumedUtc };
}

/**
 * Whether the service wrote this time for a board that it made at `at`, epoch ms by its own clock. A day off is its zone; a
 * text without hours means any moment of its day. Null if the text can't be read at all.
 */
export function isFrom({ raw, epochMs }: ServiceTime, at: number): boolean | null {
  const written = epochMs ?? momentOf(raw)?.epochMs ?? null;
  if (written === null) return null;
  const span = raw.length === DATE_ALONE.length ? DAY_MS : 0;
  return written - DAY_MS <= at && at <= written + span + DAY_MS;
}

const DATE_ALONE = '2022-06-30';

/** How a time is written, in words that don't tell which one it is. */
export function formOf({ raw, epochMs, assumedUtc }: ServiceTime): string {
  if (epochMs === null) return 'a form that Easel can’t read';
  if (FORMS.number.test(raw)) return `${Number(raw) < FIRST_MS ? 'seconds' : 'milliseconds'} since 1970`;
  return assumedUtc ? 'ISO 8601, without a zone' : 'ISO 8601';
}

/** The moment that a text means, usable or not; null if it is in none of the forms, or names a day that there is not. */
function momentOf(text: string): { readonly epochMs: number; readonly assumedUtc: boolean } | null {
  const [, day, clock = '00:00', zone] = FORMS.text.exec(text) ?? [];
  if (day === undefined) {
    const number = FORMS.number.test(text) ? Number(text) : null;
    if (number === null) return null;
    return { epochMs: Math.round(number < FIRST_MS ? number * 1000 : number), assumedUtc: false };
  }
  const local = Date.parse(`${day}T${clock}Z`);
  const date = Number(day.slice(8));
  // It takes 30 February for 2 March.
  if (Number.isNaN(local) || (date > 28 && new Date(local).getUTCDate() !== date)) return null;
  return { epochMs: local - offsetMs(zone), assumedUtc: zone === undefined };
}

/** How far east of UTC a zone is, ms; 0 without one. */
function offsetMs(zone = ''): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)?$/u.exec(zone) ?? [];
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -ms : ms;
}
