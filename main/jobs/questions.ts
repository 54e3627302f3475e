/** Questions before deletes and large creates. The main process words them, because the page may be compromised. */
import type { JobKind, JobReview } from '../../preload/contract/jobs.ts';
import { titleOf } from '../connections/questions.ts';
import type { Question } from '../lib/implementation.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { NewItem } from '../store/tables/jobs.ts';
import { counted, formatDateTime, formatNumber, roomTitle } from '../lib/wording/format.ts';
import type { Job } from './job.ts';
import { countedThings, deleteKind, KINDS, type DeleteKind } from './kinds.ts';
import { MOST_UNASKED } from './rules.ts';
import { addressFor } from './work.ts';

const MOST_MADE_UNASKED = 100;

const CANT_UNDO = 'Deleting can’t be undone.';

export function startQuestion({ record, counts }: Pick<Job, 'record' | 'counts'>): Question {
  const { kind, about, aboutName, heldInFull } = record;
  const what = about === '' ? countedThings(kind, counts.waiting) : named(kind, about, aboutName);
  // Shows the time when the delay ends, because a countdown would change the text while the user reads it.
  const until =
    heldInFull === null ? '' : ` The delete is on hold until ${formatDateTime(heldInFull, 'second')}.`;
  return {
    message: `Delete ${what} from ${titleOf({ name: record.connectionName, environment: record.environment })} now?`,
    detail: `The service’s host is ${new URL(record.address).host}.${until} If you start the delete now, you can’t cancel it. ${CANT_UNDO}`,
    yes: 'Delete now',
  };
}

/** Question before a single delete. `isMany`: after 10 deletes in 10 min. `isUnread`: Easel can't read protections. */
export function singleQuestion(
  kind: DeleteKind,
  connection: ConnectionRecord,
  { targetId, name }: NewItem,
  { isMany, isUnread }: Readonly<Record<'isMany' | 'isUnread', boolean>>,
): Question {
  const one = KINDS[kind].one;
  const facts: string[] = [];
  if (isUnread) facts.push(`The team register can’t be read: a colleague may have protected this ${one}.`);
  if (isMany)
    facts.push(
      `${formatNumber(MOST_UNASKED)} boards or papers were deleted one by one in the past ten minutes.`,
    );
  return {
    message: `Delete ${named(kind, targetId, name)} from ${titleOf(connection)}?`,
    detail: `${facts.join(' ')} The service’s host is ${hostFor(kind, connection)}. ${CANT_UNDO}`,
    yes: `Delete ${one}`,
  };
}

export function deleteQuestion(
  connection: ConnectionRecord,
  { of, boards, samples, holdSeconds }: Pick<JobReview, 'of' | 'boards' | 'samples' | 'holdSeconds'>,
): Question {
  const what = counted(boards, of);
  const kind = deleteKind(of);
  return {
    message: `Delete ${what} from ${titleOf(connection)}?`,
    detail: `${namesOf(samples, boards)}\n\nThe service’s host is ${hostFor(kind, connection)}. ${holdSentence(holdSeconds)} ${CANT_UNDO}`,
    yes: `Delete ${what}`,
  };
}

const MOST_NAMED = 5;

export function namesOf(samples: JobReview['samples'], boards: number): string {
  const named = evenly(samples, MOST_NAMED).map(({ id, local }) => roomTitle(local?.label ?? '', id ?? ''));
  const others = boards - named.length;
  return [...named, ...(others > 0 ? [`and ${formatNumber(others)} more`] : [])].join('\n');
}

export function evenly<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  const step = (all.length - 1) / Math.max(most - 1, 1);
  return Array.from({ length: most }, (_, index) => Math.round(index * step)).flatMap((place) =>
    all.slice(place, place + 1),
  );
}

function holdSentence(seconds: number): string {
  return seconds === 0
    ? 'The delete will be sent immediately, because your organisation turned off the hold.'
    : `Easel will wait ${durationText(seconds)} before it sends the delete. Until then, you can cancel the delete.`;
}

function durationText(seconds: number): string {
  if (seconds < 120) return counted(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour');
}

export function createQuestion(kind: JobKind, connection: ConnectionRecord, items: number): Question | null {
  if (items <= MOST_MADE_UNASKED) return null;
  const order = `${KINDS[kind].order} ${countedThings(kind, items)}`;
  return {
    message: `${order} in ${titleOf(connection)}?`,
    detail: `The service’s host is ${hostFor(kind, connection)}.`,
    yes: order,
  };
}

export function hostFor(kind: JobKind, connection: ConnectionRecord): string {
  return new URL(addressFor(kind, connection)).host;
}

function named(kind: JobKind, id: string, name: string): string {
  return `${KINDS[kind].one} ${roomTitle(name, id)}`;
}
