/** Prepares a new job: its names, its template, and its first record. */
import { randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { readLine, readTags } from '../notes/read-note.ts';
import { readPastedPaper } from '../papers/paste.ts';
import { cleanLine } from '../wording/clean.ts';
import { wrongFields } from '../wording/failure.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { addressFor } from './work.ts';
import { formatNumber } from '../wording/format.ts';
import { paperNames } from './paper-names.ts';
import { holdFrom } from './states.ts';

/** The subject of a new job. */
export interface NewJob extends Pick<
  JobRecord,
  'kind' | 'about' | 'aboutName' | 'tags' | 'reason' | 'draftedBy' | 'templateId' | 'pattern'
> {
  /** How long it is held; null to begin at once. */
  readonly holdSeconds: number | null;
  /** How much of that nothing may shorten; null for none of it. */
  readonly floorSeconds: number | null;
}

export function newRecord(connection: ConnectionRecord, job: NewJob, now: number): JobRecord {
  const { holdSeconds: seconds, floorSeconds, ...rest } = job;
  const begun = {
    state: 'running',
    holdUntil: null,
    startsEarliest: null,
    heldFrom: null,
    heldInFull: null,
  } as const;
  return {
    ...rest,
    ...(seconds === null ? begun : holdFrom(now, seconds, floorSeconds)),
    id: randomUUID(),
    connectionId: connection.id,
    connectionName: connection.name,
    environment: connection.environment,
    address: addressFor(job.kind, connection),
    pause: null,
    failure: null,
    createdAt: now,
    startedAt: seconds === null ? now : null,
    endedAt: null,
  };
}

/** Names of papers or people. Fails with `invalid-input` (field `names`). */
export function readNames(names: readonly string[]): Result<readonly string[]> {
  const read = names.map(cleanLine);
  const blank = read.indexOf('');
  if (read.length === 0) return fail(wrongFields({ names: 'Enter at least one name.' }));
  if (read.length > MOST_NAMES)
    return fail(wrongFields({ names: `Enter at most ${formatNumber(MOST_NAMES)} names.` }));
  return blank < 0 ? ok(read) : fail(wrongFields({ names: `Name ${blank + 1} is empty.` }));
}

const MOST_NAMES = 1000;

/** What new boards are called and tagged; no label for an empty pattern. `today` is epoch ms. */
export function boardNotes(
  { count, label, tags }: ArgsOf<'jobs.createBoards'>,
  today: number,
): Result<{ readonly labels: readonly string[]; readonly tags: readonly string[] }> {
  const none = Array.from({ length: count }, () => '');
  const labels = label.trim() === '' ? ok(none) : paperNames(label, count, today);
  const wrongLabel = labels.ok
    ? labels.value.map((each) => readLine('label', each)).find((read) => !read.ok)?.error
    : labels.error.fields?.['pattern'];
  const read = readTags(tags);
  if (labels.ok && wrongLabel === undefined && read.ok) return ok({ labels: labels.value, tags: read.value });
  return fail(
    wrongFields({
      ...(wrongLabel !== undefined && { label: wrongLabel }),
      ...(!read.ok && { tags: read.error }),
    }),
  );
}

/** A template's identifier, or null for none. Fails with `invalid-input` (field `templateId`). */
export function readTemplate(templateId: string | null, appUrl: string): Result<string | null> {
  if (templateId === null) return ok(null);
  const read = readPastedPaper(templateId, appUrl);
  return read.ok ? read : fail(wrongFields({ templateId: read.error }));
}
