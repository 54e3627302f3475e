/**
 * One call from a page to its reply: sender, rate, plain data, schema, lock and policy, press, secrets in texts, main's own
 * question, the use case, the reply's schema, the activity log. No Electron.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { CALLS, type CallName } from '../../preload/contract/contract.ts';
import type { Call } from '../../preload/contract/call.ts';
import {
  fail,
  failureSchema,
  ok,
  type Failure,
  type FailureCode,
  type Result,
} from '../../preload/contract/failure.ts';
import type { Log } from '../log/log.ts';
import { failure } from '../service/failures.ts';
import { consentOf, type Consent } from './consent.ts';
import type { Happened } from '../activity/activity.ts';
import type { Implementations, Question } from './implementation.ts';
import { whyNotPlain } from './plain-data.ts';
import { MOST_IN_FLIGHT, RateLimit } from './rate-limit.ts';
import { secretIn } from './secrets.ts';

/** Why a call is not answered now; null when it is. */
export type Gate = (call: Call) => Failure | null;

export interface DispatchOptions {
  readonly calls: Implementations;
  /** Asked before every use case, and again before its reply leaves: what was closed meanwhile says nothing more. */
  readonly gate: Gate;
  readonly consent: Consent;
  /** What calls came to goes into the activity log. */
  readonly record: (entry: Happened) => void;
  /** How a connection is called now; null for one that is not there. */
  readonly nameOf: (connectionId: string) => Promise<string | null>;
  readonly log: Log;
  /** Ms. */
  readonly now: () => number;
  /** Ends a call that takes too long; gives the function that takes the timer back. */
  readonly after: (ms: number, run: () => void) => () => void;
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
  readonly run: (args: unknown) => Promise<Result<unknown>> | Result<unknown>;
  readonly log?: (args: unknown, result: Result<unknown>) => Happened | null;
  readonly ask?: (args: unknown) => Promise<Result<Question | null>>;
}

/** Makes the function that answers every call. It never rejects: what goes wrong is a `Failure` with a request id. */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { gate, consent, log, now, after } = options;
  const rate = new RateLimit(now);
  let inFlight = 0;

  /** `reason` is said to the page too; `error` only to the log, for its words may hold anything. */
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
    const unmeant = wanted === 'none' ? null : consent.take(press);
    if (unmeant !== null) return fail(unmeant);
    const secret = secretIn(call, args, (text) => log.isSecretIn(text));
    if (secret !== null) return fail(secret);
    const implementation = implementationOf(options.calls, name);
    const refusal = wanted === 'dialog' ? await refusedBy(implementation, call, args) : null;
    if (refusal !== null) return fail(refusal);
    const work = recorded(implementation, args);
    const reply = await (call.waitsForPerson === true ? work : withDeadline(name, work));
    const closedMeanwhile = gate(call);
    return closedMeanwhile === null ? checkReply(name, call, reply) : fail(closedMeanwhile);
  }

  /** Why main's own question was not answered with yes; null where it was, or there was nothing to ask. */
  async function refusedBy({ ask }: Untyped, call: Call, args: unknown): Promise<Failure | null> {
    if (ask === undefined) return failure('internal');
    const asking = await ask(args);
    if (!asking.ok) return asking.error;
    const no = asking.value === null ? null : await consent.ask(asking.value);
    return no ?? gate(call);
  }

  /** Does it, and writes down what it came to. */
  async function recorded({ run, log: line }: Untyped, args: unknown): Promise<Result<unknown>> {
    if (line === undefined) return run(args);
    // Asked before: after a removal nobody knows it any more.
    const connectionName = await nameBefore(args);
    const result = await run(args);
    // What a form was filled in wrongly with was never sent.
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
    if (inFlight >= MOST_IN_FLIGHT || !rate.take(name)) return refuse(name, 'too-fast', 'rate');
    // To valibot, an empty list is an empty object.
    const notPlain = Array.isArray(args) ? 'a list' : whyNotPlain(args);
    if (notPlain !== null) return refuse(name, 'bad-request', notPlain);
    inFlight += 1;
    try {
      return await handle(name, args, press);
    } catch (error) {
      return refuse(name, 'internal', 'exception', error);
    } finally {
      inFlight -= 1;
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
