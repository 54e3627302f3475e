/**
 * What services may differ in where the interface leaves it open, as far as Easel promises to understand it, and combinations of these that hold every pair of values.
 * The first value of each dimension is the plain one.
 */
import { createRandom } from '../../../main/practice/sample-data.ts';

const DIMENSIONS = {
  boards: ['7', '0', '1', '2', '25', '45'],
  container: [
    'array',
    'data',
    'items',
    'a name of its own',
    'data.boards',
    'object by id',
    'object by id under boards',
  ],
  id: [
    'room_id',
    'roomId',
    'id',
    'identifier',
    'uuid',
    'number and room_id',
    'number and uuid',
    'number',
    'large number',
    'id in paths beside room_id',
    'one with a slash',
    'bare text',
  ],
  timeName: [
    'created_at',
    'createdAt',
    'created',
    'created_on',
    'creation_time',
    'date_created',
    'timestamp',
    'a name of its own',
    'none',
  ],
  timeFormat: [
    'ISO',
    'ISO with milliseconds',
    'ISO with an offset',
    'SQL',
    'seconds',
    'seconds as text',
    'milliseconds',
    'relative',
    'year 1',
    'zero date',
    'zero',
    'seconds since 2001',
  ],
  paging: [
    'rows',
    'rows, at most 10',
    'rows, over 100 refused',
    'pages from 0',
    'pages from 0, at most 10',
    'pages from 1',
    'pages from 1, at most 10',
    'everything',
    'limit ignored',
    'offset ignored',
    'first 10 only',
    'rows, at most 37',
    'pages of the limit asked, at most 30',
    'offset ignored, at most 30',
    'offset ignored, at most 37',
    'nothing after the first page, at most 30',
  ],
  // How a page says whether more rows follow.
  signals: [
    'none',
    'moreBoards',
    'next_batch or null',
    'nextPageToken if more',
    'list of links',
    'Link header',
    'boardCount',
    'always a cursor',
    'always no more',
  ],
  order: ['oldest first', 'newest first'],
  total: ['none', 'total', 'meta.total', 'X-Total-Count', 'count of the page'],
  empty: ['empty', 'null', 'absent', '204', '404', 'no body'],
  moves: ['still', 'one comes', 'one goes', 'garbled once', 'grows'],
  miss: [
    '404',
    '410',
    '404 without a body',
    '404 page',
    '500 page',
    '400',
    'success false',
    'empty object',
    'any delete succeeds',
  ],
  success: [
    '200 and a message',
    '201 and 200 as text',
    '201 and 204',
    '202 and 202',
    'success true around it',
    '200 and null',
    '202 without a body',
    '504 once it is made',
    '500 once it is made',
    '408 once it is made',
    '302 once it is made',
  ],
  denial: [
    'none',
    'ok false',
    'is_success "no"',
    'deleted 0',
    'error under data',
    'status failure',
    'statusCode 409',
    'errno',
    '207 with a 423',
    'text',
  ],
  deleteEnd: [
    'plain',
    '500 once it is done',
    '503 once it is done',
    '408 once it is done',
    'redirect once it is done',
    'page once it is done',
  ],
  errorShape: [
    'message',
    'error',
    'error.message',
    'errors by field',
    'detail and title',
    'reason',
    'text',
    'page',
    'nothing',
  ],
  view: ['object', 'data', 'board', 'room', 'array of one'],
  token: ['text', 'JSON text', 'token', 'access_token', 'accessToken', 'jwt', 'data.token'],
  encoding: ['plain', 'gzip', 'byte order mark', 'as text/plain', 'no type'],
  lag: [
    'none',
    'deletes show late',
    'creates show late',
    'both show late',
    'views come late',
    'deletes take time',
    'deletes never show',
  ],
  rate: [
    'none',
    '429 with seconds',
    '429 with a date',
    '429 alone',
    '503 with seconds',
    '429 for changes',
    '429 for creates alone',
  ],
  hosts: ['one', 'two', 'two with one pace'],
} as const;

export type Dimension = keyof typeof DIMENSIONS;

export type Combination = { readonly [D in Dimension]: (typeof DIMENSIONS)[D][number] };

const NAMES = Object.keys(DIMENSIONS) as readonly Dimension[];

function valuesOf(dimension: Dimension): readonly string[] {
  return DIMENSIONS[dimension];
}

/** What is not plain about it. */
export function sentenceOf(combination: Combination): string {
  const special = NAMES.filter((name) => combination[name] !== valuesOf(name)[0]);
  return special.map((name) => `${name}: ${combination[name]}`).join('; ') || 'the plain service';
}

/** Of so many drafts for the next combination, the one with the most new pairs is taken. */
const DRAFTS = 12;

/**
 * Combinations that hold every pair of values of two dimensions, and then more of the least seen pairs, until there are
 * `count`. The same for the same seed.
 */
export function combinations(count: number, seed: number): readonly Combination[] {
  const random = createRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next() * from.length)] as T;
  const seen = new Map<string, number>();
  const left = pairs();
  const chosen: Combination[] = [];
  while (chosen.length < count) {
    const wanted = left.at(-1);
    const drafts = Array.from({ length: DRAFTS }, () => {
      const draft = Object.fromEntries(NAMES.map((name) => [name, pick(valuesOf(name))]));
      return { ...draft, ...wanted } as Combination;
    });
    const best = drafts.reduce((a, b) => (newness(b, seen) > newness(a, seen) ? b : a));
    for (const pair of pairsOf(best)) seen.set(pair, (seen.get(pair) ?? 0) + 1);
    chosen.push(best);
    while (left.length > 0 && pairsOf(left.at(-1) ?? {}).every((pair) => seen.has(pair))) left.pop();
  }
  return chosen;
}

/** Pairs of values that none of them holds. */
export function missingPairs(among: readonly Combination[]): readonly string[] {
  const seen = new Set(among.flatMap(pairsOf));
  return pairs()
    .flatMap(pairsOf)
    .filter((pair) => !seen.has(pair));
}

type Partly = Readonly<Partial<Record<Dimension, string>>>;

function pairs(): Partly[] {
  return NAMES.flatMap((a, at) =>
    NAMES.slice(at + 1).flatMap((b) =>
      valuesOf(a).flatMap((x) => valuesOf(b).map((y) => ({ [a]: x, [b]: y }))),
    ),
  );
}

function pairsOf(of: Partly): string[] {
  const named = NAMES.filter((name) => of[name] !== undefined);
  return named.flatMap((a, at) => named.slice(at + 1).map((b) => `${a}=${of[a]}, ${b}=${of[b]}`));
}

function newness(draft: Combination, seen: ReadonlyMap<string, number>): number {
  return pairsOf(draft).reduce((sum, pair) => sum + 1 / (1 + (seen.get(pair) ?? 0)) ** 2, 0);
}
