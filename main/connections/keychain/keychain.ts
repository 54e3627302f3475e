/**
 * Wraps the system's keychain, and is the only user of keytar. Runs one call at a time, each with a deadline, and
 * checks its result. Reasons: a locked keychain returns null, concurrent calls hang the process, the keychain may
 * truncate secrets, and a call may never return.
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

/** The system's keychain. Calls fail with `keychain-locked`, `-absent`, `-busy` or `-error`, with cause and fix. */
export interface Keychain {
  /** Returns the keychain's state after the last call. Makes no call to the keychain. */
  state(): KeychainStatus;
  /** Writes, reads and removes a test item, and returns the keychain's state. Never rejects. Takes at most 20 s. */
  status(): Promise<KeychainStatus>;
  /** Returns a secret. Null only if the keychain is unlocked and has no such item. */
  get(account: string): Promise<Result<string | null>>;
  /**
   * Stores a secret under a new name. If it fails with `-locked`, `-absent` or `invalid-input`, the keychain is
   * unchanged. After `-busy` or `-error`, the secret may be stored.
   */
  set(account: string, secret: string): Promise<Result<null>>;
  /** Removes a secret. Succeeds only if it is proven deleted. `-locked` and `-absent` mean that nothing was removed. */
  remove(account: string): Promise<Result<null>>;
}

export type Vault = typeof keytarVault;

export interface KeychainOptions {
  readonly platform: Platform;
  readonly after?: Clock['after'];
  readonly onState?: (state: KeychainStatus) => void;
}

/** Time limit in ms of a keychain call. The call's wait in the queue has the same limit. */
export const KEYCHAIN_DEADLINE_MS = 10_000;

/** Maximum length of a secret in bytes. Windows allows 2,560 bytes including its own overhead. */
export const LONGEST_SECRET_BYTES = 2048;

export const PROBE_ACCOUNT = 'easel-probe';

const LATE = 'No response within 10 s.';
const STATES = ['locked', 'absent', 'busy'] as const;

