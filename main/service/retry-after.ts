/** How long the service asks to be left alone: `Retry-After` (RFC 9110, 10.2.3), else when its quota is renewed. */

const LONGEST_MS = 24 * 60 * 60 * 1000;

/**
 * In ms from `now` (epoch ms): a number of seconds or an HTTP date in any of its three forms; null for anything else.
 * A date is read by the service's own clock where the answer shows it (`Date`): this computer's may be wrong.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  if (text === '') return untilReset(headers, now);
  if (/^\d{1,9}(?:\.\d+)?$/u.test(text)) return bounded(Number(text) * 1000);
  const date = readHttpDate(text);
  return date === null ? null : bounded(date - serviceClock(headers, now));
}

/**
 * Until the quota is renewed, ms, where all of it is used: `RateLimit-Reset` in seconds (an IETF draft), or the older
 * `X-RateLimit-Reset`, which some services give in seconds and others as epoch seconds.
 */
function untilReset(headers: Readonly<Record<string, string>>, now: number): number | null {
  const header = (name: string): string =>
    (headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`] ?? '').trim();
  const reset = header('reset');
  if (!/^\d{1,10}$/u.test(reset) || !/^0?$/u.test(header('remaining'))) return null;
  const isEpoch = Number(reset) >= FIRST_EPOCH_S;
  return bounded(1000 * Number(reset) - (isEpoch ? serviceClock(headers, now) : 0));
}

/** 2001: no wait is as long, and no moment as early. */
const FIRST_EPOCH_S = 1_000_000_000;

/** The same in whole seconds, never too few. */
export function retryAfterSeconds(headers: Readonly<Record<string, string>>, now: number): number | null {
  const ms = retryAfterMs(headers, now);
  return ms === null ? null : Math.ceil(ms / 1000);
}

/** The service's clock in a response, epoch ms; this computer's (`now`) if the response has no date. */
export function serviceClock(headers: Readonly<Record<string, string>>, now: number): number {
  return readHttpDate(headers['date']?.trim() ?? '') ?? now;
}

function bounded(ms: number): number {
  return Math.min(Math.max(0, ms), LONGEST_MS);
}

/** Epoch ms; null for what is no HTTP date. The oldest form (asctime) names no zone and means UTC. */
function readHttpDate(text: string): number | null {
  if (!/^[a-z]{3,9},? /iu.test(text)) return null;
  const date = Date.parse(/ \d{4}$/u.test(text) && !text.includes(',') ? `${text} GMT` : text);
  return Number.isNaN(date) ? null : date;
}
