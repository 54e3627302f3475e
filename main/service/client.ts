/** One call from its key to an answer that is a success, or to the failure that says why not. */
import { networkInterfaces } from 'node:os';
import { fail, ok, type FailureCode, type Result } from '../../preload/contract/failure.ts';
import { redact, Secrets } from '../log/redact.ts';
import type { Log } from '../log/log.ts';
import { refusedFailure, statusFailure, webPageFailure, type Answered } from './answer-failures.ts';
import type { ApiKey } from './api-key.ts';
import { authorize, type Authority } from './authorize.ts';
import { addressOf, METHODS, placeOf, type Call } from './call.ts';
import { failure } from './failures.ts';
import { createHttp, type Authorize, type HttpAnswer, type HttpResult } from './http.ts';
import type { Limiter } from './limiter.ts';
import { changesSomething, outcomeUnknown } from './lost-answers.ts';
import { networkFailure } from './network-failures.ts';
import type { Transport } from './transport.ts';
import type { Addresses } from './types.ts';
import { REAL_CLOCK, type Clock } from './watch.ts';
import { beginsLikeData, decodeBody, readBody } from './wire/body.ts';
import { saysFailure } from './wire/words.ts';

export interface ClientOptions {
  readonly addresses: Addresses;
  /** Asked for each attempt. */
  readonly authority: Authority;
  /** Told after each answer that shows whether the service takes the key that was sent: 2xx, or 401. */
  readonly onKeyAnswer?: (key: ApiKey, accepted: boolean) => void;
  readonly transport: Transport;
  readonly log: Log;
  readonly clock?: Clock;
  /** 0 to 1, for the jitter of repetitions. */
  readonly random?: () => number;
  /** One for all clients of the app, since two connections may share a host; its own, if absent. */
  readonly limiter?: Limiter;
  /** Whether this computer has a network; asks the system, if absent. */
  readonly hasNetwork?: () => boolean;
}

export interface Client {
  /** The answer, if it is a 2xx that does not say it failed. */
  send(call: Call, signal?: AbortSignal, beforeSending?: AbortSignal): Promise<Result<Answered>>;
  /** The answer as it came, for another thread to read. What can't be data, or holds a key, is judged here and now. */
  fetch(call: Call, signal?: AbortSignal): Promise<Result<Unread>>;
  /** The status of whatever answers, if it is below 500. */
  probe(call: Call, signal?: AbortSignal): Promise<Result<{ readonly status: number }>>;
}

/** An answer that is yet to be read. */
export interface Unread {
  readonly headers: Readonly<Record<string, string>>;
  /** Null when only `read` knows what it is. */
  readonly bytes: Uint8Array | null;
  /** Reads it as `send` would; takes the bytes, which may have been elsewhere meanwhile. */
  readonly read: (bytes: Uint8Array | null) => Result<Answered>;
}

/** What came, before anybody has looked into it. */
interface Exchanged {
  readonly answer: HttpAnswer;
  /** Tells whether the key was taken. */
  readonly told: (accepted: boolean) => void;
  readonly read: (bytes: Uint8Array) => Answered;
}

