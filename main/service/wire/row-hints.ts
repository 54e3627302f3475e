/** Finds signs of further rows. Any such sign counts; "no more rows" only counts in a few plain formats. */
import type { BoardPage, Container, RowHints } from '../types.ts';
import { digitsOf, isFields, readBody } from './body.ts';

export interface ListHead {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Requested number of rows, if the request had a limit. */
  readonly limit?: number | null;
}

// The next patterns match single words of a name.

/** Words of names about further rows. Joined words match too: `hasmore`. */
const MORE =
  /^(?:has|is)?(?:next|more|cursors?|continuations?|continued?|truncat(?:ed|ion)|partial|incomplete|capped|omitted|overflow|remaining|remainder|left|marker)(?:page|link|url|token|cursor|offset|items|s)?$/u;
/** Words about earlier rows, this page (`startCursor`), the account, or counts of other things. */
const BACK = /^(?:prev|previous|before|back|backwards?|has(?:prev|previous))$/u;
const HERE = /^(?:first|self|start|current)$/u;
const OF_ACCOUNTS =
  /^(?:rate|ratelimit|quotas?|usage|credits?|trial|plan|billing|payment|retry|reset|cache)$/u;
const NO_ROWS = /^(?:limits?|requests?|calls?|time|ms|seconds|days|duration|bytes|per|max|maximum|min)$/u;

// The next patterns match whole names, with their words joined.

/** Names whose empty or false value means "no more rows". */
const ENDS =
  /^(?:x|odata|list|results?|boards?|rooms?|there|are|any|has|is)*(?:next|more|truncated|continuation)(?:pages?|batch|cursor|token|links?|ur[il]|href|key|marker|offset|id|available|results?|items|rows|records|boards?|rooms?)*$/u;
/** Names whose false value means "more". A true value only means the end if the name contains `last`. */
const LAST = /^(?:is)?(?:last|final|end|done|completed?|finished)(?:page)?$/u;
const TOTAL = /^x?total(?:count|items|elements|results|records|rows|boards|rooms)?$/u;
/** Objects that may contain a total. Of several counts the largest counts, as a lower bound. */
const TOTAL_HOLDER =
  /^(?:meta(?:data)?|data|page(?:info)?|paging|pagination|paginator|pager|info|boards|rooms|result|response)$/u;
const COUNT =
  /^x?(?:total.*|(?:row|item|record|result|board|room)?counts?|(?:n|no|num|number|of|all)*(?:boards|rooms|items|results|rows|records|entries)|found|hits|match(?:ed|ing|es)|available|overall)$/u;
const PAGES = /^x?(?:(?:total|num|numberof|last)?pages|(?:total|last)page|pages?(?:count|total))$/u;

/** Texts that programs use for "no value". */
const NO_VALUE = /^(?:|0+|-\d+|false|no?|off|null|nil|none|undefined|n\/a|-)$/iu;

/** Deeper members are not about the list, and an object with more members is not an envelope. */
const DEEPEST = 6;
const MOST_MEMBERS = 2000;

interface Member {
  /** Words of the names on the member's path, and of its own name. */
  readonly names: readonly (readonly string[])[];
  readonly value: unknown;
  /** True if the member is next to a list of other things. */
  readonly isElsewhere: boolean;
}

/** The rows in `container` are not searched. */
export function readHints(
  value: unknown,
  container: Container | null,
  { status, headers = {}, limit = null }: ListHead,
): Pick<BoardPage, 'total' | 'hints'> {
  const members = [...membersOf(value, container?.path ?? null), ...membersOfHeaders(headers)];
  const range = /^\s*(?:(?!bytes)[a-z]+[\s=]+)?(?:\d+-\d+|\*)\/(\d+)\s*$/iu.exec(
    headers['content-range'] ?? '',
  )?.[1];
  const totals = [...members.filter(isTotal).map((member) => member.value), range]
    .map(readCount)
    .filter((total) => total !== null);
  const [total = null] = totals;
  const signals = members.map(signalOf);
  const isMore =
    (status === 206 && range === undefined) ||
    signals.includes('more') ||
    (signals.includes('perhaps more') && !signals.includes('end')) ||
    new Set(totals).size > 1 ||
    /;\s*rel\s*=\s*"?[^",;]*\bnext\b/iu.test(headers['link'] ?? '');
  const isEnd = signals.includes('end') && !isMore;
  const rows = Math.max(0, ...totals, ...members.map((member) => countOf(member, limit, total !== null)));
  const pages = Math.max(0, ...members.map(pagesOf));
  if (!isMore && !isEnd && rows === 0 && pages === 0) return { total };
  return { total, hints: { more: isMore ? true : isEnd ? false : null, rows, pages } };
}

/** True if the last page shows that the list has more rows than `rows`, read in this number of pages. */
export function signalsMore(hints: RowHints | undefined, rows: number, pages: number): boolean {
  return (
    hints !== undefined && (hints.more === true || hints.rows > rows || hints.pages > Math.max(1, pages))
  );
}

