/** Reads rate limits from a response's status, headers and body, in all common formats. */
import { digitsOf, readBody } from './body.ts';

export interface RateLimit {
  /** True if the service refused the request because of its rate, and did nothing. */
  readonly isRefusal: boolean;
  /** Requested pause in ms, at most a day; null without a readable pause. */
  readonly pauseMs: number | null;
}

interface Response {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

type Headers = Readonly<Record<string, string>>;

const LONGEST_MS = 24 * 60 * 60 * 1000;
/** Longest body in bytes that is searched, because refusals are short. */
const LONGEST_BODY = 64 * 1024;

/** A 429 is a refusal. A 403 is one if it requests a pause or reports a used-up quota. `now` is epoch ms. */
export function readRateLimit({ status, headers, bytes }: Response, now: number): RateLimit {
  if (status < 300) return { isRefusal: false, pauseMs: null };
  const clock = serviceClock(headers, now);
  const asked = askedByHeader(headers, clock) ?? askedByBody(bytes, clock);
  const quota = readQuotas(headers, clock);
  const isAsked = asked !== null || (headers['retry-after'] ?? '').trim() !== '';
  const isRefusal = status === 429 || (status === 403 && (isAsked || quota.isUsedUp));
  return { isRefusal, pauseMs: asked ?? (isRefusal || status === 503 ? quota.resetMs : null) };
}

/** Reads `Retry-After` (RFC 9110, 10.2.3) or similar headers. Headers with `-ms` in their name contain ms. */
function askedByHeader(headers: Headers, clock: number): number | null {
  return (
    readPause(headers['retry-after'] ?? headers['x-retry-after'] ?? '', clock) ??
    readPause(headers['retry-after-ms'] ?? headers['x-ms-retry-after-ms'] ?? '', clock, 1)
  );
}

const PAUSE_NAME = /^retry_?(?:after|in|delay)_?(seconds?|secs?|s|milliseconds?|millis|ms)?$/iu;
const DEEPEST = 3;
const MOST_MEMBERS = 50;

/** Reads the pause from a body such as `{"retry_after": 1.5}`, also inside `error`, `parameters` or `details`. */
function askedByBody(bytes: Uint8Array, clock: number): number | null {
  if (bytes.length === 0 || bytes.length > LONGEST_BODY) return null;
  const body = readBody(bytes);
  return body.kind === 'json' ? pauseIn(body.value, clock, DEEPEST) : null;
}

function pauseIn(value: unknown, clock: number, depth: number): number | null {
  if (depth < 0 || typeof value !== 'object' || value === null) return null;
  const members = Object.entries(value).slice(0, MOST_MEMBERS);
  for (const [name, inner] of members) {
    const found = PAUSE_NAME.exec(name.replaceAll('-', '_'));
    const text = typeof inner === 'string' ? inner : digitsOf(inner);
    const ms =
      found && text !== null
        ? readPause(text, clock, found[1]?.toLowerCase().startsWith('m') ? 1 : 1000)
        : null;
    if (ms !== null) return ms;
  }
  for (const [, inner] of members) {
    const ms = pauseIn(inner, clock, depth - 1);
    if (ms !== null) return ms;
  }
  return null;
}

interface Quota {
  /** Remaining requests; null if the service sends no count. */
  readonly remaining: number | null;
  readonly resetMs: number | null;
}

/** Returns whether any quota is used up, and the time in ms until the last used-up quota is reset. */
function readQuotas(
  headers: Headers,
  clock: number,
): { readonly isUsedUp: boolean; readonly resetMs: number | null } {
  const quotas = [...quotasOfFields(headers, clock), ...quotasOfList(headers['ratelimit'] ?? '', clock)];
  const usedUp = quotas.filter(({ remaining }) => remaining === 0);
  const isCounted = quotas.some(({ remaining }) => remaining !== null);
  const isUsedUp = usedUp.length > 0;
  // A reset time without a count belongs to the used-up quota, or to the only quota.
  const uncounted = isUsedUp || !isCounted ? quotas.filter(({ remaining }) => remaining === null) : [];
  const [own, others] = [usedUp, uncounted].map((some) => some.flatMap(({ resetMs }) => resetMs ?? []));
  const resets = own?.length === 0 ? (others ?? []) : (own ?? []);
  return { isUsedUp, resetMs: resets.length === 0 ? null : Math.max(...resets) };
}

const FIELD = /(?:^|-)rate-?limit-(.+)$/u;
const KIND = /^(?:remaining|reset)$/u;

/** Reads `X-RateLimit-Reset` and the like. A name may contain a window: `X-RateLimit-Reset-Requests`. */
function quotasOfFields(headers: Headers, clock: number): readonly Quota[] {
  const windows = new Map<string, Quota>();
  for (const [name, text] of Object.entries(headers)) {
    const words = FIELD.exec(name)?.[1]?.split('-') ?? [];
    const kind = words.find((word) => KIND.test(word));
    if (kind === undefined) continue;
    const window = words.filter((word) => word !== kind && !/^(?:after|in|at|ms)$/u.test(word)).join('-');
    const quota = windows.get(window) ?? { remaining: null, resetMs: null };
    windows.set(window, {
      remaining: kind === 'remaining' ? readCount(text) : quota.remaining,
      resetMs: kind === 'reset' ? readPause(text, clock, words.includes('ms') ? 1 : 1000) : quota.resetMs,
    });
  }
  return [...windows.values()];
}

/** Reads `RateLimit: limit=10, remaining=0, reset=7`, and later drafts: `"burst";r=0;t=7, "day";r=5;t=3600`. */
function quotasOfList(text: string, clock: number): readonly Quota[] {
  const items = /\bremaining\s*=/iu.test(text) ? [text] : text.split(',');
  return items.flatMap((item) => {
    const remaining = /\b(?:r|remaining)\s*=\s*(\d+)/iu.exec(item)?.[1];
    const reset = /\b(?:t|reset)\s*=\s*(\d+)/iu.exec(item)?.[1] ?? '';
    return remaining === undefined
      ? []
      : [{ remaining: Number(remaining), resetMs: readPause(reset, clock) }];
  });
}

/** For a repeated header (`7, 7`) returns the first number. */
function readCount(text: string): number | null {
  const digits = /^\s*(\d+(?:\.\d+)?)\s*(?:,|$)/u.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Numbers from these on mean epoch seconds and epoch milliseconds. */
const FIRST_EPOCH_S = 1_000_000_000;
const FIRST_EPOCH_MS = 1_000_000_000_000;

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Returns 0 to a day in ms, or null. Reads seconds, an epoch time, a date or `6m0s`, by the service's clock. */
function readPause(given: string, clock: number, unitMs = 1000): number | null {
  const text = given.trim();
  const number = readCount(text);
  if (number !== null) {
    if (number >= FIRST_EPOCH_MS) return bounded(number - clock);
    return bounded(number >= FIRST_EPOCH_S ? number * 1000 - clock : number * unitMs);
  }
  if (/^(?:\d+(?:\.\d+)?(?:ms|[smh])){1,4}$/u.test(text)) {
    const parts = [...text.matchAll(/([\d.]+)(ms|[smh])/gu)];
    return bounded(
      parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNIT_MS[unit] ?? 0), 0),
    );
  }
  const date = readDate(text);
  return date === null ? null : bounded(date - clock);
}

function bounded(ms: number): number {
  return Math.min(Math.max(0, ms), LONGEST_MS);
}

/** Returns the service's clock in epoch ms, or `now` if the response has no `Date` header. */
export function serviceClock(headers: Headers, now: number): number {
  return readDate(headers['date']?.trim() ?? '') ?? now;
}

/** asctime, the oldest HTTP format, has no time zone and means UTC. */
function readDate(text: string): number | null {
  if (!/^(?:[a-z]{3,9},? |\d{4}-\d\d-\d\dT)/iu.test(text)) return null;
  const date = Date.parse(/ \d{4}$/u.test(text) && !text.includes(',') ? `${text} GMT` : text);
  return Number.isNaN(date) ? null : date;
}
