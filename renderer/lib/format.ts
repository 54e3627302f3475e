import type { ServiceTime } from '../../preload/contract/boards.ts';
import { counted } from '../../preload/contract/facts.ts';

export { capital, counted, formatNumber } from '../../preload/contract/facts.ts';

const LOCALE = 'en-GB';

const lists = new Intl.ListFormat(LOCALE);

export const listed = (parts: readonly string[]): string => lists.format(parts);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ago = new Intl.RelativeTimeFormat(LOCALE);

/** Lengths in ms of the units of relative times, largest first. Months and years have their mean lengths. */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365.25 * DAY],
  ['month', 30.44 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

/** Describes the time from `now` to `at` (epoch ms): "3 weeks ago". Rounds down: 13 days ago is "1 week ago". */
export function relativeTime(at: number, now: number): string {
  const distance = at - now;
  const unit = UNITS.find(([, length]) => Math.abs(distance) >= length);
  if (unit === undefined) return 'just now';
  return ago.format(Math.trunc(distance / unit[1]), unit[0]);
}

/** Largest epoch ms that a `Date` can represent (ECMAScript, Time Values). */
const FARTHEST = 8.64e15;

const DAY_ALONE = /^\d{4}-\d\d-\d\d$/u;

/** Returns a service's time in epoch ms. Null if it contains only a date or is out of range. */
export function momentOf({ raw, epochMs }: ServiceTime): number | null {
  return epochMs !== null && Math.abs(epochMs) <= FARTHEST && !DAY_ALONE.test(raw) ? epochMs : null;
}

/** Returns a formatter of epoch ms. Reuses `Intl.DateTimeFormat` objects, because creating one is 100 times slower. */
function formatOf(options: Intl.DateTimeFormatOptions): (at: number) => string {
  const format = new Intl.DateTimeFormat(LOCALE, options);
  return (at) => format.format(at);
}

const SHORT_DAY = { day: 'numeric', month: 'short' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;

export const absoluteTime = formatOf({
  ...SHORT_DAY,
  ...CLOCK,
  year: 'numeric',
  second: '2-digit',
  timeZoneName: 'short',
});
export const timeOfDay = formatOf(CLOCK);
export const formatDate = formatOf({ ...SHORT_DAY, year: 'numeric' });
export const formatDateTime = formatOf({ dateStyle: 'medium', timeStyle: 'short' });
const dayOfYear = formatOf(SHORT_DAY);

/** Formats a clock time such as "09:41". Adds the date if the time is on another day than `now`. */
export function clockTime(at: number, now: number): string {
  const time = timeOfDay(at);
  return dayOfYear(at) === dayOfYear(now) ? time : `${dayOfYear(at)}, ${time}`;
}

export function formatWeekday(at: number, withYear: boolean): string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  const format = new Intl.DateTimeFormat(LOCALE, withYear ? { ...parts, year: 'numeric' } : parts);
  return format.format(at).replace(',', '');
}

/** Formats the remaining time of a countdown as "09:12" or "1:04:09". Negative `ms` counts as 0. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** Formats the remaining time of a countdown as "0:42". Rounds up, so that "0:00" appears only at the end. */
export function shortCountdown(leftMs: number): string {
  return countdown(leftMs + 999).replace(/^0(?=\d:)/u, '');
}

/** Formats a time span in ms for screen readers: "10 seconds", "5 minutes" or "1 hour". Rounds seconds up. */
export function spokenSpan(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const units = [
    [3600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ] as const;
  const parts = units.flatMap(([length, name], at) => {
    const above = units[at - 1]?.[0];
    const count = Math.floor((above === undefined ? seconds : seconds % above) / length);
    return count === 0 ? [] : [counted(count, name)];
  });
  return parts.slice(0, 2).join(' ');
}

export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Splits an id for display. `short`: about 8 characters that identify the id. CSS may cut off all other characters. */
export function idParts(id: string): Readonly<Record<'before' | 'short' | 'after', string>> {
  // The first group of a UUID identifies it. Other ids often have equal starts, so their end identifies them.
  if (/^[\da-f]{8}(?:-|[\da-f]{8})/iu.test(id))
    return { before: '', short: id.slice(0, 8), after: id.slice(8) };
  return id.length <= 12
    ? { before: '', short: id, after: '' }
    : { before: id.slice(0, -8), short: id.slice(-8), after: '' };
}

/** Matches control characters, zero-width characters, and characters that set the text direction. */
const INVISIBLE = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE) >= 0;
}

/** Replaces invisible characters by U+FFFD, so that different names never look the same. */
export function visible(name: string): string {
  return name.replaceAll(INVISIBLE, '\u{fffd}');
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** Returns the title of a board or paper, such as "Maths 7b (3f2a91c0)". Without a name, returns the short id. */
export function roomTitle(name: string | undefined, id: string): string {
  const { before, short } = idParts(id);
  const shortId = before === '' ? short : `…${short}`;
  if (name === undefined || name === '') return shortId;
  // Isolates right-to-left text (with FSI and PDI characters), so that it does not reorder the text around it.
  const isolated = RIGHT_TO_LEFT.test(name) ? `\u2068${visible(name)}\u2069` : visible(name);
  return `${isolated} (${shortId})`;
}
