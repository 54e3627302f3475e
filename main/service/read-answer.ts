/** Parses a response within size limits. Returns the requested data, or the failure that the response states. */
import { createHash } from 'node:crypto';
import { fail, ok, type Failure, type FailureCode, type Result } from '../../preload/contract/failure.ts';
import {
  contradictedFailure,
  notUnderstoodFailure,
  outcomeUnknown,
  statusFailure,
  webPageFailure,
  type Answered,
  type Received,
  quoteMessage,
  unreadFailure,
} from './failures.ts';
import { redact, Secrets } from '../lib/log/redact.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import type {
  AccessToken,
  BoardPage,
  DeleteAnswer,
  ListedPage,
  NewBoard,
  PageRequest,
  PaperAnswer,
  ViewedBoard,
} from './types.ts';
import { clockIn, decodeBody, isFields, readBody, type Body, usableAt, itemKey } from './wire/body.ts';
import { readList } from './wire/list.ts';
import { readable, readBoard, readNewIds, readPaper, showsBoard } from './wire/record.ts';
import { readToken, tokenForm } from './wire/token.ts';
import { contradicts, isPending, messageOf } from './wire/service-messages.ts';

export interface Readings {
  /** The first boards of a page: only their ids and creation times, and a hash of each board without an id. */
  readonly sample: BoardPage;
  /** A whole page of the boards list. Its boards stay in the worker thread that parsed the page. */
  readonly page: ListedPage;
  readonly board: ViewedBoard;
  readonly newBoard: NewBoard;
  readonly paper: PaperAnswer;
  readonly token: AccessToken;
  readonly deleted: DeleteAnswer;
  readonly status: { readonly status: number };
}

export interface Questions {
  readonly sample: Partial<PageRequest>;
  readonly page: Partial<PageRequest>;
  readonly board: { readonly boardId: string };
  readonly newBoard: null;
  readonly paper: { readonly name: string };
  readonly token: null;
  readonly deleted: null;
  readonly status: null;
}

export type Kind = keyof Readings;

export interface Reading<K extends Kind> {
  readonly result: Result<Readings[K]>;
  /** True if the response proves that the service accepted the API key: a 2xx that is not a web page. */
  readonly tookKey: boolean;
  readonly tokenForm: string | null;
}

/** Parses responses in a worker thread: pages of the boards list, and responses that would block the main thread. */
export interface AnswerReader {
  /** Parses a response and redacts `secrets` in the result. Transfers `bytes`: the caller can't use them afterwards. */
  readonly read: (
    kind: Kind,
    question: Questions[Kind],
    received: Received,
    bytes: Uint8Array,
    secrets: readonly string[],
  ) => Promise<Reading<Kind>>;
}

/** Returns a parser for the current thread. The parser keeps pages of the boards list in `pages`. */
export function answerReader(pages: WaitingPages) {
  return function read(
    ...[kind, question, received, bytes, secrets]: Parameters<AnswerReader['read']>
  ): Reading<Kind> {
    try {
      const known = new Secrets(secrets);
      return readAnswer(kind, question, received, bytes, (text) => redact(text, known), pages);
    } catch {
      // Hides the original error, because it may quote a part of the response that contains the API key.
      throw new Error('the response couldn’t be read');
    }
  };
}

export function readAnswer<K extends Kind>(
  kind: K,
  question: Questions[K],
  received: Received,
  bytes: Uint8Array,
  clean: (text: string) => string,
  pages?: WaitingPages,
): Reading<K> {
  const answered = { ...received, bytes, body: readBody(bytes), clean };
  // Skips this check for deletes and connection checks, because their readers also accept statuses such as 404.
  const wrong = kind === 'deleted' || kind === 'status' ? null : whatIsWrong(answered);
  return {
    result: wrong ?? READERS[kind](answered, question, pages),
    tookKey: isSuccess(received) && answered.body.kind !== 'web-page',
    tokenForm: kind === 'token' ? tokenForm(answered.body) : null,
  };
}

