/** Writes boards to a file of the person's, in the background: whole, or not at all. */
import { randomUUID } from 'node:crypto';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { BoardExport } from '../../preload/contract/boards.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Clock } from '../clock.ts';
import type { FileInWriting, Files } from '../files/files.ts';
import { failure, notWritten } from '../wording/failure.ts';
import type { Mirror } from '../store/mirror/mirror.ts';
import { createProgressReporter, type ProgressReporter } from './progress.ts';
import { stored } from './selection.ts';
import { csvRow, BYTE_ORDER_MARK } from '../files/csv.ts';
import { cellsOf, COLUMNS } from './export-columns.ts';
import { dayOf } from '../wording/format.ts';

type Request = ArgsOf<'boards.export'>;

export interface BoardExportsOptions extends Clock {
  readonly mirror: Pick<Mirror, 'rows' | 'lines'>;
  readonly files: Pick<Files, 'saveStream'>;
  /** Whether there is such a connection. */
  readonly recordOf: (connectionId: string) => Promise<Result<unknown>>;
  readonly onChange: (state: BoardExport) => void;
}

const AGAIN = 'Export the boards again.';

/** Rows of one piece: larger texts outlive their use by far, and pieces of a thousand took a quarter more time and memory. */
const ROWS_AT_A_TIME = 250;

type Page = Awaited<ReturnType<Mirror['lines']>>;

/** One that is being written. */
interface Running {
  state: BoardExport;
  isCancelled: boolean;
  readonly reporter: ProgressReporter;
  ended: Promise<void>;
}

export class BoardExports {
  readonly #options: BoardExportsOptions;
  readonly #running = new Map<string, Running>();

  constructor(options: BoardExportsOptions) {
    this.#options = options;
  }

  /** Lets the person say where, and begins; null when they did not. Fails with `storage` where no file can be. */
  async start(request: Request): Promise<Result<BoardExport | null>> {
    const { files, recordOf, now } = this.#options;
    const { connectionId, format } = request;
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    const day = dayOf(now());
    const extension = format === 'lines' ? 'jsonl' : format;
    const file = await files.saveStream('boards', `easel-boards-${day}.${extension}`);
    if (file === null) return ok(null);
    if (!file.ok) return fail(notWritten(file.error, AGAIN));
    return ok(this.#begin(request, file.value));
  }

  /** Cancels a running export and leaves no file. A finished one stays. */
  cancel({ exportId }: ArgsOf<'boards.cancelExport'>): null {
    const running = this.#running.get(exportId);
    if (running !== undefined) running.isCancelled = true;
    return null;
  }

  /** Cancels all of them; settles when nothing is left. */
  async stop(): Promise<void> {
    for (const exportId of this.#running.keys()) this.cancel({ exportId });
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  #begin(request: Request, file: FileInWriting): BoardExport {
    const { onChange, after } = this.#options;
    const exportId = randomUUID();
    const running: Running = {
      state: { exportId, state: 'running', fileName: file.name, boards: 0, written: 0, failure: null },
      isCancelled: false,
      reporter: createProgressReporter(() => onChange(running.state), after),
      ended: Promise.resolve(),
    };
    this.#running.set(exportId, running);
    const { state } = running;
    running.ended = this.#run(running, request, file);
    return state;
  }

  async #run(running: Running, request: Request, file: FileInWriting): Promise<void> {
    const failed = await this.#write(running, request, file);
    if (failed !== null) await file.abort();
    this.#running.delete(running.state.exportId);
    running.reporter.quiet();
    const state = failed === null ? 'done' : failed.code === 'cancelled' ? 'cancelled' : 'failed';
    this.#options.onChange({
      ...running.state,
      state,
      failure: state === 'failed' ? failed : null,
    });
  }

  /** Null when all is written. */
  async #write(running: Running, request: Request, file: FileInWriting): Promise<Failure | null> {
    const { mirror } = this.#options;
    const format = FORMATS[request.format];
    const pageAt = (from: number): Promise<Result<Page>> => stored(format.page(mirror, request, from));
    let written = 0;
    let head = format.head(request.fields);
    let next = pageAt(0);
    for (let from = 0, isEnd = false; !isEnd; from += ROWS_AT_A_TIME) {
      const page = await next;
      if (!page.ok) return from > 0 && page.error.code === 'refused' ? changedMeanwhile() : page.error;
      const { boards, rows, text } = page.value;
      isEnd = from + ROWS_AT_A_TIME >= boards;
      // The next one is read while this one is written.
      if (!isEnd) next = pageAt(from + ROWS_AT_A_TIME);
      written += rows;
      const piece = head + text + (isEnd ? format.tail : '');
      const done = running.isCancelled ? ok(null) : await file.write(piece);
      if (!done.ok) return notWritten(done.error, AGAIN);
      if (running.isCancelled) return failure('cancelled');
      head = '';
      running.state = { ...running.state, boards, written };
      running.reporter.changed();
    }
    const finished = await file.finish();
    return finished.ok ? null : notWritten(finished.error, AGAIN);
  }
}

/** Pages of two lists must not meet in one file. */
function changedMeanwhile(): Failure {
  return failure('refused', {
    message: 'The list changed during the export, so no file was saved.',
    nextStep: AGAIN,
  });
}

// The three forms of exported boards, as text that is written piece by piece.

interface ExportFormat {
  /** The text before the first board; `fields` are the chosen fields of the service's own. */
  readonly head: (fields: readonly string[]) => string;
  readonly page: (mirror: BoardExportsOptions['mirror'], request: Request, from: number) => Promise<Page>;
  readonly tail: string;
}

const csv: ExportFormat = {
  head: (fields) => BYTE_ORDER_MARK + csvRow([...COLUMNS, ...fields]),
  page: async (mirror, { connectionId, selection, fields }, from) => {
    const { boards, rows } = await mirror.rows(connectionId, selection, from, ROWS_AT_A_TIME, fields);
    return { boards, rows: rows.length, text: rows.map((row) => csvRow(cellsOf(row))).join('') };
  },
  tail: '',
};

/** One board a line; `raw` is the board as the service listed it. */
const json: ExportFormat = {
  head: () => '[',
  page: async (mirror, { connectionId, selection }, from) => {
    const page = await mirror.lines(connectionId, selection, from, ROWS_AT_A_TIME, 'json');
    // No comma before the first one.
    return from === 0 ? { ...page, text: page.text.slice(1) } : page;
  },
  tail: '\n]\n',
};

const lines: ExportFormat = {
  head: () => '',
  page: (mirror, { connectionId, selection }, from) =>
    mirror.lines(connectionId, selection, from, ROWS_AT_A_TIME, 'lines'),
  tail: '',
};

const FORMATS: Readonly<Record<Request['format'], ExportFormat>> = { csv, json, lines };
