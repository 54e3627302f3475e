/** The service, one function per endpoint. */
import { fail, type Result } from '../../preload/contract/failure.ts';
import type { Authority } from './authorize.ts';
import type { Call } from './call.ts';
import { createClient, type ClientOptions, type OnToken } from './client.ts';
import { failure } from '../lib/wording/failure.ts';
import type { Kind, Questions, Readings } from './read-answer.ts';
import type { Addresses, ListShape, PaperAnswer } from './types.ts';
import { whyUnusableId } from './wire/ids.ts';

export type * from './types.ts';

/** Makes the client of one connection, or of what a form holds. */
export type CreateApi = (addresses: Addresses, authority: Authority, onToken?: OnToken) => ServiceApi;

/** Which rows; `null` leaves a parameter out. `known`: how pages were read before. */
export interface PageRequest {
  readonly limit: number | null;
  readonly offset: number | null;
  readonly known?: ListShape;
}

/**
 * `signal` ends a call wherever it is. `beforeSending` only keeps it from being sent: while it waits for its place, or
 * before it is repeated; what is on its way by then is heard.
 */
type Signals = readonly [signal?: AbortSignal, beforeSending?: AbortSignal];

export type ServiceApi = ReturnType<typeof createServiceApi>;

/** Makes the client of one connection. */
export function createServiceApi(options: ClientOptions) {
  const client = createClient(options);

  /** A call about one thing. Nothing is sent for an identifier that can't stand in a path. */
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

  /** A blank name is left out. */
  function mint(effect: 'mint' | 'invite', id: string, displayName: string | null, ...signals: Signals) {
    const name = displayName?.trim() ?? '';
    return sendFor(id, { ...TOKENS, effect, body: name === '' ? {} : { name } }, 'token', null, ...signals);
  }

  return {
    /** The first 100 rows of a page of boards, to tell it from others. A `limit` that the service does not take is `refused` with status 400 or 422. */
    listBoards: (page: PageRequest, signal?: AbortSignal) =>
      client.send(listCall(page), 'sample', page, signal),
    /** A whole page, whose boards wait for a listing that takes them. */
    fetchBoards: (page: PageRequest, signal?: AbortSignal) =>
      client.send(listCall(page), 'page', page, signal),
    viewBoard: (boardId: string, signal?: AbortSignal) =>
      sendFor(boardId, { ...BOARDS, name: 'viewBoard' }, 'board', { boardId }, signal),
    /** Sent once. Without an identifier in the answer: `outcome-unknown`. */
    createBoard: (...signals: Signals) =>
      client.send({ ...BOARDS, name: 'createBoard', effect: 'create' }, 'newBoard', null, ...signals),
    /** 404 and 410 are `already-gone`, which a wrong key may be told too. Sent once more when the connection was lost. */
    deleteBoard: (boardId: string, ...signals: Signals) =>
      sendFor(boardId, { ...BOARDS, name: 'deleteBoard', effect: 'delete' }, 'deleted', null, ...signals),
    /** Sent once. Without an identifier in the answer: `outcome-unknown`. */
    createPaper({ name, templateId }: Pick<PaperAnswer, 'name' | 'templateId'>, ...signals: Signals) {
      const body = { name, ...(templateId === null ? {} : { template: templateId }) };
      return client.send({ ...PAPERS, name: 'createPaper', body }, 'paper', { name }, ...signals);
    },
    deletePaper: (identifier: string, ...signals: Signals) =>
      sendFor(identifier, { ...PAPERS, name: 'deletePaper', effect: 'delete' }, 'deleted', null, ...signals),
    /** Mints a token for the person at this computer and one paper. Sent once. */
    mintToken: (id: string, displayName: string | null, ...signals: Signals) =>
      mint('mint', id, displayName, ...signals),
    /** The same for somebody else, who may change things with it. */
    mintInvite: (id: string, displayName: string | null, ...signals: Signals) =>
      mint('invite', id, displayName, ...signals),
    /** Tries the app's host without the key; any answer below 500 is one. */
    checkApp: (signal?: AbortSignal) =>
      client.send({ ...HOST, name: 'checkApp', api: 'appUrl' }, 'status', null, signal),
    /** Tries the paper API's host without the key; any answer below 500 is one. */
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
