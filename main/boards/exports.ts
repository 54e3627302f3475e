/** Writes boards to a file, all or nothing. */
import type { FileWritten } from '../../preload/contract/call.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { Events } from '../../preload/contract/events.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Clock } from '../lib/clock.ts';
import { BYTE_ORDER_MARK, type Cell, csvRow, timeCell } from '../lib/files/csv.ts';
import { writePieces, type Files, type Pieces } from '../lib/files/files.ts';
import type { Mirror, RowWithRaw } from '../store/mirror/mirror.ts';
import { failure } from '../lib/wording/failure.ts';
import { dayOf, isoOf } from '../lib/wording/format.ts';
import { createProgressReporter } from './progress.ts';
import { stored } from '../store/selection.ts';
import type { BoardRow } from '../../preload/contract/boards.ts';

type Request = ArgsOf<'boards.export'>;
type Page = Awaited<ReturnType<Mirror['rows']>>;

export interface BoardExportsOptions extends Clock {
  readonly mirror: Pick<Mirror, 'rows'>;
  readonly files: Pick<Files, 'saveStream'>;
  readonly recordOf: (connectionId: string) => Promise<Result<unknown>>;
  readonly onProgress: (progress: Events['boards.exporting']) => void;
}

/** Pieces of 1,000 rows took a quarter more time and memory. */
const ROWS_AT_A_TIME = 250;

export class BoardExports {
  readonly #options: BoardExportsOptions;
  #end = new AbortController();

  constructor(options: BoardExportsOptions) {
    this.#options = options;
  }

  /**
   * Returns null if the file dialog is cancelled. Fails with `storage`, with `refused` if the list changed meanwhile,
   * and with `cancelled`; then no file is left.
   */
  async export(request: Request): Promise<Result<FileWritten | null>> {
    const { files, recordOf, now } = this.#options;
    const { signal } = this.#end;
    const record = await recordOf(request.connectionId);
    if (!record.ok) return record;
    const file = await files.saveStream('boards', `easel-boards-${dayOf(now())}.${request.format}`);
    return writePieces(file, this.#pieces(request, signal));
  }

  cancel(): null {
    this.#end.abort();
    this.#end = new AbortController();
    return null;
  }

  async *#pieces(request: Request, signal: AbortSignal): Pieces {
    const { mirror, onProgress, after } = this.#options;
    const { connectionId, selection, format, fields } = request;
    const pageAt = (from: number): Promise<Result<Page>> =>
      stored(mirror.rows(connectionId, selection, from, ROWS_AT_A_TIME, format === 'csv' ? fields : []));
    const [head, tail] =
      format === 'json' ? ['[', '\n]\n'] : [BYTE_ORDER_MARK + csvRow([...COLUMNS, ...fields]), ''];
    const progress = { written: 0, of: 0 };
    const reporter = createProgressReporter(() => onProgress({ ...progress }), after);
    let next = pageAt(0);
    for (let from = 0, isEnd = false; !isEnd; from += ROWS_AT_A_TIME) {
      const page = await next;
      if (signal.aborted) return yield fail(failure('cancelled'));
      // One file must not mix two states of the list.
      if (!page.ok) return yield from > 0 && page.error.code === 'refused' ? fail(changedMeanwhile) : page;
      const { boards, rows } = page.value;
      isEnd = from + ROWS_AT_A_TIME >= boards;
      if (!isEnd) next = pageAt(from + ROWS_AT_A_TIME);
      const text =
        format === 'csv' ? rows.map((row) => csvRow(cellsOf(row))).join('') : rows.map(jsonOf).join(',');
      const before = from === 0 ? head : format === 'json' ? ',' : '';
      yield ok({ text: before + text + (isEnd ? tail : ''), items: rows.length });
      Object.assign(progress, { written: progress.written + rows.length, of: boards });
      reporter.changed();
    }
    reporter.quiet();
  }
}

/** One board per line; `raw` is JSON already. */
function jsonOf({ id, created, local, madeHere, previewedAt, vanishedAt, raw }: RowWithRaw): string {
  const { label = '', note = '', tags = [], customer = '', protected: isProtected = false } = local ?? {};
  const cells = {
    id,
    created: isoOf(created?.epochMs ?? null),
    createdAsSent: created?.raw ?? '',
    label,
    note,
    tags,
    customer,
    protected: isProtected,
    madeHere,
    previewed: isoOf(previewedAt),
    vanished: isoOf(vanishedAt),
  };
  return `\n${JSON.stringify(cells).slice(0, -1)},"raw":${raw}}`;
}

const changedMeanwhile = failure('refused', {
  message: 'The list changed during the export, so no file was saved.',
  nextStep: 'Export the boards again.',
});

// Columns. Times are ISO 8601 in UTC.

const CELLS: Readonly<Record<string, (row: BoardRow) => Cell>> = {
  id: ({ id }) => id ?? '',
  created: ({ created }) => timeCell(created?.epochMs ?? null),
  'created as sent': ({ created }) => created?.raw ?? '',
  label: ({ local }) => local?.label ?? '',
  note: ({ local }) => local?.note ?? '',
  tags: ({ local }) => (local?.tags ?? []).join(', '),
  customer: ({ local }) => local?.customer ?? '',
  protected: ({ local }) => (local?.protected === true ? 'yes' : ''),
  'made here': ({ madeHere }) => (madeHere ? 'yes' : ''),
  previewed: ({ previewedAt }) => timeCell(previewedAt),
  vanished: ({ vanishedAt }) => timeCell(vanishedAt),
};

/** Headings of a board's own columns; the service's fields follow. */
export const COLUMNS: readonly string[] = Object.keys(CELLS);

export function cellsOf(row: BoardRow): readonly Cell[] {
  return [...Object.values(CELLS).map((cellOf) => cellOf(row)), ...row.fields];
}
