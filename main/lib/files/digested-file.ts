/** Reads and writes JSON files that contain a digest of their content, which reveals damage and edits. */
import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { isObject } from './json-file.ts';

const DEEPEST = 32;

/** Returns JSON with sorted members, so that equal values give equal texts. Throws `RangeError` for deep nesting. */
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

export function digestOf(value: object): string {
  return `sha256:${createHash('sha256').update(canonicalJson(value)).digest('hex')}`;
}

export type NotDigested = 'damaged' | 'another' | 'newer';

export function readDigested(
  text: string,
  format: string,
  newest: number,
): Result<Readonly<Record<string, unknown>>, NotDigested> {
  let whole: unknown;
  let fits: boolean;
  try {
    whole = JSON.parse(text);
    if (!isObject(whole)) return fail('another');
    const { digest, ...rest } = whole;
    fits = digest === digestOf(rest);
  } catch {
    return fail('damaged');
  }
  const { digest, version } = whole;
  if (!fits && typeof digest === 'string' && digest.startsWith('sha256:')) return fail('damaged');
  if (whole['format'] !== format) return fail('another');
  if (typeof version === 'number' && Number.isSafeInteger(version) && version > newest) return fail('newer');
  return fits ? ok(whole) : fail('damaged');
}
