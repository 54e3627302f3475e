import type { ArgsOf } from '../../preload/contract/contract.ts';
import { randomUUID } from 'node:crypto';
import type { RoomTarget } from '../../preload/contract/call.ts';
import type { Connection, ConnectionsState } from '../../preload/contract/connections.ts';
import type {
  LinkCopied,
  PreviewGrant,
  PreviewLeft,
  PreviewState,
  VisitReceipt,
} from '../../preload/contract/papers.ts';
import { fail, ok, type Failure, type FailureCode, type Result } from '../../preload/contract/failure.ts';
import type { NewEntry, Question } from '../lib/implementation.ts';
import type { VisitedRoom } from '../lib/signals.ts';
import type { Core } from '../ipc/core.ts';
import type { ServiceApi } from '../service/api.ts';
import { originOf } from '../lib/origins.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { failure, wrongFields, refusalSince } from '../lib/wording/failure.ts';
import { isoOf, quoted } from '../lib/wording/format.ts';
import { endOf } from '../activity/entries.ts';
import { mintRoom, type Room } from '../papers/tokens/tokens.ts';
import type { Pictures, Snapshot } from './pictures.ts';
import { RoomKeyboard } from './room-keyboard.ts';
import { savedAs, type SavePicture } from '../lib/files/files.ts';

export interface PreviewsOptions extends Pick<
  Core,
  'copySecret' | 'isLocked' | 'log' | 'policy' | 'publish' | 'record' | 'steady' | 'user' | 'now'
> {
  readonly deadlines: Core['deadlines'];
  readonly apiOf: (connectionId: string) => Promise<Result<ServiceApi>>;
  readonly appUrlOf: (connectionId: string) => Promise<Result<string>>;
  /** Fails if the connection is read-only. Checked before input into a room, and before the creation of a join link. */
  readonly mayChange: (connectionId: string) => Promise<Result<null>>;
  readonly savePicture: SavePicture;
  /** Returns the connections. The owner must call `connectionsChanged` after each change of a connection. */
  readonly connections: () => Promise<ConnectionsState>;
  readonly onAppAnswer: (connectionId: string, failed: Failure | null) => void;
  readonly keepLink: (room: Room) => LinkCopied;
  /** Records that the user opened a board. A rejection does not end the visit. */
  readonly onBoardOpened: (connectionId: string, boardId: string) => Promise<void>;
  readonly pictures: Pick<Pictures, 'gone' | 'left' | 'wanted'>;
  readonly onLeft: (receipt: VisitReceipt) => void;
  /** Writes an entry to the activity log. Returns the entry's number, or null if the entry is written later. */
  readonly recordEnd: (entry: NewEntry) => Promise<number | null>;
}

/** Permission to open one room in one `<webview>`. */
export interface Grant {
  readonly previewId: string;
  /** Address of the room. Only the `<webview>` receives it, because it contains the access token. */
  readonly address: string;
  readonly appOrigin: string;
}

const PLACEHOLDER = 'about:blank#preview-';
const GRANT_LIFETIME_MS = 30_000;
/** Maximum number of open rooms. Low, because the people in each room see that the user is present. */
const MOST_LIVE_PREVIEWS = 4;

/** Maximum length of a reason for a visit, in UTF-16 units. */
const LONGEST_REASON = 200;

const MINUTE = 60_000;
const WARNING_MS = MINUTE;
/** Time in ms between two checks of a visit's time limit. Needed because some systems do not report a wake-up. */
const LOOK_EVERY_MS = 10_000;

