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
import { parseStrictJson } from '../files/strict-json.ts';

const DOCUMENT =
  /^\s*(?:<\?xml [^<>]*\?>\s*)?(?:<!DOCTYPE plist PUBLIC "[^"<>[\]]*" "[^"<>[\]]*">\s*)?<plist version="1\.0">([\s\S]*)<\/plist>\s*$/u;
const TOKEN =
  /\s*(?:<(key|string|integer)>([^<]*)<\/\1>|<(true|false|string|dict|array)\s*\/>|<(\/?(?:dict|array))>)/guy;
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
  const inside = DOCUMENT.exec(text)?.[1];
  const json = inside === undefined ? null : jsonOf(inside);
  try {
    // What JSON refuses has its parts in the wrong places; a name may stand there twice.
    return json === null || JSON.parse(json) === undefined ? fail(NOT_A_PLIST) : parseStrictJson(json);
  } catch {
    return fail(NOT_A_PLIST);
  }
}

/** The value as JSON, part by part, whatever order they are in; null for a part that is not understood. */
function jsonOf(inside: string): string | null {
  let json = '';
  let depth = 0;
  let end = 0;
  for (const { 0: token, 1: kind, 2: text = '', 3: empty = '', 4: mark, index } of inside.matchAll(TOKEN)) {
    const part = kind === undefined ? MARKS.get(mark ?? `${empty}/`) : written(kind, text);
    if (part === undefined) return null;
    const closes = part === '}' || part === ']';
    depth += closes ? -1 : Number(part === '{' || part === '[');
    if (depth > DEEPEST) return null;
    json += closes || '{[:'.includes(json.at(-1) ?? '{') ? part : `,${part}`;
    end = index + token.length;
  }
  return inside.slice(end).trim() === '' ? json : null;
}

const MARKS: ReadonlyMap<string, string> = new Map([
  ['dict', '{'],
  ['/dict', '}'],
  ['array', '['],
  ['/array', ']'],
  ['true/', 'true'],
  ['false/', 'false'],
  ['string/', '""'],
  ['dict/', '{}'],
  ['array/', '[]'],
]);

/** A key, a string or a whole number; undefined for none. */
function written(kind: string, text: string): string | undefined {
  if (/&/u.test(text.replaceAll(ENTITY, ''))) return undefined;
  let isOdd = false;
  const plain = text.replaceAll(ENTITY, (_whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return ENTITIES.get(name) ?? '';
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    isOdd ||= code === 0 || code > 0x10_ffff;
    return isOdd ? '' : String.fromCodePoint(code);
  });
  if (isOdd) return undefined;
  if (kind === 'integer') return /^\s*-?\d{1,15}\s*$/u.test(plain) ? String(Number(plain)) : undefined;
  return JSON.stringify(plain) + (kind === 'key' ? ':' : '');
}
