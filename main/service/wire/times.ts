/** Reads creation times from known fields in known formats. Others keep their text and get no time. */
import type { ServiceTime } from '../../../preload/contract/boards.ts';
import { digitsOf, type Fields } from './body.ts';

/** Fields of a creation time, the most reliable first. */
const CREATED_NAMES =
  'created_at createdAt created created_on createdOn creation_time creationTime date_created dateCreated'.split(
    ' ',
  );

/** Ambiguous, so it only counts if no other field is there. */
const OTHER_NAME = 'timestamp';

/** Known formats: ISO 8601, SQL, and numbers since 1970. */
const FORMS = {
  text: /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)\s?(Z|UTC|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/iu,
  number: /^\d{9,13}(?:\.\d{1,9})?$/u,
} as const;

/** From here on numbers are ms: as seconds this is the year 5138. */
const FIRST_MS = 1e11;

const LONGEST_RAW = 200;

const DAY_MS = 86_400_000;

/** No board is older. Earlier times mean "not set" (year 1, 1970), another epoch or other units. */
const EARLIEST_USABLE = Date.UTC(2005, 0);

/** Range of plausible creation times, epoch ms. Only these give an age. */
export interface UsableTimes {
  readonly from: number;
  readonly to: number;
}

/** Returns the range at `now` (epoch ms). A service's clock, or a text without a zone, may be up to a day ahead. */
export function usableAt(now: number): UsableTimes {
  return { from: EARLIEST_USABLE, to: now + DAY_MS };
}

export const NONE_USABLE: UsableTimes = { from: Infinity, to: -Infinity };

export interface FoundTime {
  readonly name: string;
  readonly time: ServiceTime;
}

/**
 * Returns the first plausible creation time, else the first one found. `timestamp` never replaces one that was found.
 * `clean` redacts its text before it is shortened.
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
 * True if this time fits a board created at `at` (epoch ms by the service's clock), up to a day off for zones. A date
 * alone covers its whole day. Null if the text can't be read.
 */
export function isFrom({ raw, epochMs }: ServiceTime, at: number): boolean | null {
  const written = epochMs ?? momentOf(raw)?.epochMs ?? null;
  if (written === null) return null;
  const span = raw.length === DATE_ALONE.length ? DAY_MS : 0;
  return written - DAY_MS <= at && at <= written + span + DAY_MS;
}

const DATE_ALONE = '2022-06-30';

export function formOf({ raw, epochMs, assumedUtc }: ServiceTime): string {
  if (epochMs === null) return 'a form that Easel can’t read';
  if (FORMS.number.test(raw)) return `${Number(raw) < FIRST_MS ? 'seconds' : 'milliseconds'} since 1970`;
  return assumedUtc ? 'ISO 8601, without a zone' : 'ISO 8601';
}

/** Parses a text in a known format, plausible or not; null for another, or a day that does not exist. */
function momentOf(text: string): { readonly epochMs: number; readonly assumedUtc: boolean } | null {
  const [, day, clock = '00:00', zone] = FORMS.text.exec(text) ?? [];
  if (day === undefined) {
    const number = FORMS.number.test(text) ? Number(text) : null;
    if (number === null) return null;
    return { epochMs: Math.round(number < FIRST_MS ? number * 1000 : number), assumedUtc: false };
  }
  const local = Date.parse(`${day}T${clock}Z`);
  const date = Number(day.slice(8));
  // Date.parse reads 30 February as 2 March.
  if (Number.isNaN(local) || (date > 28 && new Date(local).getUTCDate() !== date)) return null;
  return { epochMs: local - offsetMs(zone), assumedUtc: zone === undefined };
}

function offsetMs(zone = ''): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)?$/u.exec(zone) ?? [];
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -ms : ms;
}
