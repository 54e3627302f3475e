/** Everything main may tell a page: one entry per event. Data only; the page answers with calls. */
import type {
  BoardExport,
  BoardsState,
  ConnectionKeys,
  ConnectionsState,
  Health,
  Job,
  KeychainStatus,
  LockState,
  PreviewState,
  UnknownOutcome,
} from './domain.ts';

export interface Events {
  'boards.changed': BoardsState;
  'boards.exporting': BoardExport;
  'connections.changed': ConnectionsState;
  'keys.changed': ConnectionKeys;
  'keychain.changed': KeychainStatus;
  'lock.changed': LockState;
  'previews.changed': PreviewState;
  /** A job has come on, or was put away (`dismissed`). */
  'jobs.changed': { readonly job: Job; readonly dismissed: boolean };
  /** The log has grown to so many entries. */
  'activity.changed': { readonly entries: number };
  'health.changed': Health;
  'unknowns.changed': { readonly connectionId: string; readonly unknowns: readonly UnknownOutcome[] };
  /** A menu item was chosen: the id of a command of the renderer's registry. */
  'command.run': { readonly commandId: string };
}

export type EventName = keyof Events;

export const EVENT_NAMES = [
  'boards.changed',
  'boards.exporting',
  'connections.changed',
  'keys.changed',
  'keychain.changed',
  'lock.changed',
  'previews.changed',
  'jobs.changed',
  'activity.changed',
  'health.changed',
  'unknowns.changed',
  'command.run',
] as const satisfies readonly EventName[];

type Unlisted = Exclude<EventName, (typeof EVENT_NAMES)[number]>;
/**
 * Does not compile when an event of `Events` is missing in `EVENT_NAMES`.
 *
 * @public nobody needs to read it
 */
export const ALL_EVENTS_LISTED: [Unlisted] extends [never] ? true : Unlisted = true;

/** `easel.on('boards.changed', listener)` gives back the function that ends the subscription. */
export type EventBridge = {
  readonly on: <E extends EventName>(event: E, listener: (data: Events[E]) => void) => () => void;
};
