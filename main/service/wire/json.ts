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

/** The characters of a text by their places: bytes where all are ASCII. `part` gives those from a place up to another. */
export interface Characters {
  readonly codes: Uint8Array | Uint16Array;
  readonly part: (start: number, end?: number) => string;
}

export function charactersOf(text: string): Characters {
  const { buffer, byteOffset } = Buffer.from(text, 'utf16le');
  return {
    codes: new Uint16Array(buffer, byteOffset, text.length),
    part: (start, end) => text.slice(start, end),
  };
}

/** Reads JSON; throws like `JSON.parse`. A reviver costs several times as much, so it has to be `inexact` to get one. */
export function parseJson(text: string, inexact = survey(charactersOf(text).codes).inexact): unknown {
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
  /** Those of them that are items of a list, and in no other such object. */
  readonly items: readonly number[];
}

export function survey(codes: Characters['codes']): Survey {
  let deepest = 0;
  let inexact = false;
  let proto = false;
  const starts: number[] = [];
  const ends: number[] = [];
  const items: number[] = [];
  /** What is open: an object by its number, or a list. */
  const open: number[] = [];
  let itemDepth = Infinity;
  for (let index = 0; index < codes.length; index += 1) {
    const character = codes[index] ?? 0;
    if (character === QUOTE) {
      const first = codes[index + 1];
      if (first === UNDERSCORE) {
        const second = codes[index + 2];
        proto ||= second === UNDERSCORE || second === BACKSLASH;
      } else proto ||= first === BACKSLASH;
      index = endOfString(codes, index + 1);
    } else if (character === BRACKET || character === BRACE) {
      const object = character === BRACE ? starts.push(index) - 1 : LIST;
      if (object !== LIST && open.at(-1) === LIST && open.length < itemDepth) {
        itemDepth = open.length;
        items.push(object);
      }
      if (open.push(object) > deepest) deepest = open.length;
    } else if (character === BRACKET + 2 || character === BRACE + 2) {
      const object = open.pop() ?? LIST;
      if (object !== LIST) ends[object] = index + 1;
      if (open.length <= itemDepth) itemDepth = Infinity;
    } else if (character === MINUS || isDigit(character)) {
      const from = index;
      while (goesOn(codes[index + 1] ?? 0)) index += 1;
      inexact ||= isInexact(codes, from, index + 1);
    }
  }
  return { depth: deepest, inexact, proto, objects: { starts, ends, items } };
}

const LIST = -1;

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
/** JavaScript writes no number with more characters. */
const LONGEST_WRITTEN = 25;

function isInexact(codes: Characters['codes'], from: number, to: number): boolean {
  let digits = 0;
  while (isDigit(codes[from + digits] ?? 0)) digits += 1;
  if (digits === to - from && digits <= MOST_SAFE_DIGITS) return false;
  if (to - from > LONGEST_WRITTEN) return true;
  const written = String.fromCharCode(...codes.subarray(from, to));
  return String(Number(written)) !== written;
}

/** Where the quotation mark that ends a string is. */
export function endOfString(codes: Characters['codes'], from: number): number {
  let end = from;
  while (end < codes.length && codes[end] !== QUOTE) end += codes[end] === BACKSLASH ? 2 : 1;
  return Math.min(end, codes.length);
}

/**
 * Most of an answer that becomes one text, in characters. From twice this on V8 maps memory for each, which takes longer
 * than reading it.
 */
const LONGEST_PIECE = 64 * 1024;
/** Objects that are shorter than this on average, in characters, are not worth reading apart. */
const SHORT_OBJECT = 64;

/** A JSON text, and what it was read as. */
export interface JsonText extends Pick<Survey, 'objects'> {
  readonly value: unknown;
  readonly characters: Characters;
  /** All that it says, each object of a list as a whole in one of them. */
  readonly pieces: readonly string[];
}

/**
 * Reads JSON like `parseJson`. Of a long text objects in lists are read some at a time, and put in the places that are
 * numbered for them in the rest.
 */
