/**
 * The system's keychain, through keytar: the only file that knows it. One call runs at a time, each has a deadline, and
 * every answer is proven. A locked keyring reads as null, concurrent calls hang the process, a secret may be truncated,
 * and a call may never end.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createRequire } from 'node:module';
import type { KeychainStatus } from '../../../preload/contract/keys.ts';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { SYSTEM_CLOCK, type Clock } from '../../lib/clock.ts';
import { failure } from '../../lib/wording/failure.ts';
import {
  VAULT_TEXTS,
  vaultFailure,
  VaultNotLoaded,
  type Platform,
  type VaultState,
  type VaultTexts,
} from './keychain-failures.ts';

/** Fails with `keychain-locked`, `-absent`, `-busy` or `-error`, each with cause and fix for this system. */
export interface Keychain {
  /** How the store stood when it was last used, `not-asked` before; asks nothing. */
  state(): KeychainStatus;
  /** Tries the store with a test item. Never rejects, and answers within 20 s. */
  status(): Promise<KeychainStatus>;
  /** The secret; `null` only with proof that there is none: a locked keychain is a failure. */
  get(account: string): Promise<Result<string | null>>;
  /**
   * Keeps the secret under a name that has no item yet.
   *
   * With `-locked`, `-absent` and `invalid-input` nothing of the secret is there. With `-busy` and `-error` that can't be
   * promised: a late write is taken back only once the store answers, and a broken store may not allow that.
   */
  set(account: string, secret: string): Promise<Result<null>>;
  /** Succeeds only when the secret is proven gone, or was not there. */
  remove(account: string): Promise<Result<null>>;
}

/** The operations of a system's store; any of them may throw, hang or lie. */
export interface Vault {
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  /** Whether there was something to remove: not believed. */
  remove(account: string): Promise<boolean>;
}

export interface KeychainOptions {
  /** Decides the words for people. */
  readonly platform: Platform;
  /** The system's, if absent. */
  readonly after?: Clock['after'];
  /** Called when the state of the store changes. */
  readonly onState?: (state: KeychainStatus) => void;
}

/** How long a call may wait for its turn, and again how long it may run, in ms. */
export const KEYCHAIN_DEADLINE_MS = 10_000;

/** The most that every system takes (Windows: 2,560 bytes, less its own overhead). */
export const LONGEST_SECRET_BYTES = 2048;

/** The item that proves that the store can be written, read and emptied. */
export const PROBE_ACCOUNT = 'easel-probe';

const LATE = 'No answer within 10 s.';
const STATES = ['locked', 'absent', 'busy'] as const;

/**
 * Makes the system's keychain. Nothing is loaded before the first call. A failed load is `absent` where libsecret is
 * missing, which keytar needs on Linux, else `error`.
 */
export function createKeytarKeychain(options: KeychainOptions): Keychain {
  return createGuardedKeychain(keytarVault, options);
}

