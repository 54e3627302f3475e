/** What is left of a visit: its receipt for a ticket, and its lines in the activity log. */
import type { RoomTarget } from '../../preload/contract/call.ts';
import type { Environment } from '../../preload/contract/connections.ts';
import type { VisitReceipt } from '../../preload/contract/papers.ts';
import type { NewEntry } from '../lib/implementation.ts';
import { isoOf } from '../lib/wording/format.ts';

/** A visit, as far as its receipt tells of it. Times are epoch ms. */
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
  readonly opened: boolean;
  /** How long input was let into the room, in ms; null where it never was. */
  readonly liftedMs: number | null;
}

/** How it ended. */
export interface VisitEnd {
  readonly at: number;
  readonly by: VisitReceipt['endedBy'];
}

/**
 * The receipt. `user`: the operating system's, who visited. `entry`: number of the visit's last entry in the activity
 * log; null if it could not be written.
 */
export function receiptOf(
  visit: VisitFacts,
  end: VisitEnd,
  user: string,
  entry: number | null,
): VisitReceipt {
  const { previewId, connectionId, connection, target, host, minutes, begunAt, opened, liftedMs } = visit;
  const { at, by } = end;
  const seconds = secondsOf(visit, end);
  const why = {
    person: 'by the person',
    time: `when its ${minutes} minutes were over`,
    lock: 'when Easel was locked',
    page: 'when the room’s page was gone',
  };
  const lines = [
    'Receipt of a visit with Easel',
    `Room: ${target.kind} ${target.id} on ${host}${opened ? '' : ' (never opened)'}`,
    `Connection: ${connection.name}${connection.environment === null ? '' : ` (${connection.environment})`}`,
    `Visitor: ${user}, seen in the room as ${visit.displayName}`,
    `Reason: ${visit.reason === '' ? 'none given' : visit.reason}`,
    `Entered: ${isoOf(begunAt)}`,
    `Left: ${isoOf(at)}, after ${spanOf(seconds)}, ${why[by]}`,
    `Input on this computer: ${liftedMs === null ? 'blocked all the time' : `let in for ${spanOf(liftedMs / 1000)}`}`,
    `Activity log on this computer: ${entry === null ? 'could not be written' : `entry ${entry}`}`,
  ].map(onOneLine);
  return {
    previewId,
    connectionId,
    target,
    displayName: visit.displayName,
    minutes,
    seconds,
    lifted: liftedMs !== null,
    endedBy: by,
    opened,
    text: lines.join('\n'),
  };
}

/** The entry of a finished visit. Its number goes onto the receipt, so that a receipt in a ticket can be compared with it. */
export function visitEnded(visit: VisitFacts, end: VisitEnd): NewEntry {
  const input = visit.liftedMs === null ? 'input was blocked' : 'input was let in';
  return entryOf(visit, 'visit-ended', `${spanOf(secondsOf(visit, end))}, ${input}. As ${visit.displayName}`);
}

export function entryOf(
  { connectionId, target, reason }: VisitFacts,
  action: NewEntry['action'],
  detail: string,
): NewEntry {
  return { connectionId, action, target: target.id, outcome: 'done', detail, reason };
}

/** A clock that was set back makes no visit shorter than nothing. */
function secondsOf({ begunAt }: VisitFacts, { at }: VisitEnd): number {
  return Math.max(0, Math.round((at - begunAt) / 1000));
}

/** "9 min 12 s". */
function spanOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** A receipt has a line for each fact, whatever was typed or the service calls its ids. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
