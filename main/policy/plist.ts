/**
 * Reads the little of Apple's property lists that a policy needs: dictionaries, lists, strings, whole numbers, true and
 * false. macOS itself writes managed preferences in the binary form, which a library reads; the XML form comes from
 * people. Not verified on a real macOS.
 *
 * In XML whatever else stands there is an error, named or not. The document type is accepted in its one usual form: it
 * can't define entities of its own. Comments, sections, dates, data and fractions are refused.
 */
import { parseBuffer } from 'bplist-parser';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { quoted } from '../wording/format.ts';

const DOCUMENT =
  /^\s*(?:<\?xml [^<>]*\?>\s*)?(?:<!DOCTYPE plist PUBLIC "[^"<>[\]]*" "[^"<>[\]]*">\s*)?<plist version="1\.0">([\s\S]*)<\/plist>\s*$/u;
const TOKEN =
  /\s*(?:<(key|string|integer)>([^<]*)<\/\1>|<(true|false|string|dict|array)\s*\/>|<(\/?(?:dict|array))>)/uy;
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/gu;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** A policy has two levels. */
const DEEPEST = 8;

const NOT_A_PLIST = 'The file is not a property list that Easel can read. It may be incomplete.';

type Token =
  | { readonly kind: 'key' | 'string' | 'integer'; readonly text: string }
  | { readonly kind: 'empty' | 'mark'; readonly text: string };

/** A parse error, thrown through the levels of the reader and caught at its top. */
class Unreadable extends Error {}

/** Parts of a binary list that name others, and how many names of that kind are far more than a policy has. */
const LIST = 0xa;
const DICTIONARY = 0xd;
const MOST_REFERENCES = 2048;
const TRAILER_BYTES = 32;

/** Whether these are the bytes of the binary form. */
export function isBinaryPlist(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 6)).toString('latin1') === 'bplist';
}

/**
 * Gives the value of a binary property list, or the sentence that says what is wrong with it. Of a name that stands twice
 * the last one counts: the system writes no such list.
 */
export function parseBinaryPlist(bytes: Uint8Array): Result<unknown, string> {
  const list = Buffer.from(bytes);
  try {
    const value = endsSoon(list) ? parseBuffer<unknown>(list)[0] : null;
    return value === null || hasOddPrototype(value) ? fail(NOT_A_PLIST) : ok(value);
  } catch {
    return fail(NOT_A_PLIST);
  }
}

/**
 * Whether reading it comes to an end before long: the library follows whatever is named, and a list that stands in two
 * places doubles with each level. Throws where it names what is not there.
 */
function endsSoon(list: Buffer): boolean {
  const trailer = list.length - TRAILER_BYTES;
  const [offsetBytes, referenceBytes] = [list.readUInt8(trailer + 6), list.readUInt8(trailer + 7)];
  const numberAt = (at: number): number => Number(list.readBigUInt64BE(trailer + at));
  const [count, top, table] = [numberAt(8), numberAt(16), numberAt(24)];
  const offsetOf = (part: number): number => list.readUIntBE(table + part * offsetBytes, offsetBytes);
  const kindOf = (part: number): number => list.readUInt8(offsetOf(part)) >> 4;
  const held = new Set([top]);
  let references = 0;
  for (let part = 0; part < count; part += 1) {
    const kind = kindOf(part);
    if (kind !== LIST && kind !== DICTIONARY) continue;
    let from = offsetOf(part) + 1;
    let length = list.readUInt8(from - 1) & 0xf;
    if (length === 0xf) {
      const lengthBytes = 2 ** (list.readUInt8(from) & 0xf);
      length = list.readUIntBE(from + 1, lengthBytes);
      from += 1 + lengthBytes;
    }
    const names = kind === DICTIONARY ? 2 * length : length;
    references += names;
    if (references > MOST_REFERENCES) return false;
    for (let name = 0; name < names; name += 1) {
      const named = list.readUIntBE(from + name * referenceBytes, referenceBytes);
      if (named >= count) return false;
      if (kindOf(named) !== LIST && kindOf(named) !== DICTIONARY) continue;
      if (held.has(named)) return false;
      held.add(named);
    }
  }
  return true;
}

