/** Gathers all notes of a connection as the text of a file. */
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { LARGEST_BYTES } from '../files/files.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { nothingWritten, tooMuchToWrite } from './failures.ts';
import { csvWriter, jsonWriter } from './notes-file.ts';
import { MOST_LINES } from './read-notes-file.ts';

/** Read at a time. */
const PAGE = 1000;

/**
 * No more than can be read back: who exports notes wants to have them again elsewhere.
 *
 * Fails with `invalid-input`; rejects when the disk fails.
 */
export async function exportNotes(
  table: Pick<Store['notes'], 'count' | 'page'>,
  connection: ConnectionRecord,
  format: 'csv' | 'json',
): Promise<Result<{ readonly text: string; readonly boards: number }>> {
  const count = await table.count(connection.id);
  if (count === 0) return fail(nothingWritten());
  if (count > MOST_LINES) return fail(tooMuchToWrite());
  const { head, row, tail } = format === 'csv' ? csvWriter(connection) : jsonWriter(connection);
  const parts = [head];
  let bytes = Buffer.byteLength(head + tail);
  let boards = 0;
  for (let after = ''; ;) {
    const page = await table.page(connection.id, after, PAGE);
    for (const record of page) {
      const part = row(record, boards);
      parts.push(part);
      bytes += Buffer.byteLength(part);
      boards += 1;
    }
    if (bytes > LARGEST_BYTES.notes) return fail(tooMuchToWrite());
    const last = page.at(-1);
    if (last === undefined) return ok({ text: parts.join('') + tail, boards });
    after = last.boardId;
  }
}
