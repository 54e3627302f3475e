/** JSON without ambiguity: a duplicate field in an object is an error, where `JSON.parse` takes the last one. */
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { quoted } from '../wording/format.ts';

/** Gives the value of a JSON text, or the sentence that says what is wrong with it. */
export function parseStrictJson(text: string): Result<unknown, string> {
  if (text.startsWith('\uFEFF')) {
    return fail('The file starts with a byte order mark. Save it as UTF-8 without BOM.');
  }
  try {
    const value: unknown = JSON.parse(text);
    const twice = repeatedName(text, value);
    return twice === null ? ok(value) : fail(`${quoted(twice)} appears twice. Remove one.`);
  } catch {
    // Also what is nested, or escaped, more than the stack holds.
    return fail('The file is not valid JSON. It may be incomplete, or have a wrong comma or bracket.');
  }
}

/** A string of a JSON text; the group is there if it is a name. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/gu;

/** A name that this valid JSON text has more often than its value does; null for none. */
function repeatedName(text: string, value: unknown): string | null {
  const left = new Map<string, number>();
  // Compared as read: "\u0061" is "a".
  for (const [string, colon] of text.matchAll(STRING)) {
    const name = colon === undefined ? null : String(JSON.parse(string.slice(0, -colon.length)));
    if (name !== null) left.set(name, (left.get(name) ?? 0) + 1);
  }
  const take = (held: unknown): void => {
    if (typeof held !== 'object' || held === null) return;
    for (const [name, inner] of Object.entries(held)) {
      if (!Array.isArray(held)) left.set(name, (left.get(name) ?? 0) - 1);
      take(inner);
    }
  };
  take(value);
  return [...left].find(([, count]) => count > 0)?.[0] ?? null;
}
