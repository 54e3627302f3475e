/** One call from its key to an answer that is a success, or to the failure that says why not. */
import { networkInterfaces } from 'node:os';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { redact, Secrets } from '../lib/log/redact.ts';
import type { Log } from '../lib/log/log.ts';
import { networkFailure } from './network-failures.ts';
import type { Received } from './failures.ts';
import type { ApiKey } from './api-key.ts';
import { authorize, type Authority } from './authorize.ts';
import { addressOf, METHODS, targetOf, type Call } from './call.ts';
import { failure } from '../lib/wording/failure.ts';
import { createHttp, type Authorize, type HttpOptions, type HttpResult } from './http.ts';
import {
  readAnswer,
  type AnswerReader,
  type Kind,
  type Questions,
  type Reading,
  type Readings,
} from './read-answer.ts';
import type { Addresses } from './types.ts';
import { SYSTEM_CLOCK } from '../lib/clock.ts';

/** An access token came; `form` says where in the answer it was. */
export type OnToken = (form: string) => void;

/** Longest answer that main reads itself, in bytes: at 256 KiB a list in a hostile form took 106 ms. */
export const LONGEST_READ_HERE = 64 * 1024;

/** All clients of the app share a limiter, for two may share a host; else each has its own. */
export interface ClientOptions extends HttpOptions {
  readonly addresses: Addresses;
  /** Asked for each attempt. */
  readonly authority: Authority;
  /** Called after each response that shows whether the service accepts the key: 2xx, or 401. */
  readonly onKeyAnswer?: (key: ApiKey, accepted: boolean) => void;
  readonly onToken?: OnToken;
  readonly log: Log;
  readonly reader: AnswerReader;
  /** Whether this computer has a network; asks the system, if absent. */
  readonly hasNetwork?: () => boolean;
}

export function createClient(options: ClientOptions) {
  const { addresses, authority, log, reader, clock = SYSTEM_CLOCK, hasNetwork = systemHasNetwork } = options;
  const http = createHttp(options);
  /**
   * Every key sent so far, which Easel may have forgotten since; the log knows all that it has now, such as the one before
   * or the one tried beside this one. A service may quote any of them, whichever is used.
   */
  const used = new Secrets();
  const clean = (words: string): string => redact(log.secrets.takenFrom(words), used);

  async function exchange(call: Call, signal: AbortSignal | undefined, beforeSending?: AbortSignal) {
    const url = addressOf(call, addresses);
    if (url === null) {
      const message = 'This connection’s address must start with https://.';
      const nextStep = 'Edit the connection and correct its addresses.';
      return fail(failure('invalid-input', { message, nextStep }));
    }
    let sent: ApiKey | null = null;
    const allow: Authorize = async () => {
      const allowed = await authorize(call, url, authority, log, used);
      if (allowed.ok) sent = allowed.value.key;
      return allowed;
    };
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    const request = { method: METHODS[call.effect], url, headers: {}, body };
    const result = await http.send(request, signal, beforeSending, allow);
    const { outcome, attempts, milliseconds } = result;
    if (outcome.kind === 'withheld') return fail(outcome.failure);
    report(log, call, result);
    const place = targetOf(call, url);
    if (outcome.kind !== 'answer') return fail(networkFailure(call, place, result, hasNetwork()));
    const { bytes, ...head } = outcome.answer;
    const received = { ...head, call, place, attempts, milliseconds, now: clock.now() };
    /** Says whether the key was taken. */
    const told = (accepted: boolean): void => {
      if (sent !== null && (accepted || head.status === 401)) options.onKeyAnswer?.(sent, accepted);
    };
    return ok({ received, bytes, told });
  }

  /** Of an answer that the thread can't read only the head counts: for a delete that is enough. */
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

  return {
    /** What the answer says, read as `kind`. */
    async send<K extends Kind>(
      call: Call,
      kind: K,
      question: Questions[K],
      signal?: AbortSignal,
      beforeSending?: AbortSignal,
    ): Promise<Result<Readings[K]>> {
      const exchanged = await exchange(call, signal, beforeSending);
      if (!exchanged.ok) return exchanged;
      const { received, bytes, told } = exchanged.value;
      const { result, tookKey, tokenForm } = await read(kind, question, received, bytes);
      told(tookKey);
      if (result.ok && tokenForm !== null) options.onToken?.(tokenForm);
      return result;
    },
  };
}

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
