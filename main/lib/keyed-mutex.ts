export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` after all earlier work with the same name has ended or failed. */
  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(name) ?? Promise.resolve()).then(work);
    const ended = mine.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(name, ended);
    return mine;
  }
}
