/** Which connections may change something at the service now. Unlocking is kept in memory only. */
import type { ReadOnly } from '../../preload/contract/connections.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Clock } from '../clock.ts';
import { failure, wrongFields } from '../wording/failure.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';

/** How long a read-only connection may change things once its name was typed. */
export const UNLOCKED_MS = 10 * 60_000;

export interface ReadOnlyOptions extends Clock {
  /** Whether the organisation's policy makes this connection read-only. */
  readonly isForced: (connectionId: string) => boolean;
  /** The time of an unlocked connection is over. */
  readonly onEnd: (connectionId: string) => void;
}

type Guarded = Pick<ConnectionRecord, 'id' | 'name' | 'readOnly'>;

export class ReadOnlyLocks {
  readonly #options: ReadOnlyOptions;
  readonly #unlocked = new Map<string, { readonly until: number; readonly cancel: () => void }>();

  constructor(options: ReadOnlyOptions) {
    this.#options = options;
  }

  of({ id, readOnly }: Guarded): ReadOnly {
    const forced = this.#options.isForced(id);
    const on = readOnly || forced;
    return { on, forced, unlockedUntil: on && !forced ? this.#until(id) : null };
  }

  /** Fails with `policy` when the policy forces read-only, else with `read-only` unless it is unlocked now. */
  mayChange(connection: Guarded): Result<null> {
    const { on, forced, unlockedUntil } = this.of(connection);
    if (forced) return fail(forcedFailure);
    if (!on || unlockedUntil !== null) return ok(null);
    return fail(failure('read-only', { message: `“${connection.name}” is read-only. Nothing was sent.` }));
  }

  /** Fails as `unlock` does. */
  whyNotUnlocked(connection: Guarded, typedName: string): Failure | null {
    const { on, forced } = this.of(connection);
    if (forced) return forcedFailure;
    if (!on || typedName === connection.name) return null;
    return wrongFields({ typedName: 'Type the connection’s name exactly as shown.' });
  }

  /** Allows changes for ten minutes from now. Fails with `policy`, or `invalid-input` (field `typedName`). */
  unlock(connection: Guarded, typedName: string): Result<null> {
    const { id } = connection;
    const whyNot = this.whyNotUnlocked(connection, typedName);
    if (whyNot !== null) return fail(whyNot);
    if (!this.of(connection).on) return ok(null);
    this.lock(id);
    const { now, after, onEnd } = this.#options;
    const cancel = after(UNLOCKED_MS, () => {
      this.lock(id);
      onEnd(id);
    });
    this.#unlocked.set(id, { until: now() + UNLOCKED_MS, cancel });
    return ok(null);
  }

  lock(connectionId: string): void {
    this.#unlocked.get(connectionId)?.cancel();
    this.#unlocked.delete(connectionId);
  }

  lockAll(): void {
    for (const id of this.#unlocked.keys()) this.lock(id);
  }

  /** Timers stand still while a computer sleeps, and clocks are set back: whichever ends first counts. */
  #until(connectionId: string): number | null {
    const unlocked = this.#unlocked.get(connectionId);
    return unlocked !== undefined && this.#options.now() < unlocked.until ? unlocked.until : null;
  }
}

const forcedFailure = failure('policy', { message: 'Your organisation made this connection read-only.' });
