/** Rows with a mark where a job is about to delete the board. */
import type { BoardRow } from '../../preload/contract/boards.ts';

/** Which of these boards of a connection jobs are about to delete. Rejects when the disk fails. */
export type BeingDeleted = (
  connectionId: string,
  boardIds: readonly string[],
) => Promise<ReadonlySet<string>>;

/** The same rows, marked. Rejects as `beingDeleted` does. */
export async function withQueued<R extends BoardRow>(
  beingDeleted: BeingDeleted,
  connectionId: string,
  rows: readonly R[],
): Promise<readonly R[]> {
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const queued = await beingDeleted(connectionId, ids);
  if (queued.size === 0) return rows;
  return rows.map((row) => (row.id !== null && queued.has(row.id) ? { ...row, queued: true } : row));
}
