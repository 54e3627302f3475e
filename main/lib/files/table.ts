/** Exports tables. A worker thread builds Excel workbooks, because compression would block the main thread. */
import type { FileWritten } from '../../../preload/contract/call.ts';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { MOST_SHEET_ROWS } from '../../../preload/contract/limits.ts';
import { openThread, type Remote } from '../threads/rpc.ts';
import { failure } from '../wording/failure.ts';
import { dayOf, formatNumber } from '../wording/format.ts';
import { BYTE_ORDER_MARK, csvRow, type Cell } from './csv.ts';
import { writePieces, type Files, type Pieces } from './files.ts';
import type { WorkbookWriter } from './workbook.ts';

/** Batches of table rows to export. A failure ends the export. */
export type TablePages = AsyncGenerator<Result<readonly (readonly Cell[])[]>, void, void>;

export async function* onePage<T>(rows: readonly T[]): AsyncGenerator<Result<readonly T[]>, void, void> {
  yield await Promise.resolve(ok(rows));
}

/** Yields the text of a JSON file with one array. Each of the `pages` contains at least one item as JSON text. */
export async function* jsonPieces(pages: AsyncGenerator<Result<readonly string[]>, void, void>): Pieces {
  yield ok({ content: '[', items: 0 });
  let before = '\n';
  for await (const page of pages) {
    if (!page.ok) return yield page;
    yield ok({ content: before + page.value.join(',\n'), items: page.value.length });
    before = ',\n';
  }
  yield ok({ content: '\n]\n', items: 0 });
}

/** Asks where to save a table, and writes the file. Null if the user cancels. `workbook` is null for CSV and JSON. */
export type SaveExport = (
  purpose: Parameters<Files['saveStream']>[0],
  format: 'csv' | 'xlsx' | 'json',
  piecesOf: (workbook: Remote<WorkbookWriter> | null) => Pieces,
) => Promise<Result<FileWritten | null>>;

/** Returns a function that saves tables. Builds each workbook in its own thread, whose entry file is `worker`. */
export function exportSaver(files: Pick<Files, 'saveStream'>, worker: URL, now: () => number): SaveExport {
  return async (purpose, format, piecesOf) => {
    const place = await files.saveStream(purpose, `easel-${purpose}-${dayOf(now())}.${format}`);
    if (place === null || format !== 'xlsx') return writePieces(place, piecesOf(null));
    const thread = openThread<{ readonly workbook: WorkbookWriter }>({ url: worker, name: 'the workbook' });
    return writePieces(place, piecesOf(thread.of('workbook'))).finally(() => void thread.close());
  };
}

/** Yields the parts of a CSV file or workbook. Fails with `refused` (too many rows) or `storage` (workbook error). */
export async function* tablePieces(
  heads: readonly string[],
  pages: TablePages,
  workbook: Remote<WorkbookWriter> | null = null,
): Pieces {
  let rows = 0;
  yield await part(workbook?.add([heads]) ?? BYTE_ORDER_MARK + csvRow(heads), 0);
  for await (const page of pages) {
    if (!page.ok) return yield page;
    rows += page.value.length;
    if (workbook !== null && rows > MOST_SHEET_ROWS) return yield fail(tooManyRows);
    yield await part(workbook?.add(page.value) ?? page.value.map(csvRow).join(''), page.value.length);
  }
  if (workbook !== null) yield await part(workbook.end(), 0);
}

async function part(content: string | Promise<Uint8Array>, items: number) {
  try {
    return ok({ content: await content, items });
  } catch {
    const message = 'The Excel workbook couldn’t be created, so no file was saved.';
    return fail(failure('storage', { message, nextStep: 'Try again, or export as CSV.' }));
  }
}

const tooManyRows = failure('refused', {
  message: `An Excel workbook holds at most ${formatNumber(MOST_SHEET_ROWS)} rows.`,
  nextStep: 'Export as CSV, or export fewer rows.',
});
