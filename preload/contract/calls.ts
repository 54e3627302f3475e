/**
 * Everything a page can ask of main: one entry per channel, named `group.method`.
 *
 * The preload's bridge type and the table of schemas in main are derived from this map, so a channel without a
 * schema, a handler or a bridge method does not compile. Replies are always a `Result`. Beside the failures that a
 * channel names, one that takes words (a name, a note, a reason) fails with `invalid-input` and the field where a key or
 * an access token was pasted into them.
 */
import type {
  AppInfo,
  BoardColumn,
  BoardExport,
  BoardField,
  BoardOverview,
  BoardQuery,
  BoardSelection,
  BoardsState,
  BoardView,
  BoardWindow,
  BoardWindowRequest,
  Connection,
  ConnectionDraft,
  ConnectionKeys,
  ConnectionsState,
  Exported,
  Health,
  Imported,
  ImportPlan,
  KeychainStatus,
  KeyFile,
  KeyLeftover,
  KeySlot,
  LinkCopied,
  LocalChange,
  LocalChanged,
  LocalImport,
  LockState,
  NetworkSettings,
  Paper,
  PartCheck,
  PolicyState,
  Preferences,
  PreviewGrant,
  Removed,
  SavedView,
  UnknownCheck,
  UnknownOutcome,
} from './domain.ts';
import type { Call, Nothing, OfConnection, OfPaper, RoomTarget } from './call.ts';
import type { JobCalls } from './job-calls.ts';

export type { RoomTarget } from './call.ts';

type OfBoard = OfConnection & { readonly boardId: string };
type OfUnknown = OfConnection & { readonly unknownId: string };
type OfSlot = OfConnection & { readonly slot: KeySlot };
type OfKey = OfConnection & { readonly keyId: string };
type OfImport = { readonly importId: string };

/** What a person writes down about a key. `remindAt` is epoch ms. */
type AboutKey = {
  readonly note: string;
  readonly owner: string;
  readonly remindAt: number | null;
  readonly useWhenGreen: boolean;
};

export interface Calls extends JobCalls {
  'app.info': Call<Nothing, AppInfo>;
  /** Puts text on the clipboard; main does it, so that the page needs no clipboard permission. */
  'app.copy': Call<{ readonly text: string }, null>;

  'app.preferences': Call<Nothing, Preferences>;
  'app.prefer': Call<Preferences, Preferences>;

  /** The organisation's policy. Answered even when it is broken, as almost nothing else is. */
  'policy.state': Call<Nothing, PolicyState>;

  'lock.state': Call<Nothing, LockState>;
  /** Covers everything and drops the keys from memory. Fails with `refused` while it could not be unlocked again. */
  'lock.now': Call<Nothing, LockState>;
  /** `null` asks the system. Fails with `invalid-input` (field `passphrase`). */
  'lock.unlock': Call<{ readonly passphrase: string | null }, LockState>;
  /** `passphrase` sets a new one; `currentPassphrase` is asked for wherever one is set already. */
  'lock.configure': Call<
    {
      readonly idleMinutes: number | null;
      readonly passphrase: string | null;
      readonly currentPassphrase: string | null;
    },
    LockState
  >;
  /** For a forgotten passphrase: removes every key from this computer, then the passphrase. `typed` is `remove keys`. */
  'lock.removeKeys': Call<{ readonly typed: string }, LockState>;

