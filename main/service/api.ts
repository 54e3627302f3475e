/** The service, one function per endpoint (service-interface.md, section 4). */
import type { Deleted } from '../../preload/contract/domain.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { notUnderstoodFailure, type Answered } from './answer-failures.ts';
import type { Authority } from './authorize.ts';
import type { Call } from './call.ts';
import { createClient, type ClientOptions } from './client.ts';
import { failure, quote } from './failures.ts';
import type { AccessToken, Addresses, BoardAnswer, BoardPage, PaperAnswer } from './types.ts';
import { withoutSecrets } from './wire/clean-items.ts';
import { whyUnusableId } from './wire/ids.ts';
import { isEmptyMap, readList } from './wire/list.ts';
import { readable, readBoard, readPaper } from './wire/record.ts';
import { readToken } from './wire/token.ts';
import { wordsOf } from './wire/words.ts';

export type { AccessToken, Addresses, BoardAnswer, BoardItem, BoardPage, PaperAnswer } from './types.ts';

/** A page of boards as it came, to be read in another thread (see the mirror's `hold`). */
export interface UnreadPage {
  /** A whole JSON body without any key in it; null when only `read` knows what came. */
  readonly bytes: Uint8Array | null;
  /** `X-Total-Count`. */
  readonly countHeader: string | undefined;
  /** Reads it here, as `listBoards` does, from the bytes that came back. */
  readonly read: (bytes: Uint8Array | null) => Result<BoardPage>;
}

export type ServiceApiOptions = ClientOptions;

/** Makes the client of one connection, or of what a form holds. */
export type CreateApi = (addresses: Addresses, authority: Authority) => ServiceApi;

