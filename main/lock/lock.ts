/** SKELETON. */
import type { ArgsOf, CallName } from '../../preload/contract/calls.ts';
import type { LockState } from '../../preload/contract/domain.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import type { Store } from '../store/database.ts';

/** What the system knows of the person before it. */
export interface Presence {
  /** Seconds since the person last touched mouse or keyboard. */
  readonly idleSeconds: () => number;
  /** The person has locked the system's screen, or the computer goes to sleep. */
  readonly onAway: (listener: () => void) => void;
  /** Asks the person by the system's own means (Touch ID); null where this system has none that Electron reaches. */
  readonly ask: (() => Promise<boolean>) | null;
}

export interface LockOptions {
  readonly settings: Store['settings'];
  readonly presence: Presence;
  /** The most minutes that the policy allows; null where it says nothing. */
  readonly forcedMinutes: number | null;
  readonly now: () => number;
  /** Runs later, once; gives the function that takes it back. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly onChange: (state: LockState) => void;
  /** Drops every key from memory. */
  readonly dropKeys: () => void;
  /** Removes every key from this computer. Fails when one can't be proven gone. */
  readonly removeKeys: () => Promise<Result<null>>;
}

export class Lock {
  constructor(_options: LockOptions) {
    throw new Error('skeleton');
  }

  /** Reads what was configured; locked at once when Easel ended locked. */
  open(): Promise<void> {
    throw new Error('skeleton');
  }

  /** Why this call is not answered now; null when it is. For the border. */
  gate(_channel: CallName): Failure | null {
    throw new Error('skeleton');
  }

  state(): LockState {
    throw new Error('skeleton');
  }

  lockNow(): Promise<Result<LockState>> {
    throw new Error('skeleton');
  }

  unlock(_passphrase: string | null): Promise<Result<LockState>> {
    throw new Error('skeleton');
  }

  configure(_settings: ArgsOf<'lock.configure'>): Promise<Result<LockState>> {
    throw new Error('skeleton');
  }

  removeKeys(_typed: string): Promise<Result<LockState>> {
    throw new Error('skeleton');
  }

  stop(): void {
    throw new Error('skeleton');
  }
}
