/**
 * What an answer says of rows that it does not hold. Names are judged by their words, so that `hasMore`, `has_more` and
 * `X-Has-More` are one rule.
 */
import type { BoardPage, Container, RowHints } from '../types.ts';
import { isFields, type Fields } from './body.ts';
import { digitsOf, parseJson } from './json.ts';

/** What a list was asked with, and came with. */
export interface ListHead {
  readonly status?: number;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Rows asked for, if a limit was sent. */
  readonly limit?: number | null;
}

/** Glued words are taken as well: `hasmore`, `nextpage`. */
const MORE =
  /^(?:has|is)?(?:next|more|cursors?|continuations?|continued?|truncat(?:ed|ion)|partial|incomplete|capped|omitted|overflow|remaining|remainder|left|marker)(?:page|link|url|token|cursor|offset|items|s)?$/u;
const LAST = /^(?:is)?(?:last|final|end|done|complete|completed|finished)(?:page)?$/u;
const REST = /^(?:remaining|remainder|left)$/u;
const SAYS_END = /next|more|truncated|continuation/u;
/** A name says that a list ends only with these beside the word for it. */
const OF_LISTS =
  /^(?:has|is|are|there|any|odata|next|more|truncated|continuations?|last|final|end|of|pages?|batch|links?|url|uri|href|token|cursor|offset|id|key|list|results?|items?|rows?|records?|boards?|rooms?|available|exists?|x|(?:has|is)?(?:next|more|truncated|last)(?:page|link|url|token|cursor|offset|items)?)$/u;
const COUNT =
  /^(?:totals?|total(?:count|items|elements|results|records|rows|boards|rooms)|(?:row|item|record|result|board|room)?counts?|found|hits|matched|matching|matches|available|overall)$/u;
const LISTED = /^(?:boards|rooms|items|results|rows|records|entries|elements|documents)$/u;
/** `num_boards`, `numberOfRooms`. */
const NUMBER_OF = /^(?:n|no|num|number|of|all)$/u;
const PAGES = /^(?:(?:total|num|last)?pages|(?:total|last)page|pagecount)$/u;
/** The other way … */
const BACK = /^(?:prev|previous|before|back|backwards?|has(?:prev|previous))$/u;
/** … or this very page, as in `startCursor`. */
const HERE = /^(?:first|self|start|current)$/u;
const ONWARD = /^(?:has)?(?:next|more)/u;
/** Not about the list at all. */
const OF_ACCOUNTS =
  /^(?:rate|ratelimit|quotas?|usage|credits?|trial|plan|billing|payment|retry|reset|cache)$/u;
/** Numbers of other things than rows. */
const NO_ROWS = /^(?:limits?|requests?|calls?|time|ms|seconds|days|duration|bytes|per|max|maximum|min)$/u;
/** Texts of programs that have no value to send. */
const NO_VALUE = /^(?:|0+|-\d+|false|no?|off|null|nil|none|undefined|n\/a|-)$/iu;
/** Names of the total that are believed, and of what it may be in. */
const TOTAL = /^total(?:count|items|elements|results|records|rows|boards|rooms)?$/u;
const TOTAL_HOLDER =
  /^(?:meta(?:data)?|data|page(?:info)?|paging|pagination|paginator|pager|info|boards|rooms|result|response)$/u;

/** Deeper members are not about the list, and an answer that has more of them is no envelope. */
const DEEPEST = 6;
const MOST_MEMBERS = 2000;

interface Member {
  /** Words of the names that it is in, and of its own. */
  readonly names: readonly (readonly string[])[];
  readonly value: unknown;
  /** It is beside another list than that of the boards. */
  readonly isElsewhere: boolean;
}

/** Reads the total and the hints of an answer; `container`: where its rows are, which are not looked into. */
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

/** Whether the last page says that there are more rows than those read, which came in so many pages. */
export function signalsMore(hints: RowHints | undefined, rows: number, pages: number): boolean {
  return (
    hints !== undefined && (hints.more === true || hints.rows > rows || hints.pages > Math.max(1, pages))
  );
}

/** Whether a name stands beside lists alone. */
export function isAboutRows(name: string): boolean {
  return wordsOf(name).some((word) => MORE.test(word) || PAGES.test(word) || /^total|counts?$/u.test(word));
}

/** Members of the answer but for its rows, the outer ones first; `rows`: the way to these, null if it has none. */
function membersOf(
  answer: unknown,
  rows: readonly string[] | null,
  names: Member['names'] = [],
): readonly Member[] {
  const members: Member[] = [];
  const left = [{ value: answer, way: rows, names, isElsewhere: false }];
  for (const { value, way, ...place } of left) {
    if (way?.length === 0 || place.names.length > DEEPEST || members.length >= MOST_MEMBERS) continue;
    if (Array.isArray(value))
      members.push(...value.slice(0, MOST_MEMBERS).flatMap((link) => linkOf(link, place)));
    if (!isFields(value)) continue;
    const isElsewhere = place.isElsewhere || (way === null && place.names.length > 0 && holdsList(value));
    for (const name of Object.keys(value).slice(0, MOST_MEMBERS)) {
      const held = value[name];
      const further = way?.[0] === name ? way.slice(1) : null;
      if (further?.length === 0) continue;
      const own = { names: [...place.names, wordsOf(name)], value: held, isElsewhere };
      members.push(own);
      if (typeof held === 'object' && held !== null) left.push({ ...own, way: further });
    }
  }
  return members;
}