export function createGuardedKeychain(
  vault: Vault,
  { platform, after = SYSTEM_CLOCK.after, onState }: KeychainOptions,
): Keychain {
  const texts = VAULT_TEXTS[platform];
  const { backend } = texts;
  const { failed, probe, write, remove } = provenCalls(vault, texts);
  let state: KeychainStatus = { state: 'not-asked', backend, cause: '', fix: '' };
  let last: Promise<void> = Promise.resolve();
  /** True while a keychain call runs past its deadline. Meanwhile, all other calls fail at once. */
  let isHanging = false;

  /** Runs the keychain call `work`. If `isLate` returns true, the deadline has passed, so `work` must undo its changes. */
  async function operation<T>(work: (isLate: () => boolean) => Promise<Result<T>>): Promise<Result<T>> {
    const result = isHanging ? queueBusy() : await inTurn(work);
    setState(statusOf(result));
    return result;
  }

  function inTurn<T>(work: (isLate: () => boolean) => Promise<Result<T>>): Promise<Result<T>> {
    const { promise, resolve } = Promise.withResolvers<Result<T>>();
    let isOver = false;
    const startDeadline = (late: () => Result<never>): (() => void) =>
      after(KEYCHAIN_DEADLINE_MS, () => {
        isOver = true;
        resolve(late());
      });
    const stopWaiting = startDeadline(queueBusy);
    last = last.then(async () => {
      if (isOver) return;
      stopWaiting();
      const stop = startDeadline(() => {
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

  function queueBusy(): Result<never> {
    return failed('busy', 'An earlier request to the keychain is still running.');
  }

  function statusOf(result: Result<unknown>): KeychainStatus {
    if (result.ok) return { state: 'available', backend, cause: '', fix: '' };
    const { code, message: cause, nextStep: fix, details } = result.error;
    const [, message] = details;
    const state = STATES.find((each) => code === `keychain-${each}`) ?? 'error';
    return { state, backend, cause, fix, ...(message === undefined ? {} : { said: message }) };
  }

  function setState(next: KeychainStatus): void {
    const isKnown = next.state === state.state && next.cause === state.cause && next.fix === state.fix;
    state = next;
    if (!isKnown) onState?.(next);
  }

  return {
    state: () => state,
    status: async () => statusOf(await operation(probe)),
    get: (account) =>
      operation<string | null>(async (isLate) => {
        const secret = await vault.get(account);
        if (secret !== null || isLate()) return ok(secret);
        // A locked keychain also returns null. So null is proof only after a test item could be written and read.
        const open = await probe();
        return open.ok ? ok(await vault.get(account)) : open;
      }),
    set: async (account, secret) => {
      const wrong = whyNotStorable(secret);
      if (wrong !== null) return fail(failure('invalid-input', { message: wrong }));
      return operation((isLate) => write(isLate, account, secret));
    },
    remove: (account) => operation(() => remove(account)),
  };
}

/** Keychain operations that check keytar's results. They reject if keytar throws. */
function provenCalls(vault: Vault, texts: VaultTexts) {
  function failed(state: VaultState, detail: string): Result<never> {
    const { cause, fix } = texts.states[state];
    const details = [`Keychain: ${texts.backend}`, detail];
    return fail(failure(`keychain-${state}`, { message: cause, nextStep: fix, details }));
  }

  async function probe(): Promise<Result<null>> {
    const value = randomBytes(16).toString('hex');
    await vault.set(PROBE_ACCOUNT, value);
    const read = await vault.get(PROBE_ACCOUNT);
    if (read === null) return failed('locked', 'Easel saved a test item, but can’t read it back.');
    if (!isSame(read, value)) return failed('error', 'The keychain returned a different test item.');
    await vault.remove(PROBE_ACCOUNT);
    const left = await vault.get(PROBE_ACCOUNT);
    return left === null ? ok(null) : failed('error', 'The keychain didn’t remove Easel’s test item.');
  }

  async function write(isLate: () => boolean, account: string, secret: string): Promise<Result<null>> {
    const open = await probe();
    if (!open.ok) return open;
    if (isLate()) return failed('busy', LATE);
    const written = await tryToWrite(account, secret).catch((error: unknown) =>
      fail(vaultFailure(texts, error)),
    );
    // A write that ends after the deadline is undone, because its caller has already received a failure.
    if (written.ok && !isLate()) return written;
    const isGone = await remove(account).catch(() => null);
    if (written.ok || isGone?.ok === true || written.error.code === 'keychain-busy') return written;
    // Changes the failure code to `keychain-error`, because other codes would say that the keychain is unchanged.
    return fail(failure('keychain-error', { ...written.error }));
  }

  async function tryToWrite(account: string, secret: string): Promise<Result<null>> {
    await vault.set(account, secret);
    const kept = await vault.get(account);
    if (kept === null) return failed('error', 'The key was saved, but can’t be read back.');
    return isSame(kept, secret) ? ok(null) : failed('error', 'The keychain returned a different key.');
  }

  async function remove(account: string): Promise<Result<null>> {
    const didRemove = await vault.remove(account);
    const proven = await proveRemoved(account).catch((error: unknown) => fail(vaultFailure(texts, error)));
    // Replaces the codes `keychain-locked` and `-absent`, which would wrongly claim an unchanged keychain.
    return proven.ok || !didRemove ? proven : fail(failure('keychain-error', { ...proven.error }));
  }

  async function proveRemoved(account: string): Promise<Result<null>> {
    const open = await probe();
    if (!open.ok || (await vault.get(account)) === null) return open;
    return failed('error', 'The keychain still contains the removed key.');
  }

  return { failed, probe, write, remove };
}

/** Returns why a keychain can't store a secret, or null. Linux truncates at NUL, and Windows limits the length. */
function whyNotStorable(secret: string): string | null {
  if (Buffer.byteLength(secret) > LONGEST_SECRET_BYTES) return 'The key is too long for the keychain.';
  return /[\u0000-\u001f\u007f-\u009f]/u.test(secret) ? 'The key contains control characters.' : null;
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

const KEYCHAIN_SERVICE = 'Easel';

/** Loads keytar at the first call. If this fails, the state is `absent` if libsecret is missing, otherwise `error`. */
export const keytarVault = {
  get: async (account: string) => (await load()).getPassword(KEYCHAIN_SERVICE, account),
  set: async (account: string, secret: string) =>
    (await load()).setPassword(KEYCHAIN_SERVICE, account, secret),
  remove: async (account: string) => (await load()).deletePassword(KEYCHAIN_SERVICE, account),
};

async function load(): Promise<typeof import('keytar')> {
  try {
    return (await import('keytar')).default;
  } catch (error) {
    throw new VaultNotLoaded(whyNotLoaded() ?? (error instanceof Error ? error.message : 'unknown'));
  }
}

/** Loads keytar's binary, because keytar hides load errors. Returns the error, or null if the binary loads. */
function whyNotLoaded(): string | null {
  const { platform, arch } = process;
  try {
    createRequire(import.meta.url)(`keytar/prebuilds/${platform}-${arch}/keytar.node`);
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown';
  }
}
