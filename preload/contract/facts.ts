/** Constants that main and the page share. This file has no schemas, because the page does not load valibot. */
import type { RehearsalCell } from './keys.ts';
import type { PartHealth } from './service.ts';

export const UNKNOWN_PART: Omit<PartHealth, 'name'> = {
  state: 'unknown',
  lastSuccess: null,
  lastFailure: null,
  since: null,
  failure: null,
  answer: null,
  tookMs: null,
  waitingSince: null,
  nextProbe: null,
};

export const KEY_RESULTS: Readonly<Record<RehearsalCell['state'], string>> = {
  good: 'passed',
  refused: 'refused',
  failed: 'failed',
  offline: 'not checked (offline)',
  'not-checkable': 'not checked',
  'no-key': 'not checked',
};

export const API_NAMES = { 'board-api': 'board API', 'paper-api': 'paper API' } as const;

const NO_PAPERS: ReadonlySet<string | undefined> = new Set(['key-refused', 'not-allowed', 'not-found']);

/** True if only the board API accepts the key. The paper API refused it, or could not test it without a paper. */
export function isBoardsOnly(cells: readonly RehearsalCell[]): boolean {
  const current = (api: RehearsalCell['api']) =>
    cells.find((cell) => cell.stage === 'current' && cell.api === api);
  const paper = current('paper-api');
  const isUnused = paper?.state === 'not-checkable' || NO_PAPERS.has(paper?.failure?.code);
  return isUnused && current('board-api')?.state === 'good';
}
