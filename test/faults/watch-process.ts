/** What a run does to its own process while nobody looks: errors that nobody took, and words on the terminal. */

export interface Watched {
  /** Errors and rejections that nobody took, as text. */
  readonly unhandled: readonly string[];
  /** Everything written to the terminal; it is held back. */
  readonly output: string;
}

/** Runs something and watches the whole process meanwhile. */
export async function watchingProcess<T>(work: () => Promise<T>): Promise<Watched & { readonly result: T }> {
  const unhandled: string[] = [];
  const note = (error: unknown): void => {
    unhandled.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };
  const written: string[] = [];
  const streams = [process.stdout, process.stderr];
  for (const stream of streams) {
    stream.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
      written.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
      const done = rest.at(-1);
      if (typeof done === 'function') process.nextTick(done);
      return true;
    };
  }
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
  try {
    const result = await work();
    // What was rejected last is told only after everything that waits already.
    await new Promise((resolve) => setImmediate(resolve));
    return { result, unhandled, output: written.join('') };
  } finally {
    process.off('unhandledRejection', note);
    process.off('uncaughtException', note);
    // The stream's own method stands behind ours.
    for (const stream of streams) Reflect.deleteProperty(stream, 'write');
  }
}
