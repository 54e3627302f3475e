/** Moments as services write them. What can't be read keeps its text and gets no time. */
import type { ServiceTime } from '../../../preload/contract/boards.ts';
import type { Fields } from './body.ts';
import { digitsOf } from './json.ts';

export const TIME_NAMES = [
  'created_at',
  'createdAt',
  'created',
  'created_on',
  'creation_time',
  'date_created',
  'timestamp',
] as const;

/** Longest text kept of a time. */
const LONGEST_RAW = 200;

/** Numbers that mean 1973 to 2100 count as times; others are counters, "not set" or dates without separators. */
const EARLIEST_MS = 1e11;
const LATEST_MS = Date.UTC(2100, 0);

/** Date, and perhaps time, fraction and zone. */
const WRITTEN =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/iu;

/** `Wed, 08 Jun 2022 08:34:57 GMT`, as HTTP writes it. */
const HTTP_DATE = /^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d GMT$/iu;

/**
 * The creation time and the name it stood under; the first readable one, else the first that is there. `clean` takes
 * secrets out of its text, which is shortened afterwards.
 */
export function findTime(
  fields: Fields,
  clean?: (text: string) => string,
): { readonly name: string; readonly time: ServiceTime } | null {
  let unread: { readonly name: string; readonly time: ServiceTime } | null = null;
  for (const name of TIME_NAMES) {
    const time = Object.hasOwn(fields, name) ? readTime(fields[name], clean) : null;
    if (time === null) continue;
    if (time.epochMs !== null) return { name, time };
    unread ??= { name, time };
  }
  return unread;
}

/** Reads one value; null where there is none. */
export function readTime(value: unknown, clean = (text: string): string => text): ServiceTime | null {
  if (value === null || value === undefined || value === '') return null;
  const text = typeof value === 'string' ? value.trim() : digitsOf(value);
  if (text === null)
    return { raw: clean(JSON.stringify(value)).slice(0, LONGEST_RAW), epochMs: null, assumedUtc: false };
  const raw = clean(text).slice(0, LONGEST_RAW);
  if (/^\d{1,20}(?:\.\d{1,9})?$/u.test(text)) {
    return { raw, epochMs: fromNumber(Number(text)), assumedUtc: false };
  }
  if (HTTP_DATE.test(text)) return { raw, epochMs: numberOrNull(Date.parse(text)), assumedUtc: false };
  const written = WRITTEN.exec(text);
  if (written === null) return { raw, epochMs: null, assumedUtc: false };
  const epochMs = fromWritten(written);
  return { raw, epochMs, assumedUtc: epochMs !== null && written[8] === undefined };
}

/** Seconds, milliseconds or microseconds since 1970, told apart by size. */
function fromNumber(number: number): number | null {
  const units = [1000, 1, 1 / 1000];
  const unit = units.find((factor) => number * factor >= EARLIEST_MS && number * factor < LATEST_MS);
  return unit === undefined ? null : Math.round(number * unit);
}

function fromWritten(written: RegExpExecArray): number | null {
  const part = (index: number): number => Number(written[index] ?? 0);
  const year = part(1);
  const month = part(2);
  const day = part(3);
  const hour = part(4);
  const minute = part(5);
  const second = part(6);
  if (hour > 23 || minute > 59 || second > 59 || day < 1 || day > daysIn(year, month)) return null;
  const millisecond = Number(`${written[7] ?? ''}000`.slice(0, 3));
  const offset = zoneMinutes(written[8]);
  if (offset === null) return null;
  // `Date.UTC` takes a year below 100 for one of the last century; 400 years are a whole number of weeks and days.
  const time = Date.UTC(year + 400, month - 1, day, hour, minute, second, millisecond) - FOUR_CENTURIES_MS;
  return time - offset * 60_000;
}

const FOUR_CENTURIES_MS = 146_097 * 86_400_000;
const DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Days of a month from 1 on; 0 for a month that there is not. */
function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (DAYS[month] ?? 0);
}

/** Minutes east of UTC; 0 without a zone, null for one that does not exist. */
function zoneMinutes(zone: string | undefined): number | null {
  if (zone === undefined) return 0;
  const parts = /^([+-])(\d\d):?(\d\d)?$/u.exec(zone);
  if (parts === null) return 0;
  const [hours, minutes] = [Number(parts[2]), Number(parts[3] ?? 0)];
  if (hours > 14 || minutes > 59) return null;
  return (parts[1] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

function numberOrNull(number: number): number | null {
  return Number.isFinite(number) ? number : null;
}
