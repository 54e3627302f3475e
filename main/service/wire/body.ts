/** Turns the text of an answer into data, or says what else it is. Never throws. */
import { isAscii } from 'node:buffer';
import { parseJson, survey, type JsonText } from './json.ts';

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
export function readBody(text: string, isNdjson = false): Body {
  const trimmed = trimmedBody(text);
  if (trimmed === '') return isNdjson ? readBody('[]') : { kind: 'nothing' };
  if (looksLikeWebPage(trimmed)) return { kind: 'web-page' };
  const { depth, inexact, proto, objects } = survey(trimmed);
  if (depth > DEEPEST_JSON) return { kind: 'too-deep' };
  try {
    const value =
      (isNdjson && trimmed.startsWith('{')) || isLines(trimmed)
        ? trimmed.split(/\s*\n\s*/u).map((line) => parseJson(line, inexact))
        : parseJson(trimmed, inexact);
    if (proto) dropProto(value);
    return { kind: 'json', value, text: trimmed, objects };
  } catch {
    return { kind: 'text', text: trimmed };
  }
}

/** The text of a body without a byte order mark and blanks around it. */
export function trimmedBody(text: string): string {
  return text.replace(/^\uFEFF/u, '').trim();
}

/** A line that is an object, and another one: NDJSON, which is a list. */
function isLines(text: string): boolean {
  const end = text.indexOf('\n');
  if (end === -1 || !text.startsWith('{')) return false;
  return text.slice(0, end).trimEnd().endsWith('}') && /^\s*\{/u.test(text.slice(end));
}

const UTF8 = new TextDecoder();

/** The text of a body; bytes that are no UTF-8 become U+FFFD. */
export function decodeBody(bytes: Uint8Array): string {
  // Most bodies are ASCII, which takes an eighth of the time.
  return isAscii(bytes) ? bufferOf(bytes).toString('latin1') : UTF8.decode(bytes);
}

/**
 * Reads parts of the trimmed text of a body that is JSON, from a place up to another. A long ASCII text is never made as
 * a whole: that takes several times as long as all its parts (measured on a page of a thousand boards).
 */
export function partsOf(bytes: Uint8Array): (start: number, end: number) => string {
  if (!isAscii(bytes)) {
    const text = trimmedBody(decodeBody(bytes));
    return (start, end) => text.slice(start, end);
  }
  const buffer = bufferOf(bytes);
  const from = bytes.findIndex((byte) => byte > BLANK);
  return (start, end) => buffer.toString('latin1', from + start, from + end);
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

/** The last of the bytes that are blanks in JSON. */
const BLANK = 0x20;

export type Fields = Readonly<Record<string, unknown>>;

/** Whether it is a JSON object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

function looksLikeWebPage(text: string): boolean {
  // Only the start counts; comments may stand before it.
  const start = text
    .slice(0, 2000)
    .replaceAll(/<!--[\s\S]*?-->/gu, '')
    .trimStart();
  return /^<(?:!doctype\s+html|html|head|body|title|meta|script)\b/iu.test(start);
}

/** JSON.parse makes `__proto__` a plain member; copying it by assignment later would set a prototype. */
function dropProto(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const inner of Object.values(value)) dropProto(inner);
}
