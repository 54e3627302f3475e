/**
 * One call from a page to its reply: sender, rate, plain data, schema, lock and policy, press, secrets in texts, main's own
 * question, the use case, the reply's schema, the activity log. No Electron.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { CALLS, type CallName } from '../../preload/contract/contract.ts';
import { EFFECTS, type Call, type Rate } from '../../preload/contract/call.ts';
import { EVENTS, type EventName, type Events } from '../../preload/contract/events.ts';
import {
  fail,
  failureSchema,
  ok,
  type Failure,
  type FailureCode,
  type Result,
} from '../../preload/contract/failure.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log/log.ts';
import { failure } from '../lib/wording/failure.ts';
import { partMissing } from '../lib/wording/start-failures.ts';
import { consentOf, type Consent } from './consent.ts';
import type { Implementations, NewEntry, Question } from '../lib/implementation.ts';
import { ACCESS_TOKEN, LONG_SECRET } from '../lib/log/redact.ts';

/** Why a call is not answered now; null when it is. */
export type Gate = (call: Call) => Failure | null;

export interface DispatchOptions extends Clock {
  readonly calls: Implementations;
  /** Asked before every use case, and again before its reply leaves: what was closed meanwhile says nothing more. */
  readonly gate: Gate;
  readonly consent: Consent;
  /** What calls came to goes into the activity log. */
  readonly record: (entry: NewEntry) => void;
  /** How a connection is called now; null for one that is not there. */
  readonly nameOf: (connectionId: string) => Promise<string | null>;
  readonly log: Log;
}

/** The longest a call may take; every network and keychain deadline is shorter. Who waits for a person takes any time. */
export const CALL_DEADLINE_MS = 90_000;
/** The largest reply, in UTF-16 units of its JSON text. */
export const LARGEST_REPLY = 8 * 1024 * 1024;

export type Dispatch = (
  name: unknown,
  isTrusted: boolean,
  args: unknown,
  press: unknown,
) => Promise<Result<unknown>>;

/** An implementation whose types its own call knows; a look-up by name can't. */
interface Untyped {
  readonly run: (args: unknown, answered: Question | null) => Promise<Result<unknown>> | Result<unknown>;
  readonly log?: (args: unknown, result: Result<unknown>) => NewEntry | null;
  readonly ask?: (args: unknown) => Promise<Result<Question | null>>;
}

