/** Tracks the health of the board API, the paper API, the app host and the network, from requests and probes. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { UNKNOWN_PART } from '../../preload/contract/facts.ts';
import {
  HEALTH_PARTS,
  type Health,
  type PartAnswer,
  type PartHealth,
  type PartName,
} from '../../preload/contract/service.ts';
import { ok, type Failure, type FailureCode } from '../../preload/contract/failure.ts';
import type { Core } from '../ipc/core.ts';
import type { CallsOf } from '../lib/implementation.ts';
import type { Clock } from '../lib/clock.ts';
import { SLOW_MS, type Attempt } from '../service/http.ts';
import type { Addresses, Call, ServiceApi } from '../service/api.ts';
import { capital, enumerated } from '../lib/wording/format.ts';

type PartsHealth = Record<PartName, PartHealth>;

export type ProbeApi = Pick<ServiceApi, 'listBoards' | 'checkPaperApi' | 'checkApp'>;

export interface HealthOptions extends Clock {
  readonly onChange: (health: Health) => void;
}

const FIRST_PROBE_MS = 5000;
const LONGEST_PROBE_MS = 60_000;
const HOSTS = ['board-api', 'paper-api', 'app'] as const satisfies readonly PartName[];

const PART_OF = {
  boardApi: 'board-api',
  paperApi: 'paper-api',
  appUrl: 'app',
} as const satisfies Record<keyof Addresses, PartName>;

/** Time in ms without a response after which Easel probes an API or host. Probes only while the window is in use. */
const IDLE_MS = 10_000;
/** Minimum interval in ms between two health events about an API or host that works. */
const SAME_MS = 1000;

interface Watched {
  readonly parts: PartsHealth;
  publishedAt: number;
  api: ProbeApi | null;
  readonly waits: Map<PartName, number>;
  readonly cancels: Map<PartName, () => void>;
  readonly probing: Set<PartName>;
  readonly took: Map<PartName, number>;
  /** Aborts running probes, which would otherwise keep the API key in memory until they end. */
  readonly end: AbortController;
}

export class HealthWatch {
  readonly #options: HealthOptions;
  readonly #watched = new Map<string, Watched>();

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  called(connectionId: string, call: Call, failed: Failure | null): void {
    const isMissing = failed?.code === 'web-page' && (failed.status === 404 || failed.status === 410);
    const isBehind = Number(call.query?.['offset'] ?? 0) > 0;
    // A 404 for one board or paper, or beyond the end of a list, is no sign of an outage.
    const isOfOne = call.name === 'viewBoard' || ['delete', 'mint', 'invite'].includes(call.effect);
    if (isMissing && (isOfOne || isBehind)) return;
    this.tell(connectionId, PART_OF[call.api], failed, !call.withKey && call.api !== 'appUrl');
  }

  /** Records a request's failure, or null after success. `ofHost`: without API key, so only the host was tested. */
  tell(connectionId: string, part: PartName, failed: Failure | null, ofHost = false): void {
    if (failed !== null && isTrouble(failed)) this.observe(connectionId, part, failed);
    // Without an HTTP status, only `refused` (the room forbids embedding) proves that the service responded.
    else if (failed === null || failed.status !== undefined || failed.code === 'refused')
      this.observe(connectionId, part, null, ofHost ? 'host' : failed);
  }

  /** Records one attempt of a request, so that a slow or busy API is shown before the request ends. */
  attempted(connectionId: string, api: keyof Addresses, { tookMs, busyMs, waitingSince }: Attempt): void {
    const name = PART_OF[api];
    const { parts, took } = this.#of(connectionId);
    if (tookMs !== null) took.set(name, tookMs);
    const part = parts[name];
    if (part.state === 'trouble') return;
    const now = this.#options.now();
    if (waitingSince !== undefined) parts[name] = { ...part, answer: 'slow', tookMs: null, waitingSince };
    else if (busyMs !== null)
      parts[name] = { ...afterObservation(part, null, now), answer: 'busy', nextProbe: now + busyMs };
    else if (part.waitingSince !== null)
      parts[name] = { ...part, tookMs: now - part.waitingSince, waitingSince: null };
    else return;
    this.#options.onChange(this.state({ connectionId }));
  }

  /** Sets the API client that sends the probes. The client must pass the result of each request to `called`. */
  probeWith(connectionId: string, api: ProbeApi): void {
    this.#of(connectionId).api = api;
  }

  state({ connectionId }: ArgsOf<'health.state'>): Health {
    const { parts } = this.#of(connectionId);
    return { connectionId, parts: HEALTH_PARTS.map((name) => parts[name]), sentence: sentenceOf(parts) };
  }

