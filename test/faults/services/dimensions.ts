/** Possible properties of generated services. The first value of each property is the most usual one. */
import { createRandom } from '../../../main/practice/sample-data.ts';

const DIMENSIONS = {
  boards: ['7', '0', '1', '2', '25', '45'],
  container: ['array', 'data', 'items', 'a name of its own', 'data.boards', 'object by id'],
  id: ['room_id', 'roomId', 'id', 'number and room_id', 'number', 'large number', 'bare text'],
  timeName: ['created_at', 'createdAt', 'timestamp', 'a name of its own', 'none'],
  timeFormat: [
    'ISO',
    'ISO with an offset',
    'SQL',
    'seconds',
    'milliseconds',
    'relative',
    'year 1',
    'zero date',
    'seconds since 2001',
  ],
  paging: [
    'rows',
    'rows, at most 10',
    'rows, over 100 refused',
    'pages from 0',
    'pages from 1, at most 10',
    'everything',
    'limit ignored',
    'first 10 only',
    'pages of the limit asked, at most 30',
    'nothing after the first page, at most 30',
  ],
  // Ways in which a page of the board list announces that more boards follow.
  signals: ['none', 'moreBoards', 'next_batch or null', 'Link header', 'always a cursor', 'always no more'],
  order: ['oldest first', 'newest first'],
  total: ['none', 'total', 'meta.total', 'X-Total-Count', 'count of the page'],
  empty: ['empty', 'null', '204', '404'],
  moves: ['still', 'one comes', 'one goes', 'garbled once'],
  miss: ['404', '410', '404 page', '400', 'success false', 'any delete succeeds'],
  success: [
    '200 and a message',
    '201 and 204',
    '202 without a body',
    'success true around it',
    '504 once it is made',
    '302 once it is made',
  ],
  denial: ['none', 'ok false', 'deleted 0', 'error under data', 'statusCode 409', '207 with a 423', 'text'],
  deleteEnd: ['plain', '500 once it is done', 'redirect once it is done', 'page once it is done'],
  errorShape: ['message', 'error.message', 'errors by field', 'text', 'page', 'nothing'],
  view: ['object', 'data', 'board', 'array of one'],
  token: ['text', 'JSON text', 'token', 'data.token'],
  encoding: ['plain', 'gzip', 'byte order mark', 'no type'],
  lag: [
    'none',
    'deletes show late',
    'creates show late',
    'views come late',
    'deletes take time',
    'deletes never show',
  ],
  rate: ['none', '429 with seconds', '429 with a date', '429 alone', '503 with seconds', '429 for changes'],
  hosts: ['one', 'two'],
} as const;

export type Dimension = keyof typeof DIMENSIONS;

export type Combination = { readonly [D in Dimension]: (typeof DIMENSIONS)[D][number] };

const NAMES = Object.keys(DIMENSIONS) as readonly Dimension[];

function valuesOf(dimension: Dimension): readonly string[] {
  return DIMENSIONS[dimension];
}

export function sentenceOf(combination: Combination): string {
  const special = NAMES.filter((name) => combination[name] !== valuesOf(name)[0]);
  return special.map((name) => `${name}: ${combination[name]}`).join('; ') || 'the plain service';
}

/** Returns `count` random combinations of properties. Until all pairs of values are covered, each covers a new pair. */
export function combinations(count: number, seed: number): readonly Combination[] {
  const random = createRandom(seed);
  const pick = (from: readonly string[]): string => from[Math.floor(random.next() * from.length)] ?? '';
  const seen = new Set<string>();
  const left = pairs();
  return Array.from({ length: count }, () => {
    while (left.length > 0 && pairsOf(left.at(-1) ?? {}).every((pair) => seen.has(pair))) left.pop();
    const drawn = Object.fromEntries(NAMES.map((name) => [name, pick(valuesOf(name))]));
    const made = { ...drawn, ...left.at(-1) };
    for (const pair of pairsOf(made)) seen.add(pair);
    return made as Combination;
  });
}

type Partly = Readonly<Partial<Record<Dimension, string>>>;

function pairs(): Partly[] {
  return NAMES.flatMap((a, at) =>
    NAMES.slice(at + 1).flatMap((b) =>
      valuesOf(a).flatMap((x) => valuesOf(b).map((y) => ({ [a]: x, [b]: y }))),
    ),
  );
}

function pairsOf(of: Partly): readonly string[] {
  const named = NAMES.filter((name) => of[name] !== undefined);
  return named.flatMap((a, at) => named.slice(at + 1).map((b) => `${a}=${of[a]}, ${b}=${of[b]}`));
}
