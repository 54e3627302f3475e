import type { RoomTarget } from '../../preload/contract/call.ts';
import type { Environment } from '../../preload/contract/connections.ts';
import type { VisitReceipt } from '../../preload/contract/papers.ts';
import { fail, type Failure } from '../../preload/contract/failure.ts';
import { endOf } from '../activity/entries.ts';
import type { NewEntry } from '../lib/implementation.ts';
import { failure } from '../lib/wording/failure.ts';
import { isoOf } from '../lib/wording/format.ts';

/** Facts about a visit to a room. Times are epoch ms. */
export interface VisitFacts {
  readonly previewId: string;
  readonly connectionId: string;
  readonly connection: { readonly name: string; readonly environment: Environment | null };
  readonly target: RoomTarget;
  readonly host: string;
  readonly displayName: string;
  readonly reason: string;
  readonly minutes: number;
  readonly begunAt: number;
  /** Time in ms for which input in the room was allowed; null if never. */
  readonly liftedMs: number | null;
}

export interface VisitEnd {
  readonly at: number;
  readonly by: VisitReceipt['endedBy'];
}

/** Returns a visit's receipt. `user`: operating-system user. `entry`: number of the visit's last log entry, or null. */
export function receiptOf(
  visit: VisitFacts,
  end: VisitEnd,
  user: string,
  entry: number | null,
): VisitReceipt {
  const { previewId, connectionId, connection, target, host, minutes, begunAt, liftedMs } = visit;
  const { at, by } = end;
  const why = {
    person: 'by the user',
    time: `when its ${minutes} minutes were over`,
    lock: 'when Easel was locked',
    page: 'when the room’s page closed',
  };
  const lines = [
    'Receipt of a visit with Easel',
    `Room: ${target.kind} ${target.id} on ${host}`,
    `Connection: ${connection.name}${connection.environment === null ? '' : ` (${connection.environment})`}`,
    `Visitor: ${user}, seen in the room as ${visit.displayName}`,
    `Reason: ${visit.reason === '' ? 'none given' : visit.reason}`,
    `Entered: ${isoOf(begunAt)}`,
    `Left: ${isoOf(at)}, after ${spanOf(at - begunAt)}, ${why[by]}`,
    `Input on this computer: ${liftedMs === null ? 'always blocked' : `allowed for ${spanOf(liftedMs)}`}`,
    `Activity log on this computer: ${entry === null ? 'could not be written' : `entry ${entry}`}`,
    // Replaces line breaks in names, so that each fact stays on one line.
  ].map((line) => line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim());
  return {
    previewId,
    connectionId,
    target,
    displayName: visit.displayName,
    minutes,
    seconds: secondsOf(at - begunAt),
    lifted: liftedMs !== null,
    endedBy: by,
    text: lines.join('\n'),
  };
}

export function visitEnded(visit: VisitFacts, end: VisitEnd): NewEntry {
  const input = visit.liftedMs === null ? 'input was blocked' : 'input was allowed';
  return entryOf(
    visit,
    'visit-ended',
    `${spanOf(end.at - visit.begunAt)}, ${input}. As ${visit.displayName}`,
  );
}

/** Returns the log entry of a visit whose room never opened. `why` is null if the user left first. */
export function visitFailed(visit: VisitFacts, why: Failure | null): NewEntry {
  const entry = entryOf(visit, 'visit-failed', `As ${visit.displayName}`);
  return { ...entry, ...endOf(fail(why ?? failure('cancelled')), entry.detail) };
}

export function entryOf(
  { connectionId, target, reason }: VisitFacts,
  action: NewEntry['action'],
  detail: string,
): NewEntry {
  return { connectionId, action, target: target.id, outcome: 'done', detail, reason };
}

function secondsOf(ms: number): number {
  return Math.max(0, Math.round(ms / 1000));
}

function spanOf(ms: number): string {
  const seconds = secondsOf(ms);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