/** The library takes `__proto__` for a prototype. In a policy it is a name like any other, and an unknown one. */
function hasOddPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return !isPlain || Object.values(value).some(hasOddPrototype);
}

/** Gives the value of an XML property list, or the sentence that says what is wrong with it. */
export function parsePlist(text: string): Result<unknown, string> {
  try {
    const inside = DOCUMENT.exec(text)?.[1];
    if (inside === undefined) throw new Unreadable(NOT_A_PLIST);
    const tokens = new Tokens(inside);
    const value = readValue(tokens, tokens.next(), 0);
    tokens.end();
    return ok(value);
  } catch (error) {
    if (error instanceof Unreadable) return fail(error.message);
    throw error;
  }
}

class Tokens {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(): Token {
    TOKEN.lastIndex = this.#at;
    const found = TOKEN.exec(this.#text);
    if (found === null) throw new Unreadable(NOT_A_PLIST);
    this.#at = TOKEN.lastIndex;
    const [, kind, text = '', empty, mark = ''] = found;
    if (kind === 'key' || kind === 'string' || kind === 'integer') return { kind, text: plain(text) };
    return empty === undefined ? { kind: 'mark', text: mark } : { kind: 'empty', text: empty };
  }

  end(): void {
    if (this.#text.slice(this.#at).trim() !== '') throw new Unreadable(NOT_A_PLIST);
  }
}

function readValue(tokens: Tokens, { kind, text }: Token, depth: number): unknown {
  if (depth > DEEPEST) throw new Unreadable(NOT_A_PLIST);
  if (kind === 'string') return text;
  if (kind === 'integer') return readInteger(text);
  if (kind === 'empty') return EMPTY.get(text)?.();
  if (kind === 'mark' && text === 'dict') return readDictionary(tokens, depth);
  if (kind === 'mark' && text === 'array') return readList(tokens, depth);
  throw new Unreadable(NOT_A_PLIST);
}

const EMPTY: ReadonlyMap<string, () => unknown> = new Map<string, () => unknown>([
  ['true', () => true],
  ['false', () => false],
  ['string', () => ''],
  ['dict', () => ({})],
  ['array', () => []],
]);

function readDictionary(tokens: Tokens, depth: number): unknown {
  const entries = new Map<string, unknown>();
  for (;;) {
    const token = tokens.next();
    // A Map first, and then own properties: `__proto__` is a name like any other.
    if (token.kind === 'mark' && token.text === '/dict') return Object.fromEntries(entries);
    if (token.kind !== 'key') throw new Unreadable(NOT_A_PLIST);
    if (entries.has(token.text)) {
      throw new Unreadable(`${quoted(token.text)} appears twice. Remove one.`);
    }
    entries.set(token.text, readValue(tokens, tokens.next(), depth + 1));
  }
}

function readList(tokens: Tokens, depth: number): unknown {
  const items: unknown[] = [];
  for (;;) {
    const token = tokens.next();
    if (token.kind === 'mark' && token.text === '/array') return items;
    items.push(readValue(tokens, token, depth + 1));
  }
}

function readInteger(text: string): number {
  if (!/^\s*-?\d{1,15}\s*$/u.test(text)) throw new Unreadable(NOT_A_PLIST);
  return Number(text);
}

function plain(text: string): string {
  if (/&/u.test(text.replaceAll(ENTITY, ''))) throw new Unreadable(NOT_A_PLIST);
  return text.replaceAll(ENTITY, (_whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return ENTITIES.get(name) ?? '';
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (code === 0 || code > 0x10_ffff) throw new Unreadable(NOT_A_PLIST);
    return String.fromCodePoint(code);
  });
}
