/** Moments as services write them, and the names they stand under. What can't be used keeps its text and gets no time. */
import type { ServiceTime } from '../../../preload/contract/boards.ts';
import { isFields, type Fields } from './body.ts';
import { digitsOf, parseJson } from './json.ts';

/** Longest text kept of a time. */
const LONGEST_RAW = 200;

/** Names of a creation time, without case, dashes and underscores: `createdAt`, `creation_time`, `date-created` … */
const CREATED =
  /^(?:creat(?:ed?|ion)(?:at|on|when)?(?:date)?(?:time)?(?:stamp)?(?:utc|ms|epoch)?|(?:date|time|datetime|timestamp)(?:of)?(?:created|creation|inserted|added)|(?:inserted|added|insertion)(?:at|on|date|time)?|ctime|birthtime)$/u;

/** Names that may mean another moment: believed only where there is no better one. */
const SOME_TIME = /^(?:timestamp|time|date|datetime)$/u;

/** Members of a board that its creation time may stand in. */
const HOLDERS =
  /^(?:room|board|attributes|meta|metadata|timestamps|times|dates|info|system|sys|properties)$/u;

/** Names under which an object holds the moment that it is. */
const MOMENTS = '$date seconds _seconds at date time value iso $numberLong'.split(' ');

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

/** What a name means: a creation time, some time, a member that holds times, or nothing. */
type Meaning = 'created' | 'time' | 'holder' | null;

/** Boards of one list have the same names, so each name is looked at once. */
const meanings = new Map<string, Meaning>();
const MOST_NAMES = 5000;

function meaningOf(name: string): Meaning {
  const known = meanings.get(name);
  if (known !== undefined) return known;
  const plain = name.replaceAll(/[-_ .]/gu, '').toLowerCase();
  const meaning = CREATED.test(plain)
    ? 'created'
    : SOME_TIME.test(plain)
      ? 'time'
      : HOLDERS.test(plain)
        ? 'holder'
        : null;
  if (meanings.size >= MOST_NAMES) meanings.clear();
  meanings.set(name, meaning);
  return meaning;
}

/** A time with the name that it stood under (`attributes.createdAt`). */
export interface FoundTime {
  readonly name: string;
  readonly time: ServiceTime;
}

/**
 * The creation time: the first usable one, else the first that is there under a name that means nothing else. A creation
 * time that is there and can't be used is never replaced by one under a name that may mean another moment.
 * `clean` takes secrets out of its text, which is shortened afterwards.
 */
export function findTime(
  fields: Fields,
  clean?: (text: string) => string,
  usable: UsableTimes = usableAt(Date.now()),
): FoundTime | null {
  let unusable: FoundTime | null = null;
  let otherUnusable: FoundTime | null = null;
  let unread: FoundTime | null = null;
  let other: FoundTime | null = null;
  let otherUnread: FoundTime | null = null;
  const holders: string[] = [];
  const look = (within: Fields, path: string): FoundTime | null => {
    for (const name of Object.keys(within)) {
      const meaning = meaningOf(name);
      if (meaning === null) continue;
      if (meaning === 'holder' && path === '' && isFields(within[name])) holders.push(name);
      if (meaning === 'holder') continue;
      const time = readTime(within[name], clean, usable);
      if (time === null) continue;
      const found = { name: path + name, time };
      if (time.epochMs !== null) {
        if (meaning === 'created') return found;
        other ??= found;
      } else if (meaning === 'created') {
        if (isNoWord(time)) unusable ??= found;
        else unread ??= found;
      } else if (writtenAt(time) === null) otherUnread ??= found;
      else otherUnusable ??= found;
    }
    return null;
  };
  const own = look(fields, '');
  if (own !== null) return own;
  for (const name of holders) {
    const held = look(fields[name] as Fields, `${name}.`);
    if (held !== null) return held;
  }
  return unusable ?? otherUnusable ?? other ?? unread ?? otherUnread;
}

