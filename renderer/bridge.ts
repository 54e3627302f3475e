/** The one user of `window.easel`: everything else is given the bridge. */
import type { EaselBridge } from '../preload/contract/contract.ts';

declare global {
  interface Window {
    readonly easel: EaselBridge;
  }
}

export type { EaselBridge };

/** The door to main, as the preload opened it. */
export const bridge: EaselBridge = window.easel;
