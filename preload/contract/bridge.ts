/** The whole of `window.easel`: the one door in the wall between page and main. */
import type { CallBridge } from './calls.ts';
import type { EventBridge } from './events.ts';

export type EaselBridge = CallBridge & EventBridge;
