/**
 * The log as it is looked at: by days, newest first, one row for a job.
 *
 * Of each line a few numbers are held in memory, as they are found when the log is first looked at; what people read
 * stays in the file until its row comes into view. So a log of any length is filtered and scrolled without reading it
 * again; only a text is sought in the file.
 */
import {
  ACTIVITY_ACTIONS,
  ACTIVITY_OUTCOMES,
  type ActivityEntry,
  type ActivityFilter,
  type ActivityOutline,
  type ActivityOutcome,
  type ActivityPage,
  type ActivityRow,
} from '../../preload/contract/activity.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { ActivityFile } from './activity-file.ts';
import { onOneLine, readLine } from './line.ts';

const NEWLINE = 10;

/** What is held of a line; the numbers of user, connection and job are their places in `Names`. */
interface Held {
  readonly at: number;
  readonly bytes: number;
  readonly time: number;
  readonly action: number;
  readonly outcome: number;
  readonly user: number;
  readonly connection: number;
  /** -1 for none. */
  readonly job: number;
}

/** What matches everything but the dates, as far as the log was looked through for it. */
interface Found {
  readonly sought: string;
  readonly places: number[];
  upTo: number;
}

/** A row before its texts are read: places of lines. */
type Row =
  | { readonly kind: 'day'; readonly place: number }
  | { readonly kind: 'entry'; readonly place: number; readonly inJob: boolean }
  /** Newest first. */
  | {
      readonly kind: 'job';
      readonly job: number;
      readonly places: readonly number[];
      readonly open: boolean;
    };

/** The rows of the last page that was asked for. */
interface Laid {
  readonly asked: string;
  readonly rows: readonly Row[];
  readonly matching: number;
}

export class Timeline {
  readonly #held: Held[] = [];
  readonly #users = new Names();
  readonly #connections = new Names();
  readonly #connectionNames = new Map<string, string>();
  readonly #jobs = new Names();
  #upTo = 0;
  #found: Found | null = null;
  #laid: Laid | null = null;
  /** One reading after another. */
  #reading: Promise<unknown> = Promise.resolve();

  /** The rows at these places. */
  async page(file: ActivityFile, args: ArgsOf<'activity.page'>): Promise<ActivityPage> {
    const { from, count, open, ...filter } = args;
    const { rows, matching } = await this.#inTurn(() => this.#lay(file, filter, open));
    const shown = await Promise.all(rows.slice(from, from + count).map((row) => this.#filled(file, row)));
    return { from, rows: shown, total: rows.length, matching };
  }

  async outline(file: ActivityFile, filter: ActivityFilter): Promise<ActivityOutline> {
    const { places } = await this.#inTurn(() => this.#find(file, filter));
    const days = new Map<number, { entries: number; failed: number }>();
    const dayOf = startsOfDays();
    for (const place of places) {
      const { time = 0, outcome = 0 } = this.#held[place] ?? {};
      const begins = dayOf(time);
      const day = days.get(begins) ?? { entries: 0, failed: 0 };
      day.entries += 1;
      if (isFailure(ACTIVITY_OUTCOMES[outcome])) day.failed += 1;
      days.set(begins, day);
    }
    return {
      days: [...days].map(([at, counts]) => ({ at, ...counts })).sort((a, b) => a.at - b.at),
      users: this.#users.all.toSorted((a, b) => a.localeCompare(b)),
      connections: [...this.#connectionNames].map(([id, name]) => ({ id, name })),
    };
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#reading.then(work);
    this.#reading = turn.catch(() => undefined);
    return turn;
  }

  /** Takes in what was written since. */
  async #follow(file: ActivityFile): Promise<void> {
    for await (const { at, bytes } of file.pieces(this.#upTo)) {
      let begin = 0;
      while (begin < bytes.length) {
        const newline = bytes.indexOf(NEWLINE, begin);
        const end = newline < 0 ? bytes.length : newline;
        this.#take(bytes.toString('utf8', begin, end), at + begin, end - begin);
        begin = end + 1;
      }
      this.#upTo = at + bytes.length;
    }
  }

  #take(line: string, at: number, bytes: number): void {
    const entry = readLine(line)?.entry;
    if (entry === undefined) return;
    const { connectionId, connectionName } = entry;
    const job = jobOf(entry);
    if (connectionId !== '') this.#connectionNames.set(connectionId, connectionName);
    this.#held.push({
      at,
      bytes,
      time: entry.at,
      action: ACTIVITY_ACTIONS.indexOf(entry.action),
      outcome: ACTIVITY_OUTCOMES.indexOf(entry.outcome),
      user: this.#users.numberOf(entry.user),
      connection: this.#connections.numberOf(connectionId),
      job: job === '' ? -1 : this.#jobs.numberOf(job),
    });
  }

