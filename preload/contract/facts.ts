/** Constants and functions that main and renderer share. No schemas, because the renderer does not load valibot. */
import type { BoardRow, ServiceTime } from './boards.ts';
import type { Job, JobCounts, JobItemState } from './jobs.ts';
import type { KeyInfo } from './keys.ts';
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

export const API_NAMES = { 'board-api': 'board API', 'paper-api': 'paper API' } as const;

/** True if an API key must be replaced now. */
export function isDue(key: KeyInfo, now: number): boolean {
  return key.stage === 'current' && key.remindAt !== null && key.remindAt <= now;
}

export const ASCII = /^[\u0000-\u007F]*$/u;

/** Normalises text for searches: NFKC in lower case. Keeps diacritics. */
export function foldText(text: string): string {
  // Skips the normalisation of ASCII text, because this halves the time to normalise the texts of all boards.
  if (ASCII.test(text)) return text.toLowerCase();
  // Replaces the Greek final sigma, because sigma has two lower-case forms.
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}

/** Formats an integer. Does not use `Intl`, because loading it would delay the start by 15 ms. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/gu, ',');
}

/** Returns a count with its noun: "1 board" or "1,240 boards". Pass `many` for an irregular plural. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function unlistedRow(id: string, created: ServiceTime | null = null): BoardRow {
  return {
    rowKey: id,
    id,
    created,
    vanishedAt: null,
    local: null,
    madeHere: false,
    previewedAt: null,
    fields: [],
  };
}

export function isUnfinished({ state }: Pick<Job, 'state'>): boolean {
  return state === 'held' || state === 'running' || state === 'paused';
}

export function itemCountText({ wording: { one, many } }: Pick<Job, 'wording'>, count: number): string {
  return counted(count, one, many);
}

export function jobGoing(job: Pick<Job, 'wording' | 'counts'>): string {
  return `${job.wording.going} ${itemCountText(job, job.counts.total)}`;
}

export function endedCount({ total, waiting, sending }: JobCounts): number {
  return total - waiting - sending;
}

/** Describes each count of a job above zero: "137 deleted", "1 failed", "365 left". */
export function countWording({ wording, counts, state }: Pick<Job, 'wording' | 'counts' | 'state'>) {
  const ended = state === 'stopped' || state === 'cancelled' || state === 'done';
  const labelled: readonly (readonly [JobItemState, number, string])[] = [
    ['done', counts.done, wording.past],
    ['already-gone', counts['already-gone'], 'already gone'],
    ['accepted', counts.accepted, 'accepted, not confirmed'],
    ['failed', counts.failed, 'failed'],
    ['unknown', counts.unknown, 'unknown'],
    ['skipped', counts.skipped, 'skipped'],
    ['untouched', counts.untouched, 'not done'],
    ['sending', ended ? counts.sending : 0, 'sending'],
    ['waiting', counts.waiting + (ended ? 0 : counts.sending), 'left'],
  ];
  return labelled
    .filter(([, count]) => count > 0)
    .map(([each, count, label]) => ({ state: each, count, text: `${formatNumber(count)} ${label}` }));
}

export function endSentence(job: Pick<Job, 'state' | 'counts' | 'failure' | 'wording'>): string | null {
  const { state, counts, failure, wording } = job;
  if (state === 'cancelled') return 'Nothing was sent.';
  if (state !== 'stopped' && state !== 'done') return null;
  if (counts.done === counts.total) return `${capital(wording.past)} ${itemCountText(job, counts.total)}.`;
  const activity = jobGoing(job).toLowerCase();
  const texts = countWording(job).map(({ text }) => text);
  const reason = failure === null ? '' : `${failure.message} `;
  return `${reason}${state === 'done' ? 'Finished' : 'Stopped'} ${activity}: ${texts.join(', ')}.`;
}
