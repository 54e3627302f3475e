/** What a page of the boards list is asked by and made of, and what tells its items apart. */
import type { Failure, Result } from '../../preload/contract/failure.ts';
import type { BoardItem, BoardPage } from '../service/api.ts';

export interface PageRequest {
  readonly limit: number | null;
  readonly offset: number | null;
}

/** `signal` ends a request whose answer is no longer wanted. */
export type FetchPage = (page: PageRequest, signal?: AbortSignal) => Promise<Result<BoardPage>>;

/** Takes what a page brought; the reading goes on when it has. */
export type TakePage = (page: PageRead) => void | Promise<void>;

/** What one more page brought. */
export interface PageRead {
  readonly fresh: readonly BoardItem[];
  readonly notUnderstood: number;
  readonly total: number | null;
}

export type Completeness = 'complete' | 'maybe-incomplete';

/** Whether the service says that it does not take the number of rows asked for. */
export function isLimitRefused(error: Failure): boolean {
  return error.code === 'refused' && (error.status === 400 || error.status === 422);
}

/** What tells one item from another: its id, else everything it says. */
export function itemKey(item: BoardItem): string {
  return item.id === null ? `?${JSON.stringify(item.fields)}` : `=${item.id}`;
}

/** Rows in a page, understood or not. */
export function sizeOf(page: BoardPage): number {
  return page.items.length + page.notUnderstood;
}

/** What a page holds, to compare two readings of it. */
export function fingerprint(page: BoardPage): string {
  return JSON.stringify([page.notUnderstood, ...page.items.map(itemKey)]);
}

/** Items that were met before. Ids are held as they came: making keys of them all would take longer than reading them. */
export class SeenItems {
  readonly #ids = new Set<string>();
  readonly #keys = new Set<string>();

  has(item: BoardItem): boolean {
    return item.id === null ? this.#keys.has(itemKey(item)) : this.#ids.has(item.id);
  }

  /** False for one that was met before. */
  add(item: BoardItem): boolean {
    const [seen, name] = item.id === null ? [this.#keys, itemKey(item)] : [this.#ids, item.id];
    const before = seen.size;
    return seen.add(name).size > before;
  }
}

/** Whether no item is there twice. */
export function areAllDifferent(items: readonly BoardItem[]): boolean {
  const seen = new SeenItems();
  return items.every((item) => seen.add(item));
}
