/** Client of the service, with one function per endpoint. */
import { networkInterfaces } from 'node:os';
import { type ApiKey, type Authority, authorize } from './authorize.ts';
import type { Method } from './limiter.ts';
import type { Addresses, Call, CallTarget, Effect, ListShape, PaperAnswer } from './types.ts';
import {
  type AnswerReader,
  clockIn,
  type Kind,
  type Questions,
  readAnswer,
  type Reading,
  type Readings,
} from './read-answer.ts';
import { whyUnusableId } from './wire/fields.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { redact, Secrets } from '../lib/log/redact.ts';
import type { Log } from '../lib/log/log.ts';
import { networkFailure } from './network-failures.ts';
import type { Received } from './failures.ts';
import { failure } from '../lib/wording/failure.ts';
import { createHttp, type Attempt, type Authorize, type HttpOptions, type HttpResult } from './http.ts';
import { SYSTEM_CLOCK } from '../lib/clock.ts';

export type * from './types.ts';

export type CreateApi = (
  addresses: Addresses,
  authority: Authority,
  reports?: Pick<ClientOptions, 'onToken' | 'onAttempt'>,
) => ServiceApi;

export interface PageRequest {
  readonly limit: number | null;
  readonly offset: number | null;
  readonly known?: ListShape;
}

/** `signal` cancels a call at any time, `beforeSending` only while it is queued or waits for a retry. */
type Signals = readonly [signal?: AbortSignal, beforeSending?: AbortSignal];

export type ServiceApi = ReturnType<typeof createServiceApi>;

export function createServiceApi(options: ClientOptions) {
  const client = createClient(options);

  async function sendFor<K extends Kind>(
    id: string,
    call: Call,
    kind: K,
    question: Questions[K],
    ...signals: Signals
  ): Promise<Result<Readings[K]>> {
    const why = whyUnusableId(id);
    if (why === null) {
      const path = `${call.path}/${encodeURIComponent(id)}`;
      return client.send({ ...call, path }, kind, question, ...signals);
    }
    const field = call.api === 'boardApi' ? 'boardId' : 'identifier';
    return fail(failure('invalid-input', { message: why, fields: { [field]: why } }));
  }

  function mint(effect: 'mint' | 'invite', id: string, displayName: string | null, ...signals: Signals) {
    const name = displayName?.trim() ?? '';
    return sendFor(id, { ...TOKENS, effect, body: name === '' ? {} : { name } }, 'token', null, ...signals);
  }

  return {
    /** Reads the first 100 rows of a page in this thread. Fails with `refused` if the service rejects the `limit`. */
    listBoards: (page: PageRequest, signal?: AbortSignal) =>
      client.send(listCall(page), 'sample', page, signal),
    /** Reads a whole page in the boards' thread, which keeps the boards until a listing takes them. */
    fetchBoards: (page: PageRequest, signal?: AbortSignal) =>
      client.send(listCall(page), 'page', page, signal),
    viewBoard: (boardId: string, signal?: AbortSignal) =>
      sendFor(boardId, { ...BOARDS, name: 'viewBoard' }, 'board', { boardId }, signal),
    /** Creates a board; sent only once. Fails with `outcome-unknown` if the response contains no identifier. */
    createBoard: (...signals: Signals) =>
      client.send({ ...BOARDS, name: 'createBoard', effect: 'create' }, 'newBoard', null, ...signals),
    /** Deletes a board. `already-gone` for 404 and 410, which a wrong key may also cause. Retries once if lost. */
    deleteBoard: (boardId: string, ...signals: Signals) =>
      sendFor(boardId, { ...BOARDS, name: 'deleteBoard', effect: 'delete' }, 'deleted', null, ...signals),
    /** Creates a paper; sent only once. Fails with `outcome-unknown` if the response contains no identifier. */
    createPaper({ name, templateId }: Pick<PaperAnswer, 'name' | 'templateId'>, ...signals: Signals) {
      const body = { name, ...(templateId === null ? {} : { template: templateId }) };
      return client.send({ ...PAPERS, name: 'createPaper', body }, 'paper', { name }, ...signals);
    },
    deletePaper: (identifier: string, ...signals: Signals) =>
      sendFor(identifier, { ...PAPERS, name: 'deletePaper', effect: 'delete' }, 'deleted', null, ...signals),
    mintToken: (id: string, displayName: string | null, ...signals: Signals) =>
      mint('mint', id, displayName, ...signals),
    mintInvite: (id: string, displayName: string | null, ...signals: Signals) =>
      mint('invite', id, displayName, ...signals),
    /** Requests the app's host without the key. Succeeds for any status below 500. */
    checkApp: (signal?: AbortSignal) =>
      client.send({ ...HOST, name: 'checkApp', api: 'appUrl' }, 'status', null, signal),
    /** As `checkApp`, for the paper API's host. */
    checkPaperApi: (signal?: AbortSignal) =>
      client.send({ ...HOST, name: 'checkPaperApi', api: 'paperApi' }, 'status', null, signal),
  };
}

function listCall({ limit, offset }: PageRequest): Call {
  const query = {
    ...(limit === null ? {} : { limit: String(limit) }),
    ...(offset === null ? {} : { offset: String(offset) }),
  };
  return { ...BOARDS, name: 'listBoards', thing: 'boards', query };
}