/** A visit to a room. All times are epoch ms. */
interface Visit {
  readonly previewId: string;
  readonly connectionId: string;
  readonly connection: Connection;
  readonly target: RoomTarget;
  readonly host: string;
  readonly displayName: string;
  readonly reason: string;
  readonly minutes: number;
  readonly begunAt: number;
  /** Permission to open the room. Null after the `<webview>` was created, so that the access token is not kept. */
  grant: Grant | null;
  readonly dueAt: number;
  warned: boolean;
  stop: () => void;
  /** True after the room's page has arrived. From then on, its script may join the room and show the user to others. */
  opened: boolean;
  /** Time at which the room's page crashed or failed. Null while the page may be connected to the room. */
  leftAt: number | null;
  /** Start of the current period in which the user's input reaches the room. Null while input is blocked. */
  liftedAt: number | null;
  /** Total ms of earlier periods in which input reached the room. Null if there was no such period. */
  liftedMs: number | null;
  state: PreviewState['state'];
  failure: Failure | null;
  guest: GuestPage | null;
  /** True while Easel takes the room's thumbnail, after the user left the room or the time limit was reached. */
  isClosing: boolean;
  gone: boolean;
}

type EndedBy = VisitReceipt['endedBy'];

export interface GuestPage {
  readonly leave: () => void;
  readonly picture: () => Promise<Snapshot | null>;
  readonly view: () => Promise<Uint8Array | null>;
}

export class Previews {
  readonly keyboard: RoomKeyboard;
  readonly #options: PreviewsOptions;
  readonly #visits = new Map<string, Visit>();
  /** Number of page loads in the main window. Each reload closes the rooms that the earlier page opened. */
  #page = 0;
  #connections: ReadonlyMap<string, Connection> = new Map();

  constructor(options: PreviewsOptions) {
    this.#options = options;
    this.keyboard = new RoomKeyboard({
      mayHave: this.#mayHaveInput.bind(this),
      onTaken: (previewId, step) => options.publish('previews.focusBack', { previewId, step }),
      onLeave: () => options.publish('command.run', { commandId: 'previews.leave', keys: null }),
      now: options.now,
    });
  }

