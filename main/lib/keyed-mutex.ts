/** Lets what touches the same thing happen one after another: a change never sees another one half done. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` once all earlier work under this name has ended, successfully or not. */
  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(name) ?? Promise.resolve()).then(work);
    const ended = mine
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(name) === ended) this.#last.delete(name);
      });
    this.#last.set(name, ended);
    return mine;
  }
}
