/** Turns the text of an answer into data, or says what else it is. Never throws. */
import { isAscii } from 'node:buffer';
import {
  charactersOf,
  parseJson,
  readJson,
  survey,
  type Characters,
  type JsonText,
  type Survey,
} from './json.ts';

/** How deep an answer may be nested. */
export const DEEPEST_JSON = 32;

export type Body =
  | { readonly kind: 'nothing' }
  | ({ readonly kind: 'json' } & JsonText)
  | { readonly kind: 'text'; readonly text: string }
  /** HTML: a login page, a proxy or a wrong host. */
  | { readonly kind: 'web-page' }
  | { readonly kind: 'too-deep' };

/**
 * Reads a body by what it holds, not by what its `Content-Type` says: PHP serves bare text as `text/html` unless
 * told otherwise. A byte order mark is dropped, and so are members named `__proto__`. `isNdjson`: it is a list with a line
 * for each item, even where there is one line or none.
 */
export function readBody(given: string | Uint8Array, isNdjson = false): Body {
  const characters = typeof given === 'string' ? charactersOf(trimmed(given)) : charactersIn(given);
  const { codes, part } = characters;
  if (codes.length === 0) return isNdjson ? readBody('[]') : { kind: 'nothing' };
  if (looksLikeWebPage(part(0, LONGEST_HEAD))) return { kind: 'web-page' };
  const surveyed = survey(codes);
  if (surveyed.depth > DEEPEST_JSON) return { kind: 'too-deep' };
  try {
    const json = isLines(characters, isNdjson)
      ? readLines(characters, surveyed)
      : readJson(characters, surveyed);
    if (surveyed.proto) dropProto(json.value);
    return { kind: 'json', ...json };
  } catch {
    return { kind: 'text', text: part(0) };
  }
}

/** As much of a text as tells what it is. */
const LONGEST_HEAD = 2000;

/** A line that is an object, and another one: NDJSON, which is a list. */
function isLines({ codes, part }: Characters, isNdjson: boolean): boolean {
  if (part(0, 1) !== '{') return false;
  const end = codes.indexOf(NEWLINE);
  if (isNdjson || end === -1) return isNdjson;
  return (
    part(0, end).trimEnd().endsWith('}') &&
    part(end, end + LONGEST_HEAD)
      .trimStart()
      .startsWith('{')
  );
}

const NEWLINE = 0x0a;

function readLines(characters: Characters, { inexact, objects }: Survey): JsonText {
  const pieces = characters.part(0).split(/\s*\n\s*/u);
  return { value: pieces.map((line) => parseJson(line, inexact)), characters, pieces, objects };
}

const UTF8 = new TextDecoder();

/** The text of a body; bytes that are no UTF-8 become U+FFFD. */
export function decodeBody(bytes: Uint8Array): string {
  // Most bodies are ASCII, which takes an eighth of the time.
  return isAscii(bytes) ? bufferOf(bytes).toString('latin1') : UTF8.decode(bytes);
}

/** The characters of a body without a byte order mark and blanks around it. */
export function charactersIn(bytes: Uint8Array): Characters {
  if (!isAscii(bytes)) return charactersOf(trimmed(UTF8.decode(bytes)));
  const from = bytes.findIndex(isNoBlank);
  const codes = bytes.subarray(from === -1 ? bytes.length : from, bytes.findLastIndex(isNoBlank) + 1);
  const buffer = bufferOf(codes);
  return { codes, part: (start, end) => buffer.toString('latin1', start, end) };
}

function trimmed(text: string): string {
  return text.replace(/^\uFEFF/u, '').trim();
}

/** As `trim` has it. */
function isNoBlank(byte: number): boolean {
  return byte !== 0x20 && (byte < 0x09 || byte > 0x0d);
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

export type Fields = Readonly<Record<string, unknown>>;

/** Whether it is a JSON object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

function looksLikeWebPage(head: string): boolean {
  // Comments may stand before it.
  const start = head.replaceAll(/<!--[\s\S]*?-->/gu, '').trimStart();
  return /^<(?:!doctype\s+html|html|head|body|title|meta|script)\b/iu.test(start);
}

/** JSON.parse makes `__proto__` a plain member; copying it by assignment later would set a prototype. */
function dropProto(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const inner of Object.values(value)) dropProto(inner);
}
