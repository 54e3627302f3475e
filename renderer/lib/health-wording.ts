import type { CheckPart } from '../../preload/contract/connections.ts';
import { UNKNOWN_PART } from '../../preload/contract/facts.ts';
import type { Health, PartAnswer, PartHealth, PartName } from '../../preload/contract/service.ts';
import type { TeamState } from '../../preload/contract/team.ts';
import { clockTime, duration } from './format.ts';

export const PART_NAMES: Readonly<Record<CheckPart | PartName, string>> = {
  keychain: 'Keychain',
  'board-api': 'Board API',
  'paper-api': 'Paper API',
  app: 'App',
  network: 'Network',
};

export const PART_ORDER = ['board-api', 'paper-api', 'app', 'network'] as const satisfies readonly PartName[];

const STATE_WORDING: Readonly<Record<PartHealth['state'], string>> = {
  unknown: 'not checked yet',
  good: 'good',
  trouble: 'not responding',
};

const ANSWER_WORDING: Readonly<Record<PartAnswer, string>> = {
  good: 'good',
  slow: 'slow',
  busy: 'busy',
  reachable: 'host reachable',
  'key-refused': 'key refused',
  billing: 'billing',
  'not-allowed': 'not allowed',
};

/** Describes the health of an API or host: "good", "not responding" or "slow, 12 s". `now` is epoch ms. */
export function partWords({ state, answer, tookMs, waitingSince }: PartHealth, now: number): string {
  if (answer === null) return STATE_WORDING[state];
  const slowMs = waitingSince === null ? tookMs : now - waitingSince;
  return ANSWER_WORDING[answer] + (slowMs === null ? '' : `, ${duration(slowMs)}`);
}

export function isWarned({ answer }: PartHealth): boolean {
  return answer !== null && answer !== 'good' && answer !== 'reachable';
}

const IN_SENTENCE: Readonly<Record<PartName, string>> = {
  'board-api': 'The board API',
  'paper-api': 'The paper API',
  app: 'The app host',
  network: 'Your network',
};

export function recoveredSentence(name: PartName, downMs: number): string {
  const down = downMs < 1000 ? '' : ` (down ${duration(downMs)})`;
  return `${IN_SENTENCE[name]} is ${name === 'network' ? 'back' : 'responding again'}${down}.`;
}

export function partOf(health: Health | null, name: PartName): PartHealth {
  return health?.parts.find((part) => part.name === name) ?? { name, ...UNKNOWN_PART };
}

export function outageReason(health: Health | null, name: PartName, now: number): string | null {
  const { state, since } = partOf(health, name);
  if (state !== 'trouble') return null;
  const from = since === null ? '' : ` since ${clockTime(since, now)}`;
  return `${IN_SENTENCE[name]} hasn’t responded${from}`;
}

export function troubleNote(health: Health | null, name: PartName, now: number): string | null {
  const reason = outageReason(health, name, now) ?? outageReason(health, 'network', now);
  return reason && `${reason}. This action may fail.`;
}

export const TEAM_PHASES: Readonly<Record<TeamState['phase'], string>> = {
  off: 'off',
  connecting: 'connecting…',
  ready: 'ready',
  'not-set-up': 'not set up',
  older: 'must be migrated',
  newer: 'needs a newer version of Easel',
  refused: 'login refused',
  unreachable: 'can’t be reached',
};
