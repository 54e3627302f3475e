/** The one way to the mirrors: owns their two threads and turns each call into a promise. */
import { openThread, ThreadError, type Remote, type Thread } from '../../threads/rpc.ts';
import type { BoardWindow } from '../../../preload/contract/boards.ts';
import type { Mirror } from './mirror.ts';
import { NOBODY_WAITS, type SortProgress } from './sort.ts';
import {
  READER_CALLS,
  WRITER_CALLS,
  type MirrorReader,
  type MirrorRole,
  type MirrorThread,
  type MirrorWorkerData,
  type MirrorWriter,
} from './messages.ts';

export interface MirrorOptions {
  /** Where the mirrors' files lie; made when there is something to keep. */
  readonly folder: string;
  /** The file of the main database, for local notes. */
  readonly mainDatabase: string;
  /** Where the built worker lies; from source it is this room's `worker.ts`. */
  readonly workerUrl?: URL;
}

/**
 * Room for what is young in a thread's memory. Left to itself it grows to what a million boards need for a moment, and
 * never shrinks: with bounds main weighs 100 MB less. Listings make much that is young, questions little.
 */
const YOUNG_MB: Readonly<Record<MirrorRole, number>> = { write: 16, read: 2 };

function openRole<Role extends MirrorRole>(
  role: Role,
  options: MirrorOptions,
  progress: SortProgress,
): Thread<MirrorThread<Role>> {
  const { folder, mainDatabase, workerUrl } = options;
  return openThread({
    url: workerUrl ?? new URL('./worker.ts', import.meta.url),
    name: `the mirror’s thread (${role})`,
    data: { role, folder, mainDatabase, progress } satisfies MirrorWorkerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB[role] },
    restarts: true,
  });
}

/** Opens nothing yet: a thread starts with its first call, a file is opened with the first call about it. */
export function openMirror(options: MirrorOptions): Mirror {
  const progress: SortProgress = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));
  const writing = openRole('write', options, progress);
  const reading = openRole('read', options, progress);
  const handle = new Handle(writing.of('mirror'), reading.of('mirror'), progress);
  const served = (names: readonly string[], serve: Serve): [string, unknown][] =>
    names.map((name) => [
      name,
      (first: About, ...rest: readonly unknown[]) =>
        serve(typeof first === 'string' ? first : first.connectionId, name, [first, ...rest]),
    ]);
  return {
    ...(Object.fromEntries([
      ...served(WRITER_CALLS, (...call) => handle.write(...call)),
      ...served(READER_CALLS, (...call) => handle.read(...call)),
    ]) as unknown as Mirror),
    window: async (request) => {
      const window = (await handle.read(request.connectionId, 'window', [request])) as BoardWindow;
      if (window.sorting === undefined) return window;
      const field = request.query.order.by.slice('field:'.length);
      return { ...window, sorting: handle.sorting(request.connectionId, field) };
    },
    forget: (connectionId) => handle.forget(connectionId),
    close: async () => {
      await reading.close();
      await writing.close();
    },
  };
}

/** Every call says first which connection it is about. */
type About = string | { readonly connectionId: string };
type Serve = (connectionId: string, name: string, args: readonly unknown[]) => Promise<unknown>;

/** By a name of which only the mirror’s own lists say that the thread serves it. */
function call(side: object, name: string, args: readonly unknown[]): Promise<unknown> {
  return (Reflect.get(side, name) as (...all: readonly unknown[]) => Promise<unknown>)(...args);
}

/** Calls that a listing can't go on after, when what it had handed over is lost. */
const OF_A_RUN: readonly string[] = ['hold', 'holdRead', 'take', 'finish', 'abandon'];

interface Sorting {
  readonly connectionId: string;
  readonly field: string;
  fault: Error | null;
}

