import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { VAULT_TEXTS } from '../../../../main/keychain/keychain-failures.ts';
import {
  createGuardedKeychain,
  KEYCHAIN_DEADLINE_MS,
  PROBE_ACCOUNT,
  type Vault,
} from '../../../../main/keychain/guarded.ts';
import type { KeychainStatus } from '../../../../preload/contract/keys.ts';
import { codeOf, hanging, keychainOf, locked, NEW, workingVault } from './vaults.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a failed write', () => {
  /** Locks as soon as it was written to, with or without keeping what was written. */
  function locksAtWrite(keeps: boolean) {
    const working = workingVault();
    let isLocked = false;
    const set = async (account: string, secret: string): Promise<void> => {
      if (account === PROBE_ACCOUNT && !isLocked) return working.vault.set(account, secret);
      isLocked = true;
      if (keeps) working.kept.set(account, secret);
      return locked();
    };
    const get = async (account: string) => (isLocked ? null : working.vault.get(account));
    return { ...working.vault, set, get };
  }

  test.each([true, false])(
    'is not assumed to be absent when the vault locks after it (kept: %s)',
    async (keeps) => {
      const result = await keychainOf(locksAtWrite(keeps)).set('a', NEW);
      expect(result).toMatchObject({ error: { code: 'keychain-error', message: 'The keyring is locked.' } });
    },
  );

  test('is reported as locked when the locked vault is proven to hold nothing', async () => {
    const working = workingVault();
    const set = (account: string, secret: string) =>
      account === 'a' ? locked() : working.vault.set(account, secret);
    expect(codeOf(await keychainOf({ ...working.vault, set }).set('a', NEW))).toBe('keychain-locked');
    expect([...working.kept]).toEqual([]);
  });
});

describe('the state of the store', () => {
  const watched = (vault: Vault) => {
    const told: KeychainStatus[] = [];
    const onState = (state: KeychainStatus): void => void told.push(state);
    return { keychain: createGuardedKeychain({ vault, texts: VAULT_TEXTS.linux, onState }), told };
  };

  test('is what the last call found, and is published only when it changes', async () => {
    const { vault } = workingVault();
    let isLocked = false;
    const set = (account: string, secret: string) => (isLocked ? locked() : vault.set(account, secret));
    const { keychain, told } = watched({ ...vault, set });
    await keychain.get('a');
    await keychain.set('a', NEW);
    isLocked = true;
    await keychain.set('b', NEW);
    await keychain.status();
    expect(keychain.state()).toMatchObject({ state: 'locked', cause: 'The keyring is locked.' });
    isLocked = false;
    await keychain.remove('a');
    expect(keychain.state()).toEqual({ state: 'available', backend: 'Secret Service', cause: '', fix: '' });
    expect(told.map(({ state }) => state)).toEqual(['available', 'locked', 'available']);
  });

  test('is busy while a call hangs', async () => {
    const { hang } = hanging();
    const { keychain, told } = watched({ ...workingVault().vault, get: () => hang().then(() => null) });
    void keychain.get('a');
    await vi.advanceTimersByTimeAsync(KEYCHAIN_DEADLINE_MS);
    expect(keychain.state().state).toBe('busy');
    expect(told).toHaveLength(1);
  });
});
