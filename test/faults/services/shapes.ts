/** Creates the responses of simulated whiteboard services for check R10, in many formats. */
import type { Combination } from './dimensions.ts';

type Shown = Readonly<Record<string, unknown>>;

export interface Page {
  readonly rows: readonly { readonly path: string; readonly fields: Shown }[];
  readonly from: number;
  readonly limit: number;
  readonly all: number;
}

export interface Answer {
  readonly status: number;
  readonly text?: string;
  readonly type?: 'json' | 'text' | 'html';
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns a JSON response. Replaces `#raw:…#` with a number above 2^53, which JavaScript can't represent. */
export function json(status: number, value: unknown): Answer {
  return { status, type: 'json', text: JSON.stringify(value).replaceAll(/"#raw:(\d+)#"/gu, '$1') };
}

const BARE = ['array', 'object by id'];
const TOTALS = ['total', 'meta.total', 'X-Total-Count'];

export function plausible(wanted: Combination): Combination {
  const { container, id, timeName, signals } = wanted;
  const total = BARE.includes(container) && wanted.total !== 'X-Total-Count' ? 'none' : wanted.total;
  const isMap = container === 'object by id';
  // A bare list announces more boards only by a Link header. "Always no more" is false, so a total must disprove it.
  const isSaid = signals === 'Link header' || !BARE.includes(container);
  const isTold = signals !== 'always no more' || TOTALS.includes(total);
  return {
    ...wanted,
    id: id === 'bare text' && isMap ? 'room_id' : id,
    total,
    signals: isSaid && isTold ? signals : 'none',
    timeName: id === 'bare text' && !isMap ? 'none' : timeName,
  };
}

export function mostOf(paging: Combination['paging']): number {
  return Number(/(?:at most|first) (\d+)/u.exec(paging)?.[1] ?? Infinity);
}

/** True if the service's responses let a client verify that its list with `count` boards is complete. */
export function isProvable({ paging, total, signals }: Combination, count: number): boolean {
  const isOnePage = /^(?:everything|first|nothing)/u.test(paging);
  if (signals === 'always a cursor') return false;
  if (!isOnePage || count === 0) return true;
  const isTold = ['moreBoards', 'next_batch or null'].includes(signals) || TOTALS.includes(total);
  return isTold && count <= mostOf(paging);
}

export function listAnswer(combination: Combination, page: Page): Answer {
  const { container, id, total, errorShape, empty, signals } = combination;
  const { rows, all } = page;
  const hasMore = all > page.from + rows.length;
  // Sends an empty list or a 204 if there are no boards, because Easel recognises no other form as an empty list.
  const form = rows.length > 0 || (all === 0 && empty !== '204') ? 'empty' : empty;
  const headers = {
    ...(total === 'X-Total-Count' && { 'X-Total-Count': String(all) }),
    ...(signals === 'Link header' && {
      Link: `</api/board>; rel="first"${hasMore ? ', </api/board>; rel="next"' : ''}`,
    }),
  };
  if (form === '204') return { status: 204, headers };
  if (form === '404') return { ...errorAnswer(errorShape, 404, 'There are no more boards.'), headers };
  const beside = {
    ...{
      none: {},
      total: { total: all },
      'meta.total': { meta: { total: all } },
      'X-Total-Count': {},
      'count of the page': { count: rows.length },
    }[total],
    ...{
      none: {},
      moreBoards: { moreBoards: hasMore },
      'next_batch or null': { state: { next_batch: hasMore ? 'b30' : null } },
      'Link header': {},
      'always a cursor': { cursor: `c${page.from}` },
      'always no more': { moreBoards: false },
    }[signals],
  };
  // Sends an empty list instead of an empty map, as PHP does when it encodes an empty map.
  const boards =
    container === 'object by id' && rows.length > 0
      ? Object.fromEntries(rows.map(({ path, fields }) => [path, fields]))
      : rows.map(({ path, fields }) => (id === 'bare text' ? path : fields));
  const held = form === 'null' ? null : boards;
  const value = {
    array: held,
    'object by id': held,
    data: { data: held, ...beside },
    items: { items: held, ...beside },
    'a name of its own': { status: 'ok', whiteboards: held, ...beside },
    'data.boards': { status: 'ok', data: { boards: held, ...beside } },
  }[container];
  return { ...json(200, value), headers };
}

export function viewAnswer(status: number, view: Combination['view'], fields: Shown): Answer {
  if (view === 'object') return json(status, fields);
  return json(status, view === 'array of one' ? [fields] : { [view]: fields });
}

export function errorAnswer(shape: Combination['errorShape'], status: number, words: string): Answer {
  const page = `<!doctype html><html><body><h1>${words}</h1></body></html>`;
  const answers: Readonly<Record<typeof shape, Answer>> = {
    message: json(status, { message: words }),
    'error.message': json(status, { error: { code: status, message: words } }),
    'errors by field': json(status, { errors: { request: [words] } }),
    text: { status, type: 'text', text: words },
    page: { status, type: 'html', text: page },
    nothing: { status },
  };
  return answers[shape];
}

const WHY = 'This board is kept for an audit.';

export const DENIALS: Readonly<Record<Combination['denial'], Answer>> = {
  none: json(200, {}),
  'ok false': json(200, { ok: false, reason: WHY }),
  'deleted 0': json(200, { deleted: 0, note: WHY }),
  'error under data': json(200, { data: { error: { title: WHY } } }),
  'statusCode 409': json(200, { statusCode: 409, text: WHY }),
  '207 with a 423': json(207, { items: [{ code: 423 }] }),
  text: { status: 200, type: 'text', text: 'Not deleted: this board is kept.' },
};

const LOGIN: Answer = { status: 302, headers: { Location: '/login' } };

/** Misleading responses to a completed delete. Null for the normal response. */
export const DELETE_ENDS: Readonly<Record<Combination['deleteEnd'], Answer | null>> = {
  plain: null,
  '500 once it is done': { status: 500 },
  'redirect once it is done': LOGIN,
  'page once it is done': {
    status: 200,
    type: 'html',
    text: '<!doctype html><html><title>Sign in</title></html>',
  },
};

export const UNNAMED: Readonly<Record<Combination['success'], Answer | null>> = {
  '200 and a message': null,
  '201 and 204': null,
  'success true around it': null,
  '202 without a body': { status: 202 },
  '504 once it is made': errorAnswer('page', 504, 'This went wrong.'),
  '302 once it is made': LOGIN,
};

const TWO_HOURS_MS = 7_200_000;

/** Returns a time in the service's format, and the ms since 1970 that a client can read from it (`truth`, or null). */
export function asTime(
  format: Combination['timeFormat'],
  ms: number,
): { readonly value: string | number; readonly truth: number | null } {
  const iso = new Date(ms).toISOString();
  const second = Math.floor(ms / 1000);
  const shifted = new Date(ms + TWO_HOURS_MS).toISOString().slice(0, 19);
  const whole = second * 1000;
  return {
    ISO: { value: `${iso.slice(0, 19)}Z`, truth: whole },
    'ISO with an offset': { value: `${shifted}+02:00`, truth: whole },
    SQL: { value: iso.slice(0, 19).replace('T', ' '), truth: whole },
    seconds: { value: second, truth: whole },
    milliseconds: { value: ms, truth: ms },
    relative: { value: '3 days ago', truth: null },
    'year 1': { value: '0001-01-01T00:00:00Z', truth: null },
    'zero date': { value: '0000-00-00 00:00:00', truth: null },
    'seconds since 2001': { value: second - Date.UTC(2001, 0) / 1000, truth: null },
  }[format];
}
