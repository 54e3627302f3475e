/**
 * Makes a keychain of a vault that can't be trusted: one call at a time, a deadline, proof for what it says. This is
 * needed because a locked keyring reads as null, concurrent calls hang the process, a secret may be truncated, and a
 * call may never end.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeychainStatus } from '../../preload/contract/keys.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { SYSTEM_CLOCK, type Clock } from '../clock.ts';
import { failure } from '../wording/failure.ts';
import { vaultFailure, type VaultState, type VaultTexts } from './keychain-failures.ts';
import type { Keychain } from './keychain.ts';

/** The operations of a system's store; any of them may throw, hang or lie. */
export interface Vault {
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  /** Whether there was something to remove: not believed. */
  remove(account: string): Promise<boolean>;
}

export interface GuardedOptions {
  readonly vault: Vault;
  readonly texts: VaultTexts;
  /** The system's, if absent. */
  readonly after?: Clock['after'];
  /** Called when the state of the store changes. */
  readonly onState?: (state: KeychainStatus) => void;
}

/** How long one operation may take, in ms. */
export const KEYCHAIN_DEADLINE_MS = 10_000;

/** The most that every system takes (Windows: 2,560 bytes, less its own overhead). */
export const LONGEST_SECRET_BYTES = 2048;

/** The item that proves that the store can be written, read and emptied. */
export const PROBE_ACCOUNT = 'easel-probe';

const LATE = 'No answer within 10 s.';
const STATES = ['locked', 'absent', 'busy'] as const;

export function createGuardedKeychain({ vault, texts, after, onState }: GuardedOptions): Keychain {
  const { backend } = texts;
  let state: KeychainStatus = { state: 'not-asked', backend, cause: '', fix: '' };
  const queue = new SerialQueue(KEYCHAIN_DEADLINE_MS, after);

  /** One operation in its turn; what the vault throws and what takes too long become failures. */
  async function operation<T>(work: (deadline: Deadline) => Promise<Result<T>>): Promise<Result<T>> {
    const outcome = await queue.run(async (deadline) => {
      try {
        return await work(deadline);
      } catch (error) {
        return fail(vaultFailure(texts, error));
      }
    });
    const result =
      outcome.kind === 'done'
        ? outcome.value
        : failed('busy', outcome.kind === 'late' ? LATE : 'An earlier call is still running.');
    found(statusOf(result));
    return result;
  }

  function statusOf(result: Result<unknown>): KeychainStatus {
    if (result.ok) return { state: 'available', backend, cause: '', fix: '' };
    const { code, message: cause, nextStep: fix, details } = result.error;
    const [, said] = details;
    const state = STATES.find((each) => code === `keychain-${each}`) ?? 'error';
    return { state, backend, cause, fix, ...(said === undefined ? {} : { said }) };
  }

  function found(next: KeychainStatus): void {
    const isKnown = next.state === state.state && next.cause === state.cause && next.fix === state.fix;
    state = next;
    if (!isKnown) onState?.(next);
  }

  function failed(state: VaultState, detail: string): Result<never> {
    const { cause, fix } = texts.states[state];
    const details = [`Keychain: ${backend}`, detail];
    return fail(failure(`keychain-${state}`, { message: cause, nextStep: fix, details }));
  }

  /** Writes, reads and removes a test item: only an open store lets all of that be done. Vault errors are thrown. */
  async function probe(): Promise<Result<null>> {
    const value = randomBytes(16).toString('hex');
    await vault.set(PROBE_ACCOUNT, value);
    const read = await vault.get(PROBE_ACCOUNT);
    if (read === null) return failed('locked', 'A test item could be written but not read.');
    if (!isSame(read, value)) return failed('error', 'A test item came back changed.');
    await vault.remove(PROBE_ACCOUNT);
    const left = await vault.get(PROBE_ACCOUNT);
    return left === null ? ok(null) : failed('error', 'A test item could not be removed.');
  }

  /** The stored secret. A locked store returns null as well: only an open one proves that there is none. */
  async function read(deadline: Deadline, account: string): Promise<Result<string | null>> {
    const secret = await vault.get(account);
    return secret !== null || deadline.isLate() ? ok(secret) : probe();
  }

  /** Puts back what was there before a write that failed, and says whether it is there again. */
  async function restore(account: string, earlier: string | null): Promise<boolean> {
    try {
      if ((await vault.get(account)) !== earlier) {
        if (earlier === null) await vault.remove(account);
        else await vault.set(account, earlier);
        if ((await vault.get(account)) !== earlier) return false;
      }
      return earlier !== null || (await probe()).ok;
    } catch {
      return false;
    }
  }

  async function write(deadline: Deadline, account: string, secret: string): Promise<Result<null>> {
    const earlier = await read(deadline, account);
    if (!earlier.ok) return earlier;
    if (deadline.isLate()) return failed('busy', LATE);
    try {
      await vault.set(account, secret);
      const kept = await vault.get(account);
      // After the deadline the caller was told that nothing was stored, so nothing may be.
      if (!deadline.isLate() && kept !== null && isSame(kept, secret)) return ok(null);
      await restore(account, earlier.value);
      const detail = kept === null ? 'The key was written but can’t be read.' : 'The key came back changed.';
      return failed('error', detail);
    } catch (error) {
      if (await restore(account, earlier.value)) throw error;
      // Whatever it said: what it holds now is not known, and only an error or no answer may leave that open.
      const said = vaultFailure(texts, error);
      return fail(said.code === 'keychain-busy' ? said : failure('keychain-error', { ...said }));
    }
  }

  return {
    backend,
    state: () => state,
    async status(): Promise<KeychainStatus> {
      return statusOf(await operation(probe));
    },
    get: (account) => operation((deadline) => read(deadline, account)),
    async set(account, secret) {
      const wrong = whyNotStorable(secret);
      if (wrong !== null) return fail(failure('invalid-input', { message: wrong }));
      return operation((deadline) => write(deadline, account, secret));
    },
    remove: (account) =>
      operation(async () => {
        const didRemove = await vault.remove(account);
        if ((await vault.get(account)) !== null)
          return failed('error', 'The key is still there after removal.');
        const proven = await probe();
        // "Locked" says that nothing was touched, and here something may have been.
        return proven.ok || !didRemove
          ? proven
          : failed('error', 'The key seems gone, but Easel can’t confirm it.');
      }),
  };
}

