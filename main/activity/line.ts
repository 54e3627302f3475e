/**
 * One line of the activity log: an entry as JSON, and the hash that ties it to the line before.
 *
 * The hash is SHA-256 over the hash before and the very text of the entry, so that changing, taking out or putting in
 * a line breaks every line behind it. It finds such changes; it can't stop who rewrites the whole file.
 */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { ACTIVITY_ACTIONS, ACTIVITY_OUTCOMES, type ActivityEntry } from '../../preload/contract/domain.ts';

/** Where a chain stands: its last entry's number and hash. */
export interface Head {
  readonly number: number;
  readonly hash: string;
}

/** Before the first entry. */
export const NO_HEAD: Head = { number: 0, hash: '0'.repeat(64) };

const LINE = /^(\{.*),"hash":"([0-9a-f]{64})"\}$/u;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
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
});

/** The line of an entry behind `before`, without its end, and where the chain stands then. */
export function lineOf(entry: ActivityEntry, before: Head): { readonly line: string; readonly head: Head } {
  const body = JSON.stringify(entry);
  const hash = hashOf(before, body);
  return { line: `${body.slice(0, -1)},"hash":"${hash}"}`, head: { number: entry.number, hash } };
}

/** The entry of a line and its own place in the chain; null for what is no line of this log. */
export function readLine(text: string): { readonly entry: ActivityEntry; readonly head: Head } | null {
  const [, body, hash] = LINE.exec(text) ?? [];
  if (body === undefined || hash === undefined) return null;
  try {
    const read = v.safeParse(entrySchema, JSON.parse(`${body}}`));
    return read.success ? { entry: read.output, head: { number: read.output.number, hash } } : null;
  } catch {
    return null;
  }
}

/** Where the chain stands after this line; null when it does not follow from `before`. */
export function follow(before: Head, text: string): Head | null {
  const read = readLine(text);
  if (read === null || read.head.number !== before.number + 1) return null;
  const body = text.slice(0, text.lastIndexOf(',"hash":"'));
  return hashOf(before, `${body}}`) === read.head.hash ? read.head : null;
}

function hashOf(before: Head, body: string): string {
  return createHash('sha256').update(before.hash).update(body).digest('hex');
}
