/**
 * One line of the activity log: an entry as JSON, and the hash that ties it to the line before.
 *
 * The hash is SHA-256 over the hash before and the very text of the entry, so that changing, taking out or putting in
 * a line breaks every line behind it. It finds such changes; it can't stop who rewrites the whole file.
 */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { readJson } from '../files/json-file.ts';
import { ACTIVITY_ACTIONS, ACTIVITY_OUTCOMES, type ActivityEntry } from '../../preload/contract/activity.ts';

/** The state of a chain: its last entry's number and hash. */
export interface Head {
  readonly number: number;
  readonly hash: string;
}

/** Before the first entry. */
export const NO_HEAD: Head = { number: 0, hash: '0'.repeat(64) };

/** With `s`: earlier versions wrote U+2028 and U+2029 as they are, which `.` does not match without it. */
const LINE = /^(\{.*),"hash":"([0-9a-f]{64})"\}$/su;

/** A whole number, from 0. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const entrySchema = v.object({
  number: count,
  at: count,
  user: v.string(),
  connectionId: v.string(),
  connectionName: v.string(),
  action: v.picklist(ACTIVITY_ACTIONS),
  target: v.string(),
  outcome: v.picklist(ACTIVITY_OUTCOMES),
  status: v.nullable(v.number()),
  detail: v.string(),
  reason: v.string(),
  // Logs of before have none.
  job: v.optional(v.string(), ''),
});

/** The line of an entry after `before`, without its line end, and the state of the chain after it. */
export function lineOf(entry: ActivityEntry, before: Head): { readonly line: string; readonly head: Head } {
  const body = onOneLine(JSON.stringify(entry));
  const hash = hashOf(before, body);
  return { line: `${body.slice(0, -1)},"hash":"${hash}"}`, head: { number: entry.number, hash } };
}

/** Escapes what other programs take for the end of a line. `json`: as `JSON.stringify` writes it. */
export function onOneLine(json: string): string {
  return json.replaceAll(
    /[\u007f-\u009f\u2028\u2029]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A line that was read. */
export interface Line {
  readonly entry: ActivityEntry;
  /** The state of the chain after this line, as the line claims it. */
  readonly head: Head;
  /** The text of the entry that is hashed. */
  readonly body: string;
}

/** The content of a line; null when it is not a line of this log. */
export function readLine(text: string): Line | null {
  const [, start, hash] = LINE.exec(text) ?? [];
  if (start === undefined || hash === undefined) return null;
  const body = `${start}}`;
  const entry = readJson(entrySchema, body);
  return entry === null ? null : { entry, head: { number: entry.number, hash }, body };
}

/** Whether a line follows from the one before. Only a line that reports missing lines may skip numbers. */
export function follows(before: Head, { entry, head, body }: Line): boolean {
  const fits = entry.action === 'log-cut' ? head.number > before.number : head.number === before.number + 1;
  return fits && hashOf(before, body) === head.hash;
}

function hashOf(before: Head, body: string): string {
  return createHash('sha256').update(before.hash).update(body).digest('hex');
}
