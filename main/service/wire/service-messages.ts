/** The service's own words: what it says of a success or a refusal. */
import { isFields, type Body, type Fields } from './body.ts';

const MESSAGE_NAMES = ['message', 'error', 'detail', 'reason', 'title', 'errors'] as const;

/** The first words of an answer, as they came; empty where it has none. Callers redact and shorten them. */
export function messageOf(body: Body): string {
  if (body.kind === 'text') return body.text;
  if (body.kind !== 'json') return '';
  if (typeof body.value === 'string') return body.value;
  return isFields(body.value) ? firstMessage(named(body.value), 2) : '';
}

function named(fields: Fields): readonly unknown[] {
  return MESSAGE_NAMES.map((name) => (Object.hasOwn(fields, name) ? fields[name] : undefined));
}

/** Lists and objects are looked into so many levels deep; in an object without a known name its first member counts. */
function firstMessage(values: readonly unknown[], depth: number): string {
  for (const value of values) {
    const inner = Array.isArray(value)
      ? value
      : isFields(value)
        ? [...named(value), Object.values(value)[0]]
        : [];
    const message =
      typeof value === 'string' ? value.trim() : depth > 0 ? firstMessage(inner, depth - 1) : '';
    if (message !== '') return message;
  }
  return '';
}

/** What the service says of single fields: `errors: {field: [sentence]}`, the first sentence of each. */
export function fieldMessages(body: Body): Readonly<Record<string, string>> {
  const errors = body.kind === 'json' && isFields(body.value) ? body.value['errors'] : undefined;
  if (!isFields(errors)) return {};
  const told = Object.entries(errors).map(([name, value]) => [name, firstMessage([value], 1)] as const);
  return Object.fromEntries(told.filter(([, message]) => message !== ''));
}

/** Whether a 2xx response says that the request failed: `{"success": false}`. */
export function saysFailure(body: Body): boolean {
  return body.kind === 'json' && isFields(body.value) && body.value['success'] === false;
}

/** Whether an answer that holds nothing else holds an error: GraphQL's `errors`, `{"error": …}`, `{"status": "error"}`. */
export function carriesError(body: Body): boolean {
  if (body.kind !== 'json' || !isFields(body.value)) return false;
  const { error, errors, success, ok, status } = body.value;
  const holds = (value: unknown): boolean =>
    typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
  return (
    holds(error) ||
    holds(errors) ||
    success === false ||
    ok === false ||
    (typeof status === 'string' && /^(?:error|fail)/iu.test(status))
  );
}
