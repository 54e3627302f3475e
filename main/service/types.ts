/** Types of requests to the service, and of the data read from its responses. */
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

/** One item of the boards list. `id` is null if it has none that can be used in a path. */
export interface BoardItem {
  readonly id: string | null;
  readonly created: ServiceTime | null;
  /** Its JSON on one line, with all digits and without secrets; `{}` for a bare id. */
  readonly raw: string;
  /** `raw` parsed, in the thread that read it: parsing each board again took a sixth of the load. */
  readonly fields?: Fields;
}

/**
 * Returns the id of an item, or else all its data. Ids are not copied: that would cost time and memory for a million
 * items.
 */
export function itemKey({ id, raw }: Pick<BoardItem, 'id' | 'raw'>): string {
  // No id holds NUL.
  return id ?? `\0${raw}`;
}

/** The names that lead to the list in a response; none for the response itself. */
export interface Container {
  readonly path: readonly string[];
  /** An object with ids as keys, not a list. */
  readonly isMap: boolean;
}

/** The form of a service's list, as known from earlier pages with boards. */
export interface ListShape {
  readonly container: Container | null;
  /** This listing found boards there, so a page without any is empty. */
  readonly isSure: boolean;
  /** An earlier listing found boards, so an empty body does not remove them. */
  readonly hasBoards?: boolean;
  readonly hasWrongTimes?: boolean;
}

/** Field names in a page, without any value that the service sent. */
export interface SeenNames {
  /** Such as `data.items`; empty for the response itself. */
  readonly list: string;
  readonly id: string;
  /** The field and the format of the creation time; null if there is none. */
  readonly created: string | null;
  readonly timeForm: string | null;
}

/** One page. Each item is in `items` or counted in `notUnderstood`. */
export interface BoardPage {
  readonly items: readonly BoardItem[];
  readonly notUnderstood: number;
  readonly unreadable?: readonly string[];
  readonly total: number | null;
  readonly container?: Container;
  readonly seen?: SeenNames;
  /** The service's clock minus this computer's; absent if the response had no time. */
  readonly clockAheadMs?: number;
  /** The response was empty, and nothing shows that it is a list. */
  readonly isBlank?: true;
  readonly hints?: RowHints;
}

/** A page whose boards wait in the boards' thread, under `number`, until a listing takes them. */
export interface ListedPage extends Omit<BoardPage, 'items'> {
  readonly number: number;
  readonly items: number;
  /** Equal for equal pages. */
  readonly fingerprint: string;
}

/** Condition for a page: none; a row is known or unreadable; or it starts with the last row and all others are new. */
export type TakeWhen = 'always' | 'meets-known' | 'follows';

/** Signs of further rows, in fields next to the list and in headers. */
export interface RowHints {
  /** False if a field says that there are none (`next: null`) and nothing contradicts it; null if unknown. */
  readonly more: boolean | null;
  /** The largest counts found; 0 for none. */
  readonly rows: number;
  readonly pages: number;
}

/** A viewed or created board. `raw`: the redacted body, indented if it was JSON. */
export interface BoardAnswer extends Omit<BoardView, 'fetchedAt'> {
  /** For a new board: the service's clock in the response, epoch ms. */
  readonly madeAt?: number;
}

export interface ViewedBoard extends BoardAnswer {
  /** True if the response names this board and reports no failure: proof that it exists. */
  readonly proves: boolean;
}

export interface NewBoard extends BoardAnswer {
  readonly doubt?: Doubt;
}

export interface Doubt {
  /** The service has accepted the request (202), and may do it later. */
  readonly accepted: boolean;
  readonly ids: readonly string[];
  readonly sure: boolean;
  readonly failure: Failure;
}

/** A created paper. `name` is the requested one if the service sends none. */
export interface PaperAnswer extends Pick<
  Paper,
  'identifier' | 'name' | 'source' | 'templateId' | 'otherFields'
> {
  readonly raw: string;
  /** The service has accepted the request (202), and may do it later. */
  readonly accepted?: true;
}

/** The response to a delete. A caller verifies `already-gone` before it trusts it. */
export interface DeleteAnswer {
  /** `accepted`: deleted later, perhaps. */
  readonly outcome: 'deleted' | 'accepted' | 'already-gone';
  readonly status: number;
  /** The service's message, redacted, at most 200 characters. */
  readonly serviceMessage: string;
  /** Sent twice, because the first response was lost. */
  readonly repeated?: true;
}

/** A secret that lets one person into one paper. */
export interface AccessToken {
  readonly token: string;
  /** The claim `exp` in epoch ms, not verified; null if absent or unreadable. */
  readonly expiresAt: number | null;
  /** That moment by this computer's clock, which may be wrong. */
  readonly expiresHere?: number;
  /** `expiresHere` is estimated, because the response had no time. */
  readonly isAbout?: true;
}

/** Effect of a call. Decides its authority, its method and the meaning of a lost response. */
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
  /** Appended to the address; begins with `/`, ids encoded. Empty for the address itself. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
  readonly withKey: boolean;
  readonly thing: 'board' | 'boards' | 'paper' | 'token' | 'host';
  /** The form's names of the service's fields, for responses that reject a field. */
  readonly fieldNames?: Readonly<Record<string, string>>;
}

/** The target of a call, for messages. `host` has its port unless it is the default. */
export interface CallTarget {
  readonly host: string;
  /** "the board API at boards.example.com" */
  readonly middle: string;
  /** "The board API at boards.example.com" */
  readonly start: string;
  /** "POST boards.example.com/api/board" */
  readonly request: string;
  /** "https://boards.example.com/api/board" */
  readonly address: string;
}
