/** The one way to the mirrors: owns their two threads and turns each call into a promise. */
import type { Mirror } from './mirror.ts';
import { READER_CALLS, WRITER_CALLS } from './messages.ts';
import { MirrorDamaged, openThread, type MirrorThread } from './thread.ts';

export interface MirrorOptions {
  /** Where the mirrors' files lie; made when there is something to keep. */
  readonly folder: string;
  /** The file of the main database, for local notes. */
  readonly mainDatabase: string;
  /** Epoch ms. */
  readonly now: () => number;
  /** What can be seen of a list has changed, though nothing was asked for: further fields can be searched now. */
  readonly onChange?: (connectionId: string) => void;
  /** Where the built worker lies; from source it is this room's `worker.ts`. */
  readonly workerUrl?: URL;
}

/** Opens nothing yet: a thread starts with its first call, a file is opened with the first call about it. */
export function openMirror(options: MirrorOptions): Mirror {
  const writer = openThread('write', options);
  const reader = openThread('read', options);
  const handle = new Handle(writer, reader);
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
    forget: (connectionId) => handle.forget(connectionId),
    notesChanged: async (connectionId) => {
      await reader.call('notesChanged', [connectionId]);
      return (await handle.write(connectionId, 'notesChanged', [connectionId])) as Awaited<
        ReturnType<Mirror['notesChanged']>
      >;
    },
    close: async () => {
      await reader.close();
      await writer.close();
    },
  };
}

/** Every call says first which connection it is about. */
type About = string | { readonly connectionId: string };
type Serve = (connectionId: string, name: string, args: readonly unknown[]) => Promise<unknown>;

/** Calls that a listing can't go on after, when what it had handed over is lost. */
const OF_A_RUN: readonly string[] = ['hold', 'holdRead', 'take', 'finish', 'abandon'];
const CHANGES_ROWS: readonly string[] = ['finish', 'abandon', 'put', 'remove'];

class Handle {
  readonly #writer: MirrorThread;
  readonly #reader: MirrorThread;
  /** Connections whose file the writer has opened (so migrated), or is about to. */
  readonly #opened = new Map<string, Promise<unknown>>();
  /** Files that are about to be moved or deleted: the reader must not open them again before they are. */
  readonly #leaving = new Map<string, Promise<unknown>>();

  constructor(writer: MirrorThread, reader: MirrorThread) {
    this.#writer = writer;
    this.#reader = reader;
  }

  async write(connectionId: string, name: string, args: readonly unknown[]): Promise<unknown> {
    const again = !OF_A_RUN.includes(name);
    const value = await this.#mended(connectionId, again, () => this.#writer.call(name, args));
    // Only a hint: what is wrong shows at the next question.
    if (CHANGES_ROWS.includes(name)) this.#ask(connectionId, 'load', [connectionId]).catch(() => undefined);
    return value;
  }

  async read(connectionId: string, name: string, args: readonly unknown[]): Promise<unknown> {
    await this.#open(connectionId);
    return this.#mended(connectionId, true, () => this.#ask(connectionId, name, args));
  }

  async forget(connectionId: string): Promise<void> {
    while (this.#leaving.has(connectionId)) await this.#leaving.get(connectionId)?.catch(() => undefined);
    await this.#leave(connectionId, 'forget');
  }

  /** The reader can't migrate a file, nor keep a newer one aside. */
  #open(connectionId: string): Promise<unknown> {
    const known = this.#opened.get(connectionId);
    if (known !== undefined) return known;
    const opening = this.write(connectionId, 'facts', [connectionId]);
    this.#opened.set(connectionId, opening);
    opening.catch(() => this.#opened.delete(connectionId));
    return opening;
  }

  async #ask(connectionId: string, name: string, args: readonly unknown[]): Promise<unknown> {
    // Nothing may come between the last look and the call.
    for (;;) {
      const leaving = this.#leaving.get(connectionId);
      if (leaving === undefined) return this.#reader.call(name, args);
      await leaving.catch(() => undefined);
    }
  }

  /** Does it, and when the file turns out to be damaged begins that anew, and (`again`) does it once more. */
  async #mended(connectionId: string, again: boolean, does: () => Promise<unknown>): Promise<unknown> {
    try {
      return await does();
    } catch (error) {
      if (!(error instanceof MirrorDamaged)) throw error;
      // Calls that meet the same damage wait for one new beginning.
      await (this.#leaving.get(connectionId) ?? this.#leave(connectionId, 'beginAnew'));
      if (!again) throw error;
      return does();
    }
  }

  #leave(connectionId: string, how: 'beginAnew' | 'forget'): Promise<unknown> {
    const leaving = this.#reader
      .call('release', [connectionId])
      .then(() => this.#writer.call(how, [connectionId]))
      .finally(() => this.#leaving.delete(connectionId));
    this.#leaving.set(connectionId, leaving);
    return leaving;
  }
}
