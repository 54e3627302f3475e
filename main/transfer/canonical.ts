/** One text for one JSON value, however its file is spaced and in whatever order its fields stand. */

/** Far deeper than anything that Easel writes. */
const DEEPEST = 32;

/** Throws a `RangeError` for what is nested so deeply that nobody means it. */
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