/** Returns the members outside the rows, the outermost first. */
function membersOf(
  answer: unknown,
  rows: readonly string[] | null,
  names: Member['names'] = [],
): readonly Member[] {
  const members: Member[] = [];
  const left = [{ value: answer, rowsPath: rows, names, isElsewhere: false }];
  for (const { value, rowsPath, ...place } of left) {
    if (rowsPath?.length === 0 || place.names.length > DEEPEST || members.length >= MOST_MEMBERS) continue;
    if (Array.isArray(value))
      members.push(...value.slice(0, MOST_MEMBERS).flatMap((link) => linkOf(link, place)));
    if (!isFields(value)) continue;
    const holdsList = Object.values(value).some((inner) => Array.isArray(inner));
    const isElsewhere = place.isElsewhere || (rowsPath === null && place.names.length > 0 && holdsList);
    for (const name of Object.keys(value).slice(0, MOST_MEMBERS)) {
      const inner = value[name];
      const further = rowsPath?.[0] === name ? rowsPath.slice(1) : null;
      if (further?.length === 0) continue;
      const own = { names: [...place.names, wordsOf(name)], value: inner, isElsewhere };
      members.push(own);
      if (typeof inner === 'object' && inner !== null) left.push({ ...own, rowsPath: further });
    }
  }
  return members;
}

/** Reads `{rel: 'next', href: …}` from a list of links. */
function linkOf(link: unknown, { names, isElsewhere }: Omit<Member, 'value'>): readonly Member[] {
  if (!isFields(link) || typeof link['rel'] !== 'string') return [];
  return [{ names: [...names, wordsOf(link['rel'])], value: link['href'] ?? true, isElsewhere }];
}

/** Some services send a JSON object in one header, such as `X-Pagination`. */
function membersOfHeaders(headers: Readonly<Record<string, string>>): readonly Member[] {
  return Object.entries(headers).flatMap(([name, text]) => {
    const names = [wordsOf(name)];
    const body = text.startsWith('{') ? readBody(text) : null;
    if (body?.kind === 'json') return name.includes('pag') ? membersOf(body.value, null, names) : [];
    return [{ names, value: text, isElsewhere: false }];
  });
}

function signalOf({ names, value, isElsewhere }: Member): 'more' | 'perhaps more' | 'end' | null {
  if (isFields(value) && Object.keys(value).length > 0) return null;
  const all = names.flat();
  if (all.some((word) => BACK.test(word) || OF_ACCOUNTS.test(word))) return null;
  const from = names.findIndex((words) => words.some((word) => MORE.test(word)));
  if (from === -1) {
    const own = names.at(-1)?.join('') ?? '';
    if (!LAST.test(own) || !/^(?:true|false)$/iu.test(String(value).trim())) return null;
    if (!hasValue(value)) return 'more';
    return own.includes('last') && !isElsewhere ? 'end' : null;
  }
  const words = names.slice(from).flat();
  if (HERE.test(words[0] ?? '')) return null;
  if (!hasValue(value)) return ENDS.test(words.join('')) && !isElsewhere ? 'end' : null;
  if (words.includes('remaining') && all.some((word) => NO_ROWS.test(word))) return null;
  // An end cursor also comes with the last page, so it proves nothing.
  return words.includes('end') && words.includes('cursor') ? 'perhaps more' : 'more';
}

function hasValue(value: unknown): boolean {
  if (value === null || value === false) return false;
  if (typeof value === 'object' && !JSON.isRawJSON(value)) return Object.keys(value).length > 0;
  return !NO_VALUE.test((typeof value === 'string' ? value : (digitsOf(value) ?? 'true')).trim());
}

/** A member named `size` is ignored next to a total, because it may repeat the limit. */
function countOf({ names, value }: Member, limit: number | null, hasTotal: boolean): number {
  const all = names.flat();
  if (all.some((word) => NO_ROWS.test(word) || OF_ACCOUNTS.test(word))) return 0;
  // For `total: {value: 12}` the name is `total`.
  const own = (names.at(-1)?.join('') === 'value' ? names.at(-2) : names.at(-1))?.join('') ?? '';
  const isSize = /^(?:size|length)$/u.test(own) && !hasTotal && !all.some((word) => word.startsWith('pag'));
  const count = (COUNT.test(own) || isSize) && !PAGES.test(own) ? (readCount(value) ?? 0) : 0;
  return count === limit && !own.includes('total') ? 0 : count;
}

function pagesOf({ names, value }: Member): number {
  const own = names.at(-1) ?? [];
  return PAGES.test(own.join('')) ? (readCount(value) ?? 0) : 0;
}

function isTotal({ names }: Member): boolean {
  const [own = [], ...holders] = names.toReversed();
  return TOTAL.test(own.join('')) && holders.every((holder) => TOTAL_HOLDER.test(holder.join('')));
}

function readCount(value: unknown): number | null {
  const text = typeof value === 'string' && /^\s*\d{1,15}\s*$/u.test(value) ? value : digitsOf(value);
  const count = Number(text ?? Number.NaN);
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** `hasMore`, `has_more` and `X-Has-More` have equal words. */
function wordsOf(name: string): readonly string[] {
  const apart = name.replaceAll(/[a-z\d](?=[A-Z])|[A-Z](?=[A-Z][a-z])/gu, '$& ');
  return apart.toLowerCase().match(/[a-z]+/gu) ?? [];
}
