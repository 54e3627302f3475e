/** The service, one function per endpoint (service-interface.md, section 4). */
import type { Deleted } from '../../preload/contract/domain.ts';
import type { Result } from '../../preload/contract/failure.ts';
import type { Log } from '../log/log.ts';
import type { ApiKey } from './api-key.ts';
import type { Transport } from './transport.ts';
import type { AccessToken, Addresses, BoardAnswer, BoardPage, PaperAnswer } from './types.ts';

export type { AccessToken, Addresses, BoardAnswer, BoardItem, BoardPage, PaperAnswer } from './types.ts';

export interface ServiceApiOptions {
  readonly addresses: Addresses;
  /** Asked before each request that carries the key. */
  readonly key: () => Promise<Result<ApiKey>>;
  readonly transport: Transport;
  readonly log: Log;
}

/** Which rows; `null` leaves a parameter out. */
export interface PageRequest {
  readonly limit: number | null;
  readonly offset: number | null;
}

export interface NewPaper {
  readonly name: string;
  readonly templateId: string | null;
}

export interface ServiceApi {
  /** One page of boards. A `limit` that the service does not take is `refused` with status 400 or 422. */
  listBoards(page: PageRequest, signal?: AbortSignal): Promise<Result<BoardPage>>;
  viewBoard(boardId: string, signal?: AbortSignal): Promise<Result<BoardAnswer>>;
  /** Sent once. Without an identifier in the answer: `outcome-unknown`. */
  createBoard(signal?: AbortSignal): Promise<Result<BoardAnswer>>;
  /** 404 and 410 are `already-gone`. Sent once more when the connection was lost. */
  deleteBoard(boardId: string, signal?: AbortSignal): Promise<Result<Deleted>>;
  /** Sent once. Without an identifier in the answer: `outcome-unknown`. */
  createPaper(input: NewPaper, signal?: AbortSignal): Promise<Result<PaperAnswer>>;
  deletePaper(identifier: string, signal?: AbortSignal): Promise<Result<Deleted>>;
  /** Mints a token for one person and one paper. A blank name is left out. Sent once. */
  mintToken(id: string, displayName: string | null, signal?: AbortSignal): Promise<Result<AccessToken>>;
  /** Tries the app's host without the key; any answer below 500 is one. */
  checkApp(signal?: AbortSignal): Promise<Result<{ readonly status: number }>>;
  /** Tries the paper API's host without the key; any answer below 500 is one. */
  checkPaperApi(signal?: AbortSignal): Promise<Result<{ readonly status: number }>>;
}
