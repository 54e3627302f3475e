/** Prepares a new job: its names, its template, and its first record. */
import { randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { readPastedPaper } from '../papers/paste.ts';
import { wrongFields } from '../wording/failure.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { addressFor } from './work.ts';
import { dayOf, formatNumber } from '../wording/format.ts';

/** The subject of a new job. */
export interface NewJob extends Pick<JobRecord, 'kind' | 'about' | 'reason' | 'draftedBy' | 'templateId'> {
  /** How long it is held; null to begin at once. */
  readonly holdSeconds: number | null;
  /** How much of that nothing may shorten; null for none of it. */
  readonly floorSeconds: number | null;
}

export function newRecord(connection: ConnectionRecord, job: NewJob, now: number): JobRecord {
  const { holdSeconds: seconds, floorSeconds, ...rest } = job;
  return {
    ...rest,
    id: randomUUID(),
    connectionId: connection.id,
    connectionName: connection.name,
    environment: connection.environment,
    address: addressFor(job.kind, connection),
    state: seconds === null ? 'running' : 'held',
    holdUntil: seconds === null ? null : now + seconds * 1000,
    startsEarliest: floorSeconds === null ? null : now + floorSeconds * 1000,
    pause: null,
    failure: null,
    createdAt: now,
    startedAt: seconds === null ? now : null,
    endedAt: null,
  };
}

/** Names of papers or people, without the spaces around them. Fails with `invalid-input` (field `names`). */
export function readNames(names: readonly string[], longest = Infinity): Result<readonly string[]> {
  const trimmed = names.map((name) => name.trim());
  const blank = trimmed.indexOf('');
  const tooLong = trimmed.findIndex((name) => name.length > longest);
  if (trimmed.length === 0) return fail(wrongFields({ names: 'Enter at least one name.' }));
  if (blank >= 0) return fail(wrongFields({ names: `Name ${blank + 1} is empty.` }));
  if (tooLong < 0) return ok(trimmed);
  return fail(wrongFields({ names: `Name ${tooLong + 1} is longer than ${longest} characters.` }));
}

/** A template's identifier, or null for none. Fails with `invalid-input` (field `templateId`). */
export function readTemplate(templateId: string | null, appUrl: string): Result<string | null> {
  if (templateId === null) return ok(null);
  const read = readPastedPaper(templateId, appUrl);
  return read.ok ? read : fail(wrongFields({ templateId: read.error }));
}

// The names that a pattern gives: `{n}` counts from 1, `{nn}` with leading zeros, `{date}` is today (YYYY-MM-DD).

const PLACEHOLDER = /\{([^{}]*)\}/gu;
/** The service's own limit is not shown; longer names are no names. */
const LONGEST_NAME = 255;

/** `today` is epoch ms. Fails with `invalid-input` (field `pattern`). */
export function paperNames(pattern: string, count: number, today: number): Result<readonly string[]> {
  const plain = pattern.trim();
  const why = whyNotThisPattern(plain, count);
  if (why !== null) return fail(wrongFields({ pattern: why }));
  // The day that it is for the person: not the one of UTC.
  const date = dayOf(today - new Date(today).getTimezoneOffset() * 60_000);
  const names = Array.from({ length: count }, (_, index) => nameOf(plain, index + 1, date));
  if (names.some((name) => name.length > LONGEST_NAME)) {
    const pattern = `Shorten the pattern: its names are longer than ${LONGEST_NAME} characters.`;
    return fail(wrongFields({ pattern }));
  }
  return ok(names);
}

/** As a sentence; null for nothing. */
function whyNotThisPattern(pattern: string, count: number): string | null {
  if (pattern === '') return 'Enter a name, or a pattern such as “Lesson {n}”.';
  const placeholders = [...pattern.matchAll(PLACEHOLDER)].map(([whole, word = '']) => ({ whole, word }));
  const unknown = placeholders.find(({ word }) => word !== 'date' && !isNumber(word));
  if (unknown !== undefined) {
    return `Easel doesn’t know “${unknown.whole}”. Write {n}, {nn} or {nnn} for a number, and {date} for today.`;
  }
  if (count > 1 && !placeholders.some(({ word }) => isNumber(word))) {
    return `All ${formatNumber(count)} papers would have the same name. Add {n} where the number should go.`;
  }
  return null;
}

function nameOf(pattern: string, number: number, date: string): string {
  return pattern.replaceAll(PLACEHOLDER, (_whole, word: string) =>
    word === 'date' ? date : String(number).padStart(word.length, '0'),
  );
}

/** As many letters as the number shall have digits. */
function isNumber(word: string): boolean {
  return /^n+$/u.test(word);
}
