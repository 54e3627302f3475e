import type { Mirror, RowWithRaw } from '../../../../main/store/mirror/mirror.ts';
import type { BoardSelection, RowQuery } from '../../../../preload/contract/boards.ts';

export const QUERY: RowQuery = { find: '', filters: [], order: { by: 'created', descending: true } };
export const ALL: BoardSelection = { kind: 'all', query: QUERY, except: [] };

export function rowOf(id: string | null, known: Partial<RowWithRaw> = {}): RowWithRaw {
  return {
    rowKey: id === null ? '?{}' : `=${id}`,
    id,
    created: null,
    vanishedAt: null,
    local: null,
    madeHere: false,
    previewedAt: null,
    fields: [],
    raw: JSON.stringify(id === null ? {} : { room_id: id }),
    ...known,
  };
}

/** Fake of the stored board list. It returns all `rows` page by page, and ignores which boards are selected. */
export function mirrorOf(rows: readonly RowWithRaw[]): Pick<Mirror, 'rows'> {
  return {
    rows: (_connectionId, _selection, from, count) =>
      Promise.resolve({ boards: rows.length, rows: rows.slice(from, from + count) }),
  };
}
