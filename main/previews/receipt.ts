/** What is left of a visit: its receipt for a ticket, and its lines in the activity log. */
import { createHash } from 'node:crypto';
import type { RoomTarget } from '../../preload/contract/call.ts';
import type { Environment } from '../../preload/contract/connections.ts';
import type { VisitReceipt } from '../../preload/contract/papers.ts';
import type { NewEntry } from '../activity/activity.ts';
import { isoOf } from '../wording/format.ts';
import type { Caption } from './capture.ts';

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

/** The receipt. `user`: the operating system's, who visited. */
export function receiptOf(visit: VisitFacts, { at, by }: VisitEnd, user: string): VisitReceipt {
  const { previewId, connectionId, connection, target, host, minutes, begunAt, opened, liftedMs } = visit;
  // A clock that was set back makes no visit shorter than nothing.
  const seconds = Math.max(0, Math.round((at - begunAt) / 1000));
  const why = {
    person: 'by the person',
    time: `when its ${minutes} minutes were over`,
    lock: 'when Easel was locked',
    page: 'when the room’s page was gone',
    hidden: 'when nobody had looked at it for a minute',
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
  ].map(onOneLine);
  const digest = createHash('sha256').update(lines.join('\n')).digest('hex');
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
    text: [...lines, `SHA-256 of the lines above: ${digest}`].join('\n'),
  };
}

/** The line of a finished visit. It holds the digest, so that a receipt in a ticket can be compared with it. */
export function visitEnded(receipt: VisitReceipt, reason: string): NewEntry {
  const { connectionId, target, seconds, lifted, text, displayName } = receipt;
  const input = lifted ? 'input was let in' : 'input was blocked';
  const detail = `${spanOf(seconds)}, ${input}. Receipt ${text.slice(-64)}. As ${displayName}`;
  return { connectionId, action: 'visit-ended', target: target.id, outcome: 'done', detail, reason };
}

/** The line that says that input was let into a room. */
export function shieldLifted({ connectionId, target, displayName, reason }: VisitFacts): NewEntry {
  const detail = `As ${displayName}`;
  return { connectionId, action: 'shield-lifted', target: target.id, outcome: 'done', detail, reason };
}

/** The line that says that a picture of a room went to a file. */
export function roomCaptured({ connectionId, target, displayName, reason }: VisitFacts): NewEntry {
  const detail = `The visible part, as ${displayName}`;
  return { connectionId, action: 'room-captured', target: target.id, outcome: 'done', detail, reason };
}

/** What stands in the file of a picture of a room, taken `at` (epoch ms). */
export function captionOf({ connection, target, host }: VisitFacts, at: number): Caption {
  const room = onOneLine(`${target.kind} ${target.id} on ${host}`);
  const whose = connection.environment === null ? '' : `(${connection.environment})`;
  return {
    lines: [
      ['Visible part only,', isoOf(at).replace(/T(.{8}).*/u, ' $1 UTC')],
      [target.kind, target.id, 'on', host],
      [connection.name, whose],
    ],
    chunks: {
      Title: `Visible part only of ${room}`,
      Description: 'Visible part only: what was in view when the picture was taken.',
      Source: onOneLine(`${room}, connection ${connection.name}`),
      'Creation Time': isoOf(at),
      Software: 'Easel',
    },
  };
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
