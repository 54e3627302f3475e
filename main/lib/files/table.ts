/** Tables as CSV or as Excel workbook. A thread builds the workbook, because its compression would block main. */
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { MOST_SHEET_ROWS } from '../../../preload/contract/limits.ts';
import { openThread } from '../threads/rpc.ts';
import { failure } from '../wording/failure.ts';
import { formatNumber } from '../wording/format.ts';
import { BYTE_ORDER_MARK, csvRow, type Cell } from './csv.ts';
import type { Pieces } from './files.ts';
import type { WorkbookWriter } from './workbook.ts';

/** Pages of rows to write. A failed page ends the table. */
export type TablePages = AsyncGenerator<Result<readonly (readonly Cell[])[]>, void, void>;

export interface Workbook {
  add(rows: readonly (readonly Cell[])[]): Promise<Uint8Array>;
  end(): Promise<Uint8Array>;
  close(): void;
}
/** Returns a new workbook, or null for CSV and JSON. */
export type StartWorkbook = (format: 'csv' | 'xlsx' | 'json') => Workbook | null;

/** Returns a function that starts workbooks, each in its own thread. `worker` is the thread's entry file. */
export function workbookStarter(worker: URL): StartWorkbook {
  return (format) => {
    if (format !== 'xlsx') return null;
    const thread = openThread<{ readonly workbook: WorkbookWriter }>({ url: worker, name: 'the workbook' });
    const { add, end } = thread.of('workbook');
    return { add, end, close: () => void thread.close() };
  };
}

/** A workbook fails with `refused` above the limit of rows, and with `storage` if it can't be built. */
export async function* tablePieces(
  heads: readonly string[],
  pages: TablePages,
  workbook: Workbook | null = null,
): Pieces {
  let rows = 0;
  try {
    yield await part(workbook?.add([heads]) ?? BYTE_ORDER_MARK + csvRow(heads), 0);
    for await (const page of pages) {
      if (!page.ok) return yield page;
      rows += page.value.length;
      if (workbook !== null && rows > MOST_SHEET_ROWS) return yield fail(tooManyRows);
      yield await part(workbook?.add(page.value) ?? page.value.map(csvRow).join(''), page.value.length);
    }
    if (workbook !== null) yield await part(workbook.end(), 0);
  } finally {
    workbook?.close();
  }
}

async function part(content: string | Promise<Uint8Array>, items: number) {
  try {
    return ok({ content: await content, items });
  } catch {
    return fail(notBuilt);
  }
}

const tooManyRows = failure('refused', {
  message: `An Excel workbook holds at most ${formatNumber(MOST_SHEET_ROWS)} rows.`,
  nextStep: 'Export as CSV, or export fewer rows.',
});
const notBuilt = failure('storage', {
  message: 'The Excel workbook could not be created, so no file was saved.',
  nextStep: 'Try again, or export as CSV.',
});
