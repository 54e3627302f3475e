import * as v from 'valibot';

/** True if the text is a UTC time in the ISO 8601 form that `Date.toISOString` writes. */
export function isMoment(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString() === text;
}

export function readJson<T>(schema: v.GenericSchema<unknown, T>, text: string | null): T | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return read.success ? read.output : null;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
