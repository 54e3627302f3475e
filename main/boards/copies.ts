import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { BoardRow } from '../../preload/contract/boards.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { tabbedRow } from '../lib/files/csv.ts';
import type { CopyText } from '../lib/files/files.ts';
import { curlLine } from '../service/snippets.ts';
import type { Mirror } from '../store/mirror/mirror.ts';
import { failure } from '../lib/wording/failure.ts';
import { formatNumber } from '../lib/wording/format.ts';
import { cellsOf } from './exports.ts';
import { ROWS_AT_A_TIME, stored } from '../store/selection.ts';

export const MOST_COPIED = 10_000;

interface Around {
  readonly mirror: Pick<Mirror, 'rows'>;
  readonly addressesOf: (connectionId: string) => Promise<Result<{ readonly boardApi: string }>>;
  readonly copyText: CopyText;
}

/**
 * Copies boards as ids, rows, links or cURL lines. Boards without an id are only copied as rows.
 *
 * Fails with `refused` for none, too many, or ranks of a list that changed, and with `storage`.
 */
export async function copyBoards(
  { connectionId, selection, as }: ArgsOf<'boards.copy'>,
  { mirror, addressesOf, copyText }: Around,
): Promise<Result<{ readonly boards: number }>> {
  const addresses = await addressesOf(connectionId);
  if (!addresses.ok) return addresses;
  const lines: string[] = [];
  let boards = 0;
  for (let from = 0; from === 0 || from < boards; from += ROWS_AT_A_TIME) {
    const found = await stored(mirror.rows(connectionId, selection, from, ROWS_AT_A_TIME, []));
    if (!found.ok) return found;
    ({ boards } = found.value);
    if (boards > MOST_COPIED) return fail(tooMany);
    for (const row of found.value.rows) {
      const line = lineOf(row, as, addresses.value.boardApi);
      if (line !== null) lines.push(line);
    }
  }
  if (lines.length === 0) return fail(nothingToCopy);
  const copied = await copyText(lines.join('\n'));
  return copied.ok ? ok({ boards: lines.length }) : copied;
}

function lineOf(row: BoardRow, as: ArgsOf<'boards.copy'>['as'], boardApi: string): string | null {
  if (as === 'rows') return tabbedRow(cellsOf(row));
  const { id } = row;
  if (id === null || as === 'ids') return id;
  if (as === 'links') return `${boardApi}/api/board/${encodeURIComponent(id)}`;
  return curlLine({ operation: 'view-board', id, name: '' }, boardApi);
}

const tooMany = failure('refused', {
  message: `At most ${formatNumber(MOST_COPIED)} boards can be copied at once.`,
  nextStep: 'Choose fewer boards, or export them to a file.',
});

const nothingToCopy = failure('refused', {
  message: 'None of these boards can be copied this way.',
  nextStep: 'Choose boards that have an id.',
});
