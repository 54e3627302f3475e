/** What the service's answers become, once read. */
import type { BoardView, ServiceTime } from '../../preload/contract/boards.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import type { Paper } from '../../preload/contract/papers.ts';

/** The three addresses of a connection, without trailing slashes. */
export interface Addresses {
  readonly paperApi: string;
  readonly boardApi: string;
  readonly appUrl: string;
}

/** The addresses that are called with a key. */
export type KeyedApi = Exclude<keyof Addresses, 'appUrl'>;

/** One item of the boards list. `id` is null when the item has none that can stand in a path. */
export interface BoardItem {
  readonly id: string | null;
  readonly created: ServiceTime | null;
  /** Its JSON on one line with all digits, but for secrets; `{}` for an item that is a bare identifier. */
  readonly raw: string;
}

/**
 * What tells one item from another: its id, else everything it says. Ids stay as they came: other texts for a million of
 * them take time and room.
 */
export function itemKey({ id, raw }: Pick<BoardItem, 'id' | 'raw'>): string {
  // There is no NUL in an id.
  return id ?? `\0${raw}`;
}

/** Where in an answer the boards are: under these names, one inside the other; none for the answer itself. */
export interface Container {
  readonly path: readonly string[];
  /** An object keyed by id, and no list. */
  readonly isMap: boolean;
}

/** How a service writes its list, as far as it is known from pages that had boards. */
export interface ListShape {
  readonly container: Container | null;
  /** Pages of this very listing had their boards there: where there are none now, there are none. */
  readonly isSure: boolean;
  /** Boards are kept from an earlier listing: an answer without a word does not take them away. */
  readonly hasBoards?: boolean;
  /** A board made here was listed with another time than that of its making: no time of the list is used. */
  readonly hasWrongTimes?: boolean;
}

/** Names of fields that a page shows, in words that can be shown to anyone: no value of the service is among them. */
export interface SeenNames {
  /** `data.items`; empty for the answer itself. */
  readonly list: string;
  /** The field of the id that Easel sends. */
  readonly id: string;
  /** The field of the creation time, and how it is written; null where none was found. */
  readonly created: string | null;
  readonly timeForm: string | null;
}

/** One page: every item that came is either in `items` or counted in `notUnderstood`. */
export interface BoardPage {
  readonly items: readonly BoardItem[];
  readonly notUnderstood: number;
  /** Some of those that are not understood, as JSON; absent where there are none. */
  readonly strange?: readonly string[];
  /** The service's own count of all boards, where it sends one. */
  readonly total: number | null;
  /** Where in the answer the boards were; absent where it held nothing at all. */
  readonly container?: Container;
  /** Absent where there was no board with an id. */
  readonly seen?: SeenNames;
  /** It held nothing at all, and nothing tells that it is a list. */
  readonly isBlank?: true;
  /** What the answer says of boards that are not in this page; absent where it says nothing. */
  readonly hints?: RowHints;
}

/** A page whose boards wait in the boards' thread, which knows them by `number`, until a listing takes them. */
export interface ListedPage extends Omit<BoardPage, 'items'> {
  readonly number: number;
  /** How many boards it has. */
  readonly items: number;
  /** The same for pages that hold the same. */
  readonly fingerprint: string;
}

/** Signs of further rows, in fields beside the list and in headers. */
export interface RowHints {
  /** False where a field says that there are none (`next: null`) and nothing contradicts it; null where none says either. */
  readonly more: boolean | null;
  /** The largest count of rows, and of pages; 0 where there is none. */
  readonly rows: number;
  readonly pages: number;
}

/** One board as viewed or created. `raw`: the answer's body, indented where it was JSON; secrets taken out. */
export interface BoardAnswer extends Omit<BoardView, 'fetchedAt'> {
  /** Of a new board: the service's clock in the response, epoch ms. */
  readonly madeAt?: number;
}

/** A viewed board. */
export interface ViewedBoard extends BoardAnswer {
  /** The answer names this board and denies nothing: only then it proves that the board is there. */
  readonly proves: boolean;
}

/** A new board. */
export interface NewBoard extends BoardAnswer {
  /** Absent where the answer proves that this board was created. */
  readonly doubt?: Doubt;
}

/** Why a board may not have been created, although the answer is a success. */
export interface Doubt {
  /** The service has accepted the request (202), and may do it later. */
  readonly accepted: boolean;
  /** What may be its id, the likeliest first. */
  readonly ids: readonly string[];
  /** The one id is certain. */
  readonly sure: boolean;
  /** What is said where nothing settles it. */
  readonly failure: Failure;
}

/** A created paper. `name` is the asked one where the service sends none; `templateId` as sent, or null. */
export interface PaperAnswer extends Pick<
  Paper,
  'identifier' | 'name' | 'source' | 'templateId' | 'otherFields'
> {
  readonly raw: string;
  /** The service has accepted the request (202), and may do it later. */
  readonly accepted?: true;
}

/** What the service says of a delete. That something is gone already is its word: whoever tells it looks first. */
export interface DeleteAnswer {
  /** `accepted`: it may be done later. */
  readonly outcome: 'deleted' | 'accepted' | 'already-gone';
  readonly status: number;
  /** The service's own words, redacted, at most 200 characters; empty when it sent none. */
  readonly serviceMessage: string;
  /** It was sent twice, for the first answer was lost. */
  readonly repeated?: true;
}

/** A secret: one person's way into one paper. */
export interface AccessToken {
  readonly token: string;
  /** Epoch ms of the claim `exp`, read but never verified; null when the token shows none. */
  readonly expiresAt: number | null;
}

// A request, as the modules of this folder describe it.

/** What the call does to the service: decides who may send it, by which method, and what a lost answer means. */
export type Effect =
  | 'read'
  | 'create'
  | 'delete'
  | 'mint' // a token for the person at this computer: a visit, or a check that drops it
  | 'invite'; // a token for somebody else

export interface Call {
  /** The endpoint's name, for the log. */
  readonly name: string;
  readonly api: keyof Addresses;
  readonly effect: Effect;
  /** Below the address, beginning with `/`, identifiers encoded; empty for the address itself. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
  /** Only calls of the two APIs carry the key. */
  readonly withKey: boolean;
  /** What is created, read or deleted. */
  readonly thing: 'board' | 'boards' | 'paper' | 'token' | 'host';
  /** How the service's names of fields are called in the form: for refusals that name a field. */
  readonly fieldNames?: Readonly<Record<string, string>>;
}

/** Names a call's other side: `host` as in the address, with its port where that is not the usual one. */
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