export function readJson(characters: Characters, { inexact, proto, objects }: Survey): JsonText {
  const { codes, part } = characters;
  const { starts, ends, items } = objects;
  const isShort = codes.length <= Math.max(LONGEST_PIECE, items.length * SHORT_OBJECT);
  if (isShort || inexact || proto || items.some((item) => ends[item] === undefined)) {
    const text = part(0);
    return { value: parseJson(text, inexact), characters, pieces: [text], objects };
  }
  const pieces: string[] = [];
  const rows: unknown[] = [];
  let frame = '';
  let [from, end] = [0, 0];
  const takePiece = (): void => {
    if (end === 0) return;
    pieces.push(`[${part(from, end)}]`);
    rows.push(...(JSON.parse(pieces.at(-1) ?? '') as unknown[]));
  };
  items.forEach((item, place) => {
    const [start, itemEnd] = [starts[item] ?? 0, ends[item] ?? 0];
    const isBehindComma = end !== 0 && codes[end] === COMMA;
    const follows = isBehindComma && (start === end + 1 || part(end + 1, start).trim() === '');
    if (!follows || itemEnd - from > LONGEST_PIECE) {
      takePiece();
      from = start;
    }
    frame += `${follows ? ',' : part(end, start)}{"":${place}}`;
    end = itemEnd;
  });
  takePiece();
  frame += part(end);
  return { value: filled(JSON.parse(frame), rows), characters, pieces: [frame, ...pieces], objects };
}

/** Puts the rows in their places. */
function filled(value: unknown, rows: readonly unknown[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) {
    for (const [name, held] of Object.entries(value)) Reflect.set(value, name, filled(held, rows));
    return value;
  }
  return value.map((held: unknown) => {
    const isPlace = typeof held === 'object' && held !== null && !Array.isArray(held);
    return isPlace ? rows[Reflect.get(held, '') as number] : filled(held, rows);
  });
}

/** Where a part of a text begins, and what stands behind it. */
export type Span = readonly [start: number, end: number];

/**
 * Where some of the objects that a JSON text was read as stand in it, as they were written: with odd spaces, names that
 * come twice, and all digits. In the order of `wanted`; none for an object that did not come as one.
 */
export function spansOf(
  wanted: readonly object[],
  { value, characters: { codes, part }, objects: { starts, ends } }: JsonText,
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
    while ((codes[at] ?? Infinity) <= SPACE) at += 1;
    return codes[at] ?? 0;
  }

  /** Passes a value, which was read as `read`. Of a name that comes twice the last value was read, and stays here. */
  function pass(read: unknown): void {
    const from = at;
    const opens = Array.isArray(read) ? BRACKET : BRACE;
    const isOpen = typeof read === 'object' && read !== null && codes[at] === opens;
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
      if (next === opens + 2 || next === 0) break;
      pass(Reflect.get(read, opens === BRACKET ? index : passName()));
    }
    at += 1;
  }

  function passName(): string {
    const from = at;
    at = endOfString(codes, at + 1) + 1;
    const name = JSON.parse(part(from, at)) as string;
    beyondBlanks();
    at += 1;
    beyondBlanks();
    return name;
  }

  /** Where a value ends, or what stands behind a number or a word. */
  function endOfValue(): number {
    let depth = 0;
    for (let end = at; end < codes.length; end += 1) {
      const character = codes[end];
      if (character === QUOTE) end = endOfString(codes, end + 1);
      else if (character === BRACE) end = endOfObject(end) - 1;
      else if (character === BRACKET) depth += 1;
      else if (character === BRACKET + 2 || character === BRACE + 2) depth -= 1;
      else if (character !== COMMA || depth > 0) continue;
      if (depth <= 0) return depth < 0 || character === COMMA ? end : end + 1;
    }
    return codes.length;
  }

  function endOfObject(start: number): number {
    while ((starts[next] ?? start) < start) next += 1;
    return ends[next] ?? codes.length;
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