  async tryNow({ connectionId }: ArgsOf<'health.tryNow'>): Promise<Health> {
    const watched = this.#of(connectionId);
    const troubled = HOSTS.filter((name) => watched.parts[name].state !== 'good');
    await Promise.all(troubled.map((name) => this.#probe(connectionId, name)));
    return this.state({ connectionId });
  }

  /** Probes each API and host that gave no result for 10 s. Timers probe those that failed. */
  async look({ connectionId }: ArgsOf<'health.look'>): Promise<Health> {
    const { parts, cancels, probing } = this.#of(connectionId);
    const now = this.#options.now();
    const isIdle = ({ name, lastSuccess, lastFailure }: PartHealth): boolean => {
      const last = Math.max(lastSuccess ?? 0, lastFailure ?? 0);
      // Treats a result with a future time as old, because the system clock was set back after this result.
      return !cancels.has(name) && !probing.has(name) && (last <= now - IDLE_MS || last > now);
    };
    await Promise.all(
      HOSTS.filter((name) => isIdle(parts[name])).map((name) => this.#probe(connectionId, name)),
    );
    return this.state({ connectionId });
  }

  /** Deletes the health data of a connection when its API client stops, for example after a change of its addresses. */
  forget(connectionId: string): void {
    const watched = this.#watched.get(connectionId);
    if (watched === undefined) return;
    for (const cancel of watched.cancels.values()) cancel();
    watched.end.abort();
    this.#watched.delete(connectionId);
  }

  stop(): void {
    for (const id of this.#watched.keys()) this.forget(id);
  }

  #of(connectionId: string): Watched {
    const known = this.#watched.get(connectionId);
    if (known !== undefined) return known;
    const parts = HEALTH_PARTS.map((name) => [name, { name, ...UNKNOWN_PART }]);
    const watched: Watched = {
      parts: Object.fromEntries(parts) as PartsHealth,
      publishedAt: 0,
      api: null,
      waits: new Map(),
      cancels: new Map(),
      probing: new Set(),
      took: new Map(),
      end: new AbortController(),
    };
    this.#watched.set(connectionId, watched);
    return watched;
  }

  /** Records whether an API or host has responded. `failed` is null after any response, even a refusal. */
  observe(connectionId: string, name: PartName, failed: Failure | null, said: Said = null): void {
    const watched = this.#of(connectionId);
    const { parts } = watched;
    const { state, answer } = parts[name];
    const { now: clock, onChange } = this.#options;
    const now = clock();
    const tookMs = watched.took.get(name) ?? 0;
    watched.took.delete(name);
    parts[name] = afterObservation(parts[name], failed, now);
    if (failed === null) parts[name] = { ...parts[name], ...answered(said, answer, tookMs) };
    const isNews =
      failed !== null ||
      state !== 'good' ||
      parts[name].answer !== answer ||
      (said !== null && said !== 'host') ||
      now - watched.publishedAt >= SAME_MS ||
      now < watched.publishedAt;
    if (!isNews) return;
    watched.publishedAt = now;
    const responds = HOSTS.some((host) => parts[host].state === 'good');
    if (failed === null || failed.code === 'offline')
      parts.network = afterObservation(parts.network, failed, now);
    // Failures other than `offline` may be the API's own fault, so they don't prove whether the network works.
    else if (parts.network.state === 'trouble' || !responds)
      parts.network = { ...UNKNOWN_PART, name: 'network' };
    if (failed === null) {
      watched.cancels.get(name)?.();
      watched.cancels.delete(name);
      watched.waits.delete(name);
      const waitMs = (said !== 'host' && said?.retryAfterSeconds ? said.retryAfterSeconds : 0) * 1000;
      if (parts[name].answer === 'busy' && waitMs > 0) this.#plan(connectionId, watched, name, waitMs);
      // Several APIs often fail for one reason. So when an API recovers, all other failed APIs are probed at once.
      const others = HOSTS.filter((other) => parts[other].state === 'trouble');
      if (state === 'trouble') for (const other of others) void this.#probe(connectionId, other);
    } else {
      this.#plan(connectionId, watched, name);
      // After the first failure, probes the other APIs and hosts to find out whether all of them fail.
      const others = HOSTS.filter((other) => other !== name && parts[other].state !== 'trouble');
      if (state !== 'trouble') for (const other of others) void this.#probe(connectionId, other);
    }
    onChange(this.state({ connectionId }));
  }

  /** Schedules the next probe. `askedMs` is a delay that the service requested (Retry-After). */
  #plan(connectionId: string, watched: Watched, name: PartName, askedMs?: number): void {
    if (name === 'network' || watched.cancels.has(name)) return;
    const wait = askedMs ?? watched.waits.get(name) ?? FIRST_PROBE_MS;
    if (askedMs === undefined) watched.waits.set(name, Math.min(LONGEST_PROBE_MS, wait * 2));
    const nextProbe = this.#options.now() + wait;
    watched.parts[name] = { ...watched.parts[name], nextProbe };
    const cancel = this.#options.after(wait, () => {
      watched.cancels.delete(name);
      void this.#probe(connectionId, name);
    });
    watched.cancels.set(name, cancel);
  }

