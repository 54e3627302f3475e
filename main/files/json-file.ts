/** What Easel's own files in JSON have in common. */
import { createHash } from 'node:crypto';

/** Far deeper than anything that Easel writes. */
const DEEPEST = 32;

/**
 * The same text for the same value, in any spacing and order of fields. Throws a `RangeError` when nesting is too deep.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > DEEPEST) throw new RangeError('nested too deeply');
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field, depth + 1)}`);
  return `{${fields.join(',')}}`;
}

/** `sha256:` and hex digits, over the canonical form. */
export function digestOf(value: object): string {
  return `sha256:${createHash('sha256').update(canonicalJson(value)).digest('hex')}`;
}

/** Whether a text is a moment in ISO 8601 and UTC, as Easel writes it. */
export function isMoment(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString() === text;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
