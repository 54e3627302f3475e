import type { EaselBridge } from '../preload/contract/contract.ts';

declare global {
  interface Window {
    readonly easel: EaselBridge;
  }
}

export type { EaselBridge };

export const bridge: EaselBridge = window.easel;
