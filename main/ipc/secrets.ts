/**
 * Whatever a page sends may be kept, shown, exported or sent on: every text of it is looked through, and a key or a token
 * that was pasted into one by mistake is refused, with the field that holds it.
 */
import type { Call } from '../../preload/contract/call.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { ACCESS_TOKEN, LONG_SECRET } from '../log/redact.ts';
import { failure } from '../service/failures.ts';

const SENTENCE =
  'A key or an access token is in this text. Take it out: what stands here is kept and passed on.';

/** The failure of a call that holds a secret where none belongs, with each such field; null for one that holds none. */
export function secretIn(
  { secrets = {} }: Call,
  args: unknown,
  isKnown: (text: string) => boolean,
): Failure | null {
  const texts = [...textsIn(args, '')];
  // The key of the same form is known to nobody yet.
  const keys = texts.flatMap(([field, text]) =>
    secrets[field] === 'key' && text.trim().length >= LONG_SECRET ? [text.trim()] : [],
  );
  const wrong = texts.filter(([field, text]) => {
    if (secrets[field] === 'key') return false;
    if (secrets[field] !== 'token' && ACCESS_TOKEN.test(text)) return true;
    return isKnown(text) || keys.some((key) => text.includes(key));
  });
  if (wrong.length === 0) return null;
  return failure('invalid-input', {
    fields: Object.fromEntries(wrong.map(([field]) => [field, SENTENCE])),
  });
}

/** Every text in arguments, with the name of the field that holds it, or whose list does. */
function* textsIn(value: unknown, field: string): Generator<readonly [field: string, text: string]> {
  if (typeof value === 'string') yield [field, value];
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item, field);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) yield* textsIn(inner, name);
  }
}
