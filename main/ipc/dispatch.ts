/** Handles calls from the page. Checks each call, runs it and logs the activity. Does not depend on Electron. */
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
import { LONGEST } from '../../preload/contract/limits.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log/log.ts';
import { readPastedKey } from '../lib/pasted.ts';
import { failure, wrongFields } from '../lib/wording/failure.ts';
import { partMissing } from '../lib/wording/start-failures.ts';
import { consentOf, type Consent } from './consent.ts';
import type { Implementations, NewEntry, Question } from '../lib/implementation.ts';
import { ACCESS_TOKEN, LONG_SECRET, SECRET_INSIDE } from '../lib/log/redact.ts';

/** Returns why Easel's lock or the organisation's policy refuses a call. Null if both allow it. */
export type Gate = (call: Call) => Failure | null;

export interface DispatchOptions extends Clock {
  readonly calls: Implementations;
  /** Checks lock and policy twice: before a call runs, and before the page receives the reply. */
  readonly gate: Gate;
  readonly consent: Consent;
  readonly record: (entry: NewEntry) => void;
  readonly nameOf: (connectionId: string) => Promise<string | null>;
  readonly log: Log;
  /** Returns a function that recognises stored API keys, even keys that were never read from the keychain. */
  readonly storedKeys: () => Promise<(text: string) => boolean>;
}

/** Maximum duration of a call from the page in ms. It exceeds the deadlines of one request and of the keychain. */
export const CALL_DEADLINE_MS = 90_000;
/** Maximum length of a reply to the page as JSON text, in UTF-16 units. */
export const LARGEST_REPLY = 8 * 1024 * 1024;

export type Dispatch = (
  name: unknown,
  isTrusted: boolean,
  args: unknown,
  press: unknown,
) => Promise<Result<unknown>>;

interface Untyped {
  readonly run: (args: unknown, answered: Question | null) => Promise<Result<unknown>> | Result<unknown>;
  readonly log?: (args: unknown, result: Result<unknown>) => NewEntry | null;
  readonly ask?: (args: unknown) => Promise<Result<Question | 'press' | null>>;
}