  /** How the keychain stood when it was last used; asks nothing. */
  'keychain.state': Call<Nothing, KeychainStatus>;
  /** Tries the keychain with an item of its own; may open a question of the system. */
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
  /**
   * Removes the connection and all that this computer keeps of it (keys, notes, views, list of boards, register);
   * nothing happens at the service.
   *
   * Fails with the keychain's failure, and removes nothing, when a key can't be proven gone, unless `keysMayStay`.
   */
  'connections.remove': Call<OfConnection & { readonly keysMayStay: boolean }, Removed>;
  /** Puts them in this order; ids that are not named keep their order behind. */
  'connections.reorder': Call<{ readonly connectionIds: readonly string[] }, null>;
  /** A copy under a name of its own, without keys and register. */
  'connections.duplicate': Call<OfConnection, Connection>;
  /** Allows changes on a read-only connection for 10 minutes. `typedName` is its name. */
  'connections.unlockChanges': Call<OfConnection & { readonly typedName: string }, Connection>;
  'connections.lockChanges': Call<OfConnection, Connection>;
  /** Starts the built-in practice service and gives its connection. */
  'connections.practise': Call<Nothing, Connection>;

  'keys.list': Call<OfConnection, ConnectionKeys>;
  /** Lets the person choose a file that holds a key; null when they chose none. */
  'keys.chooseFile': Call<Nothing, KeyFile | null>;
  /** Overwrites and deletes a file that a key was staged from. */
  'keys.shredFile': Call<{ readonly fileId: string }, null>;
  /**
   * Keeps a key as the next one of a slot, or as the current one where there is none. Needs no network.
   *
   * The key is `apiKey`, or comes from the chosen file `fileId`. Fails with `invalid-input` (fields `apiKey`, `note`,
   * `owner`), `refused` when the slot has a next key already, and the keychain's failures.
   */
  'keys.stage': Call<
    OfSlot &
      AboutKey & {
        readonly apiKey: string | null;
        readonly fileId: string | null;
        readonly sessionOnly: boolean;
      },
    ConnectionKeys
  >;
  'keys.edit': Call<OfKey & AboutKey, ConnectionKeys>;
  /** Puts a key that is kept for this session into the keychain. */
  'keys.keep': Call<OfKey, ConnectionKeys>;
  /** Tries current and next at both APIs. `paper` is a paper that exists; empty takes the newest of the register. */
  'keys.rehearse': Call<OfConnection & { readonly paper: string }, ConnectionKeys>;
  /**
   * Makes the next key the current one, and that one the previous one. Needs neither network nor keychain.
   *
   * Fails with `refused` unless its rehearsal was green or `knowingly`, and while a previous key is not retired.
   */
  'keys.useNext': Call<OfSlot & { readonly knowingly: boolean }, ConnectionKeys>;
  /** Takes a switch back: the previous key is current again, and the current one is next. */
  'keys.goBack': Call<OfSlot, ConnectionKeys>;
  /** Removes a previous key from this computer. `typed` is `retired`: it was deleted at the service's dashboard. */
  'keys.retire': Call<OfKey & { readonly typed: string }, ConnectionKeys>;
  /** Removes a next key that will not be used. */
  'keys.discard': Call<OfKey, ConnectionKeys>;
  'keys.leftovers': Call<Nothing, readonly KeyLeftover[]>;
  /** Tries again to remove what is left over, and gives what still is. */
  'keys.removeLeftovers': Call<Nothing, readonly KeyLeftover[]>;

  /** Lets the person choose where to save; null for nowhere. Notes go with papers, keys only under a passphrase. */
  'transfer.export': Call<
    {
      readonly connectionIds: readonly string[];
      readonly withPapers: boolean;
      readonly passphrase: string | null;
    },
    Exported | null
  >;
  /** Lets the person choose an export file and says what it would change; null when they chose none. */
  'transfer.open': Call<Nothing, ImportPlan | null>;
  /** Fails with `invalid-input` (field `passphrase`) for a wrong one, `refused` for a file changed after its export. */
  'transfer.unlock': Call<OfImport & { readonly passphrase: string }, ImportPlan>;
  /** Imports the entries with these indexes. */
  'transfer.apply': Call<OfImport & { readonly entries: readonly number[] }, Imported>;
  /** Forgets what was read. */
  'transfer.close': Call<OfImport, null>;

