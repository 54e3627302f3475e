/** Parses JSON and rejects duplicate member names. `JSON.parse` would silently keep the last duplicate. */
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { quoted } from '../wording/format.ts';

export function parseStrictJson(text: string): Result<unknown, string> {
  if (text.startsWith('\uFEFF')) {
    return fail('The file starts with a byte order mark. Save it as UTF-8 without BOM.');
  }
  try {
    const value: unknown = JSON.parse(text);
    const twice = repeatedName(text, value);
    return twice === null ? ok(value) : fail(`The name ${quoted(twice)} appears twice. Remove one.`);
  } catch {
    // Valid JSON also ends here if its deep nesting overflows the stack in `repeatedName`.
    return fail('The file is not valid JSON. It may be incomplete, or a comma or bracket may be wrong.');
  }
}

/** Matches a string in JSON. The group matches a colon if the string is the name of a member. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/gu;

function repeatedName(text: string, value: unknown): string | null {
  const left = new Map<string, number>();
  // Compares the names of JSON members after unescaping, because "\u0061" is "a".
  for (const [string, colon] of text.matchAll(STRING)) {
    const name = colon === undefined ? null : String(JSON.parse(string.slice(0, -colon.length)));
    if (name !== null) left.set(name, (left.get(name) ?? 0) + 1);
  }
  const take = (container: unknown): void => {
    if (typeof container !== 'object' || container === null) return;
    for (const [name, inner] of Object.entries(container)) {
      if (!Array.isArray(container)) left.set(name, (left.get(name) ?? 0) - 1);
      take(inner);
    }
  };
  take(value);
  return [...left].find(([, count]) => count > 0)?.[0] ?? null;
}