  /** All that matches, dates left aside; what was found before is gone on from. */
  async #find(file: ActivityFile, filter: ActivityFilter): Promise<Found> {
    await this.#follow(file);
    const { since: _since, until: _until, ...rest } = filter;
    const sought = JSON.stringify(rest);
    if (this.#found?.sought !== sought) this.#found = { sought, places: [], upTo: 0 };
    const found = this.#found;
    const [first, all] = [this.#held[found.upTo], this.#held.length];
    if (first === undefined) return found;
    const holds = rest.find.trim() === '' ? null : await this.#holding(file, first.at, rest);
    const connection = this.#connections.find(rest.connectionId);
    const user = this.#users.find(rest.user);
    const action = rest.action === null ? null : ACTIVITY_ACTIONS.indexOf(rest.action);
    for (let place = found.upTo; place < all; place += 1) {
      const held = this.#held[place];
      if (held === undefined) continue;
      if (connection !== null && held.connection !== connection) continue;
      if (user !== null && held.user !== user) continue;
      if (action !== null && held.action !== action) continue;
      if (holds === null || holds.has(held.at)) found.places.push(place);
    }
    found.upTo = all;
    return found;
  }

  /** Where the lines with a text begin. */
  async #holding(
    file: ActivityFile,
    from: number,
    filter: Omit<ActivityFilter, 'since' | 'until'>,
  ): Promise<ReadonlySet<number>> {
    const found = new Set<number>();
    // As it stands in a line, so that only lines that may hold it are taken apart.
    const written = onOneLine(JSON.stringify(filter.find.trim().toLowerCase())).slice(1, -1);
    for await (const { at, bytes } of file.pieces(from)) {
      if (!bytes.toString('utf8').toLowerCase().includes(written)) continue;
      for (let begin = 0; begin < bytes.length;) {
        const newline = bytes.indexOf(NEWLINE, begin);
        const end = newline < 0 ? bytes.length : newline;
        const line = bytes.toString('utf8', begin, end);
        const entry = line.toLowerCase().includes(written) ? readLine(line)?.entry : undefined;
        if (entry !== undefined && matches(entry, { ...filter, since: null, until: null }))
          found.add(at + begin);
        begin = end + 1;
      }
    }
    return found;
  }