/** Creates the handler of all calls. The handler turns errors into failures with a request id, and never rejects. */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { gate, consent, log, now, after } = options;
  const takeToken = createRateLimit(now);
  /** Running calls. Calls that cancel, pause, lock or close are counted by name, all others together as `others`. */
  const running = new Map<CallName | 'others', number>();

  /** Refuses a call. The page receives only `reason`. `error` goes only to the log, because it may contain secrets. */
  function refuse(name: CallName | '(unknown)', code: FailureCode, reason: string, error?: unknown) {
    const requestId = randomUUID();
    const level = code === 'internal' ? 'error' : 'warn';
    log[level]('call refused', { channel: name, code, reason, error, requestId });
    const details = [`Internal call: ${name}`, `Reason: ${reason}`, `Request id: ${requestId}`];
    return fail(failure(code, { details, ...(reason === TOO_LARGE && SEND_LESS) }));
  }

  async function handle(name: CallName, sent: unknown, press: unknown): Promise<Result<unknown>> {
    const call = CALLS[name];
    const read = v.safeParse(call.args, sent);
    if (!read.success) return refuse(name, 'bad-request', describeIssues(read.issues));
    const args = read.output;
    const closed = gate(call);
    if (closed !== null) return fail(closed);
    const wanted = consentOf(call, args);
    const missingPress = wanted === 'press' || wanted === 'dialog' ? consent.take(press) : null;
    if (missingPress !== null) return fail(missingPress);
    // Skips the comparison with stored keys for calls that only read, cancel or pause, because these store no text.
    const onlyReads = call.effect === 'reads' || call.effect === 'holds-back';
    const isStored = onlyReads ? () => false : await options.storedKeys();
    const isKnown = (text: string): boolean =>
      log.secrets.isIn(text) || (LIKE_KEY.test(text.trim()) && isStored(text));
    const secret = secretIn(call, args, isKnown);
    if (secret !== null) return fail(secret);
    const implementation = implementationOf(options.calls, name);
    const take = (): Failure | null => (wanted === 'if-asked' ? consent.take(press) : null);
    const isAbout = wanted === 'dialog' || wanted === 'if-asked';
    const answered = isAbout ? await confirm(implementation, args, take) : ok(null);
    if (!answered.ok) return answered;
    const closedWhileAsking = gate(call);
    if (closedWhileAsking !== null) return fail(closedWhileAsking);
    const work = runAndLog(implementation, args, answered.value);
    // A change that is still running at the deadline may take effect later, so its outcome is unknown.
    const lateCode = call.effect === 'changes-service' ? 'outcome-unknown' : 'internal';
    const late = (): Result<never> => refuse(name, lateCode, 'timed out');
    const reply = await (call.waitsForPerson === true ? work : withDeadline(work, after, late));
    const closedMeanwhile = gate(call);
    return closedMeanwhile === null ? checkReply(name, call, reply) : fail(closedMeanwhile);
  }

  /** Asks the user to confirm a call. Requires a click or key press first, so that a script can't open the dialog. */
  async function confirm(
    { ask }: Untyped,
    args: unknown,
    take: () => Failure | null,
  ): Promise<Result<Question | null>> {
    if (ask === undefined) return fail(failure('internal'));
    const asking = await ask(args);
    if (!asking.ok) return asking;
    const question = asking.value;
    const missingPress = question === null ? null : take();
    if (missingPress !== null) return fail(missingPress);
    if (question === null || question === 'press') return ok(null);
    const refusal = await consent.ask(question);
    return refusal === null ? ok(question) : fail(refusal);
  }

  async function runAndLog({ run, log: line }: Untyped, args: unknown, answered: Question | null) {
    if (line === undefined) return run(args, answered);
    // Reads the connection's name before the call, because the call may remove the connection.
    const connectionName = await nameBefore(args);
    const result = await run(args, answered);
    // A call with invalid input had no effect, so the activity log omits it.
    const isInvalidForm = !result.ok && result.error.code === 'invalid-input';
    const entry = isInvalidForm ? null : line(args, result);
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
      return success ? fail(output) : refuse(name, 'internal', `failure: ${describeIssues(issues)}`);
    }
    const checked = v.safeParse(call.reply, reply.value);
    if (!checked.success) return refuse(name, 'internal', `reply: ${describeIssues(checked.issues)}`);
    if (JSON.stringify(checked.output).length > LARGEST_REPLY)
      return refuse(name, 'internal', 'reply too large');
    return ok(checked.output);
  }

  return async (name, isTrusted, args, press) => {
    if (!isTrusted) return refuse('(unknown)', 'bad-request', 'sender');
    if (!isCallName(name)) return refuse('(unknown)', 'bad-request', 'name');
    const pool = CALLS[name].effect === 'holds-back' ? name : 'others';
    const others = running.get(pool) ?? 0;
    if (others >= (pool === 'others' ? MOST_IN_FLIGHT : MOST_HOLDING_BACK))
      return refuse(name, 'too-fast', 'rate');
    running.set(pool, others + 1);
    try {
      if (!takeToken(name)) return refuse(name, 'too-fast', 'rate');
      // Refuses an array as arguments, because Valibot accepts an empty array as an empty object.
      const notPlain = Array.isArray(args) ? 'a list' : whyNotPlain(args);
      return notPlain === null ? await handle(name, args, press) : refuse(name, 'bad-request', notPlain);
    } catch (error) {
      const refused = refuse(name, 'internal', 'exception', error);
      const missing = partMissing(error);
      return missing === null ? refused : fail(missing);
    } finally {
      running.set(pool, (running.get(pool) ?? 0) - 1);
    }
  };
}

async function withDeadline<T>(work: Promise<Result<T>>, after: Clock['after'], late: () => Result<T>) {
  const { promise, resolve } = Promise.withResolvers<Result<T>>();
  const cancel = after(CALL_DEADLINE_MS, () => resolve(late()));
  return Promise.race([work, promise]).finally(cancel);
}

function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(CALLS, name);
}

function implementationOf(calls: Implementations, name: CallName): Untyped {
  const [group, method] = name.split('.') as [keyof Implementations, string];
  return (calls[group] as unknown as Readonly<Record<string, Untyped>>)[method] as Untyped;
}

/** Describes invalid arguments: paths and expected types. Omits values and unknown names, which may be secrets. */
function describeIssues(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues
    .slice(0, 3)
    .map((issue) => {
      const path = issue.path?.map((part) => String(part.key)) ?? ['arguments'];
      if (issue.expected === 'never') path.splice(-1, 1, '(unknown key)');
      return `${path.join('.')}: ${issue.expected}`;
    })
    .join('; ');
}

