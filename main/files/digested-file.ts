/** Files of Easel's that say in themselves what they hold, so that damage is told. */
import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { isObject } from './json-file.ts';

/** Work on much that lets others have turns between its steps. */
export type Steps<T> = Generator<void, T, void>;

/** Goes through all steps at once: for what is known to be little. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Far deeper than anything that Easel writes. */
const DEEPEST = 32;

/**
 * The same text for the same value, in any spacing and order of fields. Throws a `RangeError` when nesting is too deep.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > DEEPEST) throw new RangeError('nested too deeply');
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = fieldsOf(value).map(
    ([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field, depth + 1)}`,
  );
  return `{${fields.join(',')}}`;
}

function fieldsOf(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** As deep as Easel's files have long lists in them. */
const LISTS_UP_TO = 4;

/** The same text piece by piece, each item of those lists by itself. */
export function* canonicalPieces(value: unknown, depth = 0): Generator<string, void, void> {
  if (depth >= LISTS_UP_TO || typeof value !== 'object' || value === null) {
    yield canonicalJson(value, depth);
    return;
  }
  const isList = Array.isArray(value);
  yield isList ? '[' : '{';
  let before = '';
  for (const [name, field] of isList ? value.entries() : fieldsOf(value)) {
    yield isList ? before : `${before}${JSON.stringify(name)}:`;
    yield* canonicalPieces(field, depth + 1);
    before = ',';
  }
  yield isList ? ']' : '}';
}

/** `sha256:` and hex digits, over the canonical form. */
export function digestOf(value: object): string {
  return atOnce(digestSteps(value));
}

/** The same, in steps. */
export function* digestSteps(value: object): Steps<string> {
  const hash = createHash('sha256');
  let piece = '';
  for (const part of canonicalPieces(value)) {
    piece += part;
    if (piece.length < PIECE) continue;
    hash.update(piece);
    piece = '';
    yield;
  }
  return `sha256:${hash.update(piece).digest('hex')}`;
}

/** In characters: a few milliseconds of work. */
const PIECE = 16_384;

/** Why a file of ours with a digest can't be used: changed by accident, of another format, or of a newer version. */
export type NotDigested = 'damaged' | 'another' | 'newer';

/** Reads the text of a file whose `format`, `version` and `digest` mean what they do in all of Easel's; never throws. */
export function* readDigested(
  text: string,
  format: string,
  newest: number,
): Steps<Result<Readonly<Record<string, unknown>>, NotDigested>> {
  let whole: unknown;
  let fits: boolean;
  try {
    whole = JSON.parse(text);
    yield;
    if (!isObject(whole)) return fail('another');
    const { digest, ...rest } = whole;
    fits = digest === (yield* digestSteps(rest));
  } catch {
    return fail('damaged');
  }
  const { digest, version } = whole;
  if (!fits && typeof digest === 'string' && digest.startsWith('sha256:')) return fail('damaged');
  if (whole['format'] !== format) return fail('another');
  if (typeof version === 'number' && Number.isSafeInteger(version) && version > newest) return fail('newer');
  return fits ? ok(whole) : fail('damaged');
}