/** Makes a keychain of a vault that can't be trusted. */
export function createGuardedKeychain(
  vault: Vault,
  { platform, after = SYSTEM_CLOCK.after, onState }: KeychainOptions,
): Keychain {
  const texts: VaultTexts = VAULT_TEXTS[platform];
  const { backend } = texts;
  let state: KeychainStatus = { state: 'not-asked', backend, cause: '', fix: '' };
  /** Ends with the operation that was called last. */
  let last: Promise<void> = Promise.resolve();
  /** An operation has passed its deadline and still runs: until it ends, all others fail at once. */
  let isHanging = false;

  /**
   * Runs one operation in its turn; errors that the vault throws become failures. `isLate` says that the caller has left:
   * the operation should then undo what it did, not continue.
   */
  async function operation<T>(work: (isLate: () => boolean) => Promise<Result<T>>): Promise<Result<T>> {
    const result = isHanging ? blocked() : await inTurn(work);
    found(statusOf(result));
    return result;
  }

  function inTurn<T>(work: (isLate: () => boolean) => Promise<Result<T>>): Promise<Result<T>> {
    const { promise, resolve } = Promise.withResolvers<Result<T>>();
    let isOver = false;
    const within = (late: () => Result<never>): (() => void) =>
      after(KEYCHAIN_DEADLINE_MS, () => {
        isOver = true;
        resolve(late());
      });
    const stopWaiting = within(blocked);
    last = last.then(async () => {
      if (isOver) return;
      stopWaiting();
      const stop = within(() => {
        isHanging = true;
        return failed('busy', LATE);
      });
      const result = await work(() => isOver).catch((error: unknown) => fail(vaultFailure(texts, error)));
      stop();
      isHanging = false;
      resolve(result);
    });
    return promise;
  }

  function blocked(): Result<never> {
    return failed('busy', 'An earlier call is still running.');
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

  /** Writes, reads and removes a test item: only an open store lets all of that be done. */
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

  async function write(isLate: () => boolean, account: string, secret: string): Promise<Result<null>> {
    const open = await probe();
    if (!open.ok) return open;
    if (isLate()) return failed('busy', LATE);
    const written = await tryToWrite(account, secret).catch((error: unknown) =>
      fail(vaultFailure(texts, error)),
    );
    // After the deadline the caller was told that nothing was stored, so nothing may be.
    if (written.ok && !isLate()) return written;
    const isGone = await remove(account).catch(() => null);
    if (written.ok || isGone?.ok === true || written.error.code === 'keychain-busy') return written;
    // Only an error or no answer may leave open whether the secret is there.
    return fail(failure('keychain-error', { ...written.error }));
  }

  async function tryToWrite(account: string, secret: string): Promise<Result<null>> {
    await vault.set(account, secret);
    const kept = await vault.get(account);
    if (kept === null) return failed('error', 'The key was written but can’t be read.');
    return isSame(kept, secret) ? ok(null) : failed('error', 'The key came back changed.');
  }

  async function remove(account: string): Promise<Result<null>> {
    const didRemove = await vault.remove(account);
    if ((await vault.get(account)) !== null) return failed('error', 'The key is still there after removal.');
    const proven = await probe();
    // "Locked" says that nothing was touched, and here something may have been.
    return proven.ok || !didRemove
      ? proven
      : failed('error', 'The key seems gone, but Easel can’t confirm it.');
  }

  return {
    state: () => state,
    status: async () => statusOf(await operation(probe)),
    get: (account) =>
      operation<string | null>(async (isLate) => {
        const secret = await vault.get(account);
        // A locked store returns null as well: only an open one proves that there is no secret.
        return secret !== null || isLate() ? ok(secret) : probe();
      }),
    set: async (account, secret) => {
      const wrong = whyNotStorable(secret);
      if (wrong !== null) return fail(failure('invalid-input', { message: wrong }));
      return operation((isLate) => write(isLate, account, secret));
    },
    remove: (account) => operation(() => remove(account)),
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

/** The name of all of Easel's items in the system's own tool. */
const KEYCHAIN_SERVICE = 'Easel';

const keytarVault: Vault = {
  get: async (account) => (await load()).getPassword(KEYCHAIN_SERVICE, account),
  set: async (account, secret) => (await load()).setPassword(KEYCHAIN_SERVICE, account, secret),
  remove: async (account) => (await load()).deletePassword(KEYCHAIN_SERVICE, account),
};

async function load(): Promise<typeof import('keytar')> {
  try {
    return (await import('keytar')).default;
  } catch (error) {
    throw new VaultNotLoaded(whyNotLoaded() ?? (error instanceof Error ? error.message : 'unknown'));
  }
}

/** What the system says of keytar's binary, which keytar itself keeps to itself; null where it can be loaded after all. */
function whyNotLoaded(): string | null {
  const { platform, arch } = process;
  try {
    createRequire(import.meta.url)(`keytar/prebuilds/${platform}-${arch}/keytar.node`);
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown';
  }
}
