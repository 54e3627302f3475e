/** A simulated whiteboard service. It follows only the specification, and uses none of Easel's code. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createRandom, type Random } from '../../../main/practice/sample-data.ts';
import { startServer, type Seen, type TestServer } from '../../integration/service/servers.ts';
import type { Combination } from './dimensions.ts';
import {
  asTime,
  DELETE_ENDS,
  DENIALS,
  errorAnswer,
  json,
  listAnswer,
  mostOf,
  plausible,
  UNNAMED,
  viewAnswer,
  type Answer,
  type Page,
} from './shapes.ts';

export interface Board {
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Creation time in ms since 1970, if a client can read it from the board's fields. Otherwise null. */
  readonly created: number | null;
  readonly since: number;
  /** Times at which a new board appears in lists and in single views, and at which a deleted board disappears. */
  readonly listedFrom: number;
  readonly viewedFrom: number;
  listedUntil: number;
  thereUntil: number;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly inPause: boolean;
}

/** Delay in ms until a service that lags shows a change in lists (`LAG_MS`) or in single boards (`VIEW_LAG_MS`). */
export const LAG_MS = 20_000;
const VIEW_LAG_MS = 4000;
const NEVER = Number.MAX_SAFE_INTEGER;
const PAUSE_S = 4;
/** Grace period after a 429 in ms of the accelerated clock, because the client may not have received the 429 yet. */
const HEARD_MS = 2000;
const DAY_MS = 86_400_000;

/** Rate limit of a host, as a token bucket. Without a token left, the host responds with 429 and requests a pause. */
interface Bucket {
  tokens: number;
  at: number;
  pausedFrom: number;
  pausedUntil: number;
}

export class GeneratedService {
  readonly combination: Combination;
  readonly boards: Board[] = [];
  readonly papers = new Map<string, string | null>();
  readonly template: string;
  readonly tokens: string[] = [];
  readonly requests: SeenRequest[] = [];
  /** The service refuses to delete this board. The response has status 2xx, and only its body reports the failure. */
  readonly locked: Board | undefined;
  boardApi = '';
  paperApi = '';
  readonly #key: string;
  readonly #random: Random;
  readonly #servers: TestServer[] = [];
  readonly #buckets = [0, 1].map((): Bucket => ({ tokens: Infinity, at: 0, pausedFrom: 0, pausedUntil: 0 }));
  #isSettled: boolean;
  #lists = 0;

  private constructor(wanted: Combination, key: string, seed: number) {
    this.combination = plausible(wanted);
    this.#key = key;
    this.#random = createRandom(seed);
    this.#isSettled = this.combination.moves === 'still';
    this.template = this.#random.uuid();
    this.papers.set(this.template, null);
    const count = Number(this.combination.boards);
    for (let n = 0; n < count; n += 1)
      this.#add(Date.now() - (count - n) * 20 * DAY_MS + Math.floor(this.#random.next() * DAY_MS), false);
    this.locked = this.combination.denial === 'none' ? undefined : this.boards[3];
  }

  static async start(wanted: Combination, key: string, seed: number): Promise<GeneratedService> {
    const service = new GeneratedService(wanted, key, seed);
    service.boardApi = await service.#open(0);
    service.paperApi = service.combination.hosts === 'one' ? service.boardApi : await service.#open(1);
    return service;
  }

  settle(): void {
    this.#isSettled = true;
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
  }

  async #open(host: number): Promise<string> {
    const server = await startServer((response, request) => this.#meet(host, request, response));
    this.#servers.push(server);
    return server.origin;
  }

