/** Rows of a mirror's list, for tests of what leaves Easel. */
import type { Mirror, RowWithRaw } from '../../../../main/store/mirror/mirror.ts';

/** A row of which nothing is known but its id, or what `known` says. */
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

/** Gives these rows for every selection, as the mirror does: page by page. */
export function mirrorOf(rows: readonly RowWithRaw[]): Pick<Mirror, 'ids' | 'rows'> {
  const ids = rows.flatMap(({ id }) => id ?? []);
  return {
    ids: (_connectionId, _selection, from, count) =>
      Promise.resolve({ boards: ids.length, ids: ids.slice(from, from + count) }),
    rows: (_connectionId, _selection, from, count) =>
      Promise.resolve({ boards: rows.length, rows: rows.slice(from, from + count) }),
  };
}
