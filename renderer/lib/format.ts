/** Numbers, spans and moments as people read them: the one place of the page that knows a locale. */
import type { ServiceTime } from '../../preload/contract/boards.ts';

/** The interface is in English; so are its numbers and dates, whatever this computer is set to. */
const LOCALE = 'en-GB';

const numbers = new Intl.NumberFormat(LOCALE);

/** "1,240". */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** "1 board", "1,240 boards": a count with its noun; the plural is given where it is more than an “s”. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

const lists = new Intl.ListFormat(LOCALE);

/** "a, b and c". */
export function listed(parts: readonly string[]): string {
  return lists.format(parts);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ago = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

/** Largest unit first; each applies from its length on, months and years being mean ones. */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365.25 * DAY],
  ['month', 30.44 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

/**
 * How long ago `at` is, or how long until then: "3 weeks ago", "in 2 hours", "just now" within a minute.
 *
 * Units are never rounded up: 13 days are "last week", not "2 weeks ago". Both moments are epoch ms.
 */
export function relativeTime(at: number, now: number): string {
  const distance = at - now;
  const unit = UNITS.find(([, length]) => Math.abs(distance) >= length);
  if (unit === undefined) return 'just now';
  return ago.format(Math.trunc(distance / unit[1]), unit[0]);
}

/** The farthest moment from 1970 that a date can hold, in ms (ECMAScript, Time Values); beyond it, formatting throws. */
const FARTHEST = 8.64e15;

/** The moment in epoch ms where the service's text gave one that can be shown, else null: then its text is shown. */
export function momentOf(time: ServiceTime): number | null {
  return time.epochMs !== null && Math.abs(time.epochMs) <= FARTHEST ? time.epochMs : null;
}

// Building a formatter costs a hundred times as much as using it, and every row of a grid uses these.
const exact = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});
const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
const clock = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });
const date = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });
const dateAndClock = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const month = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Date, time to the second and zone, such as "21 Nov 2026, 09:41:03 GMT+1". */
export function absoluteTime(at: number): string {
  return exact.format(at);
}

/** Hours and minutes, such as "09:41"; with the date in front when it was on another day. */
export function clockTime(at: number, now: number): string {
  return day.format(at) === day.format(now) ? clock.format(at) : `${day.format(at)}, ${clock.format(at)}`;
}

/** Hours and minutes alone, where the day stands above. */
export function timeOfDay(at: number): string {
  return clock.format(at);
}

/** "Saturday 21 November", with the year where wanted. */
export function formatWeekday(at: number, withYear: boolean): string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  const format = new Intl.DateTimeFormat(LOCALE, withYear ? { ...parts, year: 'numeric' } : parts);
  return format.format(at).replace(',', '');
}

/** "21 Nov 2026". */
export function formatDate(at: number): string {
  return date.format(at);
}

/** "21 Nov 2026, 09:41". */
export function formatDateTime(at: number): string {
  return dateAndClock.format(at);
}

/** "November 2026", in UTC. */
export function formatMonth(at: number): string {
  return month.format(at);
}

/** What is left of a span in ms, such as "09:12" or "1:04:09"; "00:00" once it is over. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** "0:42", never "0:00" while there is still something to wait for. */
export function shortCountdown(leftMs: number): string {
  return countdown(leftMs + 999).replace(/^0(?=\d:)/u, '');
}

/** A span as it is spoken: "10 seconds", "5 minutes", "1 hour". Seconds are rounded up. */
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

/** How long something took, in its largest units: "40 s", "7 min", "2 h 5 min". */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** An id in parts: what stands for it, about 8 characters of it, and what is left out before and behind. */
export function idParts(id: string): {
  readonly before: string;
  readonly short: string;
  readonly after: string;
} {
  // The first group of a UUID tells it from others; of what is counted or named, the end does.
  if (/^[\da-f]{8}(?:-|[\da-f]{8})/iu.test(id))
    return { before: '', short: id.slice(0, 8), after: id.slice(8) };
  return id.length <= 12
    ? { before: '', short: id, after: '' }
    : { before: id.slice(0, -8), short: id.slice(-8), after: '' };
}

/** Control characters, and marks that turn the direction of writing around or have no width. */
const INVISIBLE = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE) >= 0;
}

/** A name with a sign for each character in it that nobody would see, so that no two names look the same. */
export function visible(name: string): string {
  return name.replaceAll(INVISIBLE, '\u{fffd}');
}

/** Letters that are written from right to left: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** A name in a sentence: what runs from right to left is isolated (FSI, PDI), and turns nothing behind it around. */
function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${visible(name)}\u2069` : visible(name);
}

/**
 * How a board or a paper is called wherever it is named: "Maths 7b (3f2a91c0)", by its label or name first, else by its
 * short id alone.
 */
export function roomTitle(name: string | undefined, id: string): string {
  const { before, short } = idParts(id);
  const shortId = before === '' ? short : `…${short}`;
  return name === undefined || name === '' ? shortId : `${isolated(name)} (${shortId})`;
}
