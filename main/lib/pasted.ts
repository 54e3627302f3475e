import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { LONGEST } from '../../preload/contract/limits.ts';
import { decoded } from '../../preload/contract/later-facts.ts';
import { INVISIBLE } from './wording/clean.ts';
import { codePoint } from './wording/format.ts';

const QUOTES = '<> "" \'\' `` “” „“ ”” ‘’ ‚‘ ’’ «» »« ‹› ›‹ 「」 『』'.split(' ');
const AROUND = [...QUOTES, '()', '[]', '{}'];
/** Matches punctuation at the end of pasted text: sentence marks, or a closing bracket without its opening bracket. */
const AT_END = /(?<![.,;。])[.,;。]+$|(?<!\([^()]*)\)$/u;
const ENCODED_END = /(?:%[\da-f]{2})+$/iu;
export const INVISIBLE_BUT_SPACE = new RegExp(`(?! )${INVISIBLE.source}`, 'u');
/** Matches a Markdown link: `[text](target "title")`. `(?!\s)` keeps the search for the target linear. */
const MARKDOWN_LINK = /^!?\[[^\]]*\]\(\s*(?!\s)<?(?<target>[^\s<>]*?)>?(?:\s+["'].*["'])?\s*\)[.,;]?$/u;
/** Matches the hosts of Outlook's and Teams' redirect links. These programs replace links in messages by redirects. */
const SAFE_LINK =
  /(?:^|\.)safelinks\.protection\.(?:outlook\.com|office365\.us)$|^statics\.teams\.cdn\.office\.net$/u;
/** Matches the name before a pasted key: `API_KEY=`, `export API_KEY=`, `"apiKey": ` or `Authorization: `. */
const KEY_NAME =
  /^(?:(?:export|set)\s+|\$env:)?["']?(?:[A-Z][A-Z\d_]*|[A-Za-z_.-]*(?:[Kk]ey|[Tt]oken|[Ss]ecret)|[Aa]uthorization)["']?(?:\s*=\s*|:\s+)(?=[^=\s])/u;
/** Matches punctuation after a closing quotation mark, which does not belong to the quoted key. */
const BEHIND_QUOTE = /(?<=["'`”’])[,;]+$/u;
const BEARER = /^bearer\s+/iu;

export function trimInvisible(text: string): string {
  const signs = [...text];
  const isShown = (sign: string): boolean => !INVISIBLE.test(sign);
  const from = signs.findIndex(isShown);
  return from === -1 ? '' : signs.slice(from, signs.findLastIndex(isShown) + 1).join('');
}

/** Removes quotation marks, brackets and links around pasted text. Fails if an invisible character remains inside. */
export function readPasted(pasted: string, what = 'text'): Result<string, string> {
  return readVisible(unwrapped(pasted), what);
}

function unwrapped(pasted: string): string {
  return inLayers(pasted, (text) =>
    unwrapOnce(text, AROUND)
      .replace(AT_END, '')
      .replace(ENCODED_END, (end) => (trimInvisible(decoded(end) ?? end) === '' ? '' : end)),
  );
}

/** Fails if the text contains an invisible character. Never quotes the text, because it may contain a token. */
export function readVisible(text: string, what = 'text', pattern?: RegExp): Result<string, string> {
  const hidden = firstHidden(text, pattern);
  return hidden === null ? ok(text) : fail(`The ${what} contains ${hidden}. Remove this character.`);
}

/** Reads a board's id from a file. Keeps quotation marks and brackets, because they may belong to the id. */
export function readFileId(written: string): Result<string, string> {
  return readVisible(trimInvisible(written), 'text', INVISIBLE_BUT_SPACE);
}

/** Reads a pasted API key. Keeps punctuation at the end, and never quotes the key in an error. */
export function readPastedKey(pasted: string): Result<string, string> {
  const text = inLayers(pasted, (each) => {
    const quoted = each.replace(BEHIND_QUOTE, '');
    const inner = unwrapOnce(quoted, QUOTES);
    return (inner === quoted ? each : inner).replace(KEY_NAME, '').replace(BEARER, '');
  });
  const hidden = firstHidden(text);
  if (hidden === null) return ok(text);
  return fail(`The key contains ${hidden}. Copy the key again from the dashboard.`);
}

/** Converts a UUID to one spelling. Does not change other ids, because the service may distinguish their case. */
export function foldId(id: string): string {
  const digits = id.replaceAll('-', '');
  return HEX_UUID.test(digits) ? digits.toLowerCase() : id;
}

/** True if a service may know this id in another spelling. Not finding the exact id then proves nothing. */
export function isUnusualId(id: string): boolean {
  if (UUID.test(id) || HEX_UUID.test(id)) return false;
  return /[\s{}]/u.test(id) || UUID_INSIDE.test(id) || HEX_UUID.test(id.replaceAll(/urn:|uuid:|-/giu, ''));
}

/** Returns the common spellings of an id, for database queries: a UUID with and without dashes, in both cases. */
export function sameIds(id: string): readonly string[] {
  const plain = foldId(id);
  if (!HEX_UUID.test(plain)) return [id];
  const dashed = plain.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
  return [...new Set([id, plain, plain.toUpperCase(), dashed, dashed.toUpperCase()])];
}

const HEX_UUID = /^[\da-f]{32}$/iu;
const UUID_INSIDE = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/iu;
export const UUID = new RegExp(`^${UUID_INSIDE.source}$`, 'iu');

/** Maximum number of nested quotation marks and brackets to remove, because a hostile text may have many. */
const MOST_LAYERS = 64;

function inLayers(pasted: string, unwrap: (text: string) => string): string {
  let text = trimInvisible(pasted);
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    const inner = trimInvisible(unwrap(text));
    if (inner === text) break;
    text = inner;
  }
  return text;
}

function unwrapOnce(text: string, pairs: readonly string[]): string {
  const link = MARKDOWN_LINK.exec(text)?.groups?.['target'];
  if (link !== undefined) return link;
  const inner = text.slice(1, -1);
  const pair = pairs.find(([open = '', close = '']) => text.startsWith(open) && text.endsWith(close));
  if (pair !== undefined && inner !== '' && ![...pair].some((mark) => inner.includes(mark))) return inner;
  const url = /^https:/iu.test(text) ? URL.parse(text) : null;
  if (url === null || !SAFE_LINK.test(url.hostname)) return text;
  return url.searchParams.get('url') ?? text;
}

/** Describes the first space, line break or invisible character of a text, and its place. Null if there is none. */
function firstHidden(text: string, pattern = INVISIBLE): string | null {
  const found = pattern.exec(text);
  if (found === null) return null;
  const [sign] = found;
  const name = sign === ' ' ? 'a space' : /[\r\n]/u.test(sign) ? 'a line break' : 'an invisible character';
  return `${name} (${codePoint(sign)}) after character ${found.index}`;
}

/** Reads a pasted paper identifier or room address. Rejects rooms on other hosts, as they belong to other accounts. */
export function readPastedPaper(pasted: string, appUrl: string): Result<string, string> {
  if (pasted.length > LONGEST.line) return fail('The text is too long for a paper’s address.');
  const text = unwrapped(pasted);
  if (text === '') return fail('Paste a paper’s identifier or its room address.');
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return readIdentifier(text);
  const address = readVisible(text.replace(/[?#].*/su, ''));
  return address.ok ? fromAddress(address.value, appUrl) : address;
}

const WORDS = /[^\s",;]+/gu;

/** Removes the query from each room address in a list, because a query may contain an access token. */
export function withoutQueries(list: string): string {
  return list.replaceAll(WORDS, (word) => {
    const room = word.indexOf('/room/');
    const query = room < 0 ? -1 : word.slice(room).search(/[?#]/u);
    return query < 0 ? word : word.slice(0, room + query);
  });
}

function fromAddress(text: string, appUrl: string): Result<string, string> {
  const url = URL.parse(text);
  if (url === null) {
    return fail('This address is not valid. Copy the room’s address from the browser.');
  }
  const app = new URL(appUrl);
  if (url.host === '') return fail('The text isn’t a web address.');
  if (url.origin !== app.origin)
    return fail(`This address is on ${url.host}, but this connection’s app is on ${app.host}.`);
  const match = /\/room\/([^/]+)\/?$/.exec(url.pathname);
  if (match?.[1] === undefined)
    return fail('The text isn’t a room address. It should end in /room/ and an identifier.');
  const id = decoded(match[1]);
  return id === null ? fail('The identifier in this address can’t be read.') : readIdentifier(id);
}

/** Reads a paper's identifier. Rejects characters that could change the path of a request. */
function readIdentifier(pasted: string): Result<string, string> {
  const read = readPasted(pasted, 'identifier');
  if (!read.ok) return read;
  const text = read.value;
  if (text.length > 200) return fail('The text is too long for an identifier.');
  if (text === '.' || text.includes('..') || !/^[\w.~:@-]+$/.test(text)) {
    return fail(
      'An identifier has only letters, digits and dashes, such as 123e4567-e89b-42d3-a456-426614174000.',
    );
  }
  return ok(text);
}
