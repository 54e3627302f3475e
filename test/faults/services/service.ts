/**
 * A service made from one combination, and what it knows to be true. It is written from the interface alone and knows
 * nothing of how Easel reads.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createRandom } from '../../../main/practice/sample-data.ts';
import type { Combination } from './dimensions.ts';
import {
  asTime,
  bodyText,
  errorOf,
  listBody,
  mostOf,
  plausible,
  signalHeaders,
  viewBody,
  type Page,
  type Shown,
} from './shapes.ts';

export interface Board {
  readonly path: string;
  /** Identifiers beside it that its paths don't take. */
  readonly others: readonly string[];
  /** Its fields, and the creation time that can be known from them, epoch ms; null for none. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly created: number | null;
  readonly createdText: string;
  readonly since: number;
  /** Somebody has asked for it. */
  readonly isMade: boolean;
  /** From when on it is listed, viewed, and really there; and until when, once somebody has deleted it. */
  listedFrom: number;
  viewedFrom: number;
  listedUntil: number;
  thereUntil: number;
}

export interface Asked {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** It came in a pause that the service had asked for, when that must have been heard. */
  readonly inPause: boolean;
}

export interface GeneratedService {
  readonly boardApi: string;
  readonly paperApi: string;
  readonly combination: Combination;
  readonly boards: readonly Board[];
  readonly papers: ReadonlyMap<string, { readonly template: string | null }>;
  readonly template: string;
  readonly tokens: readonly string[];
  readonly asked: readonly Asked[];
  /** The board whose delete is refused inside a success; null for none. */
  readonly locked: string | null;
  /** From now on no board comes or goes by itself, and nothing is garbled. */
  readonly settle: () => void;
  readonly close: () => Promise<void>;
}

/** How long what lags lags, in ms. */
export const LAG_MS = 20_000;
/** As long as anybody looks. */
const NEVER = Number.MAX_SAFE_INTEGER;
const VIEW_LAG_MS = 4000;
const PAUSE_S = 4;
/** What was sent before a pause was heard of may come so much later, ms by the quickened clock. */
const HEARD_MS = 2000;
const DAY_MS = 86_400_000;
/** A list that grows stops growing here: who reads on until then reads without an end. */
export const MOST_BOARDS = 200;

interface Answer {
  readonly status: number;
  readonly text?: string;
  readonly type?: 'json' | 'text' | 'html';
  readonly headers?: Readonly<Record<string, string>>;
}

