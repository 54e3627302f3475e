/** Opening and leaving live rooms. The guest page itself is `guest.ts`'s business. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { randomUUID } from 'node:crypto';
import type { RoomTarget } from '../../preload/contract/call.ts';
import type { ConnectionsState, ReadOnly } from '../../preload/contract/connections.ts';
import type { LinkCopied, PreviewGrant, PreviewState } from '../../preload/contract/papers.ts';
import type { Events } from '../../preload/contract/events.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Log } from '../log/log.ts';
import type { Policy } from '../policy/policy.ts';
import type { ServiceApi } from '../service/api.ts';
import { failure, wrongFields } from '../wording/failure.ts';
import { mintRoom, type Room } from '../tokens/tokens.ts';
import { Grants, MOST_LIVE_PREVIEWS, type Grant } from './grants.ts';
import { RoomKeyboard } from './room-keyboard.ts';
import type { CopyText } from '../files/files.ts';

export interface PreviewsOptions {
  readonly apiOf: (connectionId: string) => Promise<Result<ServiceApi>>;
  readonly appUrlOf: (connectionId: string) => Promise<Result<string>>;
  /** A join link lets others change things; whether it may be handed out is asked before its token is minted. */
  readonly mayChange: (connectionId: string) => Promise<Result<null>>;
  readonly policy: Pick<Policy, 'allowVisits' | 'requireReason' | 'allowClipboardRead'>;
  /** Whether Easel is locked: then no room is entered, and none has the keyboard. */
  readonly isLocked: () => boolean;
  /** The connections as they are now; of every change, `connectionsChanged` is told. */
  readonly connections: () => Promise<ConnectionsState>;
  readonly log: Log;
  readonly onChange: (state: PreviewState) => void;
  readonly onFocusBack: (event: Events['previews.focusBack']) => void;
  /** How the app host of a connection has answered a room's page: null when it did. */
  readonly onAppAnswer: (connectionId: string, failed: Failure | null) => void;
  readonly copyText: CopyText;
  /** A board is looked at. Rejects when that can't be kept, which is no reason not to look. */
  readonly onBoardOpened: (connectionId: string, boardId: string) => Promise<void>;
  /** A visit is over, however it ended. */
  readonly onLeft: (visit: {
    readonly connectionId: string;
    readonly targetId: string;
    readonly seconds: number;
  }) => void;
  readonly now: () => number;
}

/** The longest reason of a visit, in UTF-16 units. */
const LONGEST_REASON = 200;

interface Visit {
  readonly connectionId: string;
  readonly targetId: string;
  readonly begunAt: number;
  /** Ends the guest page; null until one is attached. */
  leave: (() => void) | null;
}

export class Previews {
  /** For `guest.ts`, which tells it of keys and presses. */
  readonly keyboard: RoomKeyboard;
  readonly #options: PreviewsOptions;
  readonly #log: Log;
  readonly #grants: Grants;
  readonly #visits = new Map<string, Visit>();
  /** Counts the pages that the window has shown: a room belongs to the one that opened it. */
  #page = 0;
  /** By connection id: the rooms of one that is read-only get no input. */
  #readOnly: ReadonlyMap<string, ReadOnly> = new Map();