  async #lay(file: ActivityFile, filter: ActivityFilter, open: readonly string[]): Promise<Laid> {
    const { places, upTo } = await this.#find(file, filter);
    const asked = JSON.stringify([filter, open, upTo]);
    if (this.#laid?.asked === asked) return this.#laid;
    const { since, until } = filter;
    const isIn = (place: number): boolean => isWithin(this.#held[place]?.time ?? 0, since, until);
    const within = since === null && until === null ? places : places.filter(isIn);
    const opened = new Set(open.map((job) => this.#jobs.find(job)));
    this.#laid = { asked, rows: this.#rows(within, opened), matching: within.length };
    return this.#laid;
  }

  /** Newest first: a job stands where its newest entry is, and one entry of a job alone stands for itself. */
  #rows(places: readonly number[], open: ReadonlySet<number | null>): readonly Row[] {
    const jobs = new Map<number, number[]>();
    const top: number[] = [];
    for (const place of places.toReversed()) {
      const job = this.#held[place]?.job ?? -1;
      const others = job < 0 ? undefined : jobs.get(job);
      if (others === undefined) top.push(place);
      else others.push(place);
      if (job >= 0 && others === undefined) jobs.set(job, [place]);
    }
    const rows: Row[] = [];
    const dayOf = startsOfDays();
    let day: number | null = null;
    for (const place of top) {
      const { job = -1, time = 0 } = this.#held[place] ?? {};
      if (dayOf(time) !== day) rows.push({ kind: 'day', place });
      day = dayOf(time);
      const members = jobs.get(job) ?? [];
      if (members.length < 2) {
        rows.push({ kind: 'entry', place, inJob: false });
        continue;
      }
      const isOpen = open.has(job);
      rows.push({ kind: 'job', job, places: members, open: isOpen });
      if (isOpen) for (const member of members) rows.push({ kind: 'entry', place: member, inJob: true });
    }
    return rows;
  }

  async #filled(file: ActivityFile, row: Row): Promise<ActivityRow> {
    if (row.kind === 'day') return { kind: 'day', at: this.#held[row.place]?.time ?? 0 };
    if (row.kind === 'entry')
      return { kind: 'entry', entry: await this.#entry(file, row.place), inJob: row.inJob };
    const { places, open } = row;
    const outcomes: Partial<Record<ActivityOutcome, number>> = {};
    const items: number[] = [];
    let state: number | null = null;
    for (const place of places) {
      const { action = 0, outcome = 0 } = this.#held[place] ?? {};
      if (isOfJobItself(action)) {
        state ??= action;
        continue;
      }
      items.push(place);
      const name = ACTIVITY_OUTCOMES[outcome] ?? 'unknown';
      outcomes[name] = (outcomes[name] ?? 0) + 1;
    }
    const [item, ...more] = items;
    const [first, last, only] = await Promise.all([
      this.#entry(file, places.at(-1) ?? 0),
      this.#entry(file, places[0] ?? 0),
      item === undefined || more.length > 0 ? null : this.#entry(file, item),
    ]);
    return {
      kind: 'job',
      job: jobOf(last),
      first,
      last,
      action: item === undefined ? null : (ACTIVITY_ACTIONS[this.#held[item]?.action ?? 0] ?? null),
      items: items.length,
      outcomes,
      only,
      state: state === null ? null : (ACTIVITY_ACTIONS[state] ?? null),
      entries: places.length,
      open,
    };
  }

  /** Throws where the line is not there any more. */
  async #entry(file: ActivityFile, place: number): Promise<ActivityEntry> {
    const { at = 0, bytes = 0 } = this.#held[place] ?? {};
    const entry = readLine(await file.text(at, bytes))?.entry;
    if (entry === undefined) throw new Error('a line of the log is not where it was');
    return entry;
  }
}

/** Texts that many lines share, by number. */
class Names {
  readonly #numbers = new Map<string, number>();

  get all(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** Null for null; -2, which no line has, for a name that is nowhere. */
  find(name: string | null): number | null {
    return name === null ? null : (this.#numbers.get(name) ?? -2);
  }
}

/** What a job says of itself says whose it is in logs of before, too. */
function jobOf({ action, target, job }: ActivityEntry): string {
  return job === '' && action.startsWith('job-') ? target : job;
}

function isOfJobItself(action: number): boolean {
  return ACTIVITY_ACTIONS[action]?.startsWith('job-') === true;
}

function isFailure(outcome: ActivityOutcome | undefined): boolean {
  return outcome === 'failed' || outcome === 'unknown';
}

function isWithin(time: number, since: number | null, until: number | null): boolean {
  return (since === null || time >= since) && (until === null || time < until);
}

/** Gives when the day of a moment begins here, epoch ms; quick for moments of the same day one after another. */
function startsOfDays(): (time: number) => number {
  let [begins, ends] = [0, 0];
  return (time) => {
    if (time < begins || time >= ends) {
      const day = new Date(time);
      begins = day.setHours(0, 0, 0, 0);
      ends = new Date(begins).setDate(new Date(begins).getDate() + 1);
    }
    return begins;
  };
}

/** Whether an entry is one of those asked for; letter case of the text is ignored. */
export function matches(entry: ActivityEntry, filter: ActivityFilter): boolean {
  const { connectionId, action, user, since, until, find } = filter;
  if (connectionId !== null && entry.connectionId !== connectionId) return false;
  if (action !== null && entry.action !== action) return false;
  if (user !== null && entry.user !== user) return false;
  if (!isWithin(entry.at, since, until)) return false;
  const sought = find.trim().toLowerCase();
  if (sought === '') return true;
  const { target, detail, reason, connectionName } = entry;
  return [target, entry.user, detail, reason, connectionName].some((text) =>
    text.toLowerCase().includes(sought),
  );
}
