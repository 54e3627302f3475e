/** Describes an answer by its form alone: names, types and lengths, never a value. */
import { assertNever } from '../../../preload/contract/failure.ts';
import { cleanStart } from '../../log/redact.ts';
import { isFields, type Body } from './body.ts';
import { digitsOf } from './json.ts';

const MOST_NAMES = 12;
const LONGEST_NAME = 40;
const DEEPEST = 3;

/** One line, such as `object {data (list of 3: object {room_id (text of 36)})}`; `clean` takes secrets out of names. */
export function describeBody(body: Body, clean = (text: string): string => text): string {
  switch (body.kind) {
    case 'nothing':
      return 'nothing';
    case 'web-page':
      return 'a web page';
    case 'too-deep':
      return 'JSON nested too deeply';
    case 'text':
      return `text of ${body.text.length}, not JSON`;
    case 'json':
      return describeValue(body.value, DEEPEST, clean);
    default:
      return assertNever(body);
  }
}

function describeValue(value: unknown, depth: number, clean: (text: string) => string): string {
  if (typeof value === 'string') return `text of ${value.length}`;
  if (Array.isArray(value)) {
    const first: unknown = value[0];
    const inside = value.length === 0 || depth === 0 ? '' : `: ${describeValue(first, depth - 1, clean)}`;
    return `list of ${value.length}${inside}`;
  }
  if (digitsOf(value) !== null) return 'number';
  if (!isFields(value)) return value === null ? 'null' : typeof value;
  const entries = Object.entries(value);
  if (depth === 0 || entries.length === 0) return `object of ${entries.length}`;
  const named = entries
    .slice(0, MOST_NAMES)
    .map(
      ([name, inner]) =>
        `${cleanStart(name, LONGEST_NAME, clean)} (${describeValue(inner, depth - 1, clean)})`,
    );
  if (entries.length > MOST_NAMES) named.push(`${entries.length - MOST_NAMES} more`);
  return `object {${named.join(', ')}}`;
}