export async function startGenerated(
  wanted: Combination,
  key: string,
  seed: number,
): Promise<GeneratedService> {
  const combination = plausible(wanted);
  const random = createRandom(seed);
  const uuid = (): string => random.uuid();
  const hex = (length: number): string =>
    Array.from({ length }, () => Math.floor(random.next() * 16).toString(16)).join('');
  const boards: Board[] = [];
  const asked: Asked[] = [];
  const papers = new Map<string, { readonly template: string | null }>();
  const tokens: string[] = [];
  const template = uuid();
  papers.set(template, { template: null });
  let isSettled = combination.moves === 'still';
  let lists = 0;

  function addBoard(since: number, isMade: boolean): Board {
    const number = 101 + boards.length;
    // What is made here has an id that can be used.
    const kind = isMade && combination.id === 'one with a slash' ? 'room_id' : combination.id;
    const made = makeIds(kind, number, uuid, hex);
    const { value, truth, text } = asTime(combination.timeFormat, since);
    const hasTime = combination.timeName !== 'none';
    const isLate = isMade && ['creates show late', 'both show late'].includes(combination.lag);
    const board: Board = {
      path: made.path,
      others: made.others,
      fields: {
        ...made.fields,
        title: `Lesson ${number}`,
        ...(hasTime
          ? { [combination.timeName === 'a name of its own' ? 'begun' : combination.timeName]: value }
          : {}),
        updated_at: asTime(combination.timeFormat, since + 3 * DAY_MS).value,
        members: 3,
      },
      created: hasTime && combination.timeName !== 'a name of its own' ? truth : null,
      createdText: hasTime ? text : '',
      since,
      isMade,
      listedFrom: isLate ? since + LAG_MS : 0,
      viewedFrom: isMade && combination.lag === 'views come late' ? since + VIEW_LAG_MS : 0,
      listedUntil: Infinity,
      thereUntil: Infinity,
    };
    boards.push(board);
    return board;
  }

  const begin = Date.now();
  const count = Number(combination.boards);
  for (let n = 0; n < count; n += 1) {
    addBoard(begin - (count - n) * 20 * DAY_MS + Math.floor(random.next() * DAY_MS), false);
  }
  /** Deletes of this one are refused inside a success. */
  const locked = combination.denial === 'none' ? undefined : boards[3];

  // One bucket for each host, or one for both: it is full again after a pause.
  const hosts = [0, 1].map(() => ({ tokens: Infinity, at: 0, pausedFrom: 0, pausedUntil: 0 }));
  const { rate } = combination;
  const size = { none: Infinity, '429 for changes': 2, '429 for creates alone': 1 }[rate as string] ?? 12;

  /** The refusal of the pace; null when the request may go on. */
  function tooMany(host: number, method: string): { answer: Answer; inPause: boolean } | null {
    const isCounted =
      rate !== 'none' &&
      (rate === '429 for changes'
        ? method !== 'GET'
        : rate === '429 for creates alone'
          ? method === 'POST'
          : true);
    const bucket = hosts[combination.hosts === 'two' ? host : 0];
    if (!isCounted || bucket === undefined) return null;
    const now = Date.now();
    const inPause = now > bucket.pausedFrom + HEARD_MS && now < bucket.pausedUntil;
    const asks = rate !== '429 alone';
    if (now >= bucket.pausedUntil) {
      const refilled = asks && bucket.pausedUntil > 0 ? size : ((now - bucket.at) / 1000) * 4;
      bucket.tokens = Math.min(size, bucket.tokens + refilled);
      bucket.at = now;
      bucket.pausedUntil = 0;
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1;
        return null;
      }
      if (asks) {
        bucket.pausedFrom = now;
        // A date has whole seconds.
        bucket.pausedUntil =
          rate === '429 with a date' ? Math.ceil(now / 1000 + PAUSE_S) * 1000 : now + PAUSE_S * 1000;
      }
    }
    const until = bucket.pausedUntil;
    const header =
      rate === '429 with a date'
        ? new Date(until).toUTCString()
        : String(Math.max(1, Math.ceil((until - now) / 1000)));
    const status = rate === '503 with seconds' ? 503 : 429;
    return {
      inPause,
      answer: {
        status,
        ...errorOf(combination.errorShape, 'Too many requests.', status),
        headers: asks ? { 'Retry-After': header } : {},
      },
    };
  }

  function refusal(status: number, words: string): Answer {
    return { status, ...errorOf(combination.errorShape, words, status) };
  }

  function missing(): Answer {
    const words = 'There is no such board.';
    switch (combination.miss) {
      case '404':
      case 'any delete succeeds':
        return refusal(404, words);
      case '410':
        return refusal(410, words);
      case '404 without a body':
        return { status: 404, text: '' };
      case '404 page':
        return { status: 404, ...errorOf('page', words, 404) };
      case '500 page':
        return { status: 500, ...errorOf('page', words, 500) };
      case '400':
        return refusal(400, words);
      case 'success false':
        return json(200, { success: false, message: words });
      case 'empty object':
        return json(200, {});
    }
  }

  function listing(query: URLSearchParams): Answer {
    lists += 1;
    const now = Date.now();
    const listed = boards.filter((board) => board.listedFrom <= now && now < board.listedUntil);
    const all = (combination.order === 'newest first' ? listed.toReversed() : listed).map(toShown);
    const page = pageOf(all, query);
    if (page === null) return refusal(422, 'The limit may not be greater than 100.');
    const { status, text, type } = listBody(combination, page);
    const answer: Answer = {
      status,
      type,
      text,
      headers: {
        ...(combination.total === 'X-Total-Count' && { 'X-Total-Count': String(all.length) }),
        ...signalHeaders(combination, page),
      },
    };
    if (isSettled) return answer;
    if (combination.moves === 'garbled once' && lists === 2) {
      isSettled = true;
      return { ...answer, status: 200, type: 'json', text: `${(answer.text ?? '').slice(0, 25)}{"` };
    }
    if (combination.moves === 'one comes') {
      addBoard(now, false);
      isSettled = true;
    } else if (combination.moves === 'one goes') {
      const gone = boards[Math.floor(boards.length / 2)];
      if (gone !== undefined && boards.length > 1) gone.listedUntil = gone.thereUntil = now;
      isSettled = true;
    } else if (combination.moves === 'grows' && boards.length < MOST_BOARDS) addBoard(now, false);
    return answer;
  }

  /** Null for a limit that is refused. */
  function pageOf(all: readonly Shown[], query: URLSearchParams): Page | null {
    const { paging } = combination;
    const [kind = ''] = paging.split(', ');
    const asked = Number(query.get('limit') ?? 20);
    const offset = Number(query.get('offset') ?? 0);
    if (paging === 'rows, over 100 refused' && asked > 100) return null;
    const limit = Math.min(
      mostOf(paging),
      ['everything', 'limit ignored', 'first 10 only'].includes(kind) ? Infinity : asked,
    );
    const froms: Readonly<Record<string, number>> = {
      rows: offset,
      'limit ignored': offset,
      'pages from 0': offset * limit,
      'pages from 1': (Math.max(1, offset) - 1) * limit,
      'pages of the limit asked': offset * asked,
      'nothing after the first page': offset > 0 ? all.length : 0,
    };
    const from = froms[kind] ?? 0;
    return { from, limit, all: all.length, rows: all.slice(from, from + limit) };
  }

  function toShown(board: Board): Shown {
    return { path: board.path, fields: board.fields };
  }

  const success = combination.success;
  const made = success.startsWith('201') ? 201 : success.startsWith('202') ? 202 : 200;

  /** The answer to a create that names nothing; null where creates are answered with what was made. */
  function withoutName(): Answer | null {
    if (success === '202 without a body') return { status: 202 };
    if (success === '302 once it is made') return { status: 302, headers: { Location: '/login' } };
    if (!success.endsWith('once it is made')) return null;
    const status = Number.parseInt(success, 10);
    return { status, ...errorOf('page', 'This went wrong.', status) };
  }

  function createBoard(): Answer {
    const board = addBoard(Date.now(), true);
    const unnamed = withoutName();
    if (unnamed !== null) return unnamed;
    if (success === 'success true around it') return json(made, { success: true, data: board.fields });
    return { status: made, type: 'json', text: viewBody(combination.view, toShown(board)) };
  }

  function deleteBoard(id: string): Answer {
    const now = Date.now();
    const board = boards.find(({ path }) => path === id);
    if (board === undefined || now >= board.thereUntil) {
      return combination.miss === 'any delete succeeds' ? deleted() : missing();
    }
    if (board === locked) return denial(combination.denial);
    const isFirst = board.listedUntil === Infinity;
    if (isFirst) {
      const { lag } = combination;
      board.thereUntil = lag === 'deletes take time' ? now + LAG_MS : now;
      board.listedUntil =
        lag === 'none' || lag === 'creates show late' || lag === 'views come late'
          ? now
          : lag === 'deletes never show'
            ? NEVER
            : now + LAG_MS;
    }
    return isFirst && combination.deleteEnd !== 'plain' ? lateFailure(combination.deleteEnd) : deleted();
  }

  function deleted(): Answer {
    switch (success) {
      case '201 and 204':
        return { status: 204 };
      case '202 and 202':
      case '202 without a body':
        return json(202, { message: 'The board will be deleted.' });
      case '201 and 200 as text':
        return { status: 200, type: 'text', text: 'Board deleted' };
      case 'success true around it':
        return json(200, { success: true, message: 'Board deleted' });
      case '200 and null':
        return { status: 200, type: 'json', text: 'null' };
      case '200 and a message':
      case '504 once it is made':
      case '500 once it is made':
      case '408 once it is made':
      case '302 once it is made':
        return json(200, { message: 'Board deleted' });
    }
  }

  function createPaper(body: string): Answer {
    const { name, template: from } = JSON.parse(body) as { name?: string; template?: string };
    if (from !== undefined && !papers.has(from)) return refusal(404, 'There is no such template.');
    const identifier = uuid();
    papers.set(identifier, { template: from ?? null });
    const paper = { identifier, name, source: 'api', ...(from === undefined ? {} : { template_id: from }) };
    return (
      withoutName() ??
      json(made, success === 'success true around it' ? { success: true, data: paper } : paper)
    );
  }

  function mint(id: string): Answer {
    if (!papers.has(id)) return refusal(404, 'There is no such paper.');
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ paper: id, n: tokens.length })}.${hex(43)}`;
    tokens.push(token);
    const forms: Readonly<Record<Combination['token'], unknown>> = {
      text: null,
      'JSON text': token,
      token: { token },
      access_token: { access_token: token, token_type: 'Bearer' },
      accessToken: { accessToken: token },
      jwt: { jwt: token },
      'data.token': { data: { token } },
    };
    if (combination.token === 'text') return { status: made, type: 'text', text: token };
    return json(made, forms[combination.token]);
  }

  function answerOf(method: string, url: URL, body: string): Answer {
    const [, api, thing, id, ...rest] = url.pathname.split('/');
    const decoded = decodeURIComponent(id ?? '');
    if (api !== 'api' || rest.length > 0)
      return { status: 200, type: 'html', text: '<!doctype html><title>Hi</title>' };
    if (thing === 'board' && id === undefined)
      return method === 'POST' ? createBoard() : listing(url.searchParams);
    if (thing === 'board' && method === 'DELETE') return deleteBoard(decoded);
    if (thing === 'board') {
      const now = Date.now();
      const board = boards.find(({ path }) => path === decoded);
      if (board === undefined || now < board.viewedFrom || now >= board.thereUntil) return missing();
      return { status: 200, type: 'json', text: viewBody(combination.view, toShown(board)) };
    }
    if (thing === 'paper' && method === 'POST') return createPaper(body);
    if (thing === 'access-token' && method === 'POST') return mint(decoded);
    return refusal(405, 'This method is not allowed here.');
  }

  function meet(host: number, request: IncomingMessage, response: ServerResponse, body: string): void {
    const { method = 'GET', url = '/' } = request;
    const address = new URL(url, 'http://service');
    const isApi = address.pathname.startsWith('/api/');
    const refused = isApi ? tooMany(host, method) : null;
    const isOurs = request.headers.authorization === `Bearer ${key}`;
    const answer =
      isApi && !isOurs
        ? refusal(401, 'This key is not known.')
        : (refused?.answer ?? answerOf(method, address, body));
    const path = address.pathname + address.search;
    asked.push({ at: Date.now(), method, path, status: answer.status, inPause: refused?.inPause === true });
    send(response, answer);
  }

  function send(response: ServerResponse, { status, text = '', type = 'json', headers = {} }: Answer): void {
    const { encoding } = combination;
    const types = {
      json: encoding === 'as text/plain' ? 'text/plain' : 'application/json',
      text: 'text/plain; charset=utf-8',
      html: 'text/html; charset=utf-8',
    };
    response.sendDate = false;
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('Date', new Date(Date.now()).toUTCString());
    if (text !== '' && (encoding !== 'no type' || type !== 'json'))
      response.setHeader('Content-Type', types[type]);
    if (text === '') {
      response.end();
      return;
    }
    const bytes = Buffer.from(encoding === 'byte order mark' && type === 'json' ? `\uFEFF${text}` : text);
    if (encoding === 'gzip') response.setHeader('Content-Encoding', 'gzip').end(gzipSync(bytes));
    else response.end(bytes);
  }

  async function open(host: number): Promise<{ server: Server; origin: string }> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => meet(host, request, response, Buffer.concat(chunks).toString()));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  const first = await open(0);
  const second = combination.hosts === 'one' ? first : await open(1);
  return {
    boardApi: first.origin,
    paperApi: second.origin,
    combination,
    boards,
    papers,
    template,
    tokens,
    asked,
    locked: locked?.path ?? null,
    settle: () => {
      isSettled = true;
    },
    close: async () => {
      for (const { server } of new Set([first, second])) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

function denial(form: Combination['denial']): Answer {
  const words = 'This board is kept for an audit.';
  switch (form) {
    case 'ok false':
      return json(200, { ok: false, reason: words });
    case 'is_success "no"':
      return json(200, { is_success: 'no', text: words });
    case 'deleted 0':
      return json(200, { deleted: 0, note: words });
    case 'error under data':
      return json(200, { data: { error: { title: words } } });
    case 'status failure':
      return json(200, { status: 'FAILURE', text: words });
    case 'statusCode 409':
      return json(200, { statusCode: 409, text: words });
    case 'errno':
      return json(200, { errno: 12 });
    case '207 with a 423':
      return json(207, { items: [{ code: 423 }] });
    case 'text':
      return { status: 200, type: 'text', text: 'Not deleted: this board is kept.' };
    case 'none':
      return json(200, {});
  }
}

/** The answer of something that failed after the delete was done. */
function lateFailure(end: Combination['deleteEnd']): Answer {
  if (end === 'redirect once it is done') return { status: 302, headers: { Location: '/login' } };
  if (end === 'page once it is done')
    return { status: 200, type: 'html', text: '<!doctype html><html><title>Sign in</title></html>' };
  const status = Number.parseInt(end, 10);
  return { status, text: '' };
}

function json(status: number, value: unknown): Answer {
  return { status, type: 'json', text: bodyText(value) };
}

function makeIds(
  kind: Combination['id'],
  number: number,
  uuid: () => string,
  hex: (length: number) => string,
): { readonly path: string; readonly others: readonly string[]; readonly fields: Record<string, unknown> } {
  const id = uuid();
  const one = (path: string, fields: Record<string, unknown>, ...others: string[]) => ({
    path,
    others,
    fields,
  });
  switch (kind) {
    case 'room_id':
    case 'roomId':
    case 'id':
    case 'identifier':
    case 'uuid':
      return one(id, { [kind]: id });
    case 'number and room_id':
      return one(id, { id: number, room_id: id }, String(number));
    case 'number and uuid':
      return one(id, { id: number, uuid: id }, String(number));
    case 'number':
      return one(String(number), { id: number });
    case 'large number': {
      const large = String(9_007_199_254_741_000n + BigInt(number * 2 + 1));
      return one(large, { id: `#raw:${large}#` });
    }
    case 'id in paths beside room_id': {
      const room = `room-${hex(12)}`;
      return one(id, { room_id: room, id }, room);
    }
    case 'one with a slash': {
      const path = number === 101 ? `team/${id}` : id;
      return one(path, { room_id: path });
    }
    case 'bare text':
      return one(id, { room_id: id });
  }
}
