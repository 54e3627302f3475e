/** Parts of a JSON text as they were written: with odd spaces, names that come twice, and all digits. */
import type { Body } from './body.ts';
import { endOfString } from './json.ts';

/** The texts of some of the objects that a body was read as; none for an object that did not come as one. */
export function textsOf(
  wanted: ReadonlySet<unknown>,
  { value, text }: Extract<Body, { kind: 'json' }>,
): ReadonlyMap<unknown, string> {
  const texts = new Map<unknown, string>();
  let at = 0;

  function beyondBlanks(): number {
    while (text.charCodeAt(at) <= SPACE) at += 1;
    return text.charCodeAt(at);
  }

  /** Passes a value, which was read as `read`. Of a name that comes twice the last value was read, and stays here. */
  function pass(read: unknown): void {
    const from = at;
    const opens = Array.isArray(read) ? BRACKET : BRACE;
    const isWanted = wanted.has(read);
    if (isWanted || typeof read !== 'object' || read === null || text.charCodeAt(at) !== opens) {
      at = endOfValue(text, at);
      if (isWanted) texts.set(read, text.slice(from, at));
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

  pass(value);
  return texts;
}

/** Where a value ends, or what stands behind a number or a word. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at + 1);
    else if (character === BRACKET || character === BRACE) depth += 1;
    else if (character === BRACKET + 2 || character === BRACE + 2) depth -= 1;
    else if (character !== COMMA || depth > 0) continue;
    if (depth <= 0) return depth < 0 || character === COMMA ? at : at + 1;
  }
  return text.length;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
