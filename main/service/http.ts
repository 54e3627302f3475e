/** Sends a request with its API key, time limits and retries, and reads the response. Follows no redirects. */
import { networkInterfaces } from 'node:os';
import { ok, type Failure, type Result, fail } from '../../preload/contract/failure.ts';
import { type NetworkFault, type TransportError, networkFailure } from './network-failures.ts';
import {
  createLimiter,
  type Limiter,
  LONGEST_PAUSE_MS,
  type Permit,
  type Method,
  readRateLimit,
} from './limiter.ts';
import { type Authorized, type ApiKey, type Authority, authorize } from './authorize.ts';
import { ACCEPT_ENCODING, type Transport, type TransportAnswer, type TransportRequest } from './transport.ts';
import { SYSTEM_CLOCK, type Clock } from '../lib/clock.ts';
import { failure } from '../lib/wording/failure.ts';
import type { Addresses, Call, CallTarget, Effect } from './types.ts';
import {
  type AnswerReader,
  type Kind,
  type Questions,
  readAnswer,
  type Reading,
  type Readings,
} from './read-answer.ts';
import { clockIn } from './wire/body.ts';
import { redact, Secrets } from '../lib/log/redact.ts';
import type { Log } from '../lib/log/log.ts';
import type { Received } from './failures.ts';

/** Longest response in bytes that is parsed without a worker thread. The worst response of this length takes 25 ms. */
export const LONGEST_READ_HERE = 128 * 1024;

export interface ClientOptions extends HttpOptions {
  readonly addresses: Addresses;
  readonly authority: Authority;
  /** Called after each response that shows whether the service accepts the API key: a 2xx or a 401. */
  readonly onKeyAnswer?: (key: ApiKey, accepted: boolean) => void;
  /** Called with the name of the field in which the access token was found, such as `data.token`. */
  readonly onToken?: (form: string) => void;
  readonly onAttempt?: (api: keyof Addresses, attempt: Attempt) => void;
  readonly onResult?: (call: Call, failed: Failure | null) => void;
  /** Called with the service's clock minus this computer's in ms, after each response with a `Date` header. */
  readonly onClock?: (aheadMs: number) => void;
  readonly log: Log;
  readonly reader: AnswerReader;
  readonly hasNetwork?: () => boolean;
}

export function createClient(options: ClientOptions) {
  const { addresses, authority, log, reader, clock = SYSTEM_CLOCK, hasNetwork = systemHasNetwork } = options;
  const sendHttp = createHttp(options);
  /** All API keys that this client has sent. All are redacted, because a response may quote an earlier key. */
  const used = new Secrets();
  const clean = (words: string): string => redact(log.secrets.takenFrom(words), used);

  async function exchange(call: Call, signal: AbortSignal | undefined, beforeSending?: AbortSignal) {
    const url = addressOf(call, addresses);
    if (url === null) {
      const message = 'This connection’s address must start with https://.';
      const nextStep = 'Edit the connection and correct its addresses.';
      return fail(failure('invalid-input', { message, nextStep }));
    }
    let sent = null as ApiKey | null;
    const allow: Authorize = async () => {
      const allowed = await authorize(call, url, authority, log, used);
      if (allowed.ok) sent = allowed.value.key;
      return allowed;
    };
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    const request = { method: METHODS[call.effect], url, headers: {}, body };
    const onAttempt = (tried: Attempt): void => options.onAttempt?.(call.api, tried);
    const result = await sendHttp(request, signal, beforeSending, allow, onAttempt);
    const { outcome, attempts, repeated, milliseconds } = result;
    if (outcome.kind === 'withheld') return fail(outcome.failure);
    report(log, call, result);
    const place = targetOf(call, url);
    if (outcome.kind !== 'answer') {
      const { message, details, ...failed } = networkFailure(call, place, result, hasNetwork());
      // Redacts the failure, because a server that received the API key may repeat it in its certificate.
      return fail({ ...failed, message: clean(message), details: details.map(clean) });
    }
    const { bytes, ...head } = outcome.answer;
    const received = { ...head, call, place, attempts, repeated, milliseconds, now: clock.now() };
    const serviceNow = clockIn(head);
    if (serviceNow !== null) options.onClock?.(serviceNow - received.now);
    return ok({ received, bytes, sent });
  }

  /** Parses a response. If the worker thread fails, the result depends on the response's status alone. */
  async function read<K extends Kind>(
    kind: K,
    question: Questions[K],
    received: Received,
    bytes: Uint8Array,
  ): Promise<Reading<K>> {
    if (kind !== 'page' && bytes.length <= LONGEST_READ_HERE)
      return readAnswer(kind, question, received, bytes, clean);
    try {
      const secrets = [...log.secrets.all, ...used.all];
      return (await reader.read(kind, question, received, bytes, secrets)) as Reading<K>;
    } catch {
      const unread = { ...received, end: 'unreadable' } as const;
      const { result } = readAnswer(kind, question, unread, new Uint8Array(0), clean);
      return { result, tookKey: false, tokenForm: null };
    }
  }

  return async function send<K extends Kind>(
    call: Call,
    kind: K,
    question: Questions[K],
    signal?: AbortSignal,
    beforeSending?: AbortSignal,
  ): Promise<Result<Readings[K]>> {
    const exchanged = await exchange(call, signal, beforeSending);
    if (!exchanged.ok) {
      // Skips requests that the user cancelled, because they show nothing about the service's state.
      if (signal?.aborted !== true) options.onResult?.(call, exchanged.error);
      return exchanged;
    }
    const { received, bytes, sent } = exchanged.value;
    const { result, tookKey, tokenForm } = await read(kind, question, received, bytes);
    if (sent !== null && (tookKey || received.status === 401)) options.onKeyAnswer?.(sent, tookKey);
    if (result.ok && tokenForm !== null) options.onToken?.(tokenForm);
    options.onResult?.(call, result.ok ? null : result.error);
    return result;
  };
}

