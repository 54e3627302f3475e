/** The rows of one connection's list: kept in memory, handed out in windows by rank. */
import type { BoardRow, BoardSort, BoardWindow, BoardWindowRequest } from '../../preload/contract/domain.ts';
import type { BoardItem } from '../service/api.ts';
import { itemKey } from './pages.ts';

interface Ranking {
  readonly key: string;
  readonly rows: readonly BoardRow[];
}

/** One listed item as a row. */
export function toRow(item: BoardItem): BoardRow {
  return { rowKey: itemKey(item), id: item.id, created: item.created };
}

/** Rows with a revision that goes up with each change; the last ranking asked for is kept. */
export class BoardRows {
  #rows: readonly BoardRow[] = [];
  #revision = 0;
  #ranking: Ranking | null = null;

  get count(): number {
    return this.#rows.length;
  }

  get revision(): number {
    return this.#revision;
  }

  replace(rows: readonly BoardRow[]): void {
    this.#rows = rows;
    this.#revision += 1;
  }

  append(rows: readonly BoardRow[]): void {
    if (rows.length > 0) this.replace([...this.#rows, ...rows]);
  }

  /** Puts a new board first; one that is listed already stays as it is. */
  add(row: BoardRow): void {
    if (!this.#rows.some((known) => known.rowKey === row.rowKey)) this.replace([row, ...this.#rows]);
  }

  remove(boardId: string): void {
    this.replace(this.#rows.filter((row) => row.id !== boardId));
  }

  /** Rows whose creation time is known and lies in the span, epoch ms, both ends included. */
  createdBetween(from: number, to: number): readonly BoardRow[] {
    return this.#rows.filter(({ created }) => {
      const at = created?.epochMs ?? null;
      return at !== null && at >= from && at <= to;
    });
  }

  window(request: BoardWindowRequest): BoardWindow {
    const rows = this.#ranked(request);
    return {
      from: request.from,
      rows: rows.slice(request.from, request.from + request.count),
      matching: rows.length,
      revision: this.#revision,
    };
  }

  #ranked(request: BoardWindowRequest): readonly BoardRow[] {
    const find = request.find.trim().toLowerCase();
    const key = JSON.stringify([this.#revision, request.sort, request.descending, find]);
    if (this.#ranking?.key !== key) {
      const matching =
        find === '' ? this.#rows : this.#rows.filter((row) => row.id?.toLowerCase().includes(find) === true);
      this.#ranking = { key, rows: matching.toSorted(comparison(request.sort, request.descending)) };
    }
    return this.#ranking.rows;
  }
}

/** Rows without the value sorted by come last in both directions, so that they are never taken for old or new ones. */
function comparison(sort: BoardSort, descending: boolean): (a: BoardRow, b: BoardRow) => number {
  const sign = descending ? -1 : 1;
  if (sort === 'id') return (a, b) => compare(a.id, b.id, sign);
  return (a, b) =>
    compare(a.created?.epochMs ?? null, b.created?.epochMs ?? null, sign) || compare(a.id, b.id, 1);
}

function compare<T extends string | number>(a: T | null, b: T | null, sign: number): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -sign : sign;
}
