import type { BoardView, ServiceTime } from '../../preload/contract/boards.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import type { Paper } from '../../preload/contract/papers.ts';

export interface Addresses {
  readonly paperApi: string;
  readonly boardApi: string;
  readonly appUrl: string;
}

export type KeyedApi = Exclude<keyof Addresses, 'appUrl'>;

/** A board in the service's boards list. `id` is null if no id of the board can be used in a URL path. */
export interface BoardItem {
  readonly id: string | null;
  readonly created: ServiceTime | null;
  /** The board's JSON on one line, redacted. Long numbers keep all digits. `{}` if the list contains only ids. */
  readonly raw: string;
  /** The text that *Find* searches. Absent if unknown. Reading it from `raw` takes a sixth of the loading time. */
  readonly text?: string;
}

/** Position of the boards list in a response: member names from the outside in. Empty if the response is the list. */
export interface Container {
  readonly path: readonly string[];
  readonly isMap: boolean;
}

export interface ListShape {
  readonly container: Container | null;
  /** True if this listing has found boards in `container`. Then no other list in a response is used. */
  readonly isSure: boolean;
  /** True if an earlier listing found boards. Then only an unambiguous empty list means that all boards are gone. */
  readonly hasBoards?: boolean;
  readonly hasWrongTimes?: boolean;
}

export interface PageRequest {
  readonly limit: number | null;
  readonly offset: number | null;
  readonly known?: ListShape;
}

export interface SeenNames {
  /** Path of the boards list in the response, such as `data.items`. Empty if the response itself is the list. */
  readonly list: string;
  readonly id: string;
  /** Name of the field with the boards' creation time; null if there is none. `timeForm` is the format of the time. */
  readonly created: string | null;
  readonly timeForm: string | null;
}

/** One page of the boards list. Each item of the page is in `items`, or is counted in `notUnderstood`. */
export interface BoardPage {
  readonly items: readonly BoardItem[];
  readonly notUnderstood: number;
  readonly unreadable?: readonly string[];
  /** True if the last item is unreadable. An unreadable item on the next page may then be the same item. */
  readonly endsUnreadable?: boolean;
  readonly total: number | null;
  readonly container?: Container;
  readonly seen?: SeenNames;
  /** The service's clock minus this computer's, in ms. Absent if the response has no `Date` header. */
  readonly clockAheadMs?: number;
  /** True if the response contains no boards, but does not prove that the list or page is empty. */
  readonly isBlank?: true;
  readonly hints?: RowHints;
}

/** A page of the boards list whose boards wait in the worker thread, under `number`, until a listing adds them. */
export interface ListedPage extends Omit<BoardPage, 'items'> {
  readonly number: number;
  readonly items: number;
  readonly fingerprint: string;
}

/** Condition for adding a page of boards to the boards list. */
export type TakeWhen =
  | 'always'
  | 'meets-known' // The page repeats an earlier board, or perhaps the unreadable item at the end of the previous page.
  | 'follows'; // The page starts with the last board of the previous page, and all its other boards are new.

export interface RowHints {
  /** True if the response announces further boards; false if it only announces the end; null if it does neither. */
  readonly more: boolean | null;
  /** The largest number of boards that a field of the response states; 0 if no field does. */
  readonly rows: number;
  readonly pages: number;
  /** True if the response reports an error in addition to boards. Boards may then be missing from this page. */
  readonly failed?: boolean;
}

/** A board that was viewed or just created. `raw` is the response's body: redacted, as indented JSON. */
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

/** A created paper. `name` is the requested name if the response contains no name. */
export interface PaperAnswer extends Pick<
  Paper,
  'identifier' | 'name' | 'source' | 'templateId' | 'otherFields'
> {
  readonly raw: string;
  readonly accepted?: true;
}

/** Result of a delete. `already-gone` (404 or 410) is no proof, so callers must check that the board is gone. */
export interface DeleteAnswer {
  /** `accepted`: status 202, or a text such as "Deletion scheduled". The service may delete the item later. */
  readonly outcome: 'deleted' | 'accepted' | 'already-gone';
  readonly status: number;
  /** The message in the service's response, redacted, at most 200 characters. */
  readonly serviceMessage: string;
  /** True if the delete was sent twice, because the first response was lost. */
  readonly repeated?: true;
}

export interface AccessToken {
  readonly token: string;
  /** The token's expiry (its claim `exp`) in epoch ms; null if absent or unreadable. The signature is not checked. */
  readonly expiresAt: number | null;
  /** The token's expiry in epoch ms by this computer's clock, which may differ from the service's clock. */
  readonly expiresHere?: number;
  /** True if `expiresHere` is an estimate, because the response had no `Date` header. */
  readonly isAbout?: true;
}

/** Effect of a service call. Determines its permission and HTTP method, and what a lost response can mean. */
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
  /** Path after the connection's address, starting with `/`. Ids are URL-encoded. '' for the address itself. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
  readonly withKey: boolean;
  readonly thing: 'board' | 'boards' | 'paper' | 'token' | 'host';
  /** Easel's form field for each field of the service. Needed if a response rejects a field. */
  readonly fieldNames?: Readonly<Record<string, string>>;
}

/** Target of a service call, in words for messages. `host` includes the port unless it is the default port. */
export interface CallTarget {
  readonly host: string;
  readonly middle: string;
  readonly start: string;
  readonly request: string;
  readonly address: string;
}
