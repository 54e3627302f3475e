/** One call from a page to its reply: sender, rate, plain data, schema, gate, free text, handler, reply. No Electron. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { ArgsOf, CallName, ValueOf } from '../../preload/contract/calls.ts';
import { fail, ok, type FailureCode, type Result } from '../../preload/contract/failure.ts';
import type { Log } from '../log/log.ts';
import { failure } from '../service/failures.ts';
import { secretWritten } from './free-text.ts';
import type { Gate } from './gate.ts';
import { whyNotPlain } from './plain-data.ts';
import { MOST_IN_FLIGHT, RateLimit } from './rate-limit.ts';
import { failureSchema } from './reply-parts.ts';
import { REPLIES } from './replies.ts';
import { ARGS } from './schemas.ts';

export type Handlers = {
  readonly [C in CallName]: (args: ArgsOf<C>) => Promise<Result<ValueOf<C>>> | Result<ValueOf<C>>;
};

export interface DispatchOptions {
  readonly handlers: Handlers;
  /** Asked before every handler, and again before its reply leaves: what was closed meanwhile says nothing more. */
  readonly gate: Gate;
  readonly log: Log;
  /** Ms. */
  readonly now: () => number;
  /** Ends a call that takes too long; gives the function that takes the timer back. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** The longest a call may take; every network and keychain deadline is shorter. */
export const CALL_DEADLINE_MS = 90_000;
/** These wait for a person before a dialog of the system, who may take any time. */
export const WAITS_FOR_A_PERSON: ReadonlySet<CallName> = new Set([
  'keys.chooseFile',
  'lock.unlock',
  'activity.export',
  'boards.export',
  'jobs.saveItems',
  'jobs.saveLinks',
  'jobs.saveReview',
  'network.chooseCa',
  'notes.export',
  'notes.open',
  'plans.open',
  'plans.save',
  'transfer.export',
  'transfer.open',
]);
/** The largest reply, in UTF-16 units of its JSON text. */
export const LARGEST_REPLY = 8 * 1024 * 1024;

export type Dispatch = (channel: CallName, isTrusted: boolean, args: unknown) => Promise<Result<unknown>>;

/** Makes the function that answers every call. It never rejects: what goes wrong is a `Failure` with a request id. */
export function createDispatch({ handlers, gate, log, now, after }: DispatchOptions): Dispatch {
  const rate = new RateLimit(now);
  let inFlight = 0;

  /** `reason` is said to the page too; `error` only to the log, for its words may hold anything. */
  function refuse(channel: CallName, code: FailureCode, reason: string, error?: unknown): Result<never> {
    const requestId = randomUUID();
    const level = code === 'internal' ? 'error' : 'warn';
    log[level]('call refused', { channel, code, reason, error, requestId });
    const details = [`Call: ${channel}`, `Reason: ${reason}`, `Request: ${requestId}`];
    return fail(failure(code, { details }));
  }

  async function handle<C extends CallName>(channel: C, args: unknown): Promise<Result<unknown>> {
    const read = v.safeParse(ARGS[channel], args);
    if (!read.success) return refuse(channel, 'bad-request', where(read.issues));
    const closed = gate(channel);
    if (closed !== null) return fail(closed);
    const secret = secretWritten(channel, read.output, (text) => log.isSecretIn(text));
    if (secret !== null) return fail(secret);
    const work = Promise.resolve(handlers[channel](read.output));
    const reply = await (WAITS_FOR_A_PERSON.has(channel) ? work : withDeadline(channel, work));
    const closedMeanwhile = gate(channel);
    return closedMeanwhile === null ? checkReply(channel, reply) : fail(closedMeanwhile);
  }

  function checkReply(channel: CallName, reply: Result<unknown>): Result<unknown> {
    if (!reply.ok) {
      const { success, output, issues } = v.safeParse(failureSchema, reply.error);
      return success ? fail(output) : refuse(channel, 'internal', `failure: ${where(issues)}`);
    }
    const checked = v.safeParse(REPLIES[channel], reply.value);
    if (!checked.success) return refuse(channel, 'internal', `reply: ${where(checked.issues)}`);
    if (JSON.stringify(checked.output).length > LARGEST_REPLY)
      return refuse(channel, 'internal', 'reply too large');
    return ok(checked.output);
  }

  async function withDeadline<T>(channel: CallName, work: Promise<Result<T>>): Promise<Result<T>> {
    let cancel: () => void = () => undefined;
    const late = new Promise<Result<T>>((resolve) => {
      cancel = after(CALL_DEADLINE_MS, () => resolve(refuse(channel, 'internal', 'no end in time')));
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      cancel();
    }
  }

  return async (channel, isTrusted, args) => {
    if (!isTrusted) return refuse(channel, 'bad-request', 'sender');
    if (inFlight >= MOST_IN_FLIGHT || !rate.take(channel)) return refuse(channel, 'too-fast', 'rate');
    // To valibot, an empty list is an empty object.
    const notPlain = Array.isArray(args) ? 'a list' : whyNotPlain(args);
    if (notPlain !== null) return refuse(channel, 'bad-request', notPlain);
    inFlight += 1;
    try {
      return await handle(channel, args);
    } catch (error) {
      return refuse(channel, 'internal', 'exception', error);
    } finally {
      inFlight -= 1;
    }
  };
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
