/** Selects conditions in Easel's code. `npm run nightly mutants` (check T2) negates them one at a time. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor, type Expression } from 'oxc-parser';
import { ROOT } from '../commands/process.ts';

/** Files in which a mistake costs most: code that sends, deletes, asks the user, locks, stores keys or parses. */
const FILES = [
  'main/service/http.ts',
  'main/service/read-answer.ts',
  'main/service/wire/service-messages.ts',
  'main/service/wire/list.ts',
  'main/service/wire/body.ts',
  'main/service/wire/token.ts',
  'main/boards/listing.ts',
  'main/jobs/work.ts',
  'main/jobs/job.ts',
  'main/ipc/dispatch.ts',
  'main/ipc/lock/lock.ts',
  'main/connections/key-store.ts',
] as const;

/** Number of sampled conditions per file. Some files have fewer, so the total is about 300. */
const OF_EACH_FILE = 26;

export interface Condition {
  readonly id: number;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Samples conditions by a hash of their text, so that changes of other code do not change the sample. */
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

/** Wraps each condition of a file in a call `__mutated(id, …)`, which can negate the condition's value. */
export function withMutants(text: string, conditions: readonly Condition[]): string {
  const pieces = conditions.flatMap(({ id, start, end }) => [
    // If nested conditions start or end at the same character, the outer call must enclose the inner one.
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

/** Finds conditions of `if` and `?:`, returned comparisons, and the operands of `&&` and `||`. */
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

function timesBefore(all: readonly Found[], at: number): number {
  return all.slice(0, at).filter(({ text }) => text === all[at]?.text).length;
}

function hashOf(text: string, times: number): string {
  return createHash('sha256').update(`${text} ${times}`).digest('hex');
}
