import type { BoardView, ServiceTime } from '../../preload/contract/boards.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import type { Paper } from '../../preload/contract/papers.ts';
import type { Fields } from './wire/body.ts';

export interface Addresses {
  readonly paperApi: string;
  readonly boardApi: string;
  readonly appUrl: string;
}

export type KeyedApi = Exclude<keyof Addresses, 'appUrl'>;

/** One item of the boards list. `id` is null if the item has no id that can be used in a path. */
export interface BoardItem {
  readonly id: string | null;
  readonly created: ServiceTime | null;
  /** The item's JSON on one line, with all digits of numbers and without secrets. `{}` if the item is only an id. */
  readonly raw: string;
  /** `raw` as parsed. Parsing each board again would take a sixth of the loading time. */
  readonly fields?: Fields;
}

/** Names of the members that lead to the list in a response. Empty if the response itself is the list. */
export interface Container {
  readonly path: readonly string[];
  /** True for an object with ids as keys. */
  readonly isMap: boolean;
}

/** Format of a service's list, learned from earlier pages with boards. */
export interface ListShape {
  readonly container: Container | null;
  /** True if this listing found boards in `container`. Then a page without boards counts as empty. */
  readonly isSure: boolean;
  /** True if an earlier listing found boards. An empty body then does not remove them. */
  readonly hasBoards?: boolean;
  readonly hasWrongTimes?: boolean;
}

/** Field names in a page. Contains no value from the service. */
export interface SeenNames {
  /** Path of the list, such as `data.items`; empty if the response itself is the list. */
  readonly list: string;
  readonly id: string;
  /** Field and format of the creation time; null if the boards have none. */
  readonly created: string | null;
  readonly timeForm: string | null;
}

/** One page of boards. Each item is in `items` or counted in `notUnderstood`. */
export interface BoardPage {
  readonly items: readonly BoardItem[];
  readonly notUnderstood: number;
  readonly unreadable?: readonly string[];
  readonly total: number | null;
  readonly container?: Container;
  readonly seen?: SeenNames;
  /** The service's clock minus this computer's, in ms. Absent if the response had no time. */
  readonly clockAheadMs?: number;
  /** True if the response was empty and nothing shows that the response is a list. */
  readonly isBlank?: true;
  readonly hints?: RowHints;
}

/** A page whose boards wait in the boards' thread under `number` until a listing takes them. */
export interface ListedPage extends Omit<BoardPage, 'items'> {
  readonly number: number;
  readonly items: number;
  /** Identifies the content of the page: equal pages have equal fingerprints. */
  readonly fingerprint: string;
}

/** `meets-known`: a row is known or unreadable. `follows`: the first row is the last known row, the rest is new. */
export type TakeWhen = 'always' | 'meets-known' | 'follows';

export interface RowHints {
  /** False if a field such as `next: null` says that no rows follow, without a contradiction. Null if unknown. */
  readonly more: boolean | null;
  /** The largest count found in the response; 0 without a count. */
  readonly rows: number;
  readonly pages: number;
}

/** A board that was viewed or created. `raw` is the redacted body; JSON is indented. */
export interface BoardAnswer extends Omit<BoardView, 'fetchedAt'> {
  /** For a new board: the service's clock in the response, in epoch ms. */
  readonly madeAt?: number;
}

export interface ViewedBoard extends BoardAnswer {
  /** True if the response names this board and reports no failure, which proves that the board exists. */
  readonly proves: boolean;
}

export interface NewBoard extends BoardAnswer {
  readonly doubt?: Doubt;
}

export interface Doubt {
  /** True for status 202: the service may create the board or paper later. */
  readonly accepted: boolean;
  readonly ids: readonly string[];
  readonly sure: boolean;
  readonly failure: Failure;
}

/** A created paper. `name` is the requested name if the response has none. */
export interface PaperAnswer extends Pick<
  Paper,
  'identifier' | 'name' | 'source' | 'templateId' | 'otherFields'
> {
  readonly raw: string;
  /** True for status 202: the service may create the paper later. */
  readonly accepted?: true;
}

/** Response to a delete. A caller must verify `already-gone` before it reports the board as deleted. */
export interface DeleteAnswer {
  /** `accepted`: the service may delete the board or paper later. */
  readonly outcome: 'deleted' | 'accepted' | 'already-gone';
  readonly status: number;
  /** The service's message, redacted, at most 200 characters. */
  readonly serviceMessage: string;
  /** True if the delete was sent twice because the first response was lost. */
  readonly repeated?: true;
}

export interface AccessToken {
  readonly token: string;
  /** The token's claim `exp` in epoch ms, not verified; null if absent or unreadable. */
  readonly expiresAt: number | null;
  /** The token's expiry by this computer's clock, in epoch ms. This clock may be wrong. */
  readonly expiresHere?: number;
  /** True if `expiresHere` is an estimate, because the response had no time. */
  readonly isAbout?: true;
}

/** Effect of a call. The effect decides about permission, the HTTP method, and the meaning of a lost response. */
export type Effect =
  | 'read'
  | 'create'
  | 'delete'
  | 'mint' // a token for this person: a visit, or a check that drops it
  | 'invite'; // a token for another person

export interface Call {
  readonly name: string;
  readonly api: keyof Addresses;
  readonly effect: Effect;
  /** Path that is appended to the address. Begins with `/`, with encoded ids. Empty for the address itself. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
  readonly withKey: boolean;
  readonly thing: 'board' | 'boards' | 'paper' | 'token' | 'host';
  /** Maps the service's field names to the form's, for responses that reject a field. */
  readonly fieldNames?: Readonly<Record<string, string>>;
}

/** Target of a call, for messages. `host` includes the port unless it is the default port. */
export interface CallTarget {
  readonly host: string;
  readonly middle: string;
  readonly start: string;
  readonly request: string;
  readonly address: string;
}