/** Linux cuts a secret at NUL, Windows refuses long ones; no API key holds either. */
function whyNotStorable(secret: string): string | null {
  if (secret === '') return 'Enter a key.';
  if (Buffer.byteLength(secret) > LONGEST_SECRET_BYTES) return 'The key is too long for the keychain.';
  if (/[\u0000-\u001f\u007f-\u009f]/u.test(secret)) return 'The key contains control characters.';
  if (/\s/u.test(secret)) return 'The key contains a space.';
  // A lone surrogate would come back as another character.
  return secret.isWellFormed() ? null : 'The key contains characters that can’t be stored.';
}

/** Compares in constant time, whatever the lengths. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

// A queue that lets one operation run at a time, and lets none wait behind one that hangs.

interface Deadline {
  /**
   * Whether the deadline has passed and the caller has left: the operation should then undo what it did, not continue.
   */
  isLate(): boolean;
}

/** `late`: begun, not ended in time. `blocked`: never begun, because an earlier one hangs. */
type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'late' }
  | { readonly kind: 'blocked' };

interface Waiting {
  start(): void;
  block(): void;
}

/**
 * Runs operations one after another, each with the same time for waiting and again for running.
 *
 * One that runs past its deadline gives `late`; until it really ends, those that wait and those that come are
 * `blocked` at once. Operations must not throw.
 */
export class SerialQueue {
  readonly #deadlineMs: number;
  readonly #after: Clock['after'];
  readonly #waiting = new Set<Waiting>();
  #state: 'free' | 'running' | 'hanging' = 'free';

  constructor(deadlineMs: number, after = SYSTEM_CLOCK.after) {
    this.#deadlineMs = deadlineMs;
    this.#after = after;
  }

  run<T>(work: (deadline: Deadline) => Promise<T>): Promise<Outcome<T>> {
    return new Promise((resolve) => {
      const start = (): void => void this.#start(work, resolve);
      const block = (): void => resolve({ kind: 'blocked' });
      if (this.#state === 'free') start();
      else if (this.#state === 'hanging') block();
      else this.#wait(start, block);
    });
  }

  #wait(start: () => void, block: () => void): void {
    const leave = (then: () => void) => (): void => {
      cancel();
      this.#waiting.delete(waiting);
      then();
    };
    const waiting: Waiting = { start: leave(start), block: leave(block) };
    const cancel = this.#after(this.#deadlineMs, () => waiting.block());
    this.#waiting.add(waiting);
  }

  async #start<T>(
    work: (deadline: Deadline) => Promise<T>,
    resolve: (outcome: Outcome<T>) => void,
  ): Promise<void> {
    this.#state = 'running';
    let late = false;
    const cancel = this.#after(this.#deadlineMs, () => {
      late = true;
      this.#state = 'hanging';
      resolve({ kind: 'late' });
      for (const waiting of this.#waiting) waiting.block();
    });
    const value = await work({ isLate: () => late });
    cancel();
    this.#state = 'free';
    resolve({ kind: 'done', value });
    const [next] = this.#waiting;
    next?.start();
  }
}