  /** Opens a room. Fails with `policy`, `invalid-input`, `refused` (too many rooms) or `cancelled` (page reloaded). */
  async open(args: ArgsOf<'previews.open'>): Promise<Result<PreviewGrant>> {
    const { connectionId, target, minutes } = args;
    const why = this.#mayVisit(args);
    if (!why.ok) return why;
    if (!this.#hasRoom()) return fail(tooMany);
    const page = this.#page;
    const room = await this.#mint('mintToken', args);
    if (!room.ok) return room;
    this.connectionsChanged(await this.#options.connections());
    // Easel may have been locked during the token request. Then the room must not open.
    if (this.#options.isLocked()) return fail(failure('locked'));
    if (this.#page !== page) return fail(failure('cancelled'));
    if (!this.#hasRoom()) return fail(tooMany);
    const previewId = randomUUID();
    const { address, ...shown } = room.value;
    const { host, origin: appOrigin } = new URL(address);
    const connection = this.#connections.get(connectionId);
    if (connection === undefined || originOf(connection.appUrl) !== appOrigin)
      return fail(failure('cancelled'));
    const begunAt = this.#options.now();
    this.#visits.set(previewId, {
      previewId,
      grant: { previewId, address, appOrigin },
      connectionId,
      connection,
      target,
      host,
      displayName: room.value.displayName,
      reason: why.value,
      minutes,
      begunAt,
      dueAt: this.#options.steady() + minutes * MINUTE,
      warned: false,
      stop: () => undefined,
      opened: false,
      leftAt: null,
      liftedAt: null,
      liftedMs: null,
      state: 'loading',
      failure: null,
      guest: null,
      isClosing: false,
      gone: false,
    });
    this.#watchTime(previewId);
    const log = this.#options.log.scope('previews');
    log.info('visit', { connectionId, kind: target.kind, previewId, reason: why.value });
    if (target.kind === 'board') this.#options.onBoardOpened(connectionId, target.id).catch(() => undefined);
    return ok({
      previewId,
      placeholder: PLACEHOLDER + previewId,
      ...shown,
      host,
      endsAt: begunAt + minutes * MINUTE,
    });
  }

  #watchTime(previewId: string): void {
    const visit = this.#visits.get(previewId);
    if (visit === undefined) return;
    const { steady, deadlines, publish } = this.#options;
    const left = visit.dueAt - steady();
    if (left <= 0) return void this.close({ previewId }, 'time');
    if (left <= WARNING_MS && !visit.warned) {
      visit.warned = true;
      publish('previews.ending', { previewId });
    }
    const next = left > WARNING_MS ? left - WARNING_MS : left;
    visit.stop = deadlines.after(Math.min(next, LOOK_EVERY_MS), () => this.#watchTime(previewId));
  }

  /** Leaves a room. Stores its thumbnail first if the user allows thumbnails; a second call leaves at once. */
  async close({ previewId }: ArgsOf<'previews.close'>, by: EndedBy = 'person'): Promise<Result<PreviewLeft>> {
    const visit = this.#visits.get(previewId);
    if (visit?.state !== 'live' || visit.guest === null || visit.isClosing) {
      await this.#leave(previewId, by);
      return ok({ asks: null });
    }
    visit.isClosing = true;
    const { pictures, isLocked } = this.#options;
    // Leaves the room even if the preference can't be read or no thumbnail can be taken.
    const wanted = await pictures.wanted().catch(() => false);
    const snapshot = wanted ? await visit.guest.picture().catch(() => null) : null;
    await this.#leave(previewId, by);
    if (snapshot === null || visit.gone || isLocked()) return ok({ asks: null });
    const keeping = pictures.left(visit.connectionId, visit.target.id, snapshot);
    return ok({ asks: await keeping.catch(() => null) });
  }

  #leave(previewId: string, by: EndedBy): Promise<void> {
    const guest = this.#visits.get(previewId)?.guest;
    const over = this.ended(previewId, by);
    guest?.leave();
    return over;
  }

  /** Saves a screenshot of a room as PNG. Returns null if the user cancels. Fails with `policy` or `cancelled`. */
  async capture({
    previewId,
  }: ArgsOf<'previews.capture'>): Promise<Result<{ readonly fileName: string } | null>> {
    const { policy, now, isLocked, savePicture, record } = this.#options;
    if (!policy.allowPictures)
      return fail(failure('policy', { message: 'Your organisation doesn’t allow pictures of rooms.' }));
    const visit = this.#visits.get(previewId);
    if (visit?.state !== 'live' || visit.guest === null) return fail(failure('cancelled'));
    const takenAt = now();
    const view = await visit.guest.view();
    if (view === null) {
      const message = 'Easel couldn’t take a picture of the room.';
      return fail(failure('timeout', { message, nextStep: 'Try again.' }));
    }
    if (isLocked()) return fail(failure('locked'));
    const about = visit.target.id.replaceAll(/[^\w-]/gu, '').slice(0, 8);
    const at = isoOf(takenAt).slice(0, 19).replaceAll(':', '-');
    const saved = await savePicture(`easel-visible-part-of-${visit.target.kind}-${about}-${at}.png`, view);
    if (saved?.ok === true)
      record(entryOf(visit, 'room-captured', `Visible part of the room. Display name: ${visit.displayName}`));
    return savedAs(saved, {});
  }

  /** Returns the question before input into a room is allowed. Fails with `read-only` unless changes are unlocked. */
  async shieldQuestion({ previewId }: ArgsOf<'previews.liftShield'>): Promise<Result<Question | null>> {
    const visit = this.#visits.get(previewId);
    if (visit?.guest == null || visit.leftAt !== null) return fail(failure('cancelled'));
    const allowed = await this.#options.mayChange(visit.connectionId);
    if (!allowed.ok) return allowed;
    const { connection, target, host, displayName } = visit;
    const whose = connection.environment === 'production' ? ' (Production)' : '';
    return ok({
      message: `Allow mouse and keyboard input in the room of ${target.kind} ${quoted(target.id)}?`,
      detail: `Connection: ${quoted(connection.name)}${whose}, ${host}\n\nWhat you type and click there can change the ${target.kind} for everyone, under the name ${quoted(displayName)}. This will be logged.`,
      yes: 'Allow input',
    });
  }

  async liftShield(args: ArgsOf<'previews.liftShield'>, answered?: Question | null): Promise<Result<null>> {
    const { previewId } = args;
    const other = refusalSince(answered, await this.shieldQuestion(args));
    if (other !== null) return fail(other);
    const visit = this.#visits.get(previewId);
    if (visit?.guest == null) return fail(failure('cancelled'));
    if (visit.liftedAt !== null) return ok(null);
    visit.liftedAt = this.#options.now();
    visit.liftedMs ??= 0;
    this.#options.record(entryOf(visit, 'shield-lifted', `Display name: ${visit.displayName}`));
    this.#publish(visit);
    return ok(null);
  }

  raiseShield({ previewId }: ArgsOf<'previews.raiseShield'>): null {
    const visit = this.#visits.get(previewId);
    if (visit?.liftedAt != null) {
      this.#countLifted(visit);
      this.#publish(visit);
    }
    return null;
  }

  #countLifted(visit: Visit): void {
    if (visit.liftedAt === null) return;
    visit.liftedMs = (visit.liftedMs ?? 0) + Math.max(0, this.#options.now() - visit.liftedAt);
    visit.liftedAt = null;
  }

  #publish({ previewId, state, failure: failed, liftedAt }: Visit): void {
    const lifted = liftedAt !== null;
    this.#options.publish('previews.changed', { previewId, state, failure: failed, lifted });
  }

  gone(connectionId: string, ids: readonly string[]): Promise<void> {
    for (const visit of this.#visits.values())
      if (visit.connectionId === connectionId && ids.includes(visit.target.id)) visit.gone = true;
    return this.#options.pictures.gone(connectionId, ids);
  }

  leaveAll(by: EndedBy = 'lock'): void {
    for (const previewId of this.#visits.keys()) void this.#leave(previewId, by);
  }

  /** Leaves all rooms that the earlier page opened, and cancels rooms that it was opening. */
  pageLoaded(): void {
    this.#page += 1;
    this.leaveAll('page');
  }

  connectionsChanged({ connections }: ConnectionsState): void {
    this.#connections = new Map(connections.map((connection) => [connection.id, connection]));
    // Blocks input when a temporary unlock of changes ends. Otherwise receipts would count the time after the end.
    for (const visit of this.#visits.values()) {
      if (this.#isReadOnly(visit)) this.raiseShield(visit);
      const now = this.#connections.get(visit.connectionId);
      const isSame = now?.paperApi === visit.connection.paperApi && new URL(now.appUrl).host === visit.host;
      if (!isSame) void this.#leave(visit.previewId, 'connection');
    }
  }

  /** True if a room may read the clipboard. Requires the policy's permission and a recent click or key press there. */
  mayReadClipboard(previewId: string): boolean {
    const { allowClipboardRead } = this.#options.policy;
    return allowClipboardRead && this.#mayHaveInput(previewId) && this.keyboard.isPressed(previewId);
  }

  /** Creates an access token and copies its join link. Fails with `read-only` unless changes are unlocked. */
  async copyLink(args: ArgsOf<'previews.copyLink'>): Promise<Result<LinkCopied>> {
    const room = await this.link(args);
    if (!room.ok) return room;
    const copied = await this.#copy(room.value);
    return copied.ok ? ok(this.#options.keepLink(room.value)) : copied;
  }

  /** Copies a room's address with a new access token, for a browser. Fails with `policy`, `read-only` or `locked`. */
  async copyBrowserLink(args: ArgsOf<'previews.copyBrowserLink'>): Promise<Result<null>> {
    const why = this.#mayVisit(args);
    if (!why.ok) return why;
    const room = await this.link(args);
    return room.ok ? this.#copy(room.value) : room;
  }

  #copy({ address }: Room): Promise<Result<null>> {
    const { isLocked, copySecret } = this.#options;
    return isLocked() ? Promise.resolve(fail(failure('locked'))) : copySecret(address);
  }

  async link(args: ArgsOf<'previews.copyLink'>, beforeSending?: AbortSignal): Promise<Result<Room>> {
    const allowed = await this.#options.mayChange(args.connectionId);
    return allowed.ok ? this.#mint('mintInvite', args, beforeSending) : allowed;
  }

  /** Returns the grant for this placeholder URL, once. Returns null without a grant, or while Easel is locked. */
  spend(placeholder: string): Grant | null {
    const visit = [...this.#visits.values()].find((each) => PLACEHOLDER + each.previewId === placeholder);
    if (this.#options.isLocked() || visit === undefined || this.#isExpired(visit)) return null;
    const { grant } = visit;
    visit.grant = null;
    return grant;
  }

  #isExpired({ grant, begunAt }: Visit): boolean {
    return grant !== null && this.#options.now() - begunAt >= GRANT_LIFETIME_MS;
  }

  #hasRoom(): boolean {
    const live = [...this.#visits.values()].filter((visit) => !this.#isExpired(visit));
    return live.length < MOST_LIVE_PREVIEWS;
  }

  attached(previewId: string, guest: GuestPage): void {
    const visit = this.#visits.get(previewId);
    if (visit?.grant !== null) return guest.leave();
    visit.guest = guest;
    this.report({ previewId, state: 'loading', failure: null });
  }

  entered(previewId: string): void {
    const visit = this.#visits.get(previewId);
    if (visit === undefined) return;
    visit.opened = true;
    if (visit.state !== 'live') this.report({ previewId, state: 'loading', failure: null });
  }

  report({ previewId, state, failure: failed }: Omit<PreviewState, 'lifted'>): void {
    const visit = this.#visits.get(previewId);
    if (visit?.guest == null) return;
    Object.assign(visit, { state, failure: failed });
    visit.opened ||= state === 'live';
    visit.leftAt = null;
    if (state === 'failed' || state === 'crashed') {
      this.#countLifted(visit);
      visit.leftAt = this.#options.now();
    }
    // Updates the app host's health. Ignores crashes and hangs, because the room's own page may be the cause.
    if (state === 'failed' || (state === 'live' && failed === null))
      this.#options.onAppAnswer(visit.connectionId, failed);
    this.#publish(visit);
  }

  rooms(): readonly VisitedRoom[] {
    return [...this.#visits.values()].filter(({ opened, leftAt }) => opened && leftAt === null);
  }

  /** Publishes the end of a visit at once, but the receipt after the log entry, whose number the receipt contains. */
  async ended(previewId: string, by: EndedBy = 'page'): Promise<void> {
    this.keyboard.ended(previewId);
    const visit = this.#visits.get(previewId);
    this.#visits.delete(previewId);
    visit?.stop();
    const { recordEnd, onLeft, publish, now, user } = this.#options;
    if (visit === undefined) return;
    publish('previews.changed', { previewId, state: 'closed', failure: null, lifted: false });
    if (!visit.opened) return void (await recordEnd(visitFailed(visit, visit.failure)));
    this.#countLifted(visit);
    const at = visit.leftAt ?? now();
    const cause = visit.leftAt === null ? by : 'page';
    const input = visit.liftedMs === null ? 'input was blocked' : 'input was allowed';
    const detail = `${spanOf(at - visit.begunAt)}, ${input}. Display name: ${visit.displayName}`;
    const number = await recordEnd(entryOf(visit, 'visit-ended', detail));
    onLeft(receiptOf(visit, at, cause, user, number));
  }

  #mayHaveInput(previewId: string): boolean {
    const visit = this.#visits.get(previewId);
    if (this.#options.isLocked() || visit?.guest == null) return false;
    return visit.liftedAt !== null && !this.#isReadOnly(visit);
  }

  #isReadOnly({ connectionId }: Visit): boolean {
    const readOnly = this.#connections.get(connectionId)?.readOnly;
    if (readOnly === undefined) return true;
    const { on, unlockedUntil } = readOnly;
    return on && (unlockedUntil === null || this.#options.now() >= unlockedUntil);
  }

  #mayVisit({ reason, displayName }: ArgsOf<'previews.copyBrowserLink'>): Result<string> {
    const { allowVisits, requireReason } = this.#options.policy;
    if (!allowVisits) {
      return fail(failure('policy', { message: 'Your organisation doesn’t allow live previews.' }));
    }
    const text = cleanLine(reason);
    if (text === '' && requireReason) {
      return fail(wrongFields({ reason: 'Enter a reason or a ticket for this visit.' }));
    }
    if (text.length > LONGEST_REASON) {
      return fail(wrongFields({ reason: `Use at most ${LONGEST_REASON} characters.` }));
    }
    // Refuses an empty display name, because the people in the room must see who joins.
    if (cleanLine(displayName) === '') return fail(wrongFields({ displayName: 'Enter a name.' }));
    return ok(text);
  }

  async #mint(
    call: 'mintToken' | 'mintInvite',
    { connectionId, target, displayName }: ArgsOf<'previews.copyLink'>,
    beforeSending?: AbortSignal,
  ): Promise<Result<Room>> {
    const appUrl = await this.#options.appUrlOf(connectionId);
    if (!appUrl.ok) return appUrl;
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const mintToken: ServiceApi['mintToken'] = (...args) => api.value[call](...args);
    const room = await mintRoom({ mintToken }, appUrl.value, target.id, displayName, beforeSending);
    if (room.ok || target.kind === 'paper' || !REFUSALS.has(room.error.code)) return room;
    return fail(failure('no-preview', { from: room.error }));
  }
}

/** Failure codes of token requests that prove that boards have no previews. Others, such as 401 or 429, do not. */
const REFUSALS: ReadonlySet<FailureCode> = new Set(['not-found', 'already-gone', 'refused']);

const tooMany = failure('refused', {
  message: `Only ${MOST_LIVE_PREVIEWS} live previews can be open at once.`,
  nextStep: 'Leave a room first.',
});

/** Returns a visit's receipt. `user`: name in the operating system. `entry`: number of the visit's last log entry. */
function receiptOf(visit: Visit, at: number, by: EndedBy, user: string, entry: number | null): VisitReceipt {
  const { previewId, connectionId, connection, target, host, minutes, begunAt, liftedMs } = visit;
  const why = {
    person: 'by the user',
    time: `when the limit of ${minutes} minutes was reached`,
    lock: 'when Easel was locked',
    connection: 'when the connection was removed or its address changed',
    page: 'when the room’s page closed',
  };
  const lines = [
    'Easel visit receipt',
    `Room: ${target.kind} ${target.id} on ${host}`,
    `Connection: ${connection.name} (${connection.environment})`,
    `Visitor: ${user}, seen in the room as ${visit.displayName}`,
    `Reason: ${visit.reason === '' ? 'none given' : visit.reason}`,
    `Entered the room: ${isoOf(begunAt)}`,
    `Left the room: ${isoOf(at)} (time in the room: ${spanOf(at - begunAt)}, ended ${why[by]})`,
    `Mouse and keyboard input: ${liftedMs === null ? 'always blocked' : `allowed for ${spanOf(liftedMs)}`}`,
    `Activity log on this computer: ${entry === null ? 'not saved yet' : `entry ${entry}`}`,
    // Replaces line breaks in names by spaces, so that each fact of the receipt stays on one line.
  ].map((line) => line.replaceAll(/(?:[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200D)\p{Cf})+/gu, ' ').trim());
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

/** Returns the log entry for a room that never opened. `why` is its failure; null if the user left first. */
function visitFailed(visit: Visit, why: Failure | null): NewEntry {
  const entry = entryOf(visit, 'visit-failed', `Display name: ${visit.displayName}`);
  return { ...entry, ...endOf(fail(why ?? failure('cancelled')), entry.detail) };
}

function entryOf(
  { connectionId, target, reason }: Visit,
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
