import type { ConnectionsState } from '../../preload/contract/connections.ts';
import type { Preferences } from '../../preload/contract/app.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import type { VisitReceipt } from '../../preload/contract/papers.ts';
import type { Health } from '../../preload/contract/service.ts';
import type { Log } from './log/log.ts';

export type VisitedRoom = Pick<VisitReceipt, 'connectionId' | 'target'>;

type Listener<A extends readonly unknown[]> = (...args: A) => unknown;

export class Signal<A extends readonly unknown[] = []> {
  readonly #listeners: Listener<A>[] = [];
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  on(listener: Listener<A>): void {
    this.#listeners.push(listener);
  }

  /** Calls all listeners and waits for them, even if some fail. Then logs the first error, and rejects with it. */
  tell(...args: A): Promise<void> {
    const told = this.#callAll(args);
    told.catch(this.#onError);
    return told;
  }

  async #callAll(args: A): Promise<void> {
    const results = await Promise.allSettled(this.#listeners.map(async (listener) => listener(...args)));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}

export class Signals {
  readonly #log: Pick<Log, 'error'>;
  readonly #onError = (error: unknown): void => this.#log.error('a listener failed', { error });

  /** Emitted when Easel locks. Listeners must drop keys, secrets and drafts synchronously. */
  readonly locked = new Signal(this.#onError);
  readonly unlocked = new Signal(this.#onError);
  readonly registerReady = new Signal(this.#onError);
  readonly pauseAsked = new Signal(this.#onError);
  readonly recorded = new Signal(this.#onError);
  /** Emitted when a connection is removed, or its addresses change. Listeners drop all data from the old addresses. */
  readonly connectionGone = new Signal<[connectionId: string]>(this.#onError);
  /** Emitted when a connection's client stops, for example on a lock. Listeners stop requests and keep cached data. */
  readonly connectionHalted = new Signal<[connectionId: string]>(this.#onError);
  readonly connectionsChanged = new Signal<[state: ConnectionsState]>(this.#onError);
  readonly readOnly = new Signal<[connectionId: string, why: Failure]>(this.#onError);
  readonly tokenCame = new Signal<[connectionId: string, form: string]>(this.#onError);
  /** Emitted after labels, customers or tags changed. The worker thread of the boards list is already up to date. */
  readonly notesChanged = new Signal<[connectionId: string]>(this.#onError);
  readonly clockIsOff = new Signal<[aheadMs: number]>(this.#onError);
  readonly healthChanged = new Signal<[health: Health]>(this.#onError);
  readonly preferred = new Signal<[preferences: Preferences]>(this.#onError);
  readonly visited = new Signal<[receipt: VisitReceipt]>(this.#onError);
  /** Emitted when the user entered or left a room. The argument contains all rooms that the user is in. */
  readonly roomsChanged = new Signal<[rooms: readonly VisitedRoom[]]>(this.#onError);
  readonly #ends: (() => unknown)[] = [];

  constructor(log: Pick<Log, 'error'>) {
    this.#log = log;
  }

  /** Registers a function to run when Easel quits. The functions run in reverse order of registration. */
  onClose(end: () => unknown): void {
    this.#ends.push(end);
  }

  /** Runs the functions registered by `onClose`. Rejects with the first error after all have ended. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const end of this.#ends.splice(0).toReversed()) {
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