/** Maximum length of a call's arguments as JSON text, in UTF-16 units. */
const LARGEST_REQUEST = 64 * 1024;
const DEEPEST = 8;
const TOO_LARGE = 'too large';
const SEND_LESS = {
  message: 'This request is too large. Nothing was done.',
  nextStep: 'Select fewer items, or shorten your text.',
};
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns why JSON can't represent a value that Electron has deserialised, such as a Date. Null if it can. */
export function whyNotPlain(value: unknown, depth = 0, budget = { left: LARGEST_REQUEST }): string | null {
  budget.left -= 8;
  if (budget.left < 0) return TOO_LARGE;
  if (depth > DEEPEST) return 'an object that is nested too deeply or contains itself';
  switch (typeof value) {
    case 'boolean':
    case 'undefined':
      return null;
    case 'number':
      return Number.isFinite(value) ? null : 'a number that is not finite';
    case 'string':
      budget.left -= value.length;
      return budget.left < 0 ? TOO_LARGE : null;
    case 'object':
      return value === null ? null : whyNotPlainInside(value, depth, budget);
    default:
      return `a ${typeof value}`;
  }
}

function whyNotPlainInside(value: object, depth: number, budget: { left: number }): string | null {
  if (!Array.isArray(value) && !isPlainObject(value)) return 'an object that is not plain';
  for (const key of Object.keys(value)) {
    if (FORBIDDEN_KEYS.has(key)) return 'a forbidden property name';
    budget.left -= key.length;
    const inside = whyNotPlain(Reflect.get(value, key), depth + 1, budget);
    if (inside !== null) return inside;
  }
  return null;
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

// Rate limits. Each call has a token bucket, so that a compromised page can't flood the main process.

const RATES: Readonly<Record<Rate, { readonly perSecond: number; readonly burst: number }>> = {
  scroll: { perSecond: 240, burst: 480 },
  read: { perSecond: 20, burst: 40 },
  change: { perSecond: 2, burst: 10 },
  key: { perSecond: 1, burst: 5 },
};

/** Maximum number of running calls from the page. Calls that cancel, pause, lock or close are not counted. */
export const MOST_IN_FLIGHT = 64;
/** Maximum number of running calls with the same name, for calls that cancel, pause, lock or close. */
export const MOST_HOLDING_BACK = 8;

/** Returns a function that counts a call, and returns false if the call exceeds its rate limit. */
function createRateLimit(now: () => number) {
  const buckets = new Map<CallName, { tokens: number; at: number }>();
  return (name: CallName): boolean => {
    const { rate, effect } = CALLS[name];
    const { perSecond, burst } = RATES[rate ?? EFFECTS[effect].rate];
    const at = now();
    const bucket = buckets.get(name) ?? { tokens: burst, at };
    buckets.set(name, bucket);
    // Ignores a negative elapsed time, which occurs if the user sets the clock back.
    const passed = Math.max(0, at - bucket.at) / 1000;
    bucket.tokens = Math.min(burst, bucket.tokens + passed * perSecond);
    bucket.at = at;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  };
}

/** Refuses arguments that contain API keys or tokens, because Easel may store, export or send these texts. */
function secretIn({ secrets = {} }: Call, args: unknown, isKnown: (text: string) => boolean): Failure | null {
  const texts = [...textsIn(args, '')];
  // API keys in the key fields of this call. `isKnown` does not find new API keys, because they are not saved yet.
  const keys = texts
    .filter(([field]) => secrets[field] === 'key')
    .flatMap(([, text]) => {
      const read = readPastedKey(text);
      return [text.trim(), ...(read.ok ? [read.value] : [])];
    })
    .filter((key) => key.length >= LONG_SECRET);
  const wrong = texts.filter(([field, text]) => {
    if (secrets[field] === 'key') return false;
    if (secrets[field] !== 'token' && ACCESS_TOKEN.test(text)) return true;
    return isKnown(text) || keys.some((key) => text.includes(key));
  });
  const fields = wrong.map(([field]) => [field, SECRET_INSIDE] as const);
  return fields.length === 0 ? null : wrongFields(Object.fromEntries(fields));
}

const LIKE_KEY = new RegExp(`^\\S{${LONG_SECRET},${LONGEST.key}}$`, 'u');

function* textsIn(value: unknown, field: string): Generator<readonly [field: string, text: string]> {
  if (typeof value === 'string') yield [field, value];
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item, field);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) yield* textsIn(inner, name);
  }
}

export type Publish = <E extends EventName>(event: E, data: Events[E]) => void;

/** Returns a `publish` that drops events whose data violates the schema, because such data may contain a secret. */
export function checkedPublish(publish: Publish, log: Log): Publish {
  return (event, data) => {
    if (v.is(EVENTS[event], data)) publish(event, data);
    else log.error('event dropped', { event });
  };
}
