/**
 * Reads the little of Apple's XML property lists that a policy needs: dictionaries, lists, strings, whole numbers, true
 * and false. Whatever else stands there is an error, named or not.
 *
 * The document type is accepted in its one usual form: it can't define entities of its own. Comments, sections, dates,
 * data and fractions are refused. Not verified on a real macOS, which may write other forms.
 */
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { quoted } from './quoted.ts';

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

/** What is wrong, thrown through the levels of the reader and caught at its top. */
class Unreadable extends Error {}

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
