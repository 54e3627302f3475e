/** Writes boards to a file of the person's, in the background: whole, or not at all. */
import { randomUUID } from 'node:crypto';
import type { ArgsOf } from '../../preload/contract/calls.ts';
import type { BoardExport } from '../../preload/contract/domain.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { FileInWriting, Files } from '../files/files.ts';
import { failure } from '../service/failures.ts';
import type { Mirror } from '../store/mirror/mirror.ts';
import { FORMATS } from './export-formats.ts';
import { createTeller, TOLD_EVERY_MS, type Teller } from './progress.ts';
import { ROWS_AT_A_TIME, stored, whyStale } from './selection.ts';

type Request = ArgsOf<'boards.export'>;

export interface BoardExportsOptions {
  readonly mirror: Pick<Mirror, 'facts' | 'rows'>;
  readonly files: Pick<Files, 'saveStream'>;
  /** Whether there is such a connection. */
  readonly recordOf: (connectionId: string) => Promise<Result<unknown>>;
  readonly onChange: (state: BoardExport) => void;
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
}

/** One that is being written. */
interface Running {
  state: BoardExport;
  isCancelled: boolean;
  readonly teller: Teller;
  ended: Promise<void>;
}

export class BoardExports {
  readonly #options: BoardExportsOptions;
  readonly #running = new Map<string, Running>();

  constructor(options: BoardExportsOptions) {
    this.#options = options;
  }

  /** Lets the person say where, and begins; null when they did not. Fails with `refused` for stale ranks, `storage`. */
  async start(request: Request): Promise<Result<BoardExport | null>> {
    const { mirror, files, recordOf, now } = this.#options;
    const { connectionId, selection, format } = request;
    const record = await recordOf(connectionId);
    if (!record.ok) return record;
    const before = await whyStale(mirror, connectionId, selection);
    if (before !== null) return fail(before);
    const day = new Date(now()).toISOString().slice(0, 10);
    const file = await files.saveStream('boards', `easel-boards-${day}.${format}`);
    if (file === null) return ok(null);
    if (!file.ok) return fail(notWritten(file.error));
    // The list may have changed while the person looked for a place.
    const facts = await stored(mirror.facts(connectionId));
    const after = facts.ok ? await whyStale(mirror, connectionId, selection) : facts.error;
    if (!facts.ok || after !== null) {
      await file.value.abort();
      return fail(after ?? failure('storage'));
    }
    return ok(this.#begin(request, file.value, facts.value.revision));
  }

  /** Ends one that is under way, and nothing is left of it. One that has ended stays as it is. */
  cancel(exportId: string): null {
    const running = this.#running.get(exportId);
    if (running !== undefined) running.isCancelled = true;
    return null;
  }

  /** Cancels all of them; settles when nothing is left. */
  async stop(): Promise<void> {
    for (const exportId of this.#running.keys()) this.cancel(exportId);
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  #begin(request: Request, file: FileInWriting, revision: number): BoardExport {
    const { onChange, after } = this.#options;
    const exportId = randomUUID();
    const running: Running = {
      state: { exportId, state: 'running', fileName: file.name, boards: 0, written: 0, failure: null },
      isCancelled: false,
      teller: createTeller(() => onChange(running.state), after, TOLD_EVERY_MS),
      ended: Promise.resolve(),
    };
    this.#running.set(exportId, running);
    const { state } = running;
    running.ended = this.#run(running, request, file, revision);
    return state;
  }

  async #run(running: Running, request: Request, file: FileInWriting, revision: number): Promise<void> {
    const failed = await this.#write(running, request, file, revision);
    if (failed !== null) await file.abort();
    this.#running.delete(running.state.exportId);
    running.teller.quiet();
    const state = failed === null ? 'done' : failed.code === 'cancelled' ? 'cancelled' : 'failed';
    this.#options.onChange({
      ...running.state,
      state,
      failure: state === 'failed' ? failed : null,
    });
  }

  /** Null when all is written. */
  async #write(
    running: Running,
    request: Request,
    file: FileInWriting,
    revision: number,
  ): Promise<Failure | null> {
    const { mirror } = this.#options;
    const { connectionId, selection, fields } = request;
    const format = FORMATS[request.format];
    let written = 0;
    let text = format.head(fields);
    for (;;) {
      const page = await stored(mirror.rows(connectionId, selection, written, ROWS_AT_A_TIME, fields));
      if (!page.ok) return page.error;
      const { boards, rows } = page.value;
      // Ranks mean other boards after a change: some would be missing, others be there twice.
      const facts = await stored(mirror.facts(connectionId));
      if (!facts.ok) return facts.error;
      if (facts.value.revision !== revision) return hasChanged();
      for (const [index, row] of rows.entries()) text += format.row(row, written + index === 0);
      written += rows.length;
      const isEnd = rows.length === 0 || written >= boards;
      if (isEnd) text += format.tail;
      if (running.isCancelled) return failure('cancelled');
      const done = await file.write(text);
      if (!done.ok) return notWritten(done.error);
      text = '';
      running.state = { ...running.state, boards, written };
      if (running.isCancelled) return failure('cancelled');
      if (isEnd) break;
      running.teller.changed();
    }
    const finished = await file.finish();
    return finished.ok ? null : notWritten(finished.error);
  }
}

/** `sentence`: why the file can't be written, in the words of `Files`. */
function notWritten(sentence: string): Failure {
  return failure('storage', { message: sentence, nextStep: 'Export the boards again.' });
}

function hasChanged(): Failure {
  return failure('refused', {
    message: 'The list of boards changed while it was being written, so no file was kept.',
    nextStep: 'Export it again once the listing has ended.',
    retryable: true,
  });
}
