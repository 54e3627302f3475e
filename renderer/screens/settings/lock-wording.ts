/** The choices and sentences of the idle lock. */
import type { AppInfo, LockState } from '../../../preload/contract/app.ts';
import { spokenSpan } from '../../parts/format.ts';

const MINUTES = [1, 5, 10, 15, 30, 60] as const;

/**
 * The minutes to choose from, `null` being never: no more than the policy allows, and what is in force in any case.
 */
export function minuteChoices(forced: number | null, inForce: number | null): readonly (number | null)[] {
  const allowed = MINUTES.filter((minutes) => forced === null || minutes <= forced);
  const all = new Set<number>([...allowed, ...(forced === null ? [] : [forced])]);
  if (inForce !== null) all.add(inForce);
  const sorted = [...all].sort((a, b) => a - b);
  return forced === null ? [null, ...sorted] : sorted;
}

/** "Never", "1 minute", "10 minutes", "1 hour". */
export function minutesLabel(minutes: number | null): string {
  return minutes === null ? 'Never' : spokenSpan(minutes * 60_000);
}

/** What the idle lock can't know on this system; null where it knows all. */
export function unseenSentence(platform: AppInfo['platform']): string | null {
  return platform === 'linux'
    ? 'Some Linux desktops don’t tell Easel that the screen is locked or how long you have been away. Lock Easel yourself before you leave.'
    : null;
}

/** How Easel is unlocked here, or why it can't be locked yet. */
export function unlockSentence({ unlockBy, forcedMinutes }: LockState, isMac: boolean): string {
  switch (unlockBy) {
    case 'system':
      return isMac ? 'Easel unlocks with Touch ID.' : 'Easel unlocks with this computer’s own prompt.';
    case 'passphrase':
      return 'Easel unlocks with its passphrase.';
    case 'none':
      return forcedMinutes === null
        ? 'To lock Easel, set a passphrase.'
        : 'Set a passphrase. Without one, Easel can’t lock when idle as your organisation requires.';
  }
}
