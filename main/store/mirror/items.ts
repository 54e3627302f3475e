/** Listed boards: what tells one from another, and how the mirror keeps them. */
import type { BoardItem } from '../../service/types.ts';
import type { MirrorItem } from './mirror.ts';

/** What tells one item from another: its id, else everything it says. */
export function itemKey(item: BoardItem): string {
  return item.id === null ? `?${JSON.stringify(item.fields)}` : `=${item.id}`;
}

/** One listed item, as the mirror keeps it. */
export function toMirrorItem(item: BoardItem): MirrorItem {
  const raw = JSON.stringify(item.fields);
  return { key: item.id === null ? `?${raw}` : `=${item.id}`, id: item.id, created: item.created, raw };
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
