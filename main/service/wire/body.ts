/** Turns the text of an answer into data, or says what else it is. Never throws. */
import { isAscii } from 'node:buffer';
import { parseJson } from './json.ts';

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
