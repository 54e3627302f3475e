/** Health in words, as pure functions. Moments are epoch ms. */
import type { CheckPart } from '../../preload/contract/connections.ts';
import type { Health, PartHealth, PartName } from '../../preload/contract/service.ts';
import { clockTime, duration } from './format.ts';

/** The parts of the way as they stand in lists. */
export const PART_NAMES: Readonly<Record<CheckPart | PartName, string>> = {
  keychain: 'Keychain',
  'board-api': 'Board API',
  'paper-api': 'Paper API',
  app: 'App',
  network: 'Network',
};

/** In the order in which they are shown. */
export const PART_ORDER = ['board-api', 'paper-api', 'app', 'network'] as const satisfies readonly PartName[];

export const STATE_WORDING: Readonly<Record<PartHealth['state'], string>> = {
  unknown: 'not asked yet',
  good: 'good',
  trouble: 'problem',
};

/** "No outage since 09:41", "Down since 09:48": as far as this run has seen; null where it has seen nothing. */
export function outageWords(
  { since, downMs, watchedSince }: Pick<PartHealth, 'since' | 'downMs' | 'watchedSince'>,
  now: number,
): string | null {
  if (watchedSince === null) return null;
  if (since !== null) return `Down since ${clockTime(since, now)}`;
  const down = downMs < 1000 ? 'No outage' : `Down ${duration(downMs)}`;
  return `${down} since ${clockTime(watchedSince, now)}`;
}

/** The parts within a sentence. */
const IN_SENTENCE: Readonly<Record<PartName, string>> = {
  'board-api': 'The board API',
  'paper-api': 'The paper API',
  app: 'The app host',
  network: 'Your network',
};

/** "The board API is answering again (down 7 min)." */
export function recoveredSentence(name: PartName, downMs: number): string {
  const down = downMs < 1000 ? '' : ` (down ${duration(downMs)})`;
  return `${IN_SENTENCE[name]} is ${name === 'network' ? 'back' : 'answering again'}${down}.`;
}

/** A part by its name; one that main has said nothing of is unknown. */
export function partOf(health: Health | null, name: PartName): PartHealth {
  return (
    health?.parts.find((part) => part.name === name) ?? {
      name,
      state: 'unknown',
      lastSuccess: null,
      lastFailure: null,
      since: null,
      failure: null,
      nextProbe: null,
      tookMs: null,
      watchedSince: null,
      downMs: 0,
    }
  );
}

/** Why changes to this part should wait, in a few words; null while no trouble is known. */
export function outageReason(health: Health | null, name: PartName, now: number): string | null {
  const { state, since } = partOf(health, name);
  if (state !== 'trouble') return null;
  const from = since === null ? '' : ` since ${clockTime(since, now)}`;
  return `${IN_SENTENCE[name]} has had problems${from}`;
}

/** Why a change that goes to this part may fail now, in one sentence; null when nothing speaks against it. */
export function troubleNote(health: Health | null, name: PartName, now: number): string | null {
  const reason = outageReason(health, name, now) ?? outageReason(health, 'network', now);
  return reason && `${reason}. This may fail.`;
}
