/** The service's own words: what it says of a success or a refusal. */
import { isFields, type Body, type Fields } from './body.ts';

const WORD_NAMES = ['message', 'error', 'detail', 'reason', 'title', 'errors'] as const;

/** The first words of an answer, as they came; empty where it has none. Callers redact and shorten them. */
export function wordsOf(body: Body): string {
  if (body.kind === 'text') return body.text;
  if (body.kind !== 'json') return '';
  if (typeof body.value === 'string') return body.value;
  return isFields(body.value) ? wordsOfFields(body.value, 2) : '';
}

function wordsOfFields(fields: Fields, depth: number): string {
  for (const name of WORD_NAMES) {
    const words = wordsOfValue(Object.hasOwn(fields, name) ? fields[name] : undefined, depth);
    if (words !== '') return words;
  }
  return '';
}

function wordsOfValue(value: unknown, depth: number): string {
  if (typeof value === 'string') return value.trim();
  if (depth === 0) return '';
  if (Array.isArray(value))
    return value.map((inner) => wordsOfValue(inner, depth - 1)).find((words) => words !== '') ?? '';
  if (!isFields(value)) return '';
  const words = wordsOfFields(value, depth - 1);
  if (words !== '') return words;
  const [first] = Object.values(value);
  return wordsOfValue(first, depth - 1);
}

/** What the service says of single fields: `errors: {field: [sentence]}`, the first sentence of each. */
export function fieldWords(body: Body): Readonly<Record<string, string>> {
  const errors = body.kind === 'json' && isFields(body.value) ? body.value['errors'] : undefined;
  if (!isFields(errors)) return {};
  const named = Object.entries(errors).map(([name, value]) => [name, wordsOfValue(value, 1)] as const);
  return Object.fromEntries(named.filter(([, words]) => words !== ''));
}

/** Whether a 2xx answer says that the request failed: `{"success": false}` (product.md, 4). */
export function saysFailure(body: Body): boolean {
  return body.kind === 'json' && isFields(body.value) && body.value['success'] === false;
}
