/** The service's own words: what it says of a success or a refusal. */
import { isFields, type Body, type Fields } from './body.ts';

const MESSAGE_NAMES = ['message', 'error', 'detail', 'reason', 'title', 'errors'] as const;

/** The first words of an answer, as they came; empty where it has none. Callers redact and shorten them. */
export function messageOf(body: Body): string {
  if (body.kind === 'text') return body.text;
  if (body.kind !== 'json') return '';
  if (typeof body.value === 'string') return body.value;
  return isFields(body.value) ? messageOfFields(body.value, 2) : '';
}

function messageOfFields(fields: Fields, depth: number): string {
  for (const name of MESSAGE_NAMES) {
    const message = messageOfValue(Object.hasOwn(fields, name) ? fields[name] : undefined, depth);
    if (message !== '') return message;
  }
  return '';
}

function messageOfValue(value: unknown, depth: number): string {
  if (typeof value === 'string') return value.trim();
  if (depth === 0) return '';
  if (Array.isArray(value))
    return value.map((inner) => messageOfValue(inner, depth - 1)).find((message) => message !== '') ?? '';
  if (!isFields(value)) return '';
  const message = messageOfFields(value, depth - 1);
  if (message !== '') return message;
  const [first] = Object.values(value);
  return messageOfValue(first, depth - 1);
}

/** What the service says of single fields: `errors: {field: [sentence]}`, the first sentence of each. */
export function fieldMessages(body: Body): Readonly<Record<string, string>> {
  const errors = body.kind === 'json' && isFields(body.value) ? body.value['errors'] : undefined;
  if (!isFields(errors)) return {};
  const named = Object.entries(errors).map(([name, value]) => [name, messageOfValue(value, 1)] as const);
  return Object.fromEntries(named.filter(([, message]) => message !== ''));
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
