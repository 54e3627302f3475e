/** How modules tell each other what has happened, without knowing who listens. */
import type { ConnectionsState } from '../../preload/contract/connections.ts';
import type { Preferences } from '../../preload/contract/app.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import type { VisitReceipt } from '../../preload/contract/papers.ts';
import type { Health } from '../../preload/contract/service.ts';

type Listener<A extends readonly unknown[]> = (...told: A) => unknown;

export class Signal<A extends readonly unknown[] = []> {
  readonly #listeners: Listener<A>[] = [];

  on(listener: Listener<A>): void {
    this.#listeners.push(listener);
  }

  /** Calls all listeners in this turn, even where one throws. Rejects when one has failed, once all are done. */
  async tell(...told: A): Promise<void> {
    const results = await Promise.allSettled(this.#listeners.map(async (listener) => listener(...told)));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}

export class Signals {
  /** Easel is locked: keys, secrets and what a person has begun leave the memory in the same turn. */
  readonly locked = new Signal();
  /** A connection is gone or leads elsewhere now: what was read through it is no longer true. */
  readonly connectionGone = new Signal<[connectionId: string]>();
  /** A connection gets no key for now: running requests end, and data that was read stays. */
  readonly connectionHalted = new Signal<[connectionId: string]>();
  readonly connectionsChanged = new Signal<[state: ConnectionsState]>();
  /** Nothing may be changed at the service now, though it may have been until now. */
  readonly readOnly = new Signal<[connectionId: string, why: Failure]>();
  /** A service has given a token: where in its answer it was. */
  readonly tokenCame = new Signal<[connectionId: string, form: string]>();
  /** Rows of this connection show other labels, customers or tags, and the mirror knows. */
  readonly notesChanged = new Signal<[connectionId: string]>();
  readonly healthChanged = new Signal<[health: Health]>();
  readonly preferred = new Signal<[preferences: Preferences]>();
  /** A visit is over, however it ended. */
  readonly visited = new Signal<[receipt: VisitReceipt]>();
  readonly #ends: (() => unknown)[] = [];

  /** Registers what a module ends before the program does; what was opened last ends first. */
  onClose(end: () => unknown): void {
    this.#ends.push(end);
  }

  /** Ends everything, one after another, even where something fails; rejects with the first failure then. */
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
