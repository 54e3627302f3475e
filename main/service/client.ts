/** One call from its key to an answer that is a success, or to the failure that says why not. */
import { networkInterfaces } from 'node:os';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { redact, Secrets } from '../log/redact.ts';
import type { Log } from '../log/log.ts';
import type { Received } from './answer-failures.ts';
import {
  createAnswerReader,
  LONGEST_SEARCHED_HERE,
  type AnswerReader,
  type Cleaning,
} from './answer-reader.ts';
import type { ApiKey } from './api-key.ts';
import { authorize, type Authority } from './authorize.ts';
import { addressOf, METHODS, targetOf, type Call } from './call.ts';
import { failure } from '../wording/failure.ts';
import { createHttp, type Authorize, type HttpResult } from './http.ts';
import type { HeardAddresses } from './heard.ts';
import type { Limiter } from './limiter.ts';
import { networkFailure } from './network-failures.ts';
import {
  isSuccess,
  saysNdjson,
  type Kind,
  type Questions,
  type Reading,
  type Readings,
} from './read-answer.ts';
import type { Transport } from './transport.ts';
import type { Addresses } from './types.ts';
import { SYSTEM_CLOCK, type Clock } from '../clock.ts';
import { beginsLikeData } from './wire/body.ts';

/** `call` is the endpoint's name; `tokenForm` says where in the answer its token was. */
export type OnSuccess = (call: string, status: number, tokenForm: string | null) => void;

export interface ClientOptions {
  readonly addresses: Addresses;
  /** Asked for each attempt. */
  readonly authority: Authority;
  /** Called after each response that shows whether the service accepts the key: 2xx, or 401. */
  readonly onKeyAnswer?: (key: ApiKey, accepted: boolean) => void;
  /** Called after each success that was understood. */
  readonly onSuccess?: OnSuccess;
  readonly transport: Transport;
  readonly log: Log;
  readonly clock?: Clock;
  /** 0 to 1, for the jitter of repetitions. */
  readonly random?: () => number;
  /** One for all clients of the app, since two connections may share a host; its own, if absent. */
  readonly limiter?: Limiter;
  /** One for all clients of the app; its own, if absent. */
  readonly reader?: AnswerReader;
  /** One for all clients of the app; its own, for as long as it lives, if absent. */
  readonly heard?: HeardAddresses;
  /** Whether this computer has a network; asks the system, if absent. */
  readonly hasNetwork?: () => boolean;
}

export interface Client {
  /** What the answer says, read as `kind`. */
  send<K extends Kind>(
    call: Call,
    kind: K,
    question: Questions[K],
    signal?: AbortSignal,
    beforeSending?: AbortSignal,
  ): Promise<Result<Readings[K]>>;
  /** A page of boards as it came, for the mirror to read; read already where it can’t be data, or holds a key. */
  fetch(call: Call, question: Questions['page'], signal?: AbortSignal): Promise<Result<Fetched>>;
}

/** A page of boards that is yet to be read, or that only `read` knows. */
export interface Fetched {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array | null;
  /** Reads it as `send` would; takes the bytes, which may have been elsewhere meanwhile. */
  readonly read: (bytes: Uint8Array | null) => Promise<Result<Readings['page']>>;
}

/** The raw response. */
interface Exchanged {
  readonly received: Received;
  readonly bytes: Uint8Array;
  /** Says whether the key was taken. */
  readonly told: (accepted: boolean) => void;
}

export function createClient(options: ClientOptions): Client {
  const { addresses, authority, log, clock = SYSTEM_CLOCK, hasNetwork = systemHasNetwork } = options;
  const { reader = createAnswerReader(), heard = new Set<string>() } = options;
  const http = createHttp(options);
  /**
   * Every key sent so far, which Easel may have forgotten since; the log knows all that it has now, such as the one before
   * or the one tried beside this one. A service may quote any of them, whichever is used.
   */
  const used = new Secrets();
  const cleaning: Cleaning = {
    clean: (words) => redact(log.withoutSecrets(words), used),
    secrets: () => [...log.secrets(), ...used.all],
  };

  async function exchange(
    call: Call,
    signal: AbortSignal | undefined,
    beforeSending?: AbortSignal,
  ): Promise<Result<Exchanged>> {
    const url = addressOf(call, addresses);
    if (url === null) {
      const message = 'This connection’s address must start with https://.';
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
    const partner = call.withKey && authority.oneKey === true ? partnerOf(call.api, addresses) : undefined;
    const result = await http.send(request, signal, beforeSending, allow, partner);
    const { outcome } = result;
    if (outcome.kind === 'withheld') return fail(outcome.failure);
    report(log, call, result);
    const place = targetOf(call, url);
    if (outcome.kind !== 'answer') return fail(networkFailure(call, place, result, hasNetwork()));
    const { status, headers, bytes, end } = outcome.answer;
    const { attempts, milliseconds } = result;
    return ok({
      received: {
        call,
        place,
        status,
        headers,
        end,
        attempts,
        milliseconds,
        now: clock.now(),
        heardBefore: heard.has(addresses[call.api]),
      },
      bytes,
      told: (accepted) => {
        if (accepted && call.withKey) heard.add(addresses[call.api]);
        if (sent !== null && (accepted || status === 401)) options.onKeyAnswer?.(sent, accepted);
      },
    });
  }

  return {
    async send(call, kind, question, signal, beforeSending) {
      const exchanged = await exchange(call, signal, beforeSending);
      if (!exchanged.ok) return exchanged;
      const { received, bytes, told } = exchanged.value;
      const { result, tookKey, tokenForm } = await reader.read(kind, question, received, bytes, cleaning);
      told(tookKey);
      if (result.ok && isSuccess(received)) options.onSuccess?.(call.name, received.status, tokenForm);
      return result;
    },
    async fetch(call, question, signal) {
      const exchanged = await exchange(call, signal);
      if (!exchanged.ok) return exchanged;
      const { received, bytes, told } = exchanged.value;
      const { headers } = received;
      const read = async (given: Uint8Array): Promise<Reading<'page'>> =>
        reader.read('page', question, received, given, cleaning);
      const page =
        bytes.length > LONGEST_SEARCHED_HERE
          ? await reader.page(question, received, bytes, cleaning)
          : isSuccess(received) &&
              !saysNdjson(received) &&
              beginsLikeData(bytes) &&
              !log.holdsSecret(bytes) &&
              !used.areIn(bytes)
            ? bytes
            : await read(bytes);
      if (page instanceof Uint8Array) {
        told(true);
        return ok({ headers, bytes: page, read: async (given) => (await read(given ?? page)).result });
      }
      const { result, tookKey } = page;
      told(tookKey);
      return result.ok ? ok({ headers, bytes: null, read: () => Promise.resolve(result) }) : result;
    },
  };
}

/** The origin of the other API. */
function partnerOf(api: keyof Addresses, { paperApi, boardApi }: Addresses): string | undefined {
  return URL.parse(api === 'boardApi' ? paperApi : boardApi)?.origin;
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
