/** Opening and leaving live rooms. The guest page itself is `guest.ts`'s business. */
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
import type { Events } from '../../preload/contract/events.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { NewEntry, Question } from '../lib/implementation.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log/log.ts';
import type { Policy } from '../ipc/policy/policy.ts';
import type { ServiceApi } from '../service/api.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { changedSince, failure, wrongFields } from '../lib/wording/failure.ts';
import { isoOf, quoted } from '../lib/wording/format.ts';
import { mintRoom, type Room } from '../papers/tokens/tokens.ts';
import type { Pictures, Snapshot } from './pictures.ts';
import { entryOf, receiptOf, visitEnded, type VisitEnd, type VisitFacts } from './receipt.ts';
import { RoomKeyboard } from './room-keyboard.ts';
import { savedAs, type CopyText, type SavePicture } from '../lib/files/files.ts';

export interface PreviewsOptions extends Clock {
  readonly apiOf: (connectionId: string) => Promise<Result<ServiceApi>>;
  readonly appUrlOf: (connectionId: string) => Promise<Result<string>>;
  /** Asked before input is let into a room, and before the token of a join link is minted: both let people change things. */
  readonly mayChange: (connectionId: string) => Promise<Result<null>>;
  readonly policy: Pick<Policy, 'allowVisits' | 'requireReason' | 'allowClipboardRead' | 'allowPictures'>;
  readonly savePicture: SavePicture;
  /** Whether Easel is locked: then no room is entered, and none has the keyboard. */
  readonly isLocked: () => boolean;
  /** The connections as they are now; of every change, `connectionsChanged` is told. */
  readonly connections: () => Promise<ConnectionsState>;
  readonly log: Log;
  readonly onChange: (state: PreviewState) => void;
  readonly onFocusBack: (event: Events['previews.focusBack']) => void;
  /** How the app host of a connection has answered a room's page: null when it did. */
  readonly onAppAnswer: (connectionId: string, failed: Failure | null) => void;
  readonly copySecret: CopyText;
  /** Holds a link that was made, for its panel. */
  readonly keepLink: (room: Room) => LinkCopied;
  /** A board is looked at. Rejects when that can't be kept, which is no reason not to look. */
  readonly onBoardOpened: (connectionId: string, boardId: string) => Promise<void>;
  readonly pictures: Pick<Pictures, 'gone' | 'left' | 'wanted'>;
  /** A minute is left of a visit. */
  readonly onEnding: (event: Events['previews.ending']) => void;
  /** A visit is over, however it ended. */
  readonly onLeft: (receipt: VisitReceipt) => void;
  readonly record: (entry: NewEntry) => void;
  /** Writes an entry; its number in the activity log, or null while it can't be written. */
  readonly recordEnd: (entry: NewEntry) => Promise<number | null>;
  /** The operating system's user. */
  readonly user: string;
  /** Ms of a clock that nobody sets, and that goes on while the computer sleeps. */
  readonly steady: () => number;
}

/** A single-use permit for one `<webview>`: without one, main lets no guest page start. */
export interface Grant {
  readonly previewId: string;
  /** The room's address with its token. A secret: it goes from here to the guest, where Electron lets the page read it. */
  readonly address: string;
  readonly appOrigin: string;
}

const PLACEHOLDER = 'about:blank#preview-';
/** How long a grant waits for its webview. */
const GRANT_LIFETIME_MS = 30_000;
/** How many rooms may be open at once; every one of them shows the person to others. */
const MOST_LIVE_PREVIEWS = 4;

/** The longest reason of a visit, in UTF-16 units. */
const LONGEST_REASON = 200;

const MINUTE = 60_000;
/** How long before the end of a visit it is told. */
const WARNING_MS = MINUTE;
/** Timers stand still while the computer sleeps: the clock is looked at this often. */
const LOOK_EVERY_MS = 10_000;