  constructor(options: PreviewsOptions) {
    this.#options = options;
    this.#log = options.log.scope('previews');
    this.#grants = new Grants(options.now);
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
  }: ArgsOf<'previews.open'>): Promise<Result<PreviewGrant>> {
    const why = this.#mayVisit(reason);
    if (!why.ok) return why;
    if (!this.#grants.hasRoom()) return fail(tooMany);
    const page = this.#page;
    const room = await this.#mint('mintToken', connectionId, target, displayName);
    if (!room.ok) return room;
    this.connectionsChanged(await this.#options.connections());
    // Easel was locked meanwhile: nobody would see the room.
    if (this.#options.isLocked()) return fail(failure('locked'));
    if (this.#page !== page) return fail(failure('cancelled'));
    const grant = this.#grants.mint(randomUUID(), room.value.address);
    if (grant === null) return fail(tooMany);
    const { previewId } = grant;
    const begunAt = this.#options.now();
    this.#visits.set(previewId, { connectionId, targetId: target.id, begunAt, leave: null });
    this.#log.info('visit', { connectionId, kind: target.kind, previewId, reason: why.value });
    if (target.kind === 'board') this.#options.onBoardOpened(connectionId, target.id).catch(() => undefined);
    return ok({
      previewId,
      placeholder: grant.placeholder,
      displayName: room.value.displayName,
      host: new URL(grant.appOrigin).host,
      expiresAt: room.value.expiresAt,
    });
  }

  /** Leaves the room. Leaving one that is closed already is fine. */
  close({ previewId }: ArgsOf<'previews.close'>): null {
    this.#visits.get(previewId)?.leave?.();
    this.ended(previewId);
    return null;
  }

  /** Whether a room may have the keyboard; see `RoomKeyboard.ask`. */
  focus({ previewId, entering }: ArgsOf<'previews.focus'>): boolean {
    return this.keyboard.ask(previewId, entering);
  }

  /** Leaves every room, before Easel is covered. */
  leaveAll(): void {
    for (const previewId of this.#visits.keys()) this.close({ previewId });
  }

  /** For `guest.ts`: the window shows a page anew. The rooms of the page before are gone, those too that were still to come. */
  pageLoaded(): void {
    this.#page += 1;
    this.leaveAll();
  }

  connectionsChanged({ connections }: ConnectionsState): void {
    this.#readOnly = new Map(connections.map(({ id, readOnly }) => [id, readOnly]));
  }

  /** Whether this room may read the clipboard now: a person works in it, and the policy does not forbid it. */
  mayReadClipboard(previewId: string): boolean {
    const { allowClipboardRead } = this.#options.policy;
    return allowClipboardRead && this.#mayHaveInput(previewId) && this.keyboard.isPressed(previewId);
  }

  /** Mints a token for one person and puts the join link on the clipboard. Fails with `read-only` as a change does. */
  async copyLink({
    connectionId,
    identifier,
    displayName,
  }: ArgsOf<'previews.copyLink'>): Promise<Result<LinkCopied>> {
    const room = await this.link(connectionId, identifier, displayName);
    if (!room.ok) return room;
    const { address, displayName: shown, expiresAt } = room.value;
    const copied = await this.#options.copyText(address);
    return copied.ok ? ok({ displayName: shown, expiresAt }) : copied;
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
    return this.#options.isLocked() ? null : this.#grants.spend(placeholder);
  }

  /** For `guest.ts`: a guest page is attached; `leave` ends it, at once when its preview was closed meanwhile. */
  attached(previewId: string, leave: () => void): void {
    const visit = this.#visits.get(previewId);
    if (visit === undefined || !this.#grants.isOpen(previewId)) return leave();
    visit.leave = leave;
    this.#options.onChange({ previewId, state: 'loading', failure: null });
  }

  /** For `guest.ts`: the state of the guest page. */
  report(state: PreviewState): void {
    const visit = this.#visits.get(state.previewId);
    if (visit?.leave == null) return;
    const isAnswer = state.state === 'live' || state.state === 'failed';
    if (isAnswer) this.#options.onAppAnswer(visit.connectionId, state.failure);
    this.#options.onChange(state);
  }

  /** For `guest.ts`: the guest page is gone. */
  ended(previewId: string): void {
    this.keyboard.ended(previewId);
    const visit = this.#visits.get(previewId);
    this.#visits.delete(previewId);
    if (!this.#grants.end(previewId)) return;
    this.#options.onChange({ previewId, state: 'closed', failure: null });
    if (visit === undefined) return;
    const { connectionId, targetId, begunAt } = visit;
    const seconds = Math.round((this.#options.now() - begunAt) / 1000);
    this.#options.onLeft({ connectionId, targetId, seconds });
  }

  /** A read-only connection's rooms are only looked at, and what lies behind the lock is not even that. */
  #mayHaveInput(previewId: string): boolean {
    const visit = this.#visits.get(previewId);
    const readOnly = this.#readOnly.get(visit?.connectionId ?? '');
    if (this.#options.isLocked() || visit?.leave == null || readOnly === undefined) return false;
    const { on, unlockedUntil } = readOnly;
    return !on || (unlockedUntil !== null && this.#options.now() < unlockedUntil);
  }

  /** Why this person enters the room, as the organisation wants to have it written down. */
  #mayVisit(reason: string): Result<string> {
    const { allowVisits, requireReason } = this.#options.policy;
    if (!allowVisits) {
      return fail(failure('policy', { message: 'Your organisation doesn’t allow live previews.' }));
    }
    const text = reason.trim();
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
    return mintRoom({ mintToken }, appUrl.value, target, displayName, beforeSending);
  }
}

const tooMany = failure('refused', {
  message: `Only ${MOST_LIVE_PREVIEWS} live previews can be open at once.`,
  nextStep: 'Leave one first.',
});