function holdsList(fields: Fields): boolean {
  return Object.keys(fields)
    .slice(0, MOST_MEMBERS)
    .some((name) => {
      const list = fields[name];
      return Array.isArray(list) && name !== 'links' && (LISTED.test(name) || list.some(isFields));
    });
}

/** `{rel: 'next', href: …}` in a list of links. */
function linkOf(link: unknown, { names, isElsewhere }: Omit<Member, 'value'>): readonly Member[] {
  if (!isFields(link) || typeof link['rel'] !== 'string') return [];
  return [{ names: [...names, wordsOf(link['rel'])], value: link['href'] ?? true, isElsewhere }];
}

function membersOfHeaders(headers: Readonly<Record<string, string>>): readonly Member[] {
  return Object.entries(headers).flatMap(([name, text]) => {
    if (/pag(?:e|ing|ination)/u.test(name) && text.startsWith('{')) {
      return membersOf(jsonOf(text), null, [wordsOf(name)]);
    }
    return [{ names: [wordsOf(name)], value: text, isElsewhere: false }];
  });
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

type Signal = 'more' | 'perhaps more' | 'end' | null;

function signalOf({ names, value, isElsewhere }: Member): Signal {
  if (isFields(value) && Object.keys(value).length > 0) return null;
  if (names.flat().some((word) => BACK.test(word) || OF_ACCOUNTS.test(word))) return null;
  const from = names.findIndex((words) => words.some((word) => MORE.test(word)));
  const name = (from === -1 ? names.slice(-1) : names.slice(from)).flat();
  const end = name.every((word) => OF_LISTS.test(word)) && !isElsewhere ? 'end' : null;
  if (from === -1) {
    if (!name.some((word) => LAST.test(word)) || !isTruth(value)) return null;
    if (isSaid(value)) return end;
    return name.every((word) => OF_LISTS.test(word) || LAST.test(word)) ? 'more' : null;
  }
  if (name.some((word) => HERE.test(word)) && !name.some((word) => ONWARD.test(word))) return null;
  if (!isSaid(value)) return SAYS_END.test(name.join(' ')) ? end : null;
  if (name.some((word) => REST.test(word)) && names.flat().some((word) => NO_ROWS.test(word))) return null;
  // The cursor of a page's last row comes with the last page, too.
  return name.includes('end') && name.includes('cursor') ? 'perhaps more' : 'more';
}

function isTruth(value: unknown): boolean {
  return typeof value === 'boolean' || (typeof value === 'string' && /^(?:true|false)$/iu.test(value.trim()));
}

/** Whether it is neither empty nor a form of "no". */
function isSaid(value: unknown): boolean {
  if (value === null || value === false) return false;
  if (typeof value === 'object' && !JSON.isRawJSON(value)) return Object.keys(value).length > 0;
  return !NO_VALUE.test((typeof value === 'string' ? value : (digitsOf(value) ?? 'true')).trim());
}

function countOf(member: Member, limit: number | null, hasTotal: boolean): number {
  const { names, value } = member;
  const count = readCount(value);
  const all = names.flat();
  const isOther = all.some((word) => NO_ROWS.test(word) || OF_ACCOUNTS.test(word));
  if (count === null || isOther || pagesOf(member) > 0) return 0;
  const own = names.at(-1) ?? [];
  // `total: {value: 12}`
  const [outer = ''] = names.at(-2) ?? [];
  if ([...own, outer].some((word) => word.startsWith('total'))) return count;
  // A page's size may be the limit that was sent.
  if (count === limit) return 0;
  const isSize =
    /^(?:size|length)$/u.test(own.join('')) && !hasTotal && !all.some((word) => word.startsWith('pag'));
  const isNumberOf =
    own.some((word) => LISTED.test(word)) && own.every((word) => LISTED.test(word) || NUMBER_OF.test(word));
  const isCount = own.some((word) => COUNT.test(word)) || /^counts?$/u.test(outer);
  return isSize || isNumberOf || isCount ? count : 0;
}

function pagesOf({ names, value }: Member): number {
  const own = names.at(-1) ?? [];
  const isPages =
    own.some((word) => PAGES.test(word)) ||
    (own.includes('page') && own.some((word) => /^(?:total|last|counts?)$/u.test(word)));
  const isOther = own.some((word) => NO_ROWS.test(word) || OF_ACCOUNTS.test(word));
  return isPages && !isOther ? (readCount(value) ?? 0) : 0;
}

function isTotal({ names }: Member): boolean {
  const [own = [], ...holders] = names.toReversed();
  const name = own.filter((word) => word !== 'x').join('');
  return TOTAL.test(name) && holders.every((holder) => TOTAL_HOLDER.test(holder.join('')));
}

function readCount(value: unknown): number | null {
  const text = typeof value === 'string' && /^\s*\d{1,15}\s*$/u.test(value) ? value : digitsOf(value);
  const count = Number(text ?? Number.NaN);
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** The words of a name in camelCase, snake_case or kebab-case, in lower case. */
function wordsOf(name: string): readonly string[] {
  const apart = name.replaceAll(/[a-z\d](?=[A-Z])|[A-Z](?=[A-Z][a-z])/gu, '$& ');
  return apart.toLowerCase().match(/[a-z]+/gu) ?? [];
}
