/** How requests leave this computer: routes, further certificate authorities, signing in to a proxy. */
import type { EaselBridge } from '../../preload/contract/contract.ts';
import type { NetworkSettings } from '../../preload/contract/service.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { given } from './given.ts';
import type { Slice } from './store.ts';

export interface NetworkSlice {
  /**
   * The proxy that a person is signing in to, `host:port`; null while nobody is. Its dialog may stand above another
   * one, which keeps what was typed there.
   */
  readonly proxyAsking: string | null;

  readonly readNetwork: () => Promise<Result<NetworkSettings>>;
  /** Main lets the person choose a file; the answer is the same as before when they chose none. */
  readonly chooseCa: () => Promise<Result<NetworkSettings>>;
  readonly removeCas: () => Promise<Result<NetworkSettings>>;
  readonly askProxySignIn: (proxy: string | null) => void;
  /** Signs in for this run and closes the dialog; gives the failure, or null. */
  readonly signInToProxy: (user: string, password: string) => Promise<Failure | null>;
}

export function createNetworkSlice(bridge: EaselBridge): Slice<NetworkSlice> {
  return (set, get) => {
    const ofConnection = () => ({ connectionId: given(get().currentId) });

    return {
      proxyAsking: null,

      readNetwork: () => bridge.network.settings(ofConnection()),
      chooseCa: () => bridge.network.chooseCa(ofConnection()),
      removeCas: () => bridge.network.removeCas(ofConnection()),

      askProxySignIn: (proxyAsking) => set({ proxyAsking }),

      signInToProxy: async (user, password) => {
        const proxy = given(get().proxyAsking);
        const signedIn = await bridge.network.signIn({ proxy, user, password });
        if (!signedIn.ok) return signedIn.error;
        if (get().proxyAsking === proxy) set({ proxyAsking: null });
        get().announce(`Signed in to ${proxy} until Easel quits. Try again now.`);
        return null;
      },
    };
  };
}
