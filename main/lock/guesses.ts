/** Judges typed passphrases: after several wrong ones, each further one waits longer. */
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../service/failures.ts';
import { isPassphrase, type KeptPassphrase, type SlowHash } from './passphrase.ts';

/** This many wrong ones cost nothing: fingers slip. */
const FREE_TRIES = 2;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Where the passphrase was typed. */
type Field = 'passphrase' | 'currentPassphrase';

export class Guesses {
  readonly #now: () => number;
  readonly #hash: SlowHash;
  #wrong = 0;
  #since = 0;

  constructor(now: () => number, hash: SlowHash) {
    this.#now = now;
    this.#hash = hash;
  }

  /**
   * Null for the passphrase that was kept; else the failure to put beside the field, with `retryAfterSeconds` while
   * no further guess is looked at. One at a time: guesses side by side would share one wait.
   */
  async whyNot(typed: string | null, kept: KeptPassphrase | null, field: Field): Promise<Failure | null> {
    if (kept === null) return beside(field, 'No passphrase is set.', 0);
    if (typed === null || typed === '') return beside(field, 'Enter the passphrase that is set.', 0);
    const early = this.#secondsToWait();
    if (early > 0) return beside(field, 'Too many wrong passphrases.', early);
    if (await isPassphrase(typed, kept, this.#hash)) {
      this.#wrong = 0;
      return null;
    }
    this.#wrong += 1;
    this.#since = this.#now();
    return beside(field, 'This is not the passphrase.', this.#secondsToWait());
  }

  #secondsToWait(): number {
    if (this.#wrong <= FREE_TRIES) return 0;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#wrong - FREE_TRIES - 1));
    const now = this.#now();
    // A clock that was set back must not stretch the wait.
    if (now < this.#since) this.#since = now;
    return Math.max(0, Math.ceil((this.#since + wait - now) / 1000));
  }
}

function beside(field: Field, sentence: string, seconds: number): Failure {
  if (seconds === 0) return failure('invalid-input', { fields: { [field]: sentence } });
  const wait = seconds === 1 ? 'Wait a second' : `Wait ${seconds} seconds`;
  const fields = { [field]: `${sentence} ${wait} before the next try.` };
  return failure('invalid-input', { fields, retryAfterSeconds: seconds });
}
