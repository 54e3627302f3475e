import type { BoardRow } from '../../preload/contract/boards.ts';
import type { FileWritten } from '../../preload/contract/call.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Core } from '../ipc/core.ts';
import { createProgressReporter } from '../lib/clock.ts';
import { type Cell, tabbedRow, timeCell } from '../lib/files/csv.ts';
import { jsonPieces, tablePieces } from '../lib/files/table.ts';
import type { Mirror, RowWithRaw } from '../store/mirror/mirror.ts';
import { failure } from '../lib/wording/failure.ts';
import { formatNumber, isoOf } from '../lib/wording/format.ts';
import { curlLine } from '../service/snippets.ts';
import type { Addresses } from '../service/types.ts';
import { ROWS_AT_A_TIME, stored } from '../store/selection.ts';
import { writeTags } from '../notes/notes-file.ts';

type Request = ArgsOf<'boards.export'>;

export interface BoardExportsOptions extends Pick<
  Core,
  'saveExport' | 'recordOf' | 'copyText' | 'publish' | 'after'
> {
  readonly mirror: Pick<Mirror, 'rows'>;
}

/** Number of rows per step of an export. Steps of 1,000 rows took 25 % more time and memory. */
const ROWS_PER_PIECE = 250;

export class BoardExports {
  readonly #options: BoardExportsOptions;
  #end = new AbortController();

  constructor(options: BoardExportsOptions) {
    this.#options = options;
  }

  /** Exports boards to a file; null if the user cancels the dialog. Fails with `storage`, `cancelled` or `refused`. */
  async export(request: Request): Promise<Result<FileWritten | null>> {
    const { recordOf, saveExport } = this.#options;
    const { signal } = this.#end;
    const { connectionId, format, fields } = request;
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    return saveExport('boards', format, (workbook) =>
      format === 'json'
        ? jsonPieces(this.#pages(request, signal, jsonOf))
        : tablePieces([...COLUMNS, ...fields], this.#pages(request, signal, cellsOf), workbook),
    );
  }

  cancel(): null {
    this.#end.abort();
    this.#end = new AbortController();
    return null;
  }

  /** Copies boards to the clipboard. A board without an id has no link, so it can only be copied as a row. */
  async copy(args: ArgsOf<'boards.copy'>): Promise<Result<{ readonly boards: number }>> {
    const { connectionId, selection, as } = args;
    const { recordOf, mirror, copyText } = this.#options;
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    const lines: string[] = [];
    for (let from = 0, boards = 1; from < boards; from += ROWS_AT_A_TIME) {
      const found = await stored(mirror.rows(connectionId, selection, from, ROWS_AT_A_TIME, []));
      if (!found.ok) return found;
      ({ boards } = found.value);
      if (boards > MOST_COPIED) return fail(tooMany);
      lines.push(...found.value.rows.flatMap((row) => lineOf(row, as, record.value) ?? []));
    }
    if (lines.length === 0) return fail(nothingToCopy);
    const copied = await copyText(lines.join('\n'));
    return copied.ok ? ok({ boards: lines.length }) : copied;
  }

  async *#pages<T>(
    request: Request,
    signal: AbortSignal,
    rowOf: (row: RowWithRaw) => T,
  ): AsyncGenerator<Result<readonly T[]>, void, void> {
    const { mirror, publish, after } = this.#options;
    const { connectionId, selection, format, fields } = request;
    const pageAt = (from: number) =>
      stored(mirror.rows(connectionId, selection, from, ROWS_PER_PIECE, format === 'json' ? [] : fields));
    const progress = { written: 0, of: 0 };
    const reporter = createProgressReporter(() => publish('boards.exporting', { ...progress }), after);
    let next = pageAt(0);
    for (let from = 0, isEnd = false; !isEnd; from += ROWS_PER_PIECE) {
      const page = await next;
      if (signal.aborted) return yield fail(failure('cancelled'));
      // Fails if the list changed during the export, because a file must not mix two states of the list.
      if (!page.ok) return yield from > 0 && page.error.code === 'refused' ? fail(changedMeanwhile) : page;
      const { boards, rows } = page.value;
      isEnd = from + ROWS_PER_PIECE >= boards;
      if (!isEnd) next = pageAt(from + ROWS_PER_PIECE);
      yield ok(rows.map(rowOf));
      Object.assign(progress, { written: progress.written + rows.length, of: boards });
      reporter.changed();
    }
    reporter.quiet();
  }
}

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
  return `${JSON.stringify(cells).slice(0, -1)},"raw":${raw}}`;
}

const changedMeanwhile = failure('refused', {
  message: 'The list changed during the export, so no file was saved.',
  nextStep: 'Export the boards again.',
});

const CELLS: Readonly<Record<string, (row: BoardRow) => Cell>> = {
  id: ({ id }) => id ?? '',
  created: ({ created }) => timeCell(created?.epochMs ?? null),
  'created (raw)': ({ created }) => created?.raw ?? '',
  label: ({ local }) => local?.label ?? '',
  note: ({ local }) => local?.note ?? '',
  tags: ({ local }) => writeTags(local?.tags ?? []),
  customer: ({ local }) => local?.customer ?? '',
  protected: ({ local }) => (local?.protected === true ? 'yes' : ''),
  'created with Easel': ({ madeHere }) => (madeHere ? 'yes' : ''),
  previewed: ({ previewedAt }) => timeCell(previewedAt),
  'no longer listed': ({ vanishedAt }) => timeCell(vanishedAt),
};

export const COLUMNS: readonly string[] = Object.keys(CELLS);

export function cellsOf(row: BoardRow): readonly Cell[] {
  return [...Object.values(CELLS).map((cellOf) => cellOf(row)), ...row.fields];
}

export const MOST_COPIED = 10_000;

function lineOf(
  row: BoardRow,
  as: ArgsOf<'boards.copy'>['as'],
  { boardApi, appUrl }: Pick<Addresses, 'boardApi' | 'appUrl'>,
): string | null {
  if (as === 'rows') return tabbedRow(cellsOf(row));
  const { id } = row;
  if (id === null || as === 'ids') return id;
  if (as === 'links') return `${appUrl}/room/${encodeURIComponent(id)}`;
  return curlLine({ operation: 'view-board', id, name: '' }, boardApi);
}

const tooMany = failure('refused', {
  message: `At most ${formatNumber(MOST_COPIED)} boards can be copied at once.`,
  nextStep: 'Select fewer boards, or export the boards to a file.',
});

const nothingToCopy = failure('refused', {
  message: 'These boards have no id, so there is nothing to copy.',
  nextStep: 'Select boards that have an id.',
});
