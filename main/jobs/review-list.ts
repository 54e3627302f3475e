/** The list of reviewed boards as CSV: what would be deleted, to be kept. */
import type { BoardRow } from '../../preload/contract/boards.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { isoOf } from '../wording/format.ts';
import { ROWS_AT_A_TIME, stored } from '../boards/selection.ts';
import type { FileInWriting } from '../files/files.ts';
import { csvRow, BYTE_ORDER_MARK } from '../files/csv.ts';
import type { Mirror } from '../store/mirror/mirror.ts';
import { listedRows, unlistedRow } from './review-boards.ts';
import { notWritten } from '../wording/failure.ts';

const HEADS = ['id', 'created as sent', 'created', 'label', 'note', 'tags', 'customer'] as const;

interface ListOf {
  readonly connectionId: string;
  readonly boardIds: readonly string[];
}

/**
 * Writes a row for each board, in the order of the review, and finishes the file; on any failure nothing is left of it.
 * A board that is no longer in the list has its id alone.
 *
 * `whyStop`: why the list is not wanted any more; null while it is.
 */
export async function writeReviewList(
  mirror: Pick<Mirror, 'rows'>,
  { connectionId, boardIds }: ListOf,
  file: FileInWriting,
  whyStop: () => Failure | null,
): Promise<Result<null>> {
  const written = await writeRows(mirror, { connectionId, boardIds }, file, whyStop);
  if (!written.ok) await file.abort();
  return written;
}

async function writeRows(
  mirror: Pick<Mirror, 'rows'>,
  { connectionId, boardIds }: ListOf,
  file: FileInWriting,
  whyStop: () => Failure | null,
): Promise<Result<null>> {
  let text = BYTE_ORDER_MARK + csvRow(HEADS);
  for (let from = 0; from < boardIds.length; from += ROWS_AT_A_TIME) {
    const ids = boardIds.slice(from, from + ROWS_AT_A_TIME);
    const listed = await stored(listedRows(mirror, connectionId, ids));
    if (!listed.ok) return listed;
    const stop = whyStop();
    if (stop !== null) return fail(stop);
    for (const id of ids) text += csvRow(cellsOf(listed.value.get(id) ?? unlistedRow(id)));
    const written = await file.write(text);
    if (!written.ok) return fail(notWritten(written.error));
    text = '';
  }
  const finished = await file.finish();
  return finished.ok ? ok(null) : fail(notWritten(finished.error));
}

function cellsOf({ id, created, local }: BoardRow): readonly string[] {
  return [
    id ?? '',
    created?.raw ?? '',
    isoOf(created?.epochMs ?? null),
    local?.label ?? '',
    local?.note ?? '',
    (local?.tags ?? []).join(', '),
    local?.customer ?? '',
  ];
}
