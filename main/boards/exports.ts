/** Writes boards to a file that the person chooses: whole, or not at all. */
import type { FileWritten } from '../../preload/contract/call.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { csvRow, BYTE_ORDER_MARK } from '../lib/files/csv.ts';
import { writePieces, type Files, type Pieces } from '../lib/files/files.ts';
import type { Mirror } from '../store/mirror/mirror.ts';
import { failure } from '../lib/wording/failure.ts';
import { dayOf } from '../lib/wording/format.ts';
import { cellsOf, COLUMNS } from './export-columns.ts';
import { stored } from './selection.ts';

type Request = ArgsOf<'boards.export'>;
type Page = Awaited<ReturnType<Mirror['lines']>>;

export interface BoardExportsOptions {
  readonly mirror: Pick<Mirror, 'rows' | 'lines'>;
  readonly files: Pick<Files, 'saveStream'>;
  /** Fails if there is no such connection. */
  readonly recordOf: (connectionId: string) => Promise<Result<unknown>>;
  readonly now: () => number;
}

/** Rows of one piece: pieces of 1,000 took a quarter more time and memory. */
const ROWS_AT_A_TIME = 250;

/** Returns null when the person chose no file. Fails with `storage`, and with `refused` for a list that changed meanwhile. */
export async function exportBoards(
  { mirror, files, recordOf, now }: BoardExportsOptions,
  request: Request,
): Promise<Result<FileWritten | null>> {
  const record = await recordOf(request.connectionId);
  if (!record.ok) return record;
  const file = await files.saveStream('boards', `easel-boards-${dayOf(now())}.${request.format}`);
  return writePieces(file, piecesOf(mirror, request));
}

async function* piecesOf(mirror: BoardExportsOptions['mirror'], request: Request): Pieces {
  const pageAt = (from: number): Promise<Result<Page>> => stored(pageOf(mirror, request, from));
  const { format, fields } = request;
  const [head, tail] =
    format === 'json' ? ['[', '\n]\n'] : [BYTE_ORDER_MARK + csvRow([...COLUMNS, ...fields]), ''];
  let next = pageAt(0);
  for (let from = 0, isEnd = false; !isEnd; from += ROWS_AT_A_TIME) {
    const page = await next;
    if (!page.ok) {
      // Pages of two lists must not meet in one file.
      yield from > 0 && page.error.code === 'refused' ? fail(changedMeanwhile) : page;
      return;
    }
    const { boards, rows, text } = page.value;
    isEnd = from + ROWS_AT_A_TIME >= boards;
    // The next page is read while this one is written.
    if (!isEnd) next = pageAt(from + ROWS_AT_A_TIME);
    yield ok({ text: (from === 0 ? head : '') + text + (isEnd ? tail : ''), items: rows });
  }
}

async function pageOf(
  mirror: BoardExportsOptions['mirror'],
  { connectionId, selection, format, fields }: Request,
  from: number,
): Promise<Page> {
  if (format === 'csv') {
    const { boards, rows } = await mirror.rows(connectionId, selection, from, ROWS_AT_A_TIME, fields);
    return { boards, rows: rows.length, text: rows.map((row) => csvRow(cellsOf(row))).join('') };
  }
  const page = await mirror.lines(connectionId, selection, from, ROWS_AT_A_TIME, 'json');
  // No comma before the first board.
  return from === 0 ? { ...page, text: page.text.slice(1) } : page;
}

const changedMeanwhile = failure('refused', {
  message: 'The list changed during the export, so no file was saved.',
  nextStep: 'Export the boards again.',
});
