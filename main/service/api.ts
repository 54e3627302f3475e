/** HTTP client of the whiteboard service, with one function per endpoint. */
import type { Authority } from './authorize.ts';
import type { Addresses, Call, PageRequest, PaperAnswer } from './types.ts';
import type { Kind, Questions, Readings } from './read-answer.ts';
import { whyUnusableId } from './wire/body.ts';
import { fail, type Result } from '../../preload/contract/failure.ts';
import { failure } from '../lib/wording/failure.ts';

import { createClient, type ClientOptions } from './http.ts';
export type * from './types.ts';

export type CreateApi = (
  addresses: Addresses,
  authority: Authority,
  reports?: Pick<ClientOptions, 'onToken' | 'onAttempt' | 'onResult'>,
) => ServiceApi;

/** `signal` cancels a call at any time. `beforeSending` cancels a call only before its request or a retry is sent. */
type Signals = readonly [signal?: AbortSignal, beforeSending?: AbortSignal];

export type ServiceApi = ReturnType<typeof createServiceApi>;

export function createServiceApi(options: ClientOptions) {
  const send = createClient(options);

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
      return send({ ...call, path }, kind, question, ...signals);
    }
    const field = call.api === 'boardApi' ? 'boardId' : 'identifier';
    return fail(failure('invalid-input', { message: why, fields: { [field]: why } }));
  }

  function mint(effect: 'mint' | 'invite', id: string, displayName: string | null, ...signals: Signals) {
    const name = displayName?.trim() ?? '';
    return sendFor(id, { ...TOKENS, effect, body: name === '' ? {} : { name } }, 'token', null, ...signals);
  }

  return {
    /** Requests a page of at most 100 boards and parses it in the main thread. Fails with `refused` if `limit` is rejected. */
    listBoards: (page: PageRequest, signal?: AbortSignal) => send(listCall(page), 'sample', page, signal),
    /** Reads a page of the boards list in a worker thread, which keeps the page's boards until a listing adds them. */
    fetchBoards: (page: PageRequest, signal?: AbortSignal) => send(listCall(page), 'page', page, signal),
    viewBoard: (boardId: string, signal?: AbortSignal) =>
      sendFor(boardId, { ...BOARDS, name: 'viewBoard' }, 'board', { boardId }, signal),
    /** Creates a board with a single request. Fails with `outcome-unknown` if the response contains no board id. */
    createBoard: (...signals: Signals) =>
      send({ ...BOARDS, name: 'createBoard', effect: 'create' }, 'newBoard', null, ...signals),
    /** Deletes a board. Repeats the request once if its response is lost. A 404 or 410 gives `already-gone`. */
    deleteBoard: (boardId: string, ...signals: Signals) =>
      sendFor(boardId, { ...BOARDS, name: 'deleteBoard', effect: 'delete' }, 'deleted', null, ...signals),
    createPaper({ name, templateId }: Pick<PaperAnswer, 'name' | 'templateId'>, ...signals: Signals) {
      const body = { name, ...(templateId === null ? {} : { template: templateId }) };
      return send({ ...PAPERS, name: 'createPaper', body }, 'paper', { name }, ...signals);
    },
    deletePaper: (identifier: string, ...signals: Signals) =>
      sendFor(identifier, { ...PAPERS, name: 'deletePaper', effect: 'delete' }, 'deleted', null, ...signals),
    mintToken: (id: string, displayName: string | null, ...signals: Signals) =>
      mint('mint', id, displayName, ...signals),
    mintInvite: (id: string, displayName: string | null, ...signals: Signals) =>
      mint('invite', id, displayName, ...signals),
    /** Requests the page of the whiteboard app, without the API key. Any status below 500, except 407, is a success. */
    checkApp: (signal?: AbortSignal) =>
      send({ ...HOST, name: 'checkApp', api: 'appUrl' }, 'status', null, signal),
    checkPaperApi: (signal?: AbortSignal) =>
      send({ ...HOST, name: 'checkPaperApi', api: 'paperApi' }, 'status', null, signal),
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