const BOARDS = {
  api: 'boardApi',
  effect: 'read',
  path: '/api/board',
  thing: 'board',
  withKey: true,
} as const;
const PAPERS = {
  api: 'paperApi',
  effect: 'create',
  path: '/api/paper',
  thing: 'paper',
  withKey: true,
  fieldNames: { name: 'name', template: 'templateId' },
} as const;
const TOKENS = {
  name: 'mintToken',
  api: 'paperApi',
  path: '/api/access-token',
  thing: 'token',
  withKey: true,
  fieldNames: { name: 'displayName' },
} as const;
const HOST = { effect: 'read', path: '', thing: 'host', withKey: false } as const;

/** Receives the place of the access token in a response. */
export type OnToken = (form: string) => void;

/** Longest response in bytes that main reads in its own thread. A hostile one takes at most 48 ms. */
export const LONGEST_READ_HERE = 256 * 1024;

export interface ClientOptions extends HttpOptions {
  readonly addresses: Addresses;
  readonly authority: Authority;
  /** Called after a response that shows if the service accepts the key: a 2xx status or 401. */
  readonly onKeyAnswer?: (key: ApiKey, accepted: boolean) => void;
  readonly onToken?: OnToken;
  readonly onAttempt?: (api: keyof Addresses, attempt: Attempt) => void;
  /** Receives the service's clock minus this computer's, in ms. Called for each response that contains a time. */
  readonly onClock?: (aheadMs: number) => void;
  readonly log: Log;
  readonly reader: AnswerReader;
  readonly hasNetwork?: () => boolean;
}

function createClient(options: ClientOptions) {
  const { addresses, authority, log, reader, clock = SYSTEM_CLOCK, hasNetwork = systemHasNetwork } = options;
  const http = createHttp(options);
  /** All keys that this client has sent. A service may quote an old key that the log no longer knows. */
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
    const onAttempt = (tried: Attempt): void => options.onAttempt?.(call.api, tried);
    const result = await http.send(request, signal, beforeSending, allow, onAttempt);
    const { outcome, attempts, milliseconds } = result;
    if (outcome.kind === 'withheld') return fail(outcome.failure);
    report(log, call, result);
    const place = targetOf(call, url);
    if (outcome.kind !== 'answer') return fail(networkFailure(call, place, result, hasNetwork()));
    const { bytes, ...head } = outcome.answer;
    const received = { ...head, call, place, attempts, milliseconds, now: clock.now() };
    const serviceNow = clockIn(head);
    if (serviceNow !== null) options.onClock?.(serviceNow - received.now);
    const onAnswer = (accepted: boolean): void => {
      if (sent !== null && (accepted || head.status === 401)) options.onKeyAnswer?.(sent, accepted);
    };
    return ok({ received, bytes, onAnswer });
  }

  /** If the boards' thread can't read the body, only the status counts, which is enough for a delete. */
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
    async send<K extends Kind>(
      call: Call,
      kind: K,
      question: Questions[K],
      signal?: AbortSignal,
      beforeSending?: AbortSignal,
    ): Promise<Result<Readings[K]>> {
      const exchanged = await exchange(call, signal, beforeSending);
      if (!exchanged.ok) return exchanged;
      const { received, bytes, onAnswer } = exchanged.value;
      const { result, tookKey, tokenForm } = await read(kind, question, received, bytes);
      onAnswer(tookKey);
      if (result.ok && tokenForm !== null) options.onToken?.(tokenForm);
      return result;
    },
  };
}

function report(log: Log, call: Call, { outcome, attempts, milliseconds }: HttpResult): void {
  const fields = { call: call.name, attempts, milliseconds };
  if (outcome.kind === 'answer') log.info('request answered', { ...fields, status: outcome.answer.status });
  else if (outcome.kind === 'stopped') log.info('request ended', { ...fields, cause: outcome.stop });
  else if (outcome.kind === 'network') log.warn('request failed', { ...fields, cause: outcome.error.code });
}

export function systemHasNetwork(): boolean {
  return Object.values(networkInterfaces()).some(
    (addresses) => addresses?.some(({ internal }) => !internal) === true,
  );
}

const METHODS = {
  read: 'GET',
  create: 'POST',
  delete: 'DELETE',
  mint: 'POST',
  invite: 'POST',
} as const satisfies Record<Effect, Method>;

const API_NAMES: Readonly<Record<keyof Addresses, string>> = {
  paperApi: 'paper API',
  boardApi: 'board API',
  appUrl: 'app',
};

export function targetOf(call: Call, url: URL): CallTarget {
  const where = `${API_NAMES[call.api]} at ${url.host}`;
  return {
    host: url.host,
    middle: `the ${where}`,
    start: `The ${where}`,
    request: `${METHODS[call.effect]} ${url.host}${url.pathname}`,
    address: `${url.origin}${url.pathname}`,
  };
}

/** Null if the address is not https (or http on this computer), contains credentials, or parsing changes the path. */
export function addressOf(call: Call, addresses: Addresses): URL | null {
  const base = addresses[call.api];
  const url = URL.parse(base + call.path);
  const root = URL.parse(base);
  if (url === null || root === null || url.username !== '' || url.password !== '') return null;
  // URL parsing removes a segment such as `..`, so the request would go to another path.
  const path = `${root.pathname.replace(/\/+$/u, '')}${call.path}`;
  if (url.origin !== root.origin || url.pathname !== (path === '' ? '/' : path)) return null;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisComputer(url.hostname))) return null;
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
  return url;
}

export function isThisComputer(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(hostname);
}