/** Whether a time that can't be used is more than a word, such as `true` or "soon". */
function isNoWord(time: ServiceTime): boolean {
  return /^[^{]*\d/u.test(time.raw) || writtenAt(time) !== null;
}

/** Reads one value; null where there is none. */
export function readTime(
  value: unknown,
  clean = (text: string): string => text,
  usable: UsableTimes = usableAt(Date.now()),
): ServiceTime | null {
  if (value === null || value === undefined || value === '') return null;
  const text = typeof value === 'string' ? value.trim() : (digitsOf(value) ?? JSON.stringify(value));
  const moment = momentOf(value) ?? UNREAD;
  const isUsable = moment.epochMs !== null && moment.epochMs >= usable.from && moment.epochMs <= usable.to;
  const { epochMs, assumedUtc } = isUsable ? moment : UNREAD;
  return { raw: clean(text).slice(0, LONGEST_RAW), epochMs, assumedUtc };
}

/** The moment that a time's text means, usable or not, epoch ms; null if it can't be read. */
export function writtenAt({ raw, epochMs }: Pick<ServiceTime, 'raw' | 'epochMs'>): number | null {
  if (epochMs !== null) return epochMs;
  try {
    return momentOf(/^[[{]/u.test(raw) ? parseJson(raw) : raw)?.epochMs ?? null;
  } catch {
    // Its JSON was shortened.
    return null;
  }
}

/**
 * Whether the service wrote this time for a board that it made at `at`, epoch ms by its own clock. A day off is its zone; a
 * text without hours means any moment of its day. Null if the text can't be read at all.
 */
export function isFrom(time: ServiceTime, at: number): boolean | null {
  const written = writtenAt(time);
  if (written === null) return null;
  const span = DATE_ALONE.test(time.raw) ? DAY_MS : 0;
  return written - DAY_MS <= at && at <= written + span + DAY_MS;
}

const DATE_ALONE = /^\d{4}[/-]\d\d[/-]\d\d$/u;

/** How a time is written, in words that don't tell which one it is. */
export function formOf({ raw, epochMs, assumedUtc }: ServiceTime): string {
  if (epochMs === null) return 'a form that Easel can’t read';
  if (NUMBER.test(raw)) return UNITS[Math.round(Math.log10(Number(raw) / epochMs))] ?? 'a number';
  const form = WRITTEN.find(([pattern]) => pattern.test(raw))?.[1] ?? 'text';
  return assumedUtc ? `${form}, without a zone` : form;
}

/** By the decimal places beyond milliseconds. */
const UNITS: Readonly<Record<string, string>> = {
  '-3': 'seconds since 1970',
  '0': 'milliseconds since 1970',
  '3': 'microseconds since 1970',
  '6': 'nanoseconds since 1970',
};

type Moment = Pick<ServiceTime, 'epochMs' | 'assumedUtc'>;

const UNREAD: Moment = { epochMs: null, assumedUtc: false };

function momentOf(value: unknown): Moment | null {
  if (typeof value === 'string') return momentOfText(value.trim());
  if (Array.isArray(value)) return momentOfParts(value);
  if (isFields(value)) return momentOfObject(value);
  const digits = digitsOf(value);
  return digits === null ? null : momentOfText(digits);
}

/** As most services write times, on days that every month has, and of years that `Date.UTC` takes as they are. */
const COMMON =
  /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z?$/u;

/** A text is one of these forms or none: two of them never fit the same text. */
function momentOfText(text: string): Moment | null {
  if (text.length > LONGEST_RAW) return null;
  // Read digit by digit, which takes a tenth of the time: a million of them are read with a list.
  if (COMMON.test(text)) {
    const two = (at: number): number => 10 * text.charCodeAt(at) + text.charCodeAt(at + 1) - 11 * ZERO;
    const ms = text.length > 20 ? Number(text.slice(20, 23)) : 0;
    const year = 100 * two(0) + two(2);
    const epochMs = Date.UTC(year, two(5) - 1, two(8), two(11), two(14), two(17), ms);
    return { epochMs, assumedUtc: !text.endsWith('Z') };
  }
  if (NUMBER.test(text)) return { epochMs: fromNumber(Number(text)), assumedUtc: false };
  const iso = ISO.exec(text)?.groups ?? SLASHES.exec(text)?.groups;
  if (iso !== undefined) return fromGroups(iso);
  const net = NET.exec(text);
  if (net !== null) return { epochMs: fromNumber(Number(net[1])), assumedUtc: false };
  const named = DAY_FIRST.exec(text)?.groups ?? MONTH_FIRST.exec(text)?.groups;
  return named === undefined ? null : fromGroups(named);
}

const ZERO = 0x30;
const NUMBER = /^\d{1,20}(?:\.\d{1,9})?$/u;

const CLOCK = String.raw`(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?`;
const ZONE = String.raw`(?<zone>Z|UTC|GMT|[ECMP][SD]T|(?:UTC|GMT)?[+-]\d\d(?::?\d\d)?)`;

/** ISO 8601 and SQL; Java adds the name of the zone to its offset. */
const ISO = new RegExp(
  String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ]${CLOCK})?\s*${ZONE}?(?:\[[\w/+-]+\])?$`,
  'iu',
);
const SLASHES = new RegExp(
  String.raw`^(?<year>\d{4})/(?<month>\d\d)/(?<day>\d\d)(?: ${CLOCK})?\s*${ZONE}?$`,
  'iu',
);
/** RFC 2822 and 850, HTTP and PHP: `Thu, 30 Jun 2022 08:34:57 +0200`, `Thursday, 30-Jun-22 08:34:57 GMT`. */
const DAY_FIRST = new RegExp(
  String.raw`^(?:[a-z]{3,9},?\s+)?(?<day>\d{1,2})[ -](?<month>[a-z]{3})[ -](?<year>\d{4}|\d\d),?\s+${CLOCK}\s*${ZONE}?(?:\s*\([^)]*\))?$`,
  'iu',
);
/** JavaScript and C: `Thu Jun 30 2022 10:34:57 GMT+0200 (CEST)`, `Thu Jun 30 08:34:57 2022`. */
const MONTH_FIRST = new RegExp(
  String.raw`^(?:[a-z]{3,9},?\s+)?(?<month>[a-z]{3})\s+(?<day>\d{1,2}),?\s+(?:(?<year>\d{4}),?\s+)?${CLOCK}\s*${ZONE}?(?:\s*\([^)]*\)|\s+(?<lastYear>\d{4}))?$`,
  'iu',
);
/** .NET's JSON: `/Date(1656578097000)/`. */
const NET = /^\/Date\((\d{1,16})(?:[+-]\d{4})?\)\/$/u;

/** The forms in words; objects and lists come as JSON. */
const WRITTEN: readonly (readonly [RegExp, string])[] = [
  [/^\{/u, 'an object'],
  [/^\[/u, 'a list of numbers'],
  [ISO, 'ISO 8601'],
  [SLASHES, 'a date with slashes'],
  [DAY_FIRST, 'RFC 2822'],
  [MONTH_FIRST, 'text with the month first'],
  [NET, '/Date(…)/'],
];

function fromGroups(groups: Readonly<Record<string, string | undefined>>): Moment {
  const part = (name: string): number => Number(groups[name] ?? 0);
  const year = groups['year'] ?? groups['lastYear'];
  const month = groups['month'] ?? '';
  const offset = zoneMinutes(groups['zone']);
  const millisecond = Number(`${groups['fraction'] ?? ''}000`.slice(0, 3));
  const local =
    year === undefined || offset === null
      ? null
      : fromParts([
          year.length === 2 ? ofCentury(Number(year)) : Number(year),
          /^\d/u.test(month) ? Number(month) : MONTHS.indexOf(month.toLowerCase()) + 1,
          part('day'),
          part('hour'),
          part('minute'),
          part('second'),
          millisecond,
        ]);
  if (local === null) return UNREAD;
  return { epochMs: local - (offset ?? 0) * 60_000, assumedUtc: groups['zone'] === undefined };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** RFC 850 has two digits for the year. */
function ofCentury(year: number): number {
  return year < 70 ? 2000 + year : 1900 + year;
}

/** Mongo's `{$date}`, Firestore's `{seconds}`, PHP's `{date, timezone}`, and objects that name the moment within. */
function momentOfObject(fields: Fields): Moment | null {
  const name = MOMENTS.find((known) => Object.hasOwn(fields, known));
  const value = name === undefined ? undefined : fields[name];
  if (value === undefined || value === null || Array.isArray(value)) return null;
  const zone = fields['timezone'];
  if (typeof value === 'string' && zone !== undefined) {
    return typeof zone === 'string' ? momentOfText(`${value} ${zone}`) : null;
  }
  const moment = momentOf(value);
  const nanoseconds = fields['nanoseconds'] ?? fields['_nanoseconds'];
  if (moment?.epochMs == null || typeof nanoseconds !== 'number') return moment;
  return { ...moment, epochMs: moment.epochMs + Math.floor(nanoseconds / 1e6) };
}

/** `[2022, 6, 30, 8, 34, 57, nanoseconds]`, as Java writes it. */
function momentOfParts(parts: readonly unknown[]): Moment | null {
  if (parts.length < 3 || parts.length > 7 || !parts.every((part) => typeof part === 'number')) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, nano = 0] = parts;
  const millisecond = nano < 1000 ? nano : Math.floor(nano / 1e6);
  const isYear = Number.isSafeInteger(year) && year >= 1970 && year < 2100;
  const epochMs = isYear ? fromParts([year, month, day, hour, minute, second, millisecond]) : null;
  return { epochMs, assumedUtc: epochMs !== null };
}

/** Numbers that mean 1973 to 2100 count as times; others are counters, "not set" or dates without separators. */
const EARLIEST_MS = 1e11;
const LATEST_MS = Date.UTC(2100, 0);

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by size. */
function fromNumber(number: number): number | null {
  const units = [1000, 1, 1e-3, 1e-6];
  const unit = units.find((factor) => number * factor >= EARLIEST_MS && number * factor < LATEST_MS);
  return unit === undefined ? null : Math.round(number * unit);
}

/** The moment in UTC; null for a day or an hour that there is not. */
function fromParts([
  year = 0,
  month = 0,
  day = 0,
  hour = 0,
  minute = 0,
  second = 0,
  ms = 0,
]: readonly number[]): number | null {
  // `Date.UTC` takes a year below 100 for one of the last century; 400 years are a whole number of weeks and days.
  const later = new Date(Date.UTC(year + 400, month - 1, day, hour, minute, second, ms));
  // It takes 30 February for 2 March.
  const isDay = later.getUTCMonth() === month - 1 && later.getUTCDate() === day;
  return isDay && hour <= 23 && minute <= 59 && second <= 59 ? later.getTime() - FOUR_CENTURIES_MS : null;
}

const FOUR_CENTURIES_MS = 146_097 * 86_400_000;

/** Hours east of UTC of the zones that RFC 2822 still knows by name. */
const NAMED_ZONES = new Map(
  Object.entries({ EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 }),
);

/** Minutes east of UTC; 0 without a zone, null for one that does not exist. */
function zoneMinutes(zone = ''): number | null {
  const [, sign, hours, minutes = '0'] = /([+-])(\d\d):?(\d\d)?$/u.exec(zone) ?? [];
  if (sign === undefined) return 60 * (NAMED_ZONES.get(zone.toUpperCase()) ?? 0);
  if (Number(hours) > 14 || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