/** Which rows; `null` leaves a parameter out. */
export interface PageRequest {
  readonly limit: number | null;
  readonly offset: number | null;
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
  /** One page of boards. A `limit` that the service does not take is `refused` with status 400 or 422. */
  listBoards(page: PageRequest, signal?: AbortSignal): Promise<Result<BoardPage>>;
  /** The same, not read yet: who reads its bytes elsewhere brings back those that hold no list. */
  fetchBoards(page: PageRequest, signal?: AbortSignal): Promise<Result<UnreadPage>>;
  viewBoard(boardId: string, signal?: AbortSignal): Promise<Result<BoardAnswer>>;
  /** Sent once. Without an identifier in the answer: `outcome-unknown`. */
  createBoard(signal?: AbortSignal, beforeSending?: AbortSignal): Promise<Result<BoardAnswer>>;
  /** 404 and 410 are `already-gone`. Sent once more when the connection was lost. */
  deleteBoard(boardId: string, signal?: AbortSignal, beforeSending?: AbortSignal): Promise<Result<Deleted>>;
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
  ): Promise<Result<Deleted>>;
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
export function createServiceApi(options: ServiceApiOptions): ServiceApi {
  const client = createClient(options);

  async function remove(call: Call, ...signals: Signals): Promise<Result<Deleted>> {
    const sent = await client.send(call, ...signals);
    if (sent.ok)
      return ok({ outcome: 'deleted', status: sent.value.status, serviceMessage: wordsIn(sent.value) });
    const { code, status, serviceMessage = '' } = sent.error;
    if (code !== 'already-gone' || status === undefined) return sent;
    return ok({ outcome: 'already-gone', status, serviceMessage });
  }

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
    const sent = await client.send(call, ...signals);
    if (!sent.ok) return sent;
    const token = readToken(sent.value.body);
    return token === null ? fail(notUnderstoodFailure(sent.value, 'an access token')) : ok(token);
  }

  return {
    async listBoards(page, signal) {
      const sent = await client.send(listCall(page), signal);
      return sent.ok ? pageOf(sent.value, page) : sent;
    },
    async fetchBoards(page, signal) {
      const fetched = await client.fetch(listCall(page), signal);
      if (!fetched.ok) return fetched;
      const { headers, bytes, read } = fetched.value;
      const readHere: UnreadPage['read'] = (given) => {
        const sent = read(given);
        return sent.ok ? pageOf(sent.value, page) : sent;
      };
      return ok({ bytes, countHeader: headers[COUNT_HEADER], read: readHere });
    },
    async viewBoard(boardId, signal) {
      const wrong = wrongId(boardId, 'boardId');
      if (wrong !== null) return wrong;
      const sent = await client.send({ ...BOARDS, name: 'viewBoard', path: pathOf(BOARDS, boardId) }, signal);
      if (!sent.ok) return sent;
      const board = readBoard(sent.value.body, sent.value.clean);
      if (board === null) return fail(notUnderstoodFailure(sent.value, 'a board'));
      return ok(boardAnswer(sent.value, { ...board, id: board.id ?? boardId }));
    },
    async createBoard(...signals) {
      const sent = await client.send({ ...BOARDS, name: 'createBoard', effect: 'create' }, ...signals);
      if (!sent.ok) return sent;
      const board = readBoard(sent.value.body, sent.value.clean);
      if (board === null || board.id === null) return fail(notUnderstoodFailure(sent.value, 'the new board'));
      return ok(boardAnswer(sent.value, { ...board, id: board.id }));
    },
    async deleteBoard(boardId, ...signals) {
      const wrong = wrongId(boardId, 'boardId');
      if (wrong !== null) return wrong;
      return remove({ ...BOARDS, ...DELETE, name: 'deleteBoard', path: pathOf(BOARDS, boardId) }, ...signals);
    },
    async createPaper({ name, templateId }, ...signals) {
      const body = { name, ...(templateId === null ? {} : { template: templateId }) };
      const sent = await client.send({ ...PAPERS, name: 'createPaper', body }, ...signals);
      if (!sent.ok) return sent;
      const paper = readPaper(sent.value.body, sent.value.clean);
      if (paper === null || paper.identifier === null) {
        return fail(notUnderstoodFailure(sent.value, 'the new paper'));
      }
      const raw = rawOf(sent.value);
      return ok({ ...paper, identifier: paper.identifier, name: paper.name ?? name, raw });
    },
    async deletePaper(identifier, ...signals) {
      const wrong = wrongId(identifier, 'identifier');
      if (wrong !== null) return wrong;
      return remove(
        { ...PAPERS, ...DELETE, name: 'deletePaper', path: pathOf(PAPERS, identifier) },
        ...signals,
      );
    },
    mintToken: (...asked) => mint('mint', ...asked),
    mintInvite: (...asked) => mint('invite', ...asked),
    checkApp: (signal) => client.probe({ ...HOST, name: 'checkApp', api: 'appUrl' }, signal),
    checkPaperApi: (signal) => client.probe({ ...HOST, name: 'checkPaperApi', api: 'paperApi' }, signal),
  };
}

type Signals = readonly [signal?: AbortSignal, beforeSending?: AbortSignal];

const NO_BOARDS: BoardPage = { items: [], notUnderstood: 0, total: null };
const COUNT_HEADER = 'x-total-count';

function listCall({ limit, offset }: PageRequest): Call {
  const query = {
    ...(limit === null ? {} : { limit: String(limit) }),
    ...(offset === null ? {} : { offset: String(offset) }),
  };
  return { ...BOARDS, name: 'listBoards', thing: 'boards', query };
}

function pageOf(answered: Answered, { offset }: PageRequest): Result<BoardPage> {
  const page = readList(answered.body, answered.headers[COUNT_HEADER]);
  if (page !== null) return ok(withoutSecrets(page, answered.text, answered.clean));
  // Nobody asks for a later page before the first one was understood.
  if ((offset ?? 0) > 0 && isEmptyMap(answered.body)) return ok(NO_BOARDS);
  return fail(notUnderstoodFailure(answered, 'a list of boards'));
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

function boardAnswer(answered: Answered, board: Omit<BoardAnswer, 'raw'>): BoardAnswer {
  return { ...board, raw: rawOf(answered) };
}

/** The answer as it is shown, with secrets taken out. */
function rawOf({ body, text, clean }: Answered): string {
  return readable(body, text, clean);
}

function wordsIn({ body, clean }: Answered): string {
  return quote(clean(wordsOf(body)));
}
