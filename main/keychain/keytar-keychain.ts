/** The system's own keychain, through keytar: the only file that knows it. */
import { createRequire } from 'node:module';
import type { KeychainStatus } from '../../preload/contract/keys.ts';
import { VAULT_TEXTS, VaultNotLoaded, type Platform } from './keychain-failures.ts';
import { createGuardedKeychain, type Vault } from './guarded.ts';
import type { Keychain } from './keychain.ts';
import type { Clock } from '../clock.ts';

/** Under this name all of Easel's items stand in the system's own tool. */
export const KEYCHAIN_SERVICE = 'Easel';

export interface KeytarKeychainOptions {
  /** Decides the words for people. */
  readonly platform: Platform;
  readonly after?: Clock['after'];
  /** Called when the state of the keychain changes. */
  readonly onState?: (state: KeychainStatus) => void;
}

/**
 * Makes the system's keychain. Nothing is loaded before the first call. A failed load is `absent` where libsecret is
 * missing, which keytar needs on Linux, else `error`.
 */
export function createKeytarKeychain({ platform, ...guarded }: KeytarKeychainOptions): Keychain {
  return createGuardedKeychain({ vault: keytarVault(), texts: VAULT_TEXTS[platform], ...guarded });
}

function keytarVault(): Vault {
  return {
    get: async (account) => (await load()).getPassword(KEYCHAIN_SERVICE, account),
    set: async (account, secret) => (await load()).setPassword(KEYCHAIN_SERVICE, account, secret),
    remove: async (account) => (await load()).deletePassword(KEYCHAIN_SERVICE, account),
  };
}

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
