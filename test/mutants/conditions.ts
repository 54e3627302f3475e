/** The conditions that `npm run nightly` negates one at a time, to see which of them no test notices (T2). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor, type Expression } from 'oxc-parser';
import { ROOT } from '../commands/process.ts';

/** The files whose mistakes cost most: sending, deleting, asking, locking, storing keys, reading lists, times and tokens. */
const FILES = [
  'main/service/http.ts',
  'main/service/read-answer.ts',
  'main/service/wire/service-messages.ts',
  'main/service/wire/list.ts',
  'main/service/wire/times.ts',
  'main/service/wire/token.ts',
  'main/boards/listing.ts',
  'main/jobs/work.ts',
  'main/jobs/job.ts',
  'main/ipc/dispatch.ts',
  'main/ipc/lock/lock.ts',
  'main/connections/key-store.ts',
] as const;

/** With a file that has fewer, 304 in all. */
const OF_EACH_FILE = 26;

export interface Condition {
  /** Its place among all, from 0. */
  readonly id: number;
  /** Path from the root of the checkout. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** Where it is in the file's text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** The same ones as long as their text stays: of each file those with the least hashes. */
export function sampledConditions(): readonly Condition[] {
  return FILES.flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return conditionsIn(file, text)
      .map((found, at, all) => ({ ...found, hash: hashOf(found.text, timesBefore(all, at)) }))
      .toSorted((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : a.start - b.start))
      .slice(0, OF_EACH_FILE)
      .toSorted((a, b) => a.start - b.start);
  }).map(({ hash: _hash, ...found }, id) => ({ ...found, id }));
}

/** `text` with each of these conditions as an argument of `__mutated(id, …)`, which may negate it. */
export function withMutants(text: string, conditions: readonly Condition[]): string {
  const pieces = conditions.flatMap(({ id, start, end }) => [
    // Outer conditions open first and close last.
    { at: start, order: [1, -end] as const, piece: `__mutated(${id}, ` },
    { at: end, order: [0, -start] as const, piece: ')' },
  ]);
  const inOrder = pieces.toSorted(
    (a, b) => a.at - b.at || a.order[0] - b.order[0] || a.order[1] - b.order[1],
  );
  let result = '';
  let from = 0;
  for (const { at, piece } of inOrder) {
    result += text.slice(from, at) + piece;
    from = at;
  }
  return result + text.slice(from);
}

type Found = Omit<Condition, 'id'>;

/** Conditions of `if` and `?:`, and what functions return that is a comparison; of `a && b` its parts. */
function conditionsIn(file: string, text: string): readonly Found[] {
  const { program } = parseSync(file, text);
  const found: Found[] = [];
  const add = (condition: Expression): void => {
    if (condition.type === 'ParenthesizedExpression') return add(condition.expression);
    if (condition.type === 'LogicalExpression' && condition.operator !== '??') {
      add(condition.left);
      return add(condition.right);
    }
    const { start, end } = condition;
    const line = text.slice(0, start).split('\n').length;
    found.push({ file, line, text: text.slice(start, end), start, end });
  };
  const addComparison = (result: Expression | null): void => {
    if (result !== null && isComparison(result)) add(result);
  };
  new Visitor({
    IfStatement: ({ test }) => add(test),
    ConditionalExpression: ({ test }) => add(test),
    ReturnStatement: ({ argument }) => addComparison(argument),
    ArrowFunctionExpression: ({ body }) => {
      if (body.type !== 'BlockStatement') addComparison(body);
    },
  }).visit(program);
  return found;
}

const COMPARES = new Set(['===', '!==', '<', '<=', '>', '>=']);

function isComparison(result: Expression): boolean {
  if (result.type === 'ParenthesizedExpression') return isComparison(result.expression);
  if (result.type === 'LogicalExpression') return isComparison(result.left) || isComparison(result.right);
  return (
    (result.type === 'BinaryExpression' && COMPARES.has(result.operator)) ||
    (result.type === 'UnaryExpression' && result.operator === '!')
  );
}

/** How often the text of the condition at `at` comes before it in its file. */
function timesBefore(all: readonly Found[], at: number): number {
  return all.slice(0, at).filter(({ text }) => text === all[at]?.text).length;
}

function hashOf(text: string, times: number): string {
  return createHash('sha256').update(`${text} ${times}`).digest('hex');
}