export function createClient(options: ClientOptions): Client {
  const { addresses, authority, log, clock = REAL_CLOCK, hasNetwork = systemHasNetwork } = options;
  const http = createHttp(options);
  /**
   * Every key sent so far, which Easel may have forgotten since; the log knows all that it has now, such as the one before
   * or the one tried beside this one. A service may quote any of them, whichever is used.
   */
  const used = new Secrets();
  const clean = (words: string): string => redact(log.withoutSecrets(words), used);

  async function exchange(
    call: Call,
    signal: AbortSignal | undefined,
    beforeSending?: AbortSignal,
  ): Promise<Result<Exchanged>> {
    const url = addressOf(call, addresses);
    if (url === null) {
      const message = 'The address of this connection can’t be used: it must begin with https://.';
      return fail(
        failure('invalid-input', { message, nextStep: 'Edit the connection and correct its addresses.' }),
      );
    }
    // Who may not is told at once, and not when its turn has come.
    const against = authority.whyNot(call.effect);
    if (against !== null) return fail(against);
    let sent: ApiKey | null = null;
    const allow: Authorize = async () => {
      const allowed = await authorize(call, url, authority, log, used);
      if (allowed.ok) sent = allowed.value.key;
      return allowed;
    };
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    const request = { method: METHODS[call.effect], url, headers: {}, body };
    const result = await http.send(request, signal, beforeSending, allow);
    const { outcome } = result;
    if (outcome.kind === 'withheld') return fail(outcome.failure);
    report(log, call, result);
    const place = placeOf(call, url);
    if (outcome.kind !== 'answer') return fail(networkFailure(call, place, result, hasNetwork()));
    const { answer } = outcome;
    const now = clock.now();
    return ok({
      answer,
      told: (accepted) => {
        if (sent !== null && (accepted || answer.status === 401)) options.onKeyAnswer?.(sent, accepted);
      },
      read: (bytes) => {
        const text = decodeBody(bytes);
        const { status, headers: answered } = answer;
        return { call, place, status, headers: answered, body: readBody(text), text, result, clean, now };
      },
    });
  }

  /** Reads an answer here; a sign-in page of the network in between takes any key. */
  function readHere({ answer, told, read }: Exchanged): Answered {
    const answered = read(answer.bytes);
    told(isSuccess(answer) && answered.body.kind !== 'web-page');
    return answered;
  }

  return {
    async send(call, signal, beforeSending) {
      const exchanged = await exchange(call, signal, beforeSending);
      return exchanged.ok ? judge(readHere(exchanged.value)) : exchanged;
    },
    async fetch(call, signal) {
      const exchanged = await exchange(call, signal);
      if (!exchanged.ok) return exchanged;
      const { answer, told, read } = exchanged.value;
      const { headers, bytes } = answer;
      const canLeave = isSuccess(answer) && beginsLikeData(bytes);
      if (canLeave && !log.holdsSecret(bytes) && !used.areIn(bytes)) {
        told(true);
        return ok({ headers, bytes, read: (given) => judge(read(given ?? bytes)) });
      }
      const judged = judge(readHere(exchanged.value));
      return judged.ok ? ok({ headers, bytes: null, read: () => judged }) : judged;
    },
    async probe(call, signal) {
      const exchanged = await exchange(call, signal);
      if (!exchanged.ok) return exchanged;
      const answered = readHere(exchanged.value);
      const { status } = answered;
      const isAnswer = status < 500 && status !== 407;
      return isAnswer ? ok({ status }) : fail(statusFailure(answered));
    },
  };
}

function isSuccess({ status }: Pick<HttpAnswer, 'status'>): boolean {
  return status >= 200 && status <= 299;
}

/** The answer, if it is a success by its status and by what it says, and came whole. */
function judge(answered: Answered): Result<Answered> {
  const { call, body, result } = answered;
  if (!isSuccess(answered)) return fail(statusFailure(answered));
  if (body.kind === 'web-page') return fail(webPageFailure(answered));
  if (saysFailure(body)) return fail(refusedFailure(answered));
  const { outcome } = result;
  if (outcome.kind === 'answer' && outcome.answer.end !== 'whole' && call.effect !== 'delete') {
    return fail(unreadFailure(answered, outcome.answer.end));
  }
  return ok(answered);
}

/** The status was a success, the body did not arrive: for a delete the status is enough, and for others it is not. */
function unreadFailure(
  { call, place, status, result }: Answered,
  end: HttpAnswer['end'],
): ReturnType<typeof failure> {
  const clause = WHY_UNREAD[end];
  const details = [
    `Request: ${place.request}`,
    `Status: ${status}`,
    `Body: ${end}`,
    `Attempts: ${result.attempts}, ${result.milliseconds} ms`,
  ];
  if (changesSomething(call)) return outcomeUnknown(call, place, clause, { details, status });
  return failure(UNREAD_CODES[end], { message: `${place.start} answered, but ${clause}.`, details, status });
}

const UNREAD_CODES: Readonly<Record<HttpAnswer['end'], FailureCode>> = {
  whole: 'not-understood',
  lost: 'cannot-reach',
  stalled: 'timeout',
  cancelled: 'cancelled',
  'too-large': 'not-understood',
  'bad-encoding': 'not-understood',
};

const WHY_UNREAD: Readonly<Record<HttpAnswer['end'], string>> = {
  whole: 'its answer was complete',
  lost: 'the connection was cut in the middle of the answer',
  stalled: 'the rest of the answer did not come in time',
  cancelled: 'it was cancelled before the answer was complete',
  'too-large': 'the answer is larger than 8 MiB and was not read',
  'bad-encoding': 'the answer is packed in a way that can’t be read',
};

/** No address and no identifier: the endpoint's name is enough to find a request. */
function report(log: Log, call: Call, { outcome, attempts, milliseconds }: HttpResult): void {
  const fields = { call: call.name, attempts, milliseconds };
  if (outcome.kind === 'answer') log.info('request answered', { ...fields, status: outcome.answer.status });
  else if (outcome.kind === 'stopped') log.info('request ended', { ...fields, cause: outcome.stop });
  else if (outcome.kind === 'network') log.warn('request failed', { ...fields, cause: outcome.error.code });
}

/** Any address but the computer's own means a network, though not that it leads anywhere. */
export function systemHasNetwork(): boolean {
  return Object.values(networkInterfaces()).some(
    (addresses) => addresses?.some(({ internal }) => !internal) === true,
  );
}
