import type { KeychainStatus } from '../../preload/contract/keys.ts';
import { allows } from './changes.ts';
import type { AppState, SliceContext } from './store.ts';

/** True if the keychain can't store an API key at the moment. False if Easel has not used the keychain yet. */
export function keychainInTrouble(keychain: KeychainStatus | null): boolean {
  return keychain !== null && keychain.state !== 'available' && keychain.state !== 'not-asked';
}

export function onlyForSession(state: AppState): boolean {
  return keychainInTrouble(state.keychain) && allows(state, 'sessionKeys');
}

export function createKeychainSlice({ bridge, set, get, attempt }: SliceContext) {
  bridge.on('keychain.changed', (keychain) => set({ keychain }));

  return {
    keychain: null as KeychainStatus | null,
    askingKeychain: false,

    /** Reads main's last known state of the keychain, without using the keychain, because that could open a prompt. */
    readKeychain: () =>
      attempt(bridge.keychain.state({}), (keychain) => {
        if (get().keychain === null) set({ keychain });
      }),

    refreshKeychain: async () => {
      if (get().askingKeychain) return;
      set({ askingKeychain: true });
      await attempt(bridge.keychain.status({}), (keychain) => set({ keychain }));
      set({ askingKeychain: false });
    },

    checkKeychain: async () => {
      await get().refreshKeychain();
      const { keychain, announce, say } = get();
      if (keychain?.state === 'available') announce('The keychain is ready.');
      else if (keychain !== null) say(keychain.cause);
    },
  };
}
