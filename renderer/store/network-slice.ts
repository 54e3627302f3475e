/** How requests leave this computer: routes, further certificate authorities, signing in to a proxy. */
import { failureOf, given } from './calls.ts';
import type { SliceContext } from './store.ts';

export function createNetworkSlice({ bridge, set, get }: SliceContext) {
  const ofConnection = () => ({ connectionId: given(get().currentId) });

  return {
    /**
     * The proxy that a person is signing in to, `host:port`; null while nobody is. Its dialog may stand above another
     * one, which keeps what was typed there.
     */
    proxyAsking: null as string | null,

    readNetwork: () => bridge.network.settings(ofConnection()),
    /** Main lets the person choose a file; the answer is the same as before when they chose none. */
    chooseCa: () => bridge.network.chooseCa(ofConnection()),
    removeCas: () => bridge.network.removeCas(ofConnection()),

    askProxySignIn: (proxyAsking: string | null) => set({ proxyAsking }),

    /** Signs in for this run and closes the dialog; gives the failure, or null. */
    signInToProxy: (user: string, password: string) => {
      const proxy = given(get().proxyAsking);
      return failureOf(bridge.network.signIn({ proxy, user, password }), () => {
        if (get().proxyAsking === proxy) set({ proxyAsking: null });
        get().announce(`Signed in to ${proxy} until Easel quits. Try again now.`);
      });
    },
  };
}