  #add(since: number, isMade: boolean): Board {
    const { timeName, timeFormat, lag } = this.combination;
    const number = 101 + this.boards.length;
    const { path, ids } = this.#ids(number);
    const { value, truth } = asTime(timeFormat, since);
    const time = timeName === 'a name of its own' ? 'begun' : timeName;
    const isSayable = timeName !== 'none' && timeName !== 'a name of its own';
    const board: Board = {
      path,
      fields: {
        ...ids,
        title: `Lesson ${number}`,
        ...(timeName === 'none' ? {} : { [time]: value }),
        updated_at: asTime(timeFormat, since + 3 * DAY_MS).value,
        members: 3,
      },
      created: isSayable ? truth : null,
      since,
      listedFrom: isMade && lag === 'creates show late' ? since + LAG_MS : 0,
      viewedFrom: isMade && lag === 'views come late' ? since + VIEW_LAG_MS : 0,
      listedUntil: Infinity,
      thereUntil: Infinity,
    };
    this.boards.push(board);
    return board;
  }

  #ids(number: number): { readonly path: string; readonly ids: Readonly<Record<string, unknown>> } {
    const kind = this.combination.id;
    const path = this.#random.uuid();
    if (kind === 'number') return { path: String(number), ids: { id: number } };
    if (kind === 'large number') {
      const large = String(9_007_199_254_741_000n + BigInt(number * 2 + 1));
      return { path: large, ids: { id: `#raw:${large}#` } };
    }
    if (kind === 'number and room_id') return { path, ids: { id: number, room_id: path } };
    return { path, ids: { [kind === 'bare text' ? 'room_id' : kind]: path } };
  }

  #meet(host: number, { method, url, headers, body }: Seen, response: ServerResponse): void {
    const address = new URL(url, 'http://service');
    const isApi = address.pathname.startsWith('/api/');
    const refused = isApi ? this.#tooMany(host, method) : null;
    const isOurs = headers.authorization === `Bearer ${this.#key}`;
    const answer =
      isApi && !isOurs
        ? this.#refusal(401, 'This key is not known.')
        : (refused?.answer ?? this.#answer(method, address, body));
    const path = address.pathname + address.search;
    this.requests.push({ method, path, status: answer.status, inPause: refused?.inPause === true });
    this.#send(response, answer);
  }

  #send(response: ServerResponse, { status, text = '', type = 'json', headers = {} }: Answer): void {
    const { encoding } = this.combination;
    const isJson = type === 'json';
    const contentType = { json: 'application/json', text: 'text/plain', html: 'text/html' }[type];
    response.writeHead(status, {
      ...headers,
      Date: new Date(Date.now()).toUTCString(),
      ...(text !== '' && (encoding !== 'no type' || !isJson) && { 'Content-Type': contentType }),
      ...(text !== '' && encoding === 'gzip' && { 'Content-Encoding': 'gzip' }),
    });
    const bytes = Buffer.from(encoding === 'byte order mark' && isJson ? `\uFEFF${text}` : text);
    if (text === '') response.end();
    else response.end(encoding === 'gzip' ? gzipSync(bytes) : bytes);
  }

  #tooMany(host: number, method: string): { readonly answer: Answer; readonly inPause: boolean } | null {
    const { rate } = this.combination;
    const isOfChanges = rate === '429 for changes';
    const bucket = this.#buckets[host];
    if (rate === 'none' || (isOfChanges && method === 'GET') || bucket === undefined) return null;
    const now = Date.now();
    const inPause = now > bucket.pausedFrom + HEARD_MS && now < bucket.pausedUntil;
    const asks = rate !== '429 alone';
    if (now >= bucket.pausedUntil) {
      const size = isOfChanges ? 2 : 12;
      const refilled = asks && bucket.pausedUntil > 0 ? size : ((now - bucket.at) / 1000) * 4;
      bucket.tokens = Math.min(size, bucket.tokens + refilled);
      bucket.at = now;
      bucket.pausedUntil = 0;
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1;
        return null;
      }
      // Rounds the end of the pause up to a full second, because HTTP dates contain no fractions.
      const until =
        rate === '429 with a date' ? Math.ceil(now / 1000 + PAUSE_S) * 1000 : now + PAUSE_S * 1000;
      if (asks) Object.assign(bucket, { pausedFrom: now, pausedUntil: until });
    }
    const until = bucket.pausedUntil;
    const seconds = String(Math.max(1, Math.ceil((until - now) / 1000)));
    const header = rate === '429 with a date' ? new Date(until).toUTCString() : seconds;
    const refusal = this.#refusal(rate === '503 with seconds' ? 503 : 429, 'Too many requests.');
    return { inPause, answer: { ...refusal, headers: asks ? { 'Retry-After': header } : {} } };
  }

  #refusal(status: number, words: string): Answer {
    return errorAnswer(this.combination.errorShape, status, words);
  }

  #answer(method: string, url: URL, body: string): Answer {
    const [, api, thing, id, ...rest] = url.pathname.split('/');
    const decoded = decodeURIComponent(id ?? '');
    const isPost = method === 'POST';
    if (api !== 'api' || rest.length > 0)
      return { status: 200, type: 'html', text: '<!doctype html><title>Hi</title>' };
    if (thing === 'board' && id === undefined) return isPost ? this.#createBoard() : this.#list(url);
    if (thing === 'board') return method === 'DELETE' ? this.#deleteBoard(decoded) : this.#view(decoded);
    if (thing === 'paper' && isPost) return this.#createPaper(body);
    if (thing === 'access-token' && isPost) return this.#mint(decoded);
    return this.#refusal(405, 'This method is not allowed here.');
  }

  #missing(): Answer {
    const words = 'There is no such board.';
    const { miss } = this.combination;
    if (miss === 'success false') return json(200, { success: false, message: words });
    if (miss === '404 page') return errorAnswer('page', 404, words);
    return this.#refusal(miss === 'any delete succeeds' ? 404 : Number(miss), words);
  }

  #list({ searchParams }: URL): Answer {
    this.#lists += 1;
    const now = Date.now();
    const { order, moves } = this.combination;
    const listed = this.boards.filter((board) => board.listedFrom <= now && now < board.listedUntil);
    const page = this.#page(order === 'newest first' ? listed.toReversed() : listed, searchParams);
    if (page === null) return this.#refusal(422, 'The limit may not be greater than 100.');
    const answer = listAnswer(this.combination, page);
    if (this.#isSettled || (moves === 'garbled once' && this.#lists < 2)) return answer;
    this.#isSettled = true;
    if (moves === 'garbled once')
      return { ...answer, status: 200, type: 'json', text: `${(answer.text ?? '').slice(0, 25)}{"` };
    const gone = this.boards[Math.floor(this.boards.length / 2)];
    if (moves === 'one comes') this.#add(now, false);
    else if (gone !== undefined && this.boards.length > 1) gone.listedUntil = gone.thereUntil = now;
    return answer;
  }

  #page(all: readonly Board[], query: URLSearchParams): Page | null {
    const { paging } = this.combination;
    const [kind = ''] = paging.split(', ');
    const requested = Number(query.get('limit') ?? 20);
    const offset = Number(query.get('offset') ?? 0);
    if (paging === 'rows, over 100 refused' && requested > 100) return null;
    const isUnlimited = ['everything', 'limit ignored', 'first 10 only'].includes(kind);
    const limit = Math.min(mostOf(paging), isUnlimited ? Infinity : requested);
    const froms: Readonly<Record<string, number>> = {
      rows: offset,
      'limit ignored': offset,
      'pages from 0': offset * limit,
      'pages from 1': (Math.max(1, offset) - 1) * limit,
      'pages of the limit asked': offset * requested,
      'nothing after the first page': offset > 0 ? all.length : 0,
    };
    const from = froms[kind] ?? 0;
    return { from, limit, all: all.length, rows: all.slice(from, from + limit) };
  }

  #view(id: string): Answer {
    const now = Date.now();
    const board = this.boards.find(({ path }) => path === id);
    if (board === undefined || now < board.viewedFrom || now >= board.thereUntil) return this.#missing();
    return viewAnswer(200, this.combination.view, board.fields);
  }

  #made(fields: object): Answer {
    const { success } = this.combination;
    const status = success.startsWith('201') ? 201 : 200;
    return json(status, success === 'success true around it' ? { success: true, data: fields } : fields);
  }

  #createBoard(): Answer {
    const { success, view } = this.combination;
    const { fields } = this.#add(Date.now(), true);
    const named = success === 'success true around it' ? this.#made(fields) : viewAnswer(200, view, fields);
    return UNNAMED[success] ?? named;
  }

  #deleteBoard(id: string): Answer {
    const now = Date.now();
    const { miss, lag, denial, deleteEnd } = this.combination;
    const board = this.boards.find(({ path }) => path === id);
    if (board === undefined || now >= board.thereUntil)
      return miss === 'any delete succeeds' ? this.#deleted() : this.#missing();
    if (board === this.locked) return DENIALS[denial];
    if (board.listedUntil < Infinity) return this.#deleted();
    board.thereUntil = lag === 'deletes take time' ? now + LAG_MS : now;
    const isLate = lag === 'deletes show late' || lag === 'deletes take time';
    board.listedUntil = lag === 'deletes never show' ? NEVER : isLate ? now + LAG_MS : now;
    return DELETE_ENDS[deleteEnd] ?? this.#deleted();
  }

  #deleted(): Answer {
    const { success } = this.combination;
    if (success === '201 and 204') return { status: 204 };
    if (success === '202 without a body') return json(202, { message: 'The board will be deleted.' });
    return json(200, {
      ...(success === 'success true around it' && { success: true }),
      message: 'Board deleted',
    });
  }

  #createPaper(body: string): Answer {
    const { name, template } = JSON.parse(body) as { name?: string; template?: string };
    if (template !== undefined && !this.papers.has(template))
      return this.#refusal(404, 'There is no such template.');
    const identifier = this.#random.uuid();
    this.papers.set(identifier, template ?? null);
    const from = template === undefined ? {} : { template_id: template };
    return UNNAMED[this.combination.success] ?? this.#made({ identifier, name, source: 'api', ...from });
  }

  #mint(id: string): Answer {
    if (!this.papers.has(id)) return this.#refusal(404, 'There is no such paper.');
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { paper: id, n: this.tokens.length };
    const signature = Buffer.from(this.#random.uuid()).toString('base64url');
    const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${signature}`;
    this.tokens.push(token);
    const answers: Readonly<Record<Combination['token'], Answer>> = {
      text: { status: 200, type: 'text', text: token },
      'JSON text': json(200, token),
      token: json(200, { token }),
      'data.token': json(200, { data: { token } }),
    };
    return answers[this.combination.token];
  }
}