class Handle {
  readonly #writer: Remote<MirrorWriter>;
  readonly #reader: Remote<MirrorReader>;
  /** Connections that were looked at: what was left to do in their files goes on. */
  readonly #met = new Set<string>();
  /** Files that are about to be moved or deleted: the reader must not open them again before they are. */
  readonly #leaving = new Map<string, Promise<unknown>>();
  readonly #progress: SortProgress;
  /** The sort index that is being made, or why the last one could not be. */
  #sorting: Sorting | null = null;

  constructor(writer: Remote<MirrorWriter>, reader: Remote<MirrorReader>, progress: SortProgress) {
    this.#writer = writer;
    this.#reader = reader;
    this.#progress = progress;
  }

  /** Has a list prepared for sorting by a field for as long as it is asked for; gives the share that is done. */
  sorting(connectionId: string, field: string): number {
    const known = this.#sorting;
    const isThis = known?.connectionId === connectionId && known.field === field;
    if (known !== null && known.fault === null) {
      // Nobody waits for another one any more.
      this.#progress[1] = isThis ? Date.now() : 0;
      return isThis ? (this.#progress[0] ?? 0) : 0;
    }
    this.#sorting = null;
    if (known !== null && known.fault !== null && isThis) throw known.fault;
    const sorting: Sorting = { connectionId, field, fault: null };
    this.#sorting = sorting;
    this.#progress.set([0, Date.now()]);
    this.#writer.sort(connectionId, field).then(
      () => (this.#sorting = null),
      (error: unknown) => {
        const fault = error instanceof Error ? error : new Error('unknown');
        if (fault.message === NOBODY_WAITS) this.#sorting = null;
        else sorting.fault = fault;
      },
    );
    return 0;
  }

  write(connectionId: string, name: string, args: readonly unknown[]): Promise<unknown> {
    const again = !OF_A_RUN.includes(name);
    return this.#mended(connectionId, again, () => call(this.#writer, name, args));
  }

  async read(connectionId: string, name: string, args: readonly unknown[]): Promise<unknown> {
    const value = await this.#mended(connectionId, true, () => this.#ask(connectionId, name, args));
    if (!this.#met.has(connectionId)) this.#meet(connectionId);
    return value;
  }

  async forget(connectionId: string): Promise<void> {
    while (this.#leaving.has(connectionId)) await this.#leaving.get(connectionId)?.catch(() => undefined);
    await this.#leave(connectionId, 'forget');
  }

  /** The thread that writes is started for what there is to do only. What fails here fails for the next who asks too. */
  #meet(connectionId: string): void {
    this.#met.add(connectionId);
    const met = this.#ask(connectionId, 'isTidy', [connectionId]).then((isTidy) =>
      isTidy === true ? null : this.#writer.facts(connectionId),
    );
    met.catch(() => this.#met.delete(connectionId));
  }

  async #ask(connectionId: string, name: string, args: readonly unknown[]): Promise<unknown> {
    // Nothing may come between the last look and the call.
    for (;;) {
      const leaving = this.#leaving.get(connectionId);
      if (leaving === undefined) return call(this.#reader, name, args);
      await leaving.catch(() => undefined);
    }
  }

  /** Does it, and when the file turns out to be damaged begins that anew, and (`again`) does it once more. */
  async #mended(connectionId: string, again: boolean, does: () => Promise<unknown>): Promise<unknown> {
    try {
      return await does();
    } catch (error) {
      const kind = error instanceof ThreadError ? error.kind : '';
      if (kind === 'unready') {
        await this.write(connectionId, 'facts', [connectionId]);
        return this.#mended(connectionId, false, does);
      }
      if (kind !== 'damaged') throw error;
      // Calls that meet the same damage wait for one new beginning.
      await (this.#leaving.get(connectionId) ?? this.#leave(connectionId, 'beginAnew'));
      if (!again) throw error;
      return does();
    }
  }

  #leave(connectionId: string, how: 'beginAnew' | 'forget'): Promise<unknown> {
    const leaving = this.#reader
      .release(connectionId)
      .then(() => this.#writer[how](connectionId))
      .finally(() => this.#leaving.delete(connectionId));
    this.#leaving.set(connectionId, leaving);
    return leaving;
  }
}