export function isSuccess({ status }: { readonly status: number }): boolean {
  return status >= 200 && status <= 299;
}

const READERS: {
  readonly [K in Kind]: (
    answered: Answered,
    question: Questions[K],
    pages?: WaitingPages,
  ) => Result<Readings[K]>;
} = {
  sample: (answered, question) => {
    const page = pageOf(answered, question, MOST_ROWS);
    if (!page.ok) return page;
    const items = page.value.items.map(({ id, created, raw }) => {
      return { id, created, raw: id === null ? createHash('sha256').update(raw).digest('base64') : '' };
    });
    return ok({ ...page.value, items });
  },
  page: (answered, question, pages) => {
    if (pages === undefined) throw new Error('pages of boards are read by the thread that keeps them');
    const page = pageOf(answered, question);
    return page.ok ? ok(pages.hold(page.value)) : page;
  },
  board: (answered, { boardId }) => {
    const board = readBoard(answered.body, answered.clean, usableAt(clockIn(answered) ?? answered.now));
    if (board === null || (board.id === null && saysNothing(board)))
      return fail(notUnderstoodFailure(answered, 'the board'));
    const isShown = showsBoard(answered.body, boardId);
    const isDenied = contradicts(answered.body, answered.status, 'read');
    if (isDenied && (board.id === null || !isShown)) return fail(contradictedFailure(answered));
    return ok({ ...board, id: board.id ?? boardId, raw: rawOf(answered), proves: isShown && !isDenied });
  },
  newBoard: (answered) => {
    const { body, clean, status, call, place, now } = answered;
    const madeAt = clockIn(answered) ?? now;
    const board = readBoard(body, clean, usableAt(madeAt));
    const { ids, sure } = readNewIds(body, status, 'board');
    const [id] = ids;
    if (board === null || id === undefined) return fail(notUnderstoodFailure(answered, 'the new board'));
    const accepted = status === 202;
    const created = { ...board, id, raw: rawOf(answered), madeAt };
    if (sure && !accepted) return ok(created);
    const cause = accepted
      ? 'the service accepted the request, but hasn’t confirmed it'
      : 'the response doesn’t identify the new board';
    const unsettled = outcomeUnknown(call, place, cause, { details: [`Status: ${status}`], status });
    return ok({ ...created, doubt: { accepted, ids, sure, failure: unsettled } });
  },
  paper: (answered, question) => {
    const paper = readPaper(answered.body, answered.clean, answered.status);
    if (paper?.identifier == null) return fail(notUnderstoodFailure(answered, 'the new paper'));
    // Redacts all texts in the response except the name that the user typed for the paper.
    const cleaned = (words: string): string =>
      words === question.name ? words : answered.clean(cleanLine(words)).slice(0, LONGEST_NAME);
    return ok({
      ...paper,
      identifier: paper.identifier,
      name: cleaned(paper.name ?? question.name),
      source: paper.source === null ? null : cleaned(paper.source),
      raw: rawOf(answered),
      ...(answered.status === 202 && { accepted: true as const }),
    });
  },
  token: (answered) => {
    const token = readToken(answered.body, { now: answered.now, clock: clockIn(answered) });
    return token === null ? fail(notUnderstoodFailure(answered, 'an access token')) : ok(token);
  },
  deleted: (answered) => {
    const { status, body, clean, call, place } = answered;
    const wrong = whatIsWrong(answered);
    if (wrong === null) {
      const outcome = status === 202 || isPending(body, status) ? 'accepted' : 'deleted';
      return ok({ outcome, status, serviceMessage: quoteMessage(messageOf(body), clean) });
    }
    const { code, serviceMessage = '', details, retryAfterSeconds } = wrong.error;
    const isRepeated = answered.repeated;
    if (code === 'already-gone')
      return ok({ outcome: code, status, serviceMessage, ...(isRepeated && { repeated: true }) });
    if (!isRepeated || !REFUSALS.has(code)) return wrong;
    const cause = 'the first request got no response, and the second was refused';
    return fail(outcomeUnknown(call, place, cause, { details, status, serviceMessage, retryAfterSeconds }));
  },
  status: (answered) => {
    const { status } = answered;
    return status < 500 && status !== 407 ? ok({ status }) : fail(statusFailure(answered));
  },
};