  /** Starts listing in the background; progress arrives as `boards.changed`. */
  'boards.list': Call<OfConnection, BoardsState>;
  'boards.cancelList': Call<OfConnection, BoardsState>;
  'boards.state': Call<OfConnection, BoardsState>;
  'boards.window': Call<BoardWindowRequest, BoardWindow>;
  /** The rank of a board in a query, or of the first from rank `after` on whose id begins with `idPrefix`; null for none. */
  'boards.rank': Call<
    OfConnection & { readonly query: BoardQuery; readonly idPrefix: string; readonly after: number },
    number | null
  >;
  'boards.fields': Call<OfConnection, readonly BoardField[]>;
  'boards.overview': Call<OfConnection & { readonly query: BoardQuery }, BoardOverview>;
  /** Changes local notes of many boards at once. Nothing happens at the service. */
  'boards.annotate': Call<
    OfConnection & { readonly selection: BoardSelection; readonly change: LocalChange },
    LocalChanged
  >;
  /** Takes the last change of local notes back. */
  'boards.undo': Call<OfConnection & { readonly undoId: string }, LocalChanged>;
  /** Puts ids, rows (tab-separated), cURL lines (the key as `$EASEL_API_KEY`) or links on the clipboard; at most 10,000 boards. */
  'boards.copy': Call<
    OfConnection & {
      readonly selection: BoardSelection;
      readonly as: 'ids' | 'rows' | 'curl' | 'links';
    },
    { readonly boards: number }
  >;
  /** Lets the person choose a file and writes to it in the background; progress arrives as `boards.exporting`. */
  'boards.export': Call<
    OfConnection & {
      readonly selection: BoardSelection;
      readonly format: 'csv' | 'json';
      readonly fields: readonly string[];
    },
    BoardExport | null
  >;
  'boards.cancelExport': Call<{ readonly exportId: string }, null>;

  'views.list': Call<OfConnection, readonly SavedView[]>;
  /** Keeps a query under a name; an `id` of its own changes that one. */
  'views.save': Call<
    OfConnection & { readonly id: string | null; readonly name: string; readonly query: BoardQuery },
    readonly SavedView[]
  >;
  'views.remove': Call<OfConnection & { readonly id: string }, readonly SavedView[]>;
  'views.columns': Call<OfConnection, readonly BoardColumn[]>;
  'views.setColumns': Call<
    OfConnection & { readonly columns: readonly BoardColumn[] },
    readonly BoardColumn[]
  >;

  /** Writes all local notes of the connection to a file that the person chooses; null when they chose none. */
  'notes.export': Call<
    OfConnection & { readonly format: 'csv' | 'json' },
    { readonly fileName: string; readonly boards: number } | null
  >;
  'notes.open': Call<OfConnection, LocalImport | null>;
  /** Takes the newer of both sides, and for these ids the file's side though it is older or both have changed. */
  'notes.apply': Call<OfImport & { readonly takeTheirs: readonly string[] }, { readonly boards: number }>;
  'boards.create': Call<OfConnection, BoardView>;
  'boards.view': Call<OfBoard, BoardView>;

  'papers.list': Call<OfConnection, readonly Paper[]>;
  'papers.create': Call<OfConnection & { readonly name: string; readonly templateId: string | null }, Paper>;
  /** Remembers a paper by its identifier or its room address; a token in the address is dropped at once. */
  'papers.add': Call<OfConnection & { readonly pasted: string; readonly name: string }, Paper>;
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

  /** Mints a token for the display name and grants one `<webview>` for it. `reason` may be demanded by policy. */
  'previews.open': Call<
    OfConnection & { readonly target: RoomTarget; readonly displayName: string; readonly reason: string },
    PreviewGrant
  >;
  'previews.close': Call<{ readonly previewId: string }, null>;
  /** Mints a token for one person and puts the join link on the clipboard. */
  'previews.copyLink': Call<OfPaper & { readonly displayName: string }, LinkCopied>;
}

export type CallName = keyof Calls;
export type ArgsOf<C extends CallName> = Calls[C]['args'];
export type ValueOf<C extends CallName> = Calls[C]['value'];
