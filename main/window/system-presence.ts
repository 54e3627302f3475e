/** What the system knows about the person's presence, for the idle lock. */
import { powerMonitor, systemPreferences } from 'electron';
import type { Env } from '../env.ts';
import type { Presence } from '../lock/lock.ts';

/** To be called when the app is ready. */
export function createPresence(platform: Env['platform']): Presence {
  return {
    // A locked screen counts as away. Linux announces none, so it is checked at every call.
    idleSeconds: () =>
      powerMonitor.getSystemIdleState(1) === 'locked' ? Infinity : powerMonitor.getSystemIdleTime(),
    onAway: (listener) => {
      powerMonitor.on('suspend', listener);
      powerMonitor.on('lock-screen', listener);
      // Another user of this Mac has taken over the screen.
      powerMonitor.on('user-did-resign-active', listener);
    },
    onSleep: (listener) => void powerMonitor.on('suspend', listener),
    // Electron reaches Touch ID alone: it offers nothing for Windows Hello, nor for what Linux systems have.
    ask: platform === 'darwin' && systemPreferences.canPromptTouchID() ? askByTouchId : null,
  };
}

/** macOS shows its own dialog, which also accepts the account's password. */
async function askByTouchId(): Promise<boolean> {
  try {
    // Shown as: “Easel” is trying to …
    await systemPreferences.promptTouchID('show your connections');
    return true;
  } catch {
    return false;
  }
}
