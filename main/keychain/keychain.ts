/** What Easel asks of a keychain, whichever system keeps it. */
import type { KeychainStatus } from '../../preload/contract/keys.ts';
import type { Result } from '../../preload/contract/failure.ts';

/** Fails with `keychain-locked`, `-absent`, `-busy` or `-error`, each with cause and fix for this system. */
export interface Keychain {
  /** Name of the store, as people on this system know it. */
  readonly backend: string;
  /** How the store stood when it was last used, `not-asked` before; asks nothing. */
  state(): KeychainStatus;
  /** Tries the store with a test item. Never rejects, and answers within 10 s. */
  status(): Promise<KeychainStatus>;
  /** The secret; `null` only with proof that there is none: a locked keychain is a failure. */
  get(account: string): Promise<Result<string | null>>;
  /**
   * Keeps the secret, in place of an earlier one. On failure the earlier one is kept.
   *
   * With `-locked`, `-absent` and `invalid-input` nothing of the secret is there. With `-busy` and `-error` that can't be
   * promised: what is late is taken back only once the store answers, and a broken store may not let it be taken back.
   */
  set(account: string, secret: string): Promise<Result<null>>;
  /** Succeeds only when the secret is proven gone, or was not there. */
  remove(account: string): Promise<Result<null>>;
}
