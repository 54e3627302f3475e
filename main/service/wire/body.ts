/** Turns the text of an answer into data, or says what else it is. Never throws. */
import { isAscii } from 'node:buffer';

/** How deep an answer may be nested. */
export const DEEPEST_JSON = 32;

export type Body =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  /** HTML: a login page, a proxy or a wrong host. */
  | { readonly kind: 'web-page' }
  | { readonly kind: 'too-deep' };

/**
 * Reads a body by what it holds, not by what its `Content-Type` says: PHP serves bare text as `text/html` unless
 * told otherwise. A byte order mark is dropped, and so are members named `__proto__`.
 */
export function readBody(given: string | Uint8Array): Body {
  const whole = typeof given === 'string' ? given : decodeBody(given);
  const text = whole.replace(/^\uFEFF/u, '').trim();
  if (text === '') return { kind: 'nothing' };
  if (looksLikeWebPage(text.slice(0, LONGEST_HEAD))) return { kind: 'web-page' };
  try {
    const value = parseJson(text);
    if (isDeeperThan(DEEPEST_JSON, value)) return { kind: 'too-deep' };
    if (PROTO.test(text)) dropProto(value);
    return { kind: 'json', value };
  } catch {
    return { kind: 'text', text };
  }
}

/** As much of a text as tells what it is. */
const LONGEST_HEAD = 2000;

const UTF8 = new TextDecoder();

/** The text of a body; bytes that are no UTF-8 become U+FFFD. */
export function decodeBody(bytes: Uint8Array): string {
  // Most bodies are ASCII, which takes an eighth of the time.
  const { buffer, byteOffset, length } = bytes;
  return isAscii(bytes) ? Buffer.from(buffer, byteOffset, length).toString('latin1') : UTF8.decode(bytes);
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

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** `__proto__`, whichever of its letters are escaped. */
const PROTO = /__proto__|\\u00[567]/iu;

/** JSON.parse makes `__proto__` a plain member; copying it by assignment later would set a prototype. */
function dropProto(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const inner of Object.values(value)) dropProto(inner);
}

// JSON whose long numbers keep their digits.

/** ECMAScript's "JSON.parse source text access", in V8 since 11.4. */
declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
  }
}

interface RawNumber {
  readonly rawJSON: string;
}

/** Numbers below 2^53 have fewer digits. */
const LONG_NUMBER = /\d{16}/u;

/** Reads JSON; throws like `JSON.parse`. A reviver takes eight times as long, so most texts are read without one. */
export function parseJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, withDigits) : JSON.parse(text);
}

function withDigits(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  const isKept = typeof value !== 'number' || source === undefined || String(value) === source;
  return isKept ? value : JSON.rawJSON(source);
}

/** The digits of a number; null for what is no number. */
export function digitsOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return JSON.isRawJSON(value) ? value.rawJSON : null;
}

// Fields of a board, from the JSON that is kept of it.

/** A row as far as its fields are concerned. */
export interface Told {
  readonly id: string | null;
  readonly createdRaw: string | null;
  readonly raw: string;
}

/** Texts, numbers and truths of a board, but for those that became its id and its creation time; as text. */
export function furtherFields({ id, createdRaw, raw }: Told): readonly (readonly [string, string])[] {
  return Object.entries(fieldsOf(raw)).flatMap(([name, value]): [string, string][] => {
    const text = typeof value === 'string' || typeof value === 'boolean' ? String(value) : digitsOf(value);
    return text === null || text === id || text === createdRaw ? [] : [[name, text]];
  });
}

/** The values of some fields as texts, empty where the board has none. */
export function fieldValues(raw: string, names: readonly string[]): readonly string[] {
  const fields = fieldsOf(raw);
  return names.map((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : null;
    if (value === null) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

function fieldsOf(raw: string): Fields {
  const value = parseJson(raw);
  return isFields(value) ? value : {};
}