function rawOf({ body, bytes, clean }: Answered): string {
  return readable(body, decodeBody(bytes), clean);
}

const OF_ENVELOPES = /^(?:success|ok|status|code|message|error|data)$/u;
const NOTHING = /^(?:|null|\{\}|\[\])$/u;

function saysNothing({ created, otherFields }: Pick<ViewedBoard, 'created' | 'otherFields'>): boolean {
  return (
    created === null && otherFields.every(({ name, value }) => OF_ENVELOPES.test(name) || NOTHING.test(value))
  );
}

function pageOf(answered: Answered, { known, limit = null }: Partial<PageRequest>, most = Infinity) {
  const { body, headers, status, now, clean } = answered;
  const clock = clockIn(answered);
  const page = readList(body, { status, headers, limit }, known, clock ?? now, clean, most);
  // Once the listing has found boards, an empty body can mean its end. Before that, only status 204 means "no boards".
  const isSilent = body.kind === 'nothing' && status !== 204 && known?.isSure !== true;
  if (page === null || isSilent) return fail(notUnderstoodFailure(answered, 'a list of boards'));
  return ok(clock === null ? page : { ...page, clockAheadMs: clock - now });
}

/** Failures that prove that the request did nothing. An earlier attempt without a response may have had an effect. */
const REFUSALS: ReadonlySet<FailureCode> = new Set([
  'refused',
  'not-allowed',
  'key-refused',
  'too-many-requests',
]);

const MOST_ROWS = 100;
const LONGEST_NAME = 1000;

function whatIsWrong(answered: Answered): ReturnType<typeof fail<Failure>> | null {
  const { call, body, end, status } = answered;
  if (!isSuccess(answered)) return fail(statusFailure(answered));
  if (body.kind === 'web-page') return fail(webPageFailure(answered));
  const denied = call.effect === 'read' ? saysFailure(body) : contradicts(body, status, call.effect);
  if (denied) return fail(contradictedFailure(answered));
  if (end !== 'whole') return fail(unreadFailure(answered, end));
  // Broken JSON after a delete may report a failure, so it is rejected. After a create, the new id is proof enough.
  return call.effect === 'delete' && isBroken(body) ? fail(unreadFailure(answered, 'unreadable')) : null;
}

export function saysFailure(body: Body): boolean {
  return body.kind === 'json' && isFields(body.value) && body.value['success'] === false;
}

function isBroken(body: Body): boolean {
  return body.kind === 'too-deep' || (body.kind === 'text' && /^[[{]/u.test(body.text));
}

/** Maximum number of pages kept before the oldest is dropped. Not reached, as a listing requests six pages ahead. */
const MOST_WAITING = 64;

/** Parsed pages of the boards list that wait until a listing takes them, in the thread that parsed them. */
export class WaitingPages {
  readonly #pages = new Map<number, BoardPage>();
  #last = 0;

  hold(page: BoardPage): ListedPage {
    const number = ++this.#last;
    this.#pages.set(number, page);
    this.#pages.delete(number - MOST_WAITING);
    const { items, ...about } = page;
    const content = `${page.notUnderstood}\0${items.map(itemKey).join('\0')}`;
    const fingerprint = createHash('sha256').update(content).digest('base64');
    return { ...about, number, items: items.length, fingerprint };
  }

  take(number: number): BoardPage {
    const page = this.#pages.get(number);
    if (page === undefined) throw new Error('this page is gone');
    this.#pages.delete(number);
    return page;
  }
}
