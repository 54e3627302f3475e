import type { BoardView, ServiceTime } from '../../preload/contract/boards.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import type { Paper } from '../../preload/contract/papers.ts';

export interface Addresses {
  readonly paperApi: string;
  readonly boardApi: string;
  readonly appUrl: string;
}

export type KeyedApi = Exclude<keyof Addresses, 'appUrl'>;

/** One item of the service's boards list. `id` is null if no id of the item can be used in a path. */
export interface BoardItem {
  readonly id: string | null;
  readonly created: ServiceTime | null;
  /** The board's JSON on one line, without secrets. Long numbers keep all digits. `{}` if the item is only an id. */
  readonly raw: string;
  /** The text that *Find* searches, if already known. Parsing `raw` for it would take a sixth of the loading time. */
  readonly text?: string;
}

/** Place of the boards list in a response, as member names. Empty if the response itself is the list. */
export interface Container {
  readonly path: readonly string[];
  readonly isMap: boolean;
}

export interface ListShape {
  readonly container: Container | null;
  /** True if this listing already found boards in `container`. Easel then never searches for the list elsewhere. */
  readonly isSure: boolean;
  /** True if an earlier listing found boards. Then only a plain empty list proves that all boards are gone. */
  readonly hasBoards?: boolean;
  readonly hasWrongTimes?: boolean;
}

export interface PageRequest {
  readonly limit: number | null;
  readonly offset: number | null;
  readonly known?: ListShape;
}

export interface SeenNames {
  /** Path of the list in the response, such as `data.items`; empty if the response itself is the list. */
  readonly list: string;
  readonly id: string;
  /** Field that contains the boards' creation time; null without such a field. `timeForm` is the time's format. */
  readonly created: string | null;
  readonly timeForm: string | null;
}

/** One page of the boards list. Every item is either in `items` or counted in `notUnderstood`. */
export interface BoardPage {
  readonly items: readonly BoardItem[];
  readonly notUnderstood: number;
  readonly unreadable?: readonly string[];
  /** True if the last item of the page is unreadable. The next page then repeats an unreadable item. */
  readonly endsUnreadable?: boolean;
  readonly total: number | null;
  readonly container?: Container;
  readonly seen?: SeenNames;
  /** The service's clock minus this computer's, in ms. Absent if the response had no time. */
  readonly clockAheadMs?: number;
  /** True for a response without boards that does not prove an empty list or page. */
  readonly isBlank?: true;
  readonly hints?: RowHints;
}

/** A page of the boards list. The boards' thread keeps its boards, by `number`, until a listing adds the boards. */
export interface ListedPage extends Omit<BoardPage, 'items'> {
  readonly number: number;
  readonly items: number;
  readonly fingerprint: string;
}

/** Condition for inserting a page of boards into the boards list. */
export type TakeWhen =
  | 'always'
  | 'meets-known' // The page repeats an earlier board, or the previous page's last item may be unreadable.
  | 'follows'; // The page begins with the last board of the previous page, and repeats no board after that.

export interface RowHints {
  /** True if the response announces further boards, false if it says only that no boards follow, otherwise null. */
  readonly more: boolean | null;
  /** The largest number of boards that any field of the response states; 0 if no field states a number. */
  readonly rows: number;
  readonly pages: number;
  /** True if the response reports an error beside its boards. Then boards of this page may be missing. */
  readonly failed?: boolean;
}

/** A viewed or newly created board. `raw` is the response's body, redacted, with indented JSON. */
export type BoardAnswer = Omit<BoardView, 'fetchedAt'>;

export interface ViewedBoard extends BoardAnswer {
  /** True if the response names the requested board and reports no failure. This proves that the board exists. */
  readonly proves: boolean;
}

/** A created board. `madeAt`: creation time by the service's clock, in epoch ms. */
export interface MadeBoard extends BoardAnswer {
  readonly madeAt: number;
}

export interface NewBoard extends MadeBoard {
  readonly doubt?: {
    readonly accepted: boolean;
    readonly ids: readonly string[];
    readonly sure: boolean;
    readonly failure: Failure;
  };
}

/** A created paper. `name` is the requested name if the response lacks a name. */
export interface PaperAnswer extends Pick<
  Paper,
  'identifier' | 'name' | 'source' | 'templateId' | 'otherFields'
> {
  readonly raw: string;
  readonly accepted?: true;
}

/** Response to a delete. Before reporting `already-gone` as deleted, callers must check that the board is gone. */
export interface DeleteAnswer {
  /** `accepted` (status 202, or a text such as "Deletion scheduled"): the service may delete it later. */
  readonly outcome: 'deleted' | 'accepted' | 'already-gone';
  readonly status: number;
  /** The service's message in the response, redacted, at most 200 characters. */
  readonly serviceMessage: string;
  /** True if the delete was sent twice, because the first response was lost. */
  readonly repeated?: true;
}

export interface AccessToken {
  readonly token: string;
  /** The token's expiry (claim `exp`) in epoch ms; null if absent or unreadable. The signature is not verified. */
  readonly expiresAt: number | null;
  /** The token's expiry in epoch ms, converted to this computer's clock. */
  readonly expiresHere?: number;
  /** True if `expiresHere` is an estimate, because the response had no `Date` header. */
  readonly isAbout?: true;
}

/** Effect of a service call. Determines the permission, the HTTP method, and the meaning of a lost response. */
export type Effect =
  | 'read'
  | 'create'
  | 'delete'
  | 'mint' // An access token for this user, to enter a room or to check an API key.
  | 'invite'; // An access token for another person.

export interface Call {
  readonly name: string;
  readonly api: keyof Addresses;
  readonly effect: Effect;
  /** Path after the connection's address. Begins with `/`. Ids are URL-encoded. Empty for the address itself. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
  readonly withKey: boolean;
  readonly thing: 'board' | 'boards' | 'paper' | 'token' | 'host';
  /** Maps the service's field names to the form's field names, for responses that reject a field. */
  readonly fieldNames?: Readonly<Record<string, string>>;
}

/** Target of a service call, worded for messages. `host` includes the port unless it is the default port. */
export interface CallTarget {
  readonly host: string;
  readonly middle: string;
  readonly start: string;
  readonly request: string;
  readonly address: string;
}
