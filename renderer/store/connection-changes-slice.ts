import type { Failure } from '../../preload/contract/failure.ts';
import { failureOf, required } from './calls.ts';
import type { SliceContext } from './store.ts';

export function createConnectionChangesSlice({ bridge, set, get, attempt, here }: SliceContext) {
  return {
    removeConnection: async (id: string, keysMayStay: boolean): Promise<Failure | null> => {
      const name = get().connections.find((each) => each.id === id)?.name ?? '';
      const removed = await bridge.connections.remove({ connectionId: id, keysMayStay });
      if (!removed.ok) return removed.error;
      if (get().connectionForm?.id === id) {
        get().closeConnectionForm();
        set(({ currentId }) => ({ screen: currentId === null ? 'welcome' : 'boards' }));
      }
      get().announce(
        removed.value.keysGone
          ? `${name} and its keys removed.`
          : `${name} removed. A key may still be in the keychain. See Keys & connections.`,
        removed.value.keysGone ? 'done' : 'problem',
      );
      return null;
    },

    askToRemove: async (id: string) => {
      const failure = await get().removeConnection(id, false);
      if (failure?.code.startsWith('keychain-') === true)
        get().openDialog({ kind: 'remove-connection', connectionId: id, failure });
      else get().raise(failure);
    },

    unlockChanges: (id: string, typedName: string) =>
      failureOf(bridge.connections.unlockChanges({ connectionId: id, typedName }), () =>
        get().announce('Changes allowed for 10 minutes.'),
      ),

    lockChanges: (id: string) => attempt(bridge.connections.lockChanges({ connectionId: id })),

    /** Proxy that requires a sign-in, as `host:port`. The sign-in dialog may open above another dialog. */
    proxyAsking: null as string | null,

    readNetwork: () => bridge.network.settings({ connectionId: here() }),
    /** Lets the user choose the file of a certificate authority. Returns unchanged settings if the user cancels. */
    chooseCa: () => bridge.network.chooseCa({ connectionId: here() }),
    removeCas: () => bridge.network.removeCas({ connectionId: here() }),

    askProxySignIn: (proxyAsking: string | null) => set({ proxyAsking }),

    signInToProxy: (user: string, password: string) => {
      const proxy = required(get().proxyAsking);
      return failureOf(bridge.network.signIn({ proxy, user, password }), ({ kept, why }) => {
        if (get().proxyAsking === proxy) set({ proxyAsking: null });
        const saved = kept === 'session' ? `kept until Easel locks or quits. ${why}` : 'saved.';
        get().announce(`Proxy sign-in for ${proxy} ${saved} You can try again now.`);
      });
    },

    forgetSignIn: (proxy: string) => bridge.network.forgetSignIn({ connectionId: here(), proxy }),
  };
}
