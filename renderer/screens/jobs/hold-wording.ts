/** How long deletes are held, as the policy or else the person has decided. */
import type { PolicyState, Preferences } from '../../../preload/contract/app.ts';
import { spokenSpan } from '../../parts/format.ts';

export type HoldKind = keyof Preferences['holdSeconds'];

/** Seconds that a delete is held. */
export function holdSeconds(
  state: { readonly policy: PolicyState | null; readonly preferences: Preferences },
  kind: HoldKind,
): number {
  return state.policy?.allows.holdSeconds[kind] ?? state.preferences.holdSeconds[kind];
}

/** What holding means. */
export function holdText(seconds: number): string {
  return seconds === 0 ? 'Deleted at once: no hold.' : `You can cancel for ${spokenSpan(seconds * 1000)}.`;
}