function report(log: Log, call: Call, { outcome, attempts, milliseconds }: HttpResult): void {
  const fields = { call: call.name, attempts, milliseconds };
  if (outcome.kind === 'answer') log.info('request answered', { ...fields, status: outcome.answer.status });
  else if (outcome.kind === 'stopped') log.info('request ended', { ...fields, cause: outcome.stop });
  else if (outcome.kind === 'network') log.warn('request failed', { ...fields, cause: outcome.error.code });
}

/** True if this computer has a network address. Ignores link-local addresses, which macOS keeps while offline. */
export function systemHasNetwork(interfaces = networkInterfaces()): boolean {
  return Object.values(interfaces).some((addresses) =>
    addresses?.some(({ address, internal }) => !internal && !/^(?:fe80:|169\.254\.)/iu.test(address)),
  );
}

const METHODS = {
  read: 'GET',
  create: 'POST',
  delete: 'DELETE',
  mint: 'POST',
  invite: 'POST',
} as const satisfies Record<Effect, Method>;

export const API_NAMES: Readonly<Record<keyof Addresses, string>> = {
  paperApi: 'paper API',
  boardApi: 'board API',
  appUrl: 'app',
};

export function targetOf(call: Call, url: URL): CallTarget {
  return {
    host: url.host,
    middle: `the ${API_NAMES[call.api]} at ${url.host}`,
    start: `The ${API_NAMES[call.api]} at ${url.host}`,
    request: `${METHODS[call.effect]} ${url.host}${url.pathname}`,
    address: `${url.origin}${url.pathname}`,
  };
}

/** Returns the URL of a call. Null for plain http to another computer, for credentials, or for a changed path. */
export function addressOf(call: Call, addresses: Addresses): URL | null {
  const base = addresses[call.api];
  const url = URL.parse(base + call.path);
  const root = URL.parse(base);
  if (url === null || root === null || url.username !== '' || url.password !== '') return null;
  // Rejects segments such as `..`, because parsing a URL removes them and the request would go to another path.
  const path = `${root.pathname.replace(/\/+$/u, '')}${call.path}`;
  if (url.origin !== root.origin || url.pathname !== (path === '' ? '/' : path)) return null;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisComputer(url.hostname))) return null;
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
  return url;
}

export function isThisComputer(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(hostname);
}

export type HttpOutcome =
  | { readonly kind: 'answer'; readonly answer: TransportAnswer }
  | { readonly kind: 'network'; readonly error: TransportError }
  | { readonly kind: 'stopped'; readonly stop: Stop }
  /** The request was not sent, because it is not allowed or because its API key is missing. */
  | { readonly kind: 'withheld'; readonly failure: Failure };

/** Returns headers with the API key. Called just before each attempt, so that waiting requests contain no key. */
export type Authorize = () => Promise<Result<Pick<Authorized, 'headers' | 'whyNot'>>>;

export interface HttpResult {
  readonly outcome: HttpOutcome;
  readonly attempts: number;
  readonly sent: boolean;
  /** True if the service may have received an attempt before the last attempt. */
  readonly repeated: boolean;
  readonly milliseconds: number;
}

/** Result of one attempt. `tookMs`: duration in ms since the limiter permitted it; absent if nothing was sent. */
type Attempted = Pick<HttpResult, 'outcome' | 'sent'> & { readonly tookMs?: number };

export const SLOW_MS = 5000;

export interface Attempt {
  readonly tookMs: number | null;
  /** Pause in ms before the retry, if the response was a rate limit and a retry follows. Otherwise null. */
  readonly busyMs: number | null;
  /** Time (epoch ms) at which a slow attempt was sent. Absent after the attempt has ended. */
  readonly waitingSince?: number;
}

