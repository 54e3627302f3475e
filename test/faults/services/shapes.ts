/** The forms that answers of a generated service take. */
import type { Combination } from './dimensions.ts';

export interface Shown {
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Rows of the list from `from`, of `all`. */
export interface Page {
  readonly rows: readonly Shown[];
  readonly from: number;
  readonly limit: number;
  readonly all: number;
}

interface Written {
  readonly status: number;
  readonly text: string;
  readonly type: 'json' | 'text' | 'html';
}

/** JSON, where numbers too large for JavaScript are written as `#raw:…#`. */
export function bodyText(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"#raw:(\d+)#"/gu, '$1');
}

const MAPS = ['object by id', 'object by id under boards'];
/** Whose answers have no room for anything beside the boards. */
const BARE = ['array', 'object by id'];

/** Takes out what no service would be: such as a text where an object stands. */
export function plausible(wanted: Combination): Combination {
  const { container, id, timeName, miss } = wanted;
  const total = BARE.includes(container) && wanted.total !== 'X-Total-Count' ? 'none' : wanted.total;
  const isMap = MAPS.includes(container);
  return {
    ...wanted,
    id: id === 'bare text' && isMap ? 'room_id' : id,
    // Who says that it deletes what it does not know can't be told from one that does.
    miss:
      id === 'id in paths beside room_id' && ['any delete succeeds', 'empty object'].includes(miss)
        ? '404'
        : miss,
    total,
    signals: isPossible({ ...wanted, total }) ? wanted.signals : 'none',
    timeName: id === 'bare text' && !isMap ? 'none' : timeName,
  };
}

function isPossible({ container, signals, total }: Combination): boolean {
  if (BARE.includes(container)) return signals === 'Link header';
  // Of a lie that nothing contradicts nobody could tell.
  return signals !== 'always no more' || TOTALS.includes(total);
}

const TOTALS = ['total', 'meta.total', 'X-Total-Count'];

export function mostOf(paging: Combination['paging']): number {
  return Number(/(?:at most|first) (\d+)/u.exec(paging)?.[1] ?? Infinity);
}

/** Whether the service can be known to have given all of so many boards. */
export function isProvable({ paging, total, signals }: Combination, count: number): boolean {
  const isOnePage = /^(?:everything|offset ignored|first|nothing)/u.test(paging);
  if (signals === 'always a cursor') return false;
  if (!isOnePage || count === 0) return true;
  const isTold = ['moreBoards', 'next_batch or null'].includes(signals) || TOTALS.includes(total);
  return isTold && count <= mostOf(paging);
}

function leftAfter({ from, rows, all }: Page): number {
  return Math.max(0, all - from - rows.length);
}

/** What stands beside the list of what is behind it. */
function signalsOf({ signals }: Combination, page: Page): object {
  const more = leftAfter(page) > 0;
  switch (signals) {
    case 'moreBoards':
      return { moreBoards: more };
    case 'next_batch or null':
      return { state: { next_batch: more ? 'b30' : null } };
    case 'nextPageToken if more':
      return more ? { nextPageToken: 'b30' } : {};
    case 'list of links': {
      const next = { rel: 'next', href: '/api/board' };
      return { links: [{ rel: 'self', href: '/api/board' }, ...(more ? [next] : [])] };
    }
    case 'boardCount':
      return { boardCount: page.all };
    case 'always a cursor':
      return { cursor: `c${page.from}` };
    case 'always no more':
      return { moreBoards: false };
    default:
      return {};
  }
}

export function signalHeaders({ signals }: Combination, page: Page): Readonly<Record<string, string>> {
  if (signals !== 'Link header') return {};
  return { Link: `</api/board>; rel="first"${leftAfter(page) > 0 ? ', </api/board>; rel="next"' : ''}` };
}

