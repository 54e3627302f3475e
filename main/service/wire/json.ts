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

/** Reads JSON; throws like `JSON.parse`. A reviver costs several times as much, so it has to be `inexact` to get one. */
export function parseJson(text: string, inexact = survey(text).inexact): unknown {
  return inexact ? JSON.parse(text, withDigits) : JSON.parse(text);
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
  readonly inexact: boolean;
  /** Whether a string may read `__proto__`: it begins like that, or with an escape. */
  readonly proto: boolean;
  readonly objects: Objects;
}

/** Where the objects in a JSON text begin and what stands behind each, in the order of their beginnings. */
export interface Objects {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export function survey(text: string): Survey {
  let depth = 0;
  let deepest = 0;
  let inexact = false;
  let proto = false;
  const starts: number[] = [];
  const ends: number[] = [];
  const open: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) {
      const first = text.charCodeAt(index + 1);
      if (first === UNDERSCORE) {
        const second = text.charCodeAt(index + 2);
        proto ||= second === UNDERSCORE || second === BACKSLASH;
      } else proto ||= first === BACKSLASH;
      index = endOfString(text, index + 1);
    } else if (character === BRACKET || character === BRACE) {
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (character === BRACE) open.push(starts.push(index) - 1);
    } else if (character === BRACKET + 2 || character === BRACE + 2) {
      depth -= 1;
      if (character === BRACE + 2) ends[open.pop() ?? 0] = index + 1;
    } else if (character === MINUS || isDigit(character)) {
      const from = index;
      while (goesOn(text.charCodeAt(index + 1))) index += 1;
      inexact ||= isInexact(text, from, index + 1);
    }
  }
  return { depth: deepest, inexact, proto, objects: { starts, ends } };
}

function isDigit(character: number): boolean {
  return character >= ZERO && character <= NINE;
}

/** Whether a number goes on: digits, signs, a point, an exponent. */
function goesOn(character: number): boolean {
  return (
    isDigit(character) ||
    character === POINT ||
    character === PLUS ||
    character === MINUS ||
    (character | 0x20) === SMALL_E
  );
}

/** Numbers of so few digits are never rounded: only another one is worth a closer look. */
const MOST_SAFE_DIGITS = 15;

function isInexact(text: string, from: number, to: number): boolean {
  let digits = 0;
  while (isDigit(text.charCodeAt(from + digits))) digits += 1;
  if (digits === to - from && digits <= MOST_SAFE_DIGITS) return false;
  const written = text.slice(from, to);
  return String(Number(written)) !== written;
}

/** Where the quotation mark that ends a string is. Most of an answer is strings, so they are leapt over. */
export function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    const isEscaped = (end - 1 - before) % 2 === 1;
    if (!isEscaped) return end;
  }
  return text.length;
}

/** A JSON text, and what it was read as. */
export interface JsonText extends Pick<Survey, 'objects'> {
  readonly value: unknown;
  readonly text: string;
}

/** Where a part of a text begins, and what stands behind it. */
export type Span = readonly [start: number, end: number];

/**
 * Where some of the objects that a JSON text was read as stand in it, as they were written: with odd spaces, names that
 * come twice, and all digits. In the order of `wanted`; none for an object that did not come as one.
 */
export function spansOf(
  wanted: readonly object[],
  { value, text, objects: { starts, ends } }: JsonText,
): readonly (Span | undefined)[] {
  const spans: Span[] = [];
  let at = 0;
  /** The first object that does not begin before `at`. */
  let next = 0;

  /** Mostly they are met in their order, from the first on, and none is looked up. */
  let places: ReadonlyMap<unknown, number> | null = null;
  let expected = 0;
  function placeOf(read: object): number | undefined {
    if (Array.isArray(read)) return undefined;
    if (read === wanted[expected]) return expected++;
    places ??= new Map(wanted.map((each, place) => [each, place]));
    return places.get(read);
  }

  function beyondBlanks(): number {
    while (text.charCodeAt(at) <= SPACE) at += 1;
    return text.charCodeAt(at);
  }

  /** Passes a value, which was read as `read`. Of a name that comes twice the last value was read, and stays here. */
  function pass(read: unknown): void {
    const from = at;
    const opens = Array.isArray(read) ? BRACKET : BRACE;
    const isOpen = typeof read === 'object' && read !== null && text.charCodeAt(at) === opens;
    const place = isOpen ? placeOf(read) : undefined;
    if (place !== undefined || !isOpen) {
      at = endOfValue();
      if (place !== undefined) spans[place] = [from, at];
      return;
    }
    at += 1;
    for (let index = 0; ; index += 1) {
      if (beyondBlanks() === COMMA) at += 1;
      const next = beyondBlanks();
      if (next === opens + 2 || Number.isNaN(next)) break;
      pass(Reflect.get(read, opens === BRACKET ? index : passName()));
    }
    at += 1;
  }

  function passName(): string {
    const from = at;
    at = endOfString(text, at + 1) + 1;
    const name = JSON.parse(text.slice(from, at)) as string;
    beyondBlanks();
    at += 1;
    beyondBlanks();
    return name;
  }

  /** Where a value ends, or what stands behind a number or a word. */
  function endOfValue(): number {
    let depth = 0;
    for (let end = at; end < text.length; end += 1) {
      const character = text.charCodeAt(end);
      if (character === QUOTE) end = endOfString(text, end + 1);
      else if (character === BRACE) end = endOfObject(end) - 1;
      else if (character === BRACKET) depth += 1;
      else if (character === BRACKET + 2 || character === BRACE + 2) depth -= 1;
      else if (character !== COMMA || depth > 0) continue;
      if (depth <= 0) return depth < 0 || character === COMMA ? end : end + 1;
    }
    return text.length;
  }

  function endOfObject(start: number): number {
    while ((starts[next] ?? start) < start) next += 1;
    return ends[next] ?? text.length;
  }

  pass(value);
  return spans;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const UNDERSCORE = 0x5f;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const PLUS = 0x2b;
const MINUS = 0x2d;
const COMMA = 0x2c;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const SMALL_E = 0x65;
