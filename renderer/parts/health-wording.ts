/** Health in words, as pure functions. Moments are epoch ms. */
import type { CheckPart } from '../../preload/contract/connections.ts';
import type { Health, PartHealth, PartName } from '../../preload/contract/service.ts';
import { absoluteTime, clockTime, duration } from './format.ts';

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
  unknown: 'unknown',
  good: 'good',
  trouble: 'problem',
};

/** The parts within a sentence. */
const IN_SENTENCE: Readonly<Record<PartName, string>> = {
  'board-api': 'The board API',
  'paper-api': 'The paper API',
  app: 'The app host',
  network: 'Your network',
};

/** "The board API answers again (down 7 min)." */
export function recoveredSentence(name: PartName, downMs: number): string {
  const verb = name === 'network' ? 'is back' : 'is answering again';
  return `${IN_SENTENCE[name]} ${verb} (down ${duration(downMs)}).`;
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
    }
  );
}

/** Since when anything is in trouble; null when nothing is. */
export function troubleSince(health: Health | null): number | null {
  const moments = (health?.parts ?? []).flatMap(({ state, since }) =>
    state === 'trouble' && since !== null ? [since] : [],
  );
  return moments.length === 0 ? null : Math.min(...moments);
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

/** Health as text for *Copy status*, exact to the second. */
export function statusText(health: Health | null, connection: string, now: number): string {
  const lines = PART_ORDER.map((name) => partOf(health, name)).flatMap((part) => [
    `${PART_NAMES[part.name]}: ${STATE_WORDING[part.state]}`,
    ...(part.since === null ? [] : [`  problem since ${absoluteTime(part.since)}`]),
    `  last success ${moment(part.lastSuccess)}, last failure ${moment(part.lastFailure)}`,
    ...(part.failure === null
      ? []
      : [part.failure.message, ...part.failure.details].map((line) => `  ${line}`)),
  ]);
  return [`Status of ${connection}, ${absoluteTime(now)}`, ...lines].join('\n');
}

function moment(at: number | null): string {
  return at === null ? 'none since start' : absoluteTime(at);
}
