/** What Easel's own files in JSON have in common. */
import * as v from 'valibot';

/** Whether a text is a moment in ISO 8601 and UTC, as Easel writes it. */
export function isMoment(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString() === text;
}

/** The value of a JSON text by a schema; null where there is none, or it is damaged or another Easel's. */
export function readJson<T>(schema: v.GenericSchema<unknown, T>, text: string | null): T | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return read.success ? read.output : null;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
