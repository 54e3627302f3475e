/** JSON without ambiguity: a duplicate field in an object is an error, where `JSON.parse` takes the last one. */
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { quoted } from '../wording/format.ts';

/** The marks that are structure, and what strings begin with. */
const MARK = /["{}[\],:]/gu;

/** Gives the value of a JSON text, or the sentence that says what is wrong with it. */
export function parseStrictJson(text: string): Result<unknown, string> {
  if (text.startsWith('\uFEFF')) {
    return fail('The file starts with a byte order mark. Save it as UTF-8 without BOM.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail('The file is not valid JSON. It may be incomplete, or have a wrong comma or bracket.');
  }
  const twice = repeatedName(text);
  return twice === null ? ok(value) : fail(`${quoted(twice)} appears twice. Remove one.`);
}

/** The first name that an object of this valid JSON text has twice; null for none. */
function repeatedName(text: string): string | null {
  /** The names of each object that is open; null for an array. */
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const token of tokensOf(text)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      // Compared as read: "\u0061" is "a".
      const name = String(JSON.parse(last));
      const names = open.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
    last = token;
  }
  return null;
}

/** Strings whole, so that their insides are not taken for structure, and the marks that are structure. */
function* tokensOf(text: string): Generator<string> {
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    if (index < end) continue;
    end = mark === '"' ? endOfString(text, index) : index + 1;
    yield text.slice(index, end);
  }
}

/** An expression for whole strings can't take one of megabytes. */
function endOfString(text: string, from: number): number {
  let end = from + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end + 1;
}
