/** The choices and sentences of the idle lock. */
import type { LockState } from '../../../preload/contract/app.ts';
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

/** How Easel is unlocked here, or why it can't be locked yet. */
export function unlockSentence({ unlockBy, forcedMinutes }: LockState, isMac: boolean): string {
  switch (unlockBy) {
    case 'system':
      return isMac
        ? 'Easel is unlocked with Touch ID. It keeps no passphrase.'
        : 'Easel is unlocked by this computer’s own question. It keeps no passphrase.';
    case 'passphrase':
      return 'Easel is unlocked by its passphrase. Only a slow hash of it is stored.';
    case 'none':
      return forcedMinutes === null
        ? 'This system has no question of its own that Easel could ask, so it is unlocked by a passphrase.'
        : 'Set a passphrase: until there is one, Easel can’t lock itself as your organisation asks.';
  }
}