export interface HttpOptions {
  readonly transport: Pick<Transport, 'request'>;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly limiter?: Limiter;
}

export function createHttp(options: HttpOptions) {
  const { transport, clock = SYSTEM_CLOCK, random = Math.random } = options;
  const limiter = options.limiter ?? createLimiter(clock);

  async function attempt(
    request: TransportRequest,
    watch: Watch,
    unwanted: AbortSignal,
    authorize: Authorize,
    onSlow: (since: number) => void,
  ): Promise<Attempted> {
    if (watch.stop !== null) return stopped(watch);
    const permit = await limiter(request.url.host).enter(request.method, unwanted);
    if (permit === null) return stopped(watch);
    try {
      const allowed = await authorize();
      if (!allowed.ok) return withheld(allowed.error);
      if (unwanted.aborted) return stopped(watch);
      watch.expect('no-answer');
      const { whyNot } = allowed.value;
      const headers = { ...request.headers, ...allowed.value.headers };
      const mayBegin = (): boolean => !unwanted.aborted && whyNot() === null;
      const onBytes = (): void => watch.expect('stalled');
      const begun = clock.now();
      const cancelSlow = clock.after(SLOW_MS, () => onSlow(begun));
      const result = await transport
        .request({ ...request, headers, mayBegin, onBytes }, watch.signal)
        .finally(cancelSlow);
      if (!result.ok && !result.error.sent && !mayBegin()) {
        const why = whyNot();
        return why === null ? stopped(watch) : withheld(why);
      }
      const outcome = result.ok ? answered(result.value, watch) : lost(result.error, watch);
      leaveWith(permit, outcome, clock.now());
      return { outcome, sent: result.ok || result.error.sent, tookMs: clock.now() - begun };
    } finally {
      // Releases the permit even after an exception. A permit that is never released would lower the limit forever.
      permit.leave('unknown');
    }
  }

  async function wait(ms: number, unwanted: AbortSignal): Promise<void> {
    if (unwanted.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = (): void => resolve();
    const cancel = clock.after(ms, end);
    unwanted.addEventListener('abort', end, { once: true });
    await promise;
    // Removes the listener, because otherwise the job's signal would keep the combined signal in memory.
    unwanted.removeEventListener('abort', end);
    cancel();
  }

  /** Sends a request, and repeats it if allowed. `beforeSending` cancels only until an attempt or a retry is sent. */
  return async function send(
    request: TransportRequest,
    signal: AbortSignal | undefined,
    beforeSending: AbortSignal | undefined,
    authorize: Authorize,
    onAttempt: (attempt: Attempt) => void,
  ): Promise<HttpResult> {
    const whole = { ...request, headers: withHeaders(request) };
    const unwanted = either(signal, beforeSending);
    const begun = clock.now();
    let sent = false;
    let before: HttpResult | null = null;
    for (let attempts = 1; ; attempts += 1) {
      const watch = new Watch(clock, signal);
      const onSlow = (waitingSince: number): void => onAttempt({ tookMs: null, busyMs: null, waitingSince });
      const attempted = await attempt(whole, watch, unwanted, authorize, onSlow).finally(() => watch.close());
      const { outcome } = attempted;
      const repeated = sent;
      sent ||= attempted.sent;
      const now = clock.now();
      // If the retry is not allowed, returns the previous attempt's result, because that attempt may have succeeded.
      if (outcome.kind === 'withheld' && before !== null) return before;
      const result = { outcome, attempts, sent, repeated, milliseconds: now - begun };
      before = result;
      const pauseMs = pauseBeforeRetry({ method: request.method, attempts, outcome, now }, random);
      const isBusy = outcome.kind === 'answer' && readRateLimit(outcome.answer, now).isRefusal;
      onAttempt({ tookMs: attempted.tookMs ?? null, busyMs: isBusy ? pauseMs : null });
      if (pauseMs === null) return result;
      await wait(pauseMs, unwanted);
      // Returns the attempt's result if the user cancelled the retry, because it says more than "cancelled".
      if (beforeSending?.aborted === true) return result;
    }
  };
}

const NEVER = new AbortController().signal;

/** Combines two abort signals only if both exist, because `AbortSignal.any` is slow. */
function either(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal {
  if (one === undefined || other === undefined) return one ?? other ?? NEVER;
  return AbortSignal.any([one, other]);
}

function withheld(why: Failure): Attempted {
  return { outcome: { kind: 'withheld', failure: why }, sent: false };
}

function stopped({ stop }: Watch): Attempted {
  return { outcome: { kind: 'stopped', stop: stop ?? 'cancelled' }, sent: false };
}

function lost(error: TransportError, { stop }: Watch): HttpOutcome {
  return stop === null ? { kind: 'network', error } : { kind: 'stopped', stop };
}

/** Returns the outcome for a response. If Easel aborted the response, states why (cancelled or too slow). */
function answered(answer: TransportAnswer, { stop }: Watch): HttpOutcome {
  if (answer.end === 'whole' || stop === null) return { kind: 'answer', answer };
  return { kind: 'answer', answer: { ...answer, end: stop === 'cancelled' ? 'cancelled' : 'stalled' } };
}

function withHeaders({ headers, body }: TransportRequest): Readonly<Record<string, string>> {
  return {
    accept: 'application/json',
    'accept-encoding': ACCEPT_ENCODING,
    'user-agent': 'Easel',
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
}

function leaveWith(permit: Permit, outcome: HttpOutcome, now: number): void {
  if (outcome.kind !== 'answer') {
    permit.leave('unknown');
    return;
  }
  const { status } = outcome.answer;
  const { isRefusal, pauseMs } = readRateLimit(outcome.answer, now);
  if (isRefusal || status === 503) permit.leave('refused', pauseMs ?? 0);
  else permit.leave(status < 500 ? 'accepted' : 'unknown');
}

// A POST is sent only once, because a second POST could create a second board.

const MOST_ATTEMPTS: Readonly<Record<TransportRequest['method'], number>> = { GET: 3, DELETE: 2, POST: 1 };

const FIRST_WINDOW_MS = 1000;

/** A requested pause is extended at random by up to this share, so that many clients don't retry simultaneously. */
const PAUSE_JITTER = 0.1;

const PASSING_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

const PASSING_FAULTS: ReadonlySet<NetworkFault> = new Set([
  'refused',
  'dns-unavailable',
  'unreachable',
  'proxy-unreachable',
]);

interface Try extends Pick<TransportRequest, 'method'>, Pick<HttpResult, 'attempts' | 'outcome'> {
  readonly now: number;
}

/** Returns the ms to wait before the next attempt; null if there is none. `random` returns a number from 0 to 1. */
export function pauseBeforeRetry(tried: Try, random: () => number): number | null {
  const { method, attempts, outcome, now } = tried;
  if (attempts >= MOST_ATTEMPTS[method]) return null;
  const rate = outcome.kind === 'answer' ? readRateLimit(outcome.answer, now) : null;
  if (!mayPass(tried, rate?.isRefusal === true)) return null;
  const pauseMs = rate?.pauseMs ?? 0;
  if (pauseMs > LONGEST_PAUSE_MS) return null;
  if (pauseMs > 0) return Math.min(pauseMs * (1 + PAUSE_JITTER * random()), LONGEST_PAUSE_MS);
  return ((1 + random()) / 2) * FIRST_WINDOW_MS * 2 ** (attempts - 1);
}

function mayPass({ method, outcome }: Try, isRateRefusal: boolean): boolean {
  if (outcome.kind === 'network') {
    const { fault } = outcome.error;
    return fault === 'lost' || (method === 'GET' && PASSING_FAULTS.has(fault));
  }
  if (outcome.kind !== 'answer' || method !== 'GET') return false;
  const { status, end } = outcome.answer;
  return isRateRefusal || PASSING_STATUSES.has(status) || end === 'lost';
}

const SILENCE_MS = 30_000;
/** Maximum duration of an attempt in ms, without its time in the limiter's queue. */
const TOTAL_MS = 60_000;

export type Stop = 'cancelled' | 'no-answer' | 'stalled' | 'too-long';

class Watch {
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  readonly #caller: AbortSignal | undefined;
  #stop: Stop | null = null;
  #cancelSilence: (() => void) | undefined;
  #cancelTotal: (() => void) | undefined;

  constructor(clock: Clock, caller: AbortSignal | undefined) {
    this.#clock = clock;
    this.#caller = caller;
    caller?.addEventListener('abort', this.#cancelled, { once: true });
    if (caller?.aborted === true) this.#cancelled();
  }

  get stop(): Stop | null {
    return this.#stop;
  }

  /** Restarts the 30 s timeout, which aborts with `reason`. The first call also starts the total timeout of 60 s. */
  expect(reason: 'no-answer' | 'stalled'): void {
    this.#cancelSilence?.();
    this.#cancelSilence = this.#clock.after(SILENCE_MS, () => this.#end(reason));
    this.#cancelTotal ??= this.#clock.after(TOTAL_MS, () => this.#end('too-long'));
  }

  close(): void {
    this.#cancelSilence?.();
    this.#cancelTotal?.();
    this.#caller?.removeEventListener('abort', this.#cancelled);
  }

  readonly #cancelled = (): void => this.#end('cancelled');

  #end(stop: Stop): void {
    this.#stop ??= stop;
    this.#controller.abort();
  }
}