/** Makes the function that answers every call. It never rejects: what goes wrong is a `Failure` with a request id. */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { gate, consent, log, now, after } = options;
  const rate = new RateLimit(now);
  const slots = new Slots();

  /** The page gets `reason`; `error` goes to the log only, because its message may hold anything. */
  function refuse(
    name: CallName | '(unknown)',
    code: FailureCode,
    reason: string,
    error?: unknown,
  ): Result<never> {
    const requestId = randomUUID();
    const level = code === 'internal' ? 'error' : 'warn';
    log[level]('call refused', { channel: name, code, reason, error, requestId });
    const details = [`Call: ${name}`, `Reason: ${reason}`, `Request: ${requestId}`];
    return fail(failure(code, { details }));
  }

  async function handle(name: CallName, sent: unknown, press: unknown): Promise<Result<unknown>> {
    const call = CALLS[name];
    const read = v.safeParse(call.args, sent);
    if (!read.success) return refuse(name, 'bad-request', where(read.issues));
    const args = read.output;
    const closed = gate(call);
    if (closed !== null) return fail(closed);
    const wanted = consentOf(call, args);
    const unmeant = wanted === 'press' || wanted === 'dialog' ? consent.take(press) : null;
    if (unmeant !== null) return fail(unmeant);
    const secret = secretIn(call, args, (text) => log.secrets.isIn(text));
    if (secret !== null) return fail(secret);
    const implementation = implementationOf(options.calls, name);
    const take = (): Failure | null => (wanted === 'if-asked' ? consent.take(press) : null);
    const isAbout = wanted === 'dialog' || wanted === 'if-asked';
    const answered = isAbout ? await askedBy(implementation, args, take) : ok(null);
    if (!answered.ok) return answered;
    const closedWhileAsking = gate(call);
    if (closedWhileAsking !== null) return fail(closedWhileAsking);
    const work = recorded(implementation, args, answered.value);
    const reply = await (call.waitsForPerson === true ? work : withDeadline(name, work));
    const closedMeanwhile = gate(call);
    return closedMeanwhile === null ? checkReply(name, call, reply) : fail(closedMeanwhile);
  }

  /**
   * Has main ask its own question, if it has one, and gives it once it was answered with yes. `take`: a question costs a
   * press, so that no script alone opens a dialog.
   */
  async function askedBy(
    { ask }: Untyped,
    args: unknown,
    take: () => Failure | null,
  ): Promise<Result<Question | null>> {
    if (ask === undefined) return fail(failure('internal'));
    const asking = await ask(args);
    if (!asking.ok || asking.value === null) return asking;
    const refusal = take() ?? (await consent.ask(asking.value));
    return refusal === null ? asking : fail(refusal);
  }

  /** Does it, and writes down what it came to. */
  async function recorded(
    { run, log: line }: Untyped,
    args: unknown,
    answered: Question | null,
  ): Promise<Result<unknown>> {
    if (line === undefined) return run(args, answered);
    // Read before the call: after a removal nobody knows the name any more.
    const connectionName = await nameBefore(args);
    const result = await run(args, answered);
    // A form with invalid fields was never sent.
    const isTypo = !result.ok && result.error.code === 'invalid-input';
    const entry = isTypo ? null : line(args, result);
    if (entry !== null) options.record({ ...(connectionName === null ? {} : { connectionName }), ...entry });
    return result;
  }

  async function nameBefore(args: unknown): Promise<string | null> {
    if (typeof args !== 'object' || args === null || !('connectionId' in args)) return null;
    return typeof args.connectionId === 'string' ? options.nameOf(args.connectionId) : null;
  }

  function checkReply(name: CallName, call: Call, reply: Result<unknown>): Result<unknown> {
    if (!reply.ok) {
      const { success, output, issues } = v.safeParse(failureSchema, reply.error);
      return success ? fail(output) : refuse(name, 'internal', `failure: ${where(issues)}`);
    }
    const checked = v.safeParse(call.reply, reply.value);
    if (!checked.success) return refuse(name, 'internal', `reply: ${where(checked.issues)}`);
    if (JSON.stringify(checked.output).length > LARGEST_REPLY)
      return refuse(name, 'internal', 'reply too large');
    return ok(checked.output);
  }

  async function withDeadline<T>(name: CallName, work: Promise<Result<T>>): Promise<Result<T>> {
    let cancel: () => void = () => undefined;
    const late = new Promise<Result<T>>((resolve) => {
      cancel = after(CALL_DEADLINE_MS, () => resolve(refuse(name, 'internal', 'no end in time')));
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      cancel();
    }
  }

  return async (name, isTrusted, args, press) => {
    if (!isTrusted) return refuse('(unknown)', 'bad-request', 'sender');
    if (!isCallName(name)) return refuse('(unknown)', 'bad-request', 'name');
    if (!slots.take(name)) return refuse(name, 'too-fast', 'rate');
    try {
      if (!rate.take(name)) return refuse(name, 'too-fast', 'rate');
      // To valibot, an empty list is an empty object.
      const notPlain = Array.isArray(args) ? 'a list' : whyNotPlain(args);
      return notPlain === null ? await handle(name, args, press) : refuse(name, 'bad-request', notPlain);
    } catch (error) {
      const refused = refuse(name, 'internal', 'exception', error);
      const missing = partMissing(error);
      return missing === null ? refused : fail(missing);
    } finally {
      slots.release(name);
    }
  };
}

function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(CALLS, name);
}

function implementationOf(calls: Implementations, name: CallName): Untyped {
  const [group, method] = name.split('.') as [keyof Implementations, string];
  return (calls[group] as unknown as Readonly<Record<string, Untyped>>)[method] as Untyped;
}

/** Where the data did not fit: paths and expectations, never what was sent, so not the name of an unknown key. */
function where(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues
    .slice(0, 3)
    .map((issue) => {
      const path = issue.path?.map((part) => String(part.key)) ?? ['arguments'];
      if (issue.expected === 'never') path.splice(-1, 1, '(unknown key)');
      return `${path.join('.')}: ${issue.expected}`;
    })
    .join('; ');
}

// The first look at what a page sends: plain, small, shallow JSON data, or nothing at all.

/** The largest request, in UTF-16 units of its JSON text. */
export const LARGEST_REQUEST = 64 * 1024;
const DEEPEST = 8;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Says why `value` is not plain data, or null when it is: only null, booleans, finite numbers, strings, arrays and
 * plain objects without keys that could reach a prototype; no cycle, at most 8 levels, at most 64 KiB.
 */
export function whyNotPlain(value: unknown): string | null {
  try {
    return look(value, 0, { left: LARGEST_REQUEST });
  } catch {
    return 'an object that can not be looked at';
  }
}

function look(value: unknown, depth: number, budget: { left: number }): string | null {
  budget.left -= 8;
  if (budget.left < 0) return 'too large';
  if (depth > DEEPEST) return 'too deep, or a cycle';
  switch (typeof value) {
    case 'boolean':
    case 'undefined':
      return null;
    case 'number':
      return Number.isFinite(value) ? null : 'a number that is not finite';
    case 'string':
      budget.left -= value.length;
      return budget.left < 0 ? 'too large' : null;
    case 'object':
      return value === null ? null : lookInside(value, depth, budget);
    default:
      return `a ${typeof value}`;
  }
}

