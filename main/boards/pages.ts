/** How a page of the boards list is requested, and what it consists of. */
import type { Failure, Result } from '../../preload/contract/failure.ts';
import type { BoardPage } from '../service/api.ts';
import type { HeldPage, TakenPage, TakeWhen } from '../store/mirror/mirror.ts';

export interface PageRequest {
  readonly limit: number | null;
  readonly offset: number | null;
}

/** Fetches a page and reads it here. */
export type FetchPage = (page: PageRequest) => Promise<Result<BoardPage>>;

/** Where the pages of a listing go: they are read and stored elsewhere, and only their items are known here. */
export interface ListedPages {
  /** Fetches a page and holds it. `signal` ends a request whose answer is no longer wanted. */
  readonly fetch: (page: PageRequest, signal?: AbortSignal) => Promise<Result<HeldPage>>;
  readonly take: (page: HeldPage, when: TakeWhen) => Promise<TakenPage | null>;
}

/** What one more page brought, in rows. */
export interface PageRead {
  readonly fresh: number;
  readonly notUnderstood: number;
  readonly total: number | null;
}

export type Completeness = 'complete' | 'maybe-incomplete';

/** Whether the service refuses the requested number of rows. */
export function isLimitRefused(error: Failure): boolean {
  return error.code === 'refused' && (error.status === 400 || error.status === 422);
}

/** Rows in a page, understood or not. */
export function sizeOf(page: HeldPage): number {
  return page.items + page.notUnderstood;
}
