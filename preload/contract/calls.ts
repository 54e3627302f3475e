/**
 * Everything a page can ask of main: one entry per channel, named `group.method`.
 *
 * The preload's bridge type and the table of schemas in main are derived from this map, so a channel without a
 * schema, a handler or a bridge method does not compile. Replies are always a `Result`.
 */
import type {
  ActivityCheck,
  ActivityFilter,
  ActivityPage,
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
  FileWritten,
  Health,
  Imported,
  ImportPlan,
  Job,
  JobItems,
  JobItemState,
  JobReview,
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

interface Call<Args, Value> {
  readonly args: Args;
  readonly value: Value;
}

type OfConnection = { readonly connectionId: string };
type OfBoard = OfConnection & { readonly boardId: string };
type OfUnknown = OfConnection & { readonly unknownId: string };
type OfPaper = OfConnection & { readonly identifier: string };
type OfSlot = OfConnection & { readonly slot: KeySlot };
type OfKey = OfConnection & { readonly keyId: string };
type OfJob = { readonly jobId: string };
type OfReview = { readonly reviewId: string };
type OfImport = { readonly importId: string };
type Nothing = Record<never, never>;

/** What a person writes down about a key. `remindAt` is epoch ms. */
type AboutKey = {
  readonly note: string;
  readonly owner: string;
  readonly remindAt: number | null;
  readonly useWhenGreen: boolean;
};

/** What a room is opened for: a paper, or a board by its `room_id`. */
export type RoomTarget = { readonly kind: 'paper' | 'board'; readonly id: string };

export interface Calls {
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

  /** Every job of this computer that was not put away, newest first. */
  'jobs.list': Call<Nothing, readonly Job[]>;
  /** Holds the delete of one board or paper. Fails as a change on this connection would. */
  'jobs.deleteOne': Call<OfConnection & { readonly target: RoomTarget }, Job>;
  /** Fixes the ids of a selection, and says what deleting them would mean. Nothing is queued. */
  'jobs.review': Call<OfConnection & { readonly selection: BoardSelection }, JobReview>;
  /** Writes the list of what would be deleted to a file that the person chooses; null when they chose none. */
  'jobs.saveReview': Call<OfReview, FileWritten | null>;
  'jobs.closeReview': Call<OfReview, null>;
  /** Holds the delete of all reviewed boards. Fails with `invalid-input` (field `typed`), `policy`. */
  'jobs.deleteReviewed': Call<OfReview & { readonly typed: string; readonly reason: string }, Job>;
  /** 1 to 1,000 boards. */
  'jobs.createBoards': Call<OfConnection & { readonly count: number }, Job>;
  /** The names that a pattern gives: `{n}`, `{nn}` … count from 1, `{date}` is today. Fails with `invalid-input`. */
  'jobs.paperNames': Call<{ readonly pattern: string; readonly count: number }, readonly string[]>;
  /** One paper for each name, all from one template or none. Fails with `invalid-input` (fields `names`, `templateId`). */
  'jobs.createPapers': Call<
    OfConnection & { readonly names: readonly string[]; readonly templateId: string | null },
    Job
  >;
  /** One join link of a paper for each name. The links stay in main until they are copied or saved. */
  'jobs.mintLinks': Call<OfPaper & { readonly names: readonly string[] }, Job>;
  /** Puts names and links on the clipboard, a line each. */
  'jobs.copyLinks': Call<OfJob, { readonly links: number }>;
  'jobs.saveLinks': Call<OfJob, FileWritten | null>;
  /** Ends the hold: begins at once. It is also the yes that a held job waits for after an outage or a restart. */
  'jobs.startNow': Call<OfJob, Job>;
  /** Ends a held job; nothing was sent. */
  'jobs.cancel': Call<OfJob, Job>;
  'jobs.pause': Call<OfJob, Job>;
  'jobs.resume': Call<OfJob, Job>;
  /** Ends it for good: what was not sent stays untouched. */
  'jobs.stop': Call<OfJob, Job>;
  /** Runs the failed items again, and no others; never those whose end is unknown. */
  'jobs.retryFailed': Call<OfJob, Job>;
  /** Takes an ended job off the list; its entries stay in the activity log. */
  'jobs.dismiss': Call<OfJob, null>;
  'jobs.items': Call<
    OfJob & { readonly from: number; readonly count: number; readonly state: JobItemState | null },
    JobItems
  >;
  /** All items with their ends as CSV. */
  'jobs.saveItems': Call<OfJob, FileWritten | null>;

  /** Writes a reviewed delete to a plan file that another person can run; null when no place was chosen. */
  'plans.save': Call<OfReview & { readonly note: string; readonly validDays: number }, FileWritten | null>;
  /** Lets the person choose a plan, holds it against what is here now, and gives its review; null when they chose none. */
  'plans.open': Call<OfConnection, JobReview | null>;

  'activity.page': Call<ActivityFilter & { readonly from: number; readonly count: number }, ActivityPage>;
  /** Reads the whole log and checks that no line was changed, taken out or put in. */
  'activity.check': Call<Nothing, ActivityCheck>;
  'activity.export': Call<ActivityFilter & { readonly format: 'csv' | 'json' }, FileWritten | null>;

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
