/**
 * What the shell's parts share: the one browser.
 */
import type { Browser } from './chromium.ts';

let current: Browser | undefined;

/** The running browser. Throws before `app` is ready, as Electron does where it needs one. */
export function browser(): Browser {
  if (!current) throw new Error('This can only be used after the app is ready');
  return current;
}

export function setBrowser(started: Browser): void {
  current = started;
}
