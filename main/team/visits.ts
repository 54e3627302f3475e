/** Which rooms the members of a team are in. */
import * as v from 'valibot';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { TeamVisit } from '../../preload/contract/team.ts';
import type { Clock } from '../lib/clock.ts';
import type { VisitedRoom } from '../lib/signals.ts';
import type { Copies } from './copies.ts';
import { json, ms, name, number } from './rows.ts';

export interface VisitsOptions extends Pick<Clock, 'after'> {
  readonly copies: Pick<Copies, 'accounts' | 'isJoined' | 'ask'>;
  readonly installation: () => Promise<string>;
  /** Called when the visits of an account should be read again, because one may have ended without a word. */
  readonly onOld: (connectionId: string) => void;
  /** True if colleagues may see this user's visits. */
  readonly isShared: () => Promise<boolean>;
}

/** The database removes visits that were not seen for 60 s. */
const SEEN_EVERY_MS = 20_000;
const MOST_VISITS = 1000;

const visitRow = v.tuple([
  v.picklist(['board', 'paper']),
  v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
  name,
  number,
]);
const VISITS = `SELECT kind, id, member, ${ms('since')} FROM easel.visits WHERE account_id = $1
  AND installation <> $2 AND seen_at > now() - interval '60 seconds' ORDER BY since LIMIT ${MOST_VISITS}`;

export class Visits {
  readonly #options: VisitsOptions;
  #own: readonly VisitedRoom[] = [];
  #cancel: () => void = () => undefined;
  #cancelOld: () => void = () => undefined;

  constructor(options: VisitsOptions) {
    this.#options = options;
  }

  async list(connectionId: string): Promise<Result<readonly TeamVisit[]>> {
    const { copies, installation, after, onOld } = this.#options;
    if (!copies.isJoined(connectionId)) return ok([]);
    const here = await installation();
    const read = await copies.ask(connectionId, (register, account) =>
      register.read(visitRow, VISITS, [account, here]),
    );
    if (!read.ok) return read;
    this.#cancelOld();
    if (read.value.length > 0) this.#cancelOld = after(SEEN_EVERY_MS, () => onOld(connectionId));
    return ok(read.value.map(([kind, id, by, since]) => ({ target: { kind, id }, by, since })));
  }

  /** Takes the rooms that this user is in. */
  changed(own: readonly VisitedRoom[]): Promise<void> {
    this.#own = own;
    return this.send();
  }

  /** Sends the own visits now, and every 20 s while there are some. Failed attempts are repeated at the next time. */
  async send(): Promise<void> {
    const { copies, installation, isShared, after } = this.#options;
    this.#cancel();
    const own = (await isShared()) ? this.#own : [];
    const here = await installation();
    for (const { connectionId, leftAt } of copies.accounts()) {
      if (leftAt !== null) continue;
      const rooms = own.filter((each) => each.connectionId === connectionId).map(({ target }) => target);
      await copies.ask(connectionId, (register, account) =>
        register.write(v.unknown(), 'SELECT easel.visit($1, $2, $3)', [account, here, json(rooms)]),
      );
    }
    this.#cancel();
    if (this.#own.length > 0)
      this.#cancel = after(SEEN_EVERY_MS, () => void this.send().catch(() => undefined));
  }

  close(): void {
    this.#cancel();
    this.#cancelOld();
  }
}