interface Visit extends Omit<VisitFacts, 'opened' | 'liftedMs'> {
  /** The grant, until its webview comes: then the address with its token is not kept. */
  grant: Grant | null;
  /** When it is over, by the steady clock. */
  readonly dueAt: number;
  warned: boolean;
  /** Ends its timer. */
  stop: () => void;
  opened: boolean;
  /** Since when input is let in; null while it is blocked. */
  liftedAt: number | null;
  /** How long it was let in before, in ms; null for never. */
  liftedMs: number | null;
  state: PreviewState['state'];
  failure: Failure | null;
  /** Null until a guest page is attached. */
  guest: GuestPage | null;
  /** The room is on show, and is not being left. */
  live: boolean;
  /** The board or paper was deleted meanwhile. */
  gone: boolean;
}

/** What `guest.ts` says of the page of a room. */
export type GuestState = Omit<PreviewState, 'lifted'>;

/** What `guest.ts` does with the page of a room. */
export interface GuestPage {
  /** Ends it. */
  readonly leave: () => void;
  /** What of it is in view now, in small; null where that can't be had in time. */
  readonly picture: () => Promise<Snapshot | null>;
  /** The same in full, as PNG; null where that can't be had in time. */
  readonly view: () => Promise<Uint8Array | null>;
}

export class Previews {
  /** For `guest.ts`, which tells it of keys and presses. */
  readonly keyboard: RoomKeyboard;
  readonly #options: PreviewsOptions;
  readonly #log: Log;
  readonly #visits = new Map<string, Visit>();
  /** Counts the pages that the window has shown: a room belongs to the one that opened it. */
  #page = 0;
  /** By its id: the rooms of one that is read-only get no input. */
  #connections: ReadonlyMap<string, Connection> = new Map();

  constructor(options: PreviewsOptions) {
    this.#options = options;
    this.#log = options.log.scope('previews');
    this.keyboard = new RoomKeyboard({
      mayHave: this.#mayHaveInput.bind(this),
      onTaken: (previewId, step) => options.onFocusBack({ previewId, step }),
      now: options.now,
    });
  }

