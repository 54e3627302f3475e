/**
 * Lets "older than 90 days" move with the clock. What such a filter means is held for as long as the list stays as it
 * is, so that rows keep their ranks; while somebody looks at one, the list is taken anew each hour.
 */
import type { BoardQuery } from '../../preload/contract/boards.ts';

const HOUR = 3_600_000;
/** How often the clock is looked at, in ms: a computer that slept has hours go by at once. */
const LOOK = 60_000;

export interface AgesOptions {
  /** Epoch ms. */
  readonly now: () => number;
  /** Runs something in so many ms, and gives the function that takes that back. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Ages of this connection's boards are to be counted from the present. */
  readonly onHour: (connectionId: string) => void;
}

export class Ages {
  readonly #options: AgesOptions;
  /** Takes back the next look, by connection. */
  readonly #watched = new Map<string, () => void>();

  constructor(options: AgesOptions) {
    this.#options = options;
  }

  /** This was asked; an answer to a question of ages is good for an hour. Whoever still looks then asks again. */
  asked(connectionId: string, { filters }: BoardQuery): void {
    const isOfAges = filters.some(({ kind }) => kind === 'older-than' || kind === 'newer-than');
    if (isOfAges && !this.#watched.has(connectionId)) this.#look(connectionId, this.#options.now());
  }

  /** Nothing more is waited for where one connection is concerned. */
  forget(connectionId: string): void {
    this.#watched.get(connectionId)?.();
    this.#watched.delete(connectionId);
  }

  /** Nothing more is waited for. */
  stop(): void {
    for (const connectionId of this.#watched.keys()) this.forget(connectionId);
  }

  #look(connectionId: string, since: number): void {
    const { now, after, onHour } = this.#options;
    const takeBack = after(LOOK, () => {
      if (Math.abs(now() - since) < HOUR) {
        this.#look(connectionId, since);
        return;
      }
      this.#watched.delete(connectionId);
      onHour(connectionId);
    });
    this.#watched.set(connectionId, takeBack);
  }
}
