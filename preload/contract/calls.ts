/**
 * Everything a page can ask of main: one entry per channel, named `group.method`.
 *
 * The preload's bridge type and the table of schemas in main are derived from this map, so a channel without a
 * schema, a handler or a bridge method does not compile. Replies are always a `Result`.
 */
import type {
  AppInfo,
  BoardsState,
  BoardView,
  BoardWindow,
  BoardWindowRequest,
  Connection,
  ConnectionDraft,
  ConnectionsState,
  Deleted,
  Health,
  KeychainStatus,
  LinkCopied,
  NetworkSettings,
  Paper,
  PartCheck,
  PreviewGrant,
  UnknownCheck,
  UnknownOutcome,
} from './domain.ts';
import type { Result } from './failure.ts';

interface Call<Args, Value> {
  readonly args: Args;
  readonly value: Value;
}

type OfConnection = { readonly connectionId: string };
type OfBoard = OfConnection & { readonly boardId: string };
type OfUnknown = OfConnection & { readonly unknownId: string };
type OfPaper = OfConnection & { readonly identifier: string };
type Nothing = Record<never, never>;

/** What a room is opened for: a paper, or a board by its `room_id`. */
export type RoomTarget = { readonly kind: 'paper' | 'board'; readonly id: string };

export interface Calls {
  'app.info': Call<Nothing, AppInfo>;
  /** Puts text on the clipboard; main does it, so that the page needs no clipboard permission. */
  'app.copy': Call<{ readonly text: string }, null>;

  'keychain.status': Call<Nothing, KeychainStatus>;

  'connections.list': Call<Nothing, ConnectionsState>;
  /** Remembers which connection is in front, across restarts. */
  'connections.select': Call<OfConnection, null>;
  /** Tries each part of what the form holds and says what it found; stores nothing. */
  'connections.check': Call<ConnectionDraft, readonly PartCheck[]>;
  /** Tries the paper API with a paper that exists: mints one token for it, and creates nothing else. */
  'connections.checkPaper': Call<{ readonly draft: ConnectionDraft; readonly paper: string }, PartCheck>;
  /** Keeps the connection and puts its key in the keychain, or fails and keeps nothing of the key. */
  'connections.save': Call<ConnectionDraft, Connection>;
  /** Removes the connection, its key and its register from this computer; nothing happens at the service. */
  'connections.remove': Call<OfConnection, null>;
  /** Starts the built-in practice service and gives its connection. */
  'connections.practise': Call<Nothing, Connection>;

  /** Starts listing in the background; progress arrives as `boards.changed`. */
  'boards.list': Call<OfConnection, BoardsState>;
  'boards.cancelList': Call<OfConnection, BoardsState>;
  'boards.state': Call<OfConnection, BoardsState>;
  'boards.window': Call<BoardWindowRequest, BoardWindow>;
  'boards.create': Call<OfConnection, BoardView>;
  'boards.view': Call<OfBoard, BoardView>;
  'boards.delete': Call<OfBoard, Deleted>;

  'papers.list': Call<OfConnection, readonly Paper[]>;
  'papers.create': Call<OfConnection & { readonly name: string; readonly templateId: string | null }, Paper>;
  /** Remembers a paper by its identifier or its room address; a token in the address is dropped at once. */
  'papers.add': Call<OfConnection & { readonly pasted: string; readonly name: string }, Paper>;
  'papers.delete': Call<OfPaper, Deleted>;
  /** Takes it out of the register on this computer; the paper stays at the service. */
  'papers.forget': Call<OfPaper, null>;

  /** Creates whose end was not seen, newest first. */
  'unknowns.list': Call<OfConnection, readonly UnknownOutcome[]>;
  'unknowns.check': Call<OfUnknown, UnknownCheck>;
  /** A person has decided: it is this board, or (`null`) it is dealt with. Nothing is sent. */
  'unknowns.settle': Call<OfUnknown & { readonly boardId: string | null }, null>;

  'health.state': Call<OfConnection, Health>;
  /** Probes at once what is in trouble. */
  'health.tryNow': Call<OfConnection, Health>;

  'network.settings': Call<OfConnection, NetworkSettings>;
  /** Lets the person choose a file of certificate authorities; main opens the dialog and reads the file. */
  'network.chooseCa': Call<OfConnection, NetworkSettings>;
  'network.removeCas': Call<OfConnection, NetworkSettings>;
  /** Signs in to a proxy that has asked for it, for this run; `proxy` as in the failure. */
  'network.signIn': Call<{ readonly proxy: string; readonly user: string; readonly password: string }, null>;

  /** Mints a token for the display name and grants one `<webview>` for it. */
  'previews.open': Call<
    OfConnection & { readonly target: RoomTarget; readonly displayName: string },
    PreviewGrant
  >;
  'previews.close': Call<{ readonly previewId: string }, null>;
  /** Mints a token for one person and puts the join link on the clipboard. */
  'previews.copyLink': Call<OfPaper & { readonly displayName: string }, LinkCopied>;
}

export type CallName = keyof Calls;
export type ArgsOf<C extends CallName> = Calls[C]['args'];
export type ValueOf<C extends CallName> = Calls[C]['value'];

/** Every channel, as data: the preload builds one closed function per entry. */
export const CALL_NAMES = [
  'app.info',
  'app.copy',
  'keychain.status',
  'connections.list',
  'connections.select',
  'connections.check',
  'connections.checkPaper',
  'connections.save',
  'connections.remove',
  'connections.practise',
  'boards.list',
  'boards.cancelList',
  'boards.state',
  'boards.window',
  'boards.create',
  'boards.view',
  'boards.delete',
  'papers.list',
  'papers.create',
  'papers.add',
  'papers.delete',
  'papers.forget',
  'unknowns.list',
  'unknowns.check',
  'unknowns.settle',
  'health.state',
  'health.tryNow',
  'network.settings',
  'network.chooseCa',
  'network.removeCas',
  'network.signIn',
  'previews.open',
  'previews.close',
  'previews.copyLink',
] as const satisfies readonly CallName[];

type Unlisted = Exclude<CallName, (typeof CALL_NAMES)[number]>;
/**
 * Does not compile when a channel of `Calls` is missing in `CALL_NAMES`.
 *
 * @public nobody needs to read it
 */
export const ALL_CALLS_LISTED: [Unlisted] extends [never] ? true : Unlisted = true;

type GroupOf<C> = C extends `${infer Group}.${string}` ? Group : never;
type MethodOf<C, Group extends string> = C extends `${Group}.${infer Method}` ? Method : never;

/** `easel.boards.view({ … })`: one named method per channel, derived from `Calls`. */
export type CallBridge = {
  readonly [Group in GroupOf<CallName>]: {
    readonly [Method in MethodOf<CallName, Group>]: `${Group}.${Method}` extends infer C extends CallName
      ? (args: ArgsOf<C>) => Promise<Result<ValueOf<C>>>
      : never;
  };
};