  /**
   * Mints a token for this one visit and grants one webview.
   *
   * Fails with `policy` where visits are turned off, `invalid-input` (fields `displayName`, `reason`), `refused`
   * while too many rooms are open, `cancelled` where the page that asked is gone.
   */
  async open({
    connectionId,
    target,
    displayName,
    reason,
    minutes,
  }: ArgsOf<'previews.open'>): Promise<Result<PreviewGrant>> {
    const why = this.#mayVisit(reason);
    if (!why.ok) return why;
    if (!this.#hasRoom()) return fail(tooMany);
    const page = this.#page;
    // A visit is announced.
    if (cleanLine(displayName) === '') return fail(wrongFields({ displayName: 'Enter a name.' }));
    const room = await this.#mint('mintToken', connectionId, target, displayName);
    if (!room.ok) return room;
    this.connectionsChanged(await this.#options.connections());
    // Easel was locked meanwhile: nobody would see the room.
    if (this.#options.isLocked()) return fail(failure('locked'));
    if (this.#page !== page) return fail(failure('cancelled'));
    if (!this.#hasRoom()) return fail(tooMany);
    const previewId = randomUUID();
    const { address } = room.value;
    const { host, origin: appOrigin } = new URL(address);
    const begunAt = this.#options.now();
    const { name = '', environment = null } = this.#connections.get(connectionId) ?? {};
    this.#visits.set(previewId, {
      previewId,
      grant: { previewId, address, appOrigin },
      connectionId,
      connection: { name, environment },
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
      liftedAt: null,
      liftedMs: null,
      state: 'loading',
      failure: null,
      guest: null,
      live: false,
      gone: false,
    });
    this.#watchTime(previewId);
    this.#log.info('visit', { connectionId, kind: target.kind, previewId, reason: why.value });
    if (target.kind === 'board') this.#options.onBoardOpened(connectionId, target.id).catch(() => undefined);
    return ok({
      previewId,
      placeholder: PLACEHOLDER + previewId,
      displayName: room.value.displayName,
      host,
      expiresAt: room.value.expiresAt,
      endsAt: begunAt + minutes * MINUTE,
    });
  }

  /** Warns when a minute is left of a visit, and leaves the room when none is, whoever looks at it. */
  #watchTime(previewId: string): void {
    const visit = this.#visits.get(previewId);
    if (visit === undefined) return;
    const { steady, after, onEnding } = this.#options;
    const left = visit.dueAt - steady();
    if (left <= 0) return void this.#close(previewId, 'time');
    if (left <= WARNING_MS && !visit.warned) {
      visit.warned = true;
      onEnding({ previewId });
    }
    const next = left > WARNING_MS ? left - WARNING_MS : left;
    visit.stop = after(Math.min(next, LOOK_EVERY_MS), () => this.#watchTime(previewId));
  }

  /**
   * Leaves the room, and keeps a small picture of it where that is wanted. Leaving one that is closed already is fine, and
   * leaving twice waits for no picture.
   */
  close({ previewId }: ArgsOf<'previews.close'>): Promise<Result<PreviewLeft>> {
    return this.#close(previewId, 'person');
  }

  async #close(previewId: string, by: VisitEnd['by']): Promise<Result<PreviewLeft>> {
    const visit = this.#visits.get(previewId);
    if (visit?.live !== true || visit.guest === null) {
      await this.#leave(previewId, by);
      return ok({ asks: null });
    }
    visit.live = false;
    const { pictures, isLocked } = this.#options;
    const snapshot = (await pictures.wanted()) ? await visit.guest.picture() : null;
    await this.#leave(previewId, by);
    if (snapshot === null || visit.gone || isLocked()) return ok({ asks: null });
    // That it can't be kept is no failure to leave.
    const keeping = pictures.left(visit.connectionId, visit.target.id, snapshot);
    return ok({ asks: await keeping.catch(() => null) });
  }

  /** Settles when the page has the receipt. */
  #leave(previewId: string, by: VisitEnd['by']): Promise<void> {
    const guest = this.#visits.get(previewId)?.guest;
    const over = this.ended(previewId, by);
    guest?.leave();
    return over;
  }

  /**
   * Saves what is in view of a room as a picture whose name says so, where the person wants it; null where they chose nowhere.
   * Fails with `policy` where pictures are not allowed, `cancelled` where the room is not on show, `timeout`, `storage`.
   */
  async capture({
    previewId,
  }: ArgsOf<'previews.capture'>): Promise<Result<{ readonly fileName: string } | null>> {
    const { policy, now, isLocked, savePicture, record } = this.#options;
    if (!policy.allowPictures)
      return fail(failure('policy', { message: 'Your organisation doesn’t allow pictures of rooms.' }));
    const visit = this.#visits.get(previewId);
    if (visit?.live !== true || visit.guest === null) return fail(failure('cancelled'));
    const takenAt = now();
    const view = await visit.guest.view();
    if (view === null) return fail(noPicture);
    if (isLocked()) return fail(failure('locked'));
    const about = visit.target.id.replaceAll(/[^\w-]/gu, '').slice(0, 8);
    const at = isoOf(takenAt).slice(0, 19).replaceAll(':', '-');
    const saved = await savePicture(`easel-visible-part-of-${visit.target.kind}-${about}-${at}.png`, view);
    if (saved?.ok === true)
      record(entryOf(visit, 'room-captured', `The visible part, as ${visit.displayName}`));
    return savedAs(saved, {});
  }

  /** The question before input is let into a room. Fails with `read-only` as a change does. */
  async shieldQuestion({ previewId }: ArgsOf<'previews.liftShield'>): Promise<Result<Question | null>> {
    const visit = this.#visits.get(previewId);
    if (visit?.guest == null) return fail(failure('cancelled'));
    const allowed = await this.#options.mayChange(visit.connectionId);
    if (!allowed.ok) return allowed;
    const { connection, target, host, displayName } = visit;
    const whose = connection.environment === 'production' ? ' (Production)' : '';
    return ok({
      message: `Let your input into the room of ${target.kind} ${quoted(target.id)}?`,
      detail: `Connection: ${quoted(connection.name)}${whose}, ${host}\n\nWhat you type and click there can change it for everyone, as ${quoted(displayName)}. It is logged.`,
      yes: 'Lift shield',
    });
  }

  /** Lets input into a room until it is blocked again. Fails with `read-only` as a change does. */
  async liftShield(args: ArgsOf<'previews.liftShield'>, answered?: Question | null): Promise<Result<null>> {
    const { previewId } = args;
    const question = await this.shieldQuestion(args);
    const other = question.ok ? changedSince(answered, question.value) : question.error;
    if (other !== null) return fail(other);
    const visit = this.#visits.get(previewId);
    if (visit?.guest == null) return fail(failure('cancelled'));
    if (visit.liftedAt !== null) return ok(null);
    visit.liftedAt = this.#options.now();
    visit.liftedMs ??= 0;
    this.#options.record(entryOf(visit, 'shield-lifted', `As ${visit.displayName}`));
    this.#tell(visit);
    return ok(null);
  }

  /** Blocks input to a room. */
  raiseShield({ previewId }: ArgsOf<'previews.raiseShield'>): null {
    const visit = this.#visits.get(previewId);
    if (visit?.liftedAt != null) {
      this.#countLifted(visit);
      this.#tell(visit);
    }
    return null;
  }

  #countLifted(visit: Visit): void {
    if (visit.liftedAt === null) return;
    visit.liftedMs = (visit.liftedMs ?? 0) + Math.max(0, this.#options.now() - visit.liftedAt);
    visit.liftedAt = null;
  }

  /** Tells the page how a room stands. */
  #tell({ previewId, state, failure: failed, liftedAt }: Visit): void {
    this.#options.onChange({ previewId, state, failure: failed, lifted: liftedAt !== null });
  }

