/** The service, one function per endpoint. */
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Authority } from './authorize.ts';
import type { Call } from './call.ts';
import { createClient, type ClientOptions, type OnSuccess } from './client.ts';
import { failure } from '../wording/failure.ts';
import { COUNT_HEADER } from './read-answer.ts';
import type {
  AccessToken,
  Addresses,
  BoardAnswer,
  BoardPage,
  DeleteAnswer,
  ListShape,
  PaperAnswer,
} from './types.ts';
import { whyUnusableId } from './wire/ids.ts';

export type {
  AccessToken,
  Addresses,
  BoardAnswer,
  BoardItem,
  BoardPage,
  DeleteAnswer,
  PaperAnswer,
} from './types.ts';

/** A page of boards as it came, to be read in another thread (see the mirror's `hold`). */
export interface UnreadPage {
  /** A whole JSON body without any key in it; null when only `read` knows what came. */
  readonly bytes: Uint8Array | null;
  /** `X-Total-Count`. */
  readonly countHeader: string | undefined;
  /** Says what is wrong with bytes that came back; what could be read is the JSON of a `BoardPage`, for the mirror. */
  readonly read: (bytes: Uint8Array | null) => Promise<Result<Uint8Array>>;
}

/** Makes the client of one connection, or of what a form holds. */
export type CreateApi = (addresses: Addresses, authority: Authority, onSuccess?: OnSuccess) => ServiceApi;

/** Which rows; `null` leaves a parameter out. `known`: how pages were read before. */
export interface PageRequest {
  readonly limit: number | null;
  readonly offset: number | null;
  readonly known?: ListShape;
}

export interface NewPaper {
  readonly name: string;
  readonly templateId: string | null;
}

/**
 * `signal` ends a call wherever it is. `beforeSending` only keeps it from being sent: while it waits for its place, or
 * before it is repeated; what is on its way by then is heard.
 */
export interface ServiceApi {
  /** The first 100 rows of a page of boards, to tell it from others. A `limit` that the service does not take is `refused` with status 400 or 422. */
  listBoards(page: PageRequest, signal?: AbortSignal): Promise<Result<BoardPage>>;
  /** A whole page, not read yet: who reads its bytes elsewhere brings back those that hold no list. */
  fetchBoards(page: PageRequest, signal?: AbortSignal): Promise<Result<UnreadPage>>;
  viewBoard(boardId: string, signal?: AbortSignal): Promise<Result<BoardAnswer>>;
  /** Sent once. Without an identifier in the answer: `outcome-unknown`. */
  createBoard(signal?: AbortSignal, beforeSending?: AbortSignal): Promise<Result<BoardAnswer>>;
  /** 404 and 410 are `already-gone`, which a wrong key may be told too. Sent once more when the connection was lost. */
  deleteBoard(
    boardId: string,
    signal?: AbortSignal,
    beforeSending?: AbortSignal,
  ): Promise<Result<DeleteAnswer>>;
  /** Sent once. Without an identifier in the answer: `outcome-unknown`. */
  createPaper(
    input: NewPaper,
    signal?: AbortSignal,
    beforeSending?: AbortSignal,
  ): Promise<Result<PaperAnswer>>;
  deletePaper(
    identifier: string,
    signal?: AbortSignal,
    beforeSending?: AbortSignal,
  ): Promise<Result<DeleteAnswer>>;
  /** Mints a token for the person at this computer and one paper. A blank name is left out. Sent once. */
  mintToken(
    id: string,
    displayName: string | null,
    signal?: AbortSignal,
    beforeSending?: AbortSignal,
  ): Promise<Result<AccessToken>>;
  /** The same for somebody else, who may change things with it. */
  mintInvite(
    id: string,
    displayName: string | null,
    signal?: AbortSignal,
    beforeSending?: AbortSignal,
  ): Promise<Result<AccessToken>>;
  /** Tries the app's host without the key; any answer below 500 is one. */
  checkApp(signal?: AbortSignal): Promise<Result<{ readonly status: number }>>;
  /** Tries the paper API's host without the key; any answer below 500 is one. */
  checkPaperApi(signal?: AbortSignal): Promise<Result<{ readonly status: number }>>;
}

/** Makes the client of one connection. */
export function createServiceApi(options: ClientOptions): ServiceApi {
  const client = createClient(options);

  async function mint(
    effect: 'mint' | 'invite',
    id: string,
    displayName: string | null,
    ...signals: Signals
  ): Promise<Result<AccessToken>> {
    const wrong = wrongId(id, 'identifier');
    if (wrong !== null) return wrong;
    const name = displayName?.trim() ?? '';
    const call: Call = { ...TOKENS, effect, path: pathOf(TOKENS, id), body: name === '' ? {} : { name } };
    return client.send(call, 'token', null, ...signals);
  }

  return {
    listBoards: (page, signal) => client.send(listCall(page), 'sample', page, signal),
    async fetchBoards(page, signal) {
      const fetched = await client.fetch(listCall(page), page, signal);
      if (!fetched.ok) return fetched;
      const { headers, bytes, read } = fetched.value;
      return ok({ bytes, countHeader: headers[COUNT_HEADER], read });
    },
    async viewBoard(boardId, signal) {
      const wrong = wrongId(boardId, 'boardId');
      if (wrong !== null) return wrong;
      const call: Call = { ...BOARDS, name: 'viewBoard', path: pathOf(BOARDS, boardId) };
      return client.send(call, 'board', { boardId }, signal);
    },
    createBoard: (...signals) =>
      client.send(
        { ...BOARDS, name: 'createBoard', effect: 'create' },
        'board',
        { boardId: null },
        ...signals,
      ),
    async deleteBoard(boardId, ...signals) {
      const wrong = wrongId(boardId, 'boardId');
      if (wrong !== null) return wrong;
      const call: Call = { ...BOARDS, ...DELETE, name: 'deleteBoard', path: pathOf(BOARDS, boardId) };
      return client.send(call, 'deleted', null, ...signals);
    },
    createPaper({ name, templateId }, ...signals) {
      const body = { name, ...(templateId === null ? {} : { template: templateId }) };
      return client.send({ ...PAPERS, name: 'createPaper', body }, 'paper', { name }, ...signals);
    },
    async deletePaper(identifier, ...signals) {
      const wrong = wrongId(identifier, 'identifier');
      if (wrong !== null) return wrong;
      const call: Call = { ...PAPERS, ...DELETE, name: 'deletePaper', path: pathOf(PAPERS, identifier) };
      return client.send(call, 'deleted', null, ...signals);
    },
    mintToken: (...asked) => mint('mint', ...asked),
    mintInvite: (...asked) => mint('invite', ...asked),
    checkApp: (signal) => client.send({ ...HOST, name: 'checkApp', api: 'appUrl' }, 'status', null, signal),
    checkPaperApi: (signal) =>
      client.send({ ...HOST, name: 'checkPaperApi', api: 'paperApi' }, 'status', null, signal),
  };
}

type Signals = readonly [signal?: AbortSignal, beforeSending?: AbortSignal];

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
const DELETE = { effect: 'delete' } as const;

function pathOf(endpoint: { readonly path: string }, id: string): string {
  return `${endpoint.path}/${encodeURIComponent(id)}`;
}

/** The failure of an identifier that can't stand in a path; nothing is sent. */
function wrongId(id: string, field: string): Result<never> | null {
  const why = whyUnusableId(id);
  return why === null ? null : fail(failure('invalid-input', { message: why, fields: { [field]: why } }));
}