  async #probe(connectionId: string, name: PartName): Promise<void> {
    const watched = this.#watched.get(connectionId);
    if (watched === undefined || watched.api === null) return;
    const { api, end, probing } = watched;
    probing.add(name);
    try {
      if (name === 'board-api') await api.listBoards({ limit: 1, offset: 0 }, end.signal);
      else if (name === 'paper-api') await api.checkPaperApi(end.signal);
      else if (name === 'app') await api.checkApp(end.signal);
    } finally {
      probing.delete(name);
    }
  }
}

function afterObservation(part: PartHealth, failure: Failure | null, now: number): PartHealth {
  const next = { ...part, failure, waitingSince: null };
  if (failure === null) return { ...next, state: 'good', lastSuccess: now, since: null, nextProbe: null };
  const trouble = { state: 'trouble', lastFailure: now, since: part.since ?? now } as const;
  return { ...next, ...trouble, answer: null, tookMs: null };
}

const REFUSALS: ReadonlySet<PartAnswer | null> = new Set(['key-refused', 'billing', 'not-allowed']);

/** Returns an API's status after a response. If the request had no API key, an earlier refusal of the key stays. */
function answered(
  said: Said,
  before: PartAnswer | null,
  tookMs: number,
): Pick<PartHealth, 'answer' | 'tookMs'> {
  const answer = said === 'host' ? (REFUSALS.has(before) ? before : 'reachable') : answerOf(said);
  const isSlow = (answer === 'good' || answer === 'reachable') && tookMs >= SLOW_MS;
  return isSlow ? { answer: 'slow', tookMs } : { answer, tookMs: null };
}

function answerOf(refusal: Failure | null): PartAnswer {
  if (refusal?.code === 'key-refused') return 'key-refused';
  if (refusal?.code === 'not-allowed') return refusal.status === 402 ? 'billing' : 'not-allowed';
  return refusal?.code === 'too-many-requests' ? 'busy' : 'good';
}

const NAMES: Readonly<Record<PartName, string>> = {
  'board-api': 'the board API',
  'paper-api': 'the paper API',
  app: 'the app host',
  network: 'this computer’s network',
};

function sentenceOf(parts: PartsHealth): string {
  const troubled = HEALTH_PARTS.filter((name) => parts[name].state === 'trouble');
  if (troubled.length === 0) return '';
  if (parts.network.state === 'trouble')
    return 'This computer is offline. You can’t make changes until it’s back online.';
  const cause = causeOf(troubled[0] && parts[troubled[0]]);
  const good = HOSTS.filter((name) => parts[name].state === 'good');
  const named = (names: readonly PartName[]): string => capital(enumerated(names.map((name) => NAMES[name])));
  return [
    troubled.length === 1 ? cause : `${named(troubled)} are not responding. ${cause}`,
    good.length === 0 ? '' : `${named(good)} ${good.length === 1 ? 'responds' : 'respond'}.`,
    parts.network.state === 'good' ? 'Your network is fine.' : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function causeOf(part: PartHealth | undefined): string {
  if (part === undefined || part.failure === null) return '';
  const { code, message, status } = part.failure;
  if (code !== 'outcome-unknown') return message;
  const name = capital(NAMES[part.name]);
  return status === undefined
    ? `${name} didn’t respond to the most recent request.`
    : `${name} responded to the most recent request with status ${status}.`;
}

/** Response of an API: null for success, otherwise the refusal. 'host': response to a request without an API key. */
type Said = Failure | 'host' | null;

export const NOT_REACHED = [
  'service-problem',
  'cannot-reach',
  'timeout',
  'offline',
  'certificate',
  'proxy-sign-in',
  'web-page',
  'redirected',
] as const satisfies readonly FailureCode[];

const TROUBLE: ReadonlySet<FailureCode> = new Set([...NOT_REACHED, 'outcome-unknown']);

/** True if a failure means an outage. False for `outcome-unknown` below status 500, because the service responded. */
function isTrouble({ code, status = 500 }: Failure): boolean {
  return TROUBLE.has(code) && (code !== 'outcome-unknown' || status >= 500);
}

export function openHealth({ signals, publish, now, after }: Core) {
  const health = new HealthWatch({
    onChange: (state) => {
      publish('health.changed', state);
      void signals.healthChanged.tell(state);
    },
    now,
    after,
  });
  signals.clockIsOff.on((aheadMs) => publish('health.clockIsOff', { aheadMs }));
  signals.connectionGone.on(health.forget.bind(health));
  signals.connectionHalted.on(health.forget.bind(health));
  signals.onClose(() => health.stop());
  const calls: CallsOf<'health'> = {
    state: { run: (args) => ok(health.state(args)) },
    tryNow: { run: async (args) => ok(await health.tryNow(args)) },
    look: { run: async (args) => ok(await health.look(args)) },
  };
  return { health, calls };
}