  /** The service has confirmed that these boards or papers are deleted: no picture of them stays. */
  gone(connectionId: string, ids: readonly string[]): Promise<void> {
    for (const visit of this.#visits.values())
      if (visit.connectionId === connectionId && ids.includes(visit.target.id)) visit.gone = true;
    return this.#options.pictures.gone(connectionId, ids);
  }

  /** Whether a room may have the keyboard; see `RoomKeyboard.ask`. */
  focus({ previewId, entering }: ArgsOf<'previews.focus'>): boolean {
    return this.keyboard.ask(previewId, entering);
  }

  /** Leaves every room, before Easel is covered. */
  leaveAll(by: VisitEnd['by'] = 'lock'): void {
    for (const previewId of this.#visits.keys()) void this.#leave(previewId, by);
  }

  /** For `guest.ts`: the window shows a page anew. The rooms of the page before are gone, those too that were still to come. */
  pageLoaded(): void {
    this.#page += 1;
    this.leaveAll('page');
  }

  connectionsChanged({ connections }: ConnectionsState): void {
    this.#connections = new Map(connections.map((connection) => [connection.id, connection]));
  }

  /** Whether this room may read the clipboard now: a person works in it, and the policy does not forbid it. */
  mayReadClipboard(previewId: string): boolean {
    const { allowClipboardRead } = this.#options.policy;
    return allowClipboardRead && this.#mayHaveInput(previewId) && this.keyboard.isPressed(previewId);
  }

  /** Mints a token for one person, by name or not, and puts the join link on the clipboard. Fails with `read-only` as a change does. */
  async copyLink({
    connectionId,
    identifier,
    displayName,
  }: ArgsOf<'previews.copyLink'>): Promise<Result<LinkCopied>> {
    const room = await this.link(connectionId, identifier, displayName);
    if (!room.ok) return room;
    const copied = await this.#options.copySecret(room.value.address);
    return copied.ok ? ok(this.#options.keepLink(room.value)) : copied;
  }

  /** For main alone: mints a token for one person. The room's address is a secret. Fails with `read-only` as a change does. */
  async link(
    connectionId: string,
    identifier: string,
    displayName: string,
    beforeSending?: AbortSignal,
  ): Promise<Result<Room>> {
    const allowed = await this.#options.mayChange(connectionId);
    if (!allowed.ok) return allowed;
    const target = { kind: 'paper', id: identifier } as const;
    return this.#mint('mintInvite', connectionId, target, displayName, beforeSending);
  }

  /** For `guest.ts`: uses up the grant of a placeholder; null when there is none, or Easel is locked. */
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

  /** For `guest.ts`: a guest page is attached, and ended at once when its preview was closed meanwhile. */
  attached(previewId: string, guest: GuestPage): void {
    const visit = this.#visits.get(previewId);
    if (visit?.grant !== null) return guest.leave();
    visit.guest = guest;
    this.report({ previewId, state: 'loading', failure: null });
  }

  /** For `guest.ts`: the state of the guest page. */
  report({ previewId, state, failure: failed }: GuestState): void {
    const visit = this.#visits.get(previewId);
    if (visit?.guest == null) return;
    Object.assign(visit, { state, failure: failed, live: state === 'live' });
    visit.opened ||= visit.live;
    // A page that hangs says nothing of its host.
    if (state === 'failed' || (state === 'live' && failed === null))
      this.#options.onAppAnswer(visit.connectionId, failed);
    this.#tell(visit);
  }

  /**
   * The visit is over; for `guest.ts`, because the guest page is gone. The page hears of the end at once, and of the receipt
   * once its entry has a number; then this settles.
   */
  async ended(previewId: string, by: VisitEnd['by'] = 'page'): Promise<void> {
    this.keyboard.ended(previewId);
    const visit = this.#visits.get(previewId);
    this.#visits.delete(previewId);
    visit?.stop();
    const { recordEnd, onLeft, onChange, now, user } = this.#options;
    if (visit === undefined) return;
    onChange({ previewId, state: 'closed', failure: null, lifted: false });
    this.#countLifted(visit);
    const end = { at: now(), by };
    const number = await recordEnd(visitEnded(visit, end));
    onLeft(receiptOf(visit, end, user, number));
  }

  /** Input is blocked until a person lifts the shield; a read-only connection and the lock block it in any case. */
  #mayHaveInput(previewId: string): boolean {
    const visit = this.#visits.get(previewId);
    const readOnly = this.#connections.get(visit?.connectionId ?? '')?.readOnly;
    if (this.#options.isLocked() || visit?.guest == null || readOnly === undefined) return false;
    const { on, unlockedUntil } = readOnly;
    const isReadOnly = on && (unlockedUntil === null || this.#options.now() >= unlockedUntil);
    return visit.liftedAt !== null && !isReadOnly;
  }

  /** Why this person enters the room, as the organisation wants to have it written down. */
  #mayVisit(reason: string): Result<string> {
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
    return ok(text);
  }

  async #mint(
    call: 'mintToken' | 'mintInvite',
    connectionId: string,
    target: RoomTarget,
    displayName: string,
    beforeSending?: AbortSignal,
  ): Promise<Result<Room>> {
    const appUrl = await this.#options.appUrlOf(connectionId);
    if (!appUrl.ok) return appUrl;
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const mintToken: ServiceApi['mintToken'] = (...asked) => api.value[call](...asked);
    const room = await mintRoom({ mintToken }, appUrl.value, target.id, displayName, beforeSending);
    return room.ok || target.kind === 'paper' ? room : fail(withoutPreview(room.error));
  }
}

/** A board has no preview if the service refuses a token for it. 401, 402, 403 and 429 say nothing about the board. */
function withoutPreview(error: Failure): Failure {
  const isRefusal = error.code === 'not-found' || error.code === 'already-gone' || error.code === 'refused';
  return isRefusal ? failure('no-preview', { from: error }) : error;
}

const noPicture = failure('timeout', {
  message: 'The picture of the room could not be taken.',
  nextStep: 'Try again.',
});

const tooMany = failure('refused', {
  message: `Only ${MOST_LIVE_PREVIEWS} live previews can be open at once.`,
  nextStep: 'Leave one first.',
});
