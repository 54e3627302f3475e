/** Tells the team database which rooms this user is visiting, and reads which rooms colleagues are visiting. */
import * as v from 'valibot';
import { roomTarget } from '../../preload/contract/call.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { TeamVisit } from '../../preload/contract/team.ts';
import type { Clock } from '../lib/clock.ts';
import type { VisitedRoom } from '../lib/signals.ts';
import type { Copies } from '../team/copies.ts';
import { json, ms, name, number } from '../lib/postgres-rows.ts';

export interface VisitsOptions extends Pick<Clock, 'after'> {
  readonly copies: Pick<Copies, 'joined' | 'isJoined' | 'ask'>;
  readonly isShared: () => Promise<boolean>;
}

/** Time in ms between two reports of this user's visits. A visit counts as ended after 60 s without a report. */
const SEEN_EVERY_MS = 20_000;
const MOST_VISITS = 1000;

const visitRow = v.tuple([v.string(), v.string(), name, number]);
const VISITS = `SELECT kind, id, member, ${ms('since')} FROM easel.visits WHERE account_id = $1
  AND installation <> $2 AND seen_at > now() - interval '60 seconds' ORDER BY since LIMIT ${MOST_VISITS}`;

export function createVisits({ copies, after, isShared }: VisitsOptions) {
  let all: readonly VisitedRoom[] = [];
  let cancel = (): void => undefined;

  async function list(connectionId: string): Promise<Result<readonly TeamVisit[]>> {
    if (!copies.isJoined(connectionId)) return ok([]);
    const read = await copies.ask(connectionId, (register, account) =>
      register.read(visitRow, VISITS, [account, register.installation]),
    );
    if (!read.ok) return read;
    return ok(
      read.value.flatMap(([kind, id, by, since]) => {
        const target = { kind, id };
        return v.is(roomTarget, target) ? [{ target, by, since }] : [];
      }),
    );
  }

  function changed(rooms: readonly VisitedRoom[]): Promise<void> {
    all = rooms;
    return send();
  }

  /** Reports this user's visits now, and every 20 s until the last visit ends. Continues after a failed request. */
  async function send(): Promise<void> {
    cancel();
    // If no visits remain, reports this without reading preferences first, because a lock may close the connection.
    const own = all.length > 0 && (await isShared()) ? all : [];
    const sent = copies.joined().map(({ connectionId }) => {
      const rooms = own.filter((each) => each.connectionId === connectionId).map(({ target }) => target);
      return copies.ask(connectionId, (register, account) =>
        register.write(v.unknown(), 'SELECT easel.visit($1, $2, $3)', [
          account,
          register.installation,
          json(rooms),
        ]),
      );
    });
    await Promise.all(sent);
    cancel();
    if (all.length > 0) cancel = after(SEEN_EVERY_MS, () => void send().catch(() => undefined));
  }

  /** Reports that the user left all rooms. Does not wait for the team database. */
  function leaveAll(): void {
    if (all.length > 0) void changed([]).catch(() => undefined);
    cancel();
  }

  return { list, changed, send, leaveAll };
}
