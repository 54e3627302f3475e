/** Events between modules. */
import type { ConnectionsState } from '../../preload/contract/connections.ts';
import type { Preferences } from '../../preload/contract/app.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import type { VisitReceipt } from '../../preload/contract/papers.ts';
import type { Health } from '../../preload/contract/service.ts';

type Listener<A extends readonly unknown[]> = (...args: A) => unknown;

export class Signal<A extends readonly unknown[] = []> {
  readonly #listeners: Listener<A>[] = [];

  on(listener: Listener<A>): void {
    this.#listeners.push(listener);
  }

  /** Calls all listeners synchronously, even if one throws. Rejects with the first error after all have finished. */
  async tell(...args: A): Promise<void> {
    const results = await Promise.allSettled(this.#listeners.map(async (listener) => listener(...args)));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}

export class Signals {
  /** Easel is locked: listeners drop keys, secrets and drafts synchronously. */
  readonly locked = new Signal();
  /** A connection was removed or its address changed: data read through it is stale. */
  readonly connectionGone = new Signal<[connectionId: string]>();
  /** A connection gets no key for now: running requests end, cached data stays. */
  readonly connectionHalted = new Signal<[connectionId: string]>();
  readonly connectionsChanged = new Signal<[state: ConnectionsState]>();
  /** The connection became read-only. */
  readonly readOnly = new Signal<[connectionId: string, why: Failure]>();
  /** A response contained a token; `form` is where. */
  readonly tokenCame = new Signal<[connectionId: string, form: string]>();
  /** Labels, customers or tags of this connection changed, and the boards' thread knows. */
  readonly notesChanged = new Signal<[connectionId: string]>();
  /** A service's clock differs from this computer's by `aheadMs`. */
  readonly clockIsOff = new Signal<[aheadMs: number]>();
  readonly healthChanged = new Signal<[health: Health]>();
  readonly preferred = new Signal<[preferences: Preferences]>();
  /** A visit ended. */
  readonly visited = new Signal<[receipt: VisitReceipt]>();
  readonly #ends: (() => unknown)[] = [];

  /** Registers a function to run at exit, in reverse order. */
  onClose(end: () => unknown): void {
    this.#ends.push(end);
  }

  /** Runs all registered functions in turn. Rejects with the first error at the end. */
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
