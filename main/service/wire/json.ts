/**
 * JSON whose numbers keep the digits they came with. JavaScript's numbers round `9007199254740993` and forget how `1.10`
 * was written: where that would happen, a number is read as what `JSON.rawJSON` makes of its text. `JSON.stringify`
 * writes it as it came; it can't be sent to another thread.
 */

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

/** Reads JSON; throws like `JSON.parse`. A reviver costs several times as much, so most texts are read without one. */
export function parseJson(text: string, { isInexact } = survey(text)): unknown {
  return isInexact ? JSON.parse(text, withDigits) : JSON.parse(text);
}

function withDigits(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  const isKept = typeof value !== 'number' || source === undefined || String(value) === source;
  return isKept ? value : JSON.rawJSON(source);
}

/** The digits of a number as they came; null for what is no number. */
export function digitsOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return JSON.isRawJSON(value) ? value.rawJSON : null;
}

/** What can be told of a JSON text before it is read; for other texts it means nothing. */
export interface Survey {
  /** The deepest nesting of brackets outside strings. */
  readonly depth: number;
  /** Whether JavaScript would write a number of it differently. */
  readonly isInexact: boolean;
}

/** One loop over units: a text may be 8 MiB of brackets, which nothing may read as JSON. */
export function survey(text: string): Survey {
  let [depth, deepest] = [0, 0];
  let isInexact = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at += 1;
      while (at < text.length && text.charCodeAt(at) !== QUOTE)
        at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
    } else if (unit === BRACKET || unit === BRACE) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (unit === BRACKET + 2 || unit === BRACE + 2) depth -= 1;
    else if (unit === MINUS || isDigit(unit)) {
      const from = at;
      while (isOfNumber(text.charCodeAt(at + 1))) at += 1;
      isInexact ||= String(Number(text.slice(from, at + 1))) !== text.slice(from, at + 1);
    }
  }
  return { depth: deepest, isInexact };
}

const QUOTE = 0x22;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const SMALL_E = 0x65;
const BRACE = 0x7b;

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= NINE;
}

function isOfNumber(unit: number): boolean {
  return isDigit(unit) || unit === POINT || unit === MINUS || unit === PLUS || (unit | 0x20) === SMALL_E;
}