function lookInside(value: object, depth: number, budget: { left: number }): string | null {
  if (!Array.isArray(value) && !isPlainObject(value)) return 'an object that is not plain';
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === 'symbol') return 'a symbol key';
    if (FORBIDDEN_KEYS.has(key)) return 'a forbidden key';
    budget.left -= key.length;
    const descriptor = Object.getOwnPropertyDescriptor(value, key);
    if (descriptor === undefined || !('value' in descriptor)) return 'a computed property';
    const inside = look(descriptor.value, depth + 1, budget);
    if (inside !== null) return inside;
  }
  return null;
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  // Electron may hand over objects of another realm: there, plain means one step from the end of the chain.
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf');
}

// Token buckets, one per call, so that a page gone wild can't flood main.

const RATES: Readonly<Record<Rate, { readonly perSecond: number; readonly burst: number }>> = {
  scroll: { perSecond: 240, burst: 480 },
  read: { perSecond: 20, burst: 40 },
  change: { perSecond: 2, burst: 10 },
  key: { perSecond: 1, burst: 5 },
};

export function rateOf({ rate, effect }: Pick<Call, 'rate' | 'effect'>): (typeof RATES)[Rate] {
  return RATES[rate ?? EFFECTS[effect].rate];
}

/** How many calls may run at once, except those that hold back. */
export const MOST_IN_FLIGHT = 64;
/** How many calls of one name that cancels, pauses, locks or closes may run at once. */
export const MOST_HOLDING_BACK = 8;

/** Counts running calls. Each call that holds back has its own count, so that hanging calls never block Cancel, Pause or Lock. */
class Slots {
  readonly #taken = new Map<CallName | 'others', number>();

  /** Takes a slot; false when none is free. */
  take(name: CallName): boolean {
    const pool = poolOf(name);
    const taken = this.#taken.get(pool) ?? 0;
    if (taken >= (pool === 'others' ? MOST_IN_FLIGHT : MOST_HOLDING_BACK)) return false;
    this.#taken.set(pool, taken + 1);
    return true;
  }

  release(name: CallName): void {
    const pool = poolOf(name);
    this.#taken.set(pool, (this.#taken.get(pool) ?? 0) - 1);
  }
}

const poolOf = (name: CallName): CallName | 'others' =>
  CALLS[name].effect === 'holds-back' ? name : 'others';

export class RateLimit {
  readonly #now: () => number;
  readonly #buckets = new Map<CallName, { tokens: number; at: number }>();

  /** `now` in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes one token of the call's bucket; false when it is empty. */
  take(name: CallName): boolean {
    const { perSecond, burst } = rateOf(CALLS[name]);
    const now = this.#now();
    const bucket = this.#buckets.get(name) ?? { tokens: burst, at: now };
    this.#buckets.set(name, bucket);
    // A wall clock may be set back: that takes nothing away.
    const passed = Math.max(0, now - bucket.at) / 1000;
    bucket.tokens = Math.min(burst, bucket.tokens + passed * perSecond);
    bucket.at = now;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }
}

// Whatever a page sends may be kept, shown, exported or sent on: every text of it is looked through, and a key or a token
// that was pasted into one by mistake is refused, with the field that holds it.

const SENTENCE =
  'This text contains a key or an access token. Remove it: this text is saved and can be shared.';

/** The failure of a call that holds a secret where none belongs, with each such field; null for one that holds none. */
function secretIn({ secrets = {} }: Call, args: unknown, isKnown: (text: string) => boolean): Failure | null {
  const texts = [...textsIn(args, '')];
  // A key of the same form that nobody knows yet.
  const keys = texts.flatMap(([field, text]) =>
    secrets[field] === 'key' && text.trim().length >= LONG_SECRET ? [text.trim()] : [],
  );
  const wrong = texts.filter(([field, text]) => {
    if (secrets[field] === 'key') return false;
    if (secrets[field] !== 'token' && ACCESS_TOKEN.test(text)) return true;
    return isKnown(text) || keys.some((key) => text.includes(key));
  });
  if (wrong.length === 0) return null;
  return failure('invalid-input', {
    fields: Object.fromEntries(wrong.map(([field]) => [field, SENTENCE])),
  });
}

/** Every text in arguments, with the name of the field that holds it, or whose list does. */
function* textsIn(value: unknown, field: string): Generator<readonly [field: string, text: string]> {
  if (typeof value === 'string') yield [field, value];
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item, field);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) yield* textsIn(inner, name);
  }
}

export type Publish = <E extends EventName>(event: E, data: Events[E]) => void;

/** The same publisher; an event that holds other or more data than its schema names is dropped: it may be a leak. */
export function checkedPublish(publish: Publish, log: Log): Publish {
  return (event, data) => {
    if (v.is(EVENTS[event], data)) publish(event, data);
    else log.error('event dropped', { event });
  };
}
