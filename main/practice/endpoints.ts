import * as v from 'valibot';
import { isObject } from '../lib/files/json-file.ts';
import { decoded } from '../../preload/contract/later-facts.ts';
import type { Rooms } from './rooms.ts';
import type { Board, State } from './state.ts';
import type { Tokens } from './tokens.ts';

/** Routes of the practice service. The group in a path captures the id of the paper or board. */
export const ROUTES = [
  { endpoint: 'createPaper', method: 'POST', path: /^\/api\/paper$/ },
  { endpoint: 'deletePaper', method: 'DELETE', path: /^\/api\/paper\/([^/]+)$/ },
  { endpoint: 'accessToken', method: 'POST', path: /^\/api\/access-token\/([^/]+)$/ },
  { endpoint: 'room', method: 'GET', path: /^\/room\/([^/]+)$/ },
  { endpoint: 'createBoard', method: 'POST', path: /^\/api\/board$/ },
  { endpoint: 'listBoards', method: 'GET', path: /^\/api\/board$/ },
  { endpoint: 'viewBoard', method: 'GET', path: /^\/api\/board\/([^/]+)$/ },
  { endpoint: 'deleteBoard', method: 'DELETE', path: /^\/api\/board\/([^/]+)$/ },
] as const;

export type Endpoint = (typeof ROUTES)[number]['endpoint'];

const LIVE_ROOM = /^\/room\/([^/]+)\/live$/;

/** Returns the endpoint and the id for a request; null for an unknown route. An id that can't be decoded is ''. */
export function matchRoute(method: string, pathname: string) {
  for (const route of ROUTES) {
    const match = route.method === method ? route.path.exec(pathname) : null;
    if (match) return { endpoint: route.endpoint, id: decoded(match[1] ?? '') ?? '' };
  }
  return null;
}

export function matchLiveRoom(pathname: string): string | undefined {
  const match = LIVE_ROOM.exec(pathname);
  return match ? (decoded(match[1] ?? '') ?? '') : undefined;
}

export interface Service {
  readonly state: State;
  readonly tokens: Tokens;
  readonly rooms: Rooms;
  readonly boardPreviews: boolean;
  readonly now: () => number;
}

interface ApiRequest {
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

/** Longest name in characters that the practice service accepts. The real limit is not documented. */
const NAME_LENGTH = 255;
const DEFAULT_LIMIT = 50;
const MAXIMUM_LIMIT = 1000;
const GUEST = 'Guest';

const NO_TEMPLATE = 'The selected template is invalid.';
const REQUIRED = 'The name field is required.';
const ofLength = v.maxLength<string, number, string>(
  NAME_LENGTH,
  `The name field must not be greater than ${NAME_LENGTH} characters.`,
);

const object = <T extends v.ObjectEntries>(entries: T) =>
  v.pipe(v.string(), v.parseJson(), v.check(isObject), v.object(entries));

const NEW_PAPER = object({
  name: v.optional(v.pipe(v.string(REQUIRED), v.regex(/\S/u, REQUIRED), ofLength), ''),
  template: v.nullish(v.string(NO_TEMPLATE), null),
});
const NEW_TOKEN = object({
  name: v.nullish(v.pipe(v.string('The name field must be a string.'), ofLength), ''),
});

const count = (fallback: number, least: number, words: string) =>
  v.nullish(
    v.pipe(
      v.string(),
      v.regex(/^\d+$/u, words),
      v.transform(Number),
      v.safeInteger(words),
      v.minValue(least, words),
    ),
    String(fallback),
  );
const PAGING = v.object({
  limit: count(DEFAULT_LIMIT, 1, 'The limit field must be a positive integer.'),
  offset: count(0, 0, 'The offset field must be an integer, at least 0.'),
});

/** Validates request data. Returns an error response if it is invalid: 422 if a field is invalid, otherwise 400. */
function read<T extends v.GenericSchema<unknown, unknown>>(schema: T, input: unknown) {
  const { success, output, issues } = v.safeParse(schema, input);
  if (success) return { output };
  const [{ path, message }] = issues;
  const field = path?.[0]?.key;
  return typeof field === 'string'
    ? invalidField(field, message)
    : refusal(400, 'The body is not a JSON object.');
}

type Handler = (service: Service, request: ApiRequest) => Answer;

export const HANDLERS: Readonly<Record<Exclude<Endpoint, 'room'>, Handler>> = {
  createPaper: ({ state }, { body }) => {
    const parsed = read(NEW_PAPER, body.toString());
    if ('status' in parsed) return parsed;
    const { name, template } = parsed.output;
    const source = state.papers.get(template ?? '');
    if (template !== null && !source) return invalidField('template', NO_TEMPLATE);
    const paper = state.createPaper(name, source);
    const created = { identifier: paper.identifier, name, source: 'api' };
    return json(source ? { ...created, template_id: source.identifier } : created);
  },
  deletePaper: ({ state, rooms }, { id }) => {
    if (!state.papers.delete(id)) return notFound('paper');
    rooms.close(id);
    return json({ message: 'Paper deleted.' });
  },
  accessToken: (service, { id, body }) => {
    if (!service.state.room(id, service.boardPreviews)) return notFound('paper');
    const parsed = read(NEW_TOKEN, body.length === 0 ? '{}' : body.toString());
    if ('status' in parsed) return parsed;
    const token = service.tokens.mint(id, parsed.output.name.trim() || GUEST, service.now());
    return { status: 200, type: 'text/plain; charset=utf-8', body: token };
  },
  createBoard: ({ state, now }) => json(boardFields(state.createBoard(now()))),
  listBoards: ({ state }, { query }) => {
    const parsed = read(PAGING, { limit: query.get('limit'), offset: query.get('offset') });
    if ('status' in parsed) return parsed;
    const { limit, offset } = parsed.output;
    return json(state.listBoards(Math.min(limit, MAXIMUM_LIMIT), offset).map(boardFields));
  },
  viewBoard: ({ state }, { id }) => {
    const board = state.boards.get(id);
    return board ? json(boardFields(board)) : notFound('board');
  },
  deleteBoard: ({ state, rooms }, { id }) => {
    if (!state.boards.delete(id)) return notFound('board');
    rooms.close(id);
    return json({ message: 'Board deleted.' });
  },
};

function boardFields(board: Board): Readonly<Record<string, unknown>> {
  return {
    room_id: board.roomId,
    template_id: null,
    updated_at: sqlTime(board.updatedAt),
    created_at: sqlTime(board.createdAt),
  };
}

/** Formats a time in UTC as `YYYY-MM-DD HH:mm:ss`, as the real service does in some responses. */
function sqlTime(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

function notFound(what: 'paper' | 'board'): Answer {
  return refusal(404, `No ${what} has this identifier.`);
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type: string;
  readonly body: string | Uint8Array;
}

export function json(value: unknown, status = 200): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value) };
}

export function refusal(status: number, message: string): Answer {
  return json({ message }, status);
}

function invalidField(field: string, message: string): Answer {
  return json({ message, errors: { [field]: [message] } }, 422);
}

const COMMON_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

export interface Message {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function toMessage({ status, headers, type, body }: Answer): Message {
  const typed = type === '' ? {} : { 'Content-Type': type };
  return { status, headers: { ...COMMON_HEADERS, ...typed, ...headers }, body: Buffer.from(body) };
}