export function listBody(combination: Combination, listed: Page): Written {
  const { container, total, errorShape } = combination;
  const { rows: page, all } = listed;
  const counted = {
    none: {},
    total: { total: all },
    'meta.total': { meta: { total: all } },
    'X-Total-Count': {},
    'count of the page': { count: page.length },
  }[total];
  const counts = { ...counted, ...signalsOf(combination, listed) };
  const { empty } = combination;
  // Of an account without boards nobody could tell by an answer without a list.
  const form = page.length > 0 || (all === 0 && empty !== '204') ? 'empty' : empty;
  if (form === '204') return { status: 204, text: '', type: 'json' };
  if (form === '404') return { status: 404, ...errorOf(errorShape, 'There are no more boards.', 404) };
  if (form === 'no body') return { status: 200, text: '', type: 'json' };
  const place = form === 'null' ? null : form === 'absent' ? undefined : held(combination, page);
  const value = around(container, place, counts);
  return value === undefined || JSON.stringify(value) === undefined
    ? { status: 200, text: '', type: 'json' }
    : { status: 200, text: bodyText(value), type: 'json' };
}

function held({ container, id }: Combination, page: readonly Shown[]): unknown {
  if (id === 'bare text') return page.map(({ path }) => path);
  switch (container) {
    case 'object by id':
      // PHP writes an empty map so.
      if (page.length === 0) return [];
      return Object.fromEntries(
        page.map(({ path, fields: { room_id: key, ...rest } }) => [
          path,
          key === undefined || key !== path ? { room_id: key, ...rest } : rest,
        ]),
      );
    case 'object by id under boards':
      return Object.fromEntries(page.map(({ path, fields }) => [path, fields]));
    default:
      return page.map(({ fields }) => fields);
  }
}

function around(container: Combination['container'], place: unknown, counts: object): unknown {
  switch (container) {
    case 'array':
    case 'object by id':
      return place;
    case 'data.boards':
      return { status: 'ok', data: { boards: place, ...counts } };
    case 'object by id under boards':
      return { boards: place, ...counts };
    case 'a name of its own':
      return { status: 'ok', whiteboards: place, ...counts };
    default:
      return { [container]: place, ...counts };
  }
}

export function viewBody(view: Combination['view'], { fields }: Shown): string {
  switch (view) {
    case 'object':
      return bodyText(fields);
    case 'data':
    case 'board':
    case 'room':
      return bodyText({ [view]: fields });
    case 'array of one':
      return bodyText([fields]);
  }
}

export function errorOf(
  shape: Combination['errorShape'],
  words: string,
  status: number,
): Pick<Written, 'text' | 'type'> {
  const json = (value: unknown): Pick<Written, 'text' | 'type'> => ({ text: bodyText(value), type: 'json' });
  switch (shape) {
    case 'message':
    case 'error':
    case 'reason':
      return json({ [shape]: words });
    case 'error.message':
      return json({ error: { code: status, message: words } });
    case 'errors by field':
      return json({ errors: { request: [words] } });
    case 'detail and title':
      return json({ type: 'about:blank', title: 'Error', status, detail: words });
    case 'text':
      return { text: words, type: 'text' };
    case 'page':
      return {
        text: `<!doctype html><html><title>Error</title><body><h1>${words}</h1></body></html>`,
        type: 'html',
      };
    case 'nothing':
      return { text: '', type: 'json' };
  }
}

const TWO_HOURS_MS = 7_200_000;

/** A moment as the service writes it, what can be known from that (epoch ms; null for nothing), and its text. */
export function asTime(
  format: Combination['timeFormat'],
  ms: number,
): { readonly value: unknown; readonly truth: number | null; readonly text: string } {
  const iso = new Date(ms).toISOString();
  const second = Math.floor(ms / 1000);
  const of = (value: string | number, truth: number | null = second * 1000) => ({
    value,
    truth,
    text: String(value),
  });
  switch (format) {
    case 'ISO':
      return of(`${iso.slice(0, 19)}Z`);
    case 'ISO with milliseconds':
      return of(iso, ms);
    case 'ISO with an offset':
      return of(`${new Date(ms + TWO_HOURS_MS).toISOString().slice(0, 19)}+02:00`);
    case 'SQL':
      return of(iso.slice(0, 19).replace('T', ' '));
    case 'seconds':
      return of(second);
    case 'seconds as text':
      return of(String(second));
    case 'milliseconds':
      return of(ms, ms);
    case 'relative':
      return of('3 days ago', null);
    case 'year 1':
      return of('0001-01-01T00:00:00Z', null);
    case 'zero date':
      return of('0000-00-00 00:00:00', null);
    case 'zero':
      return of(0, null);
    case 'seconds since 2001':
      return of(second - Date.UTC(2001, 0) / 1000, null);
  }
}
