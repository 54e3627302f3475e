/** What a page of the boards list is made of, and what tells its items apart. */
import type { BoardItem, BoardPage } from '../service/api.ts';

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
