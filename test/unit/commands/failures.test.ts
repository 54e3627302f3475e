import path from 'node:path';
import { expect, test } from 'vitest';
import { failureLines } from '../../commands/failures.ts';
import { ROOT } from '../../commands/process.ts';

const stage = (name: string, ...failures: readonly (readonly [string, string])[]) => ({
  name,
  failures: failures.map(([test, error]) => ({ name: test, error })),
});

test('each failure is reported with its stage and the first lines of its error', () => {
  const error = `\u001b[31mexpected 1 to be 2\u001b[39m\n\n${'    at node_modules/x\n'.repeat(9)}${'    at somewhere\n'.repeat(40)}`;
  const lines = failureLines([stage('unit', [path.join(ROOT, 'test/unit/a.test.ts'), error]), stage('e2e')]);
  expect(lines.slice(0, 4)).toEqual([
    'Failed:',
    `  unit: ${path.join('test', 'unit', 'a.test.ts')}`,
    '      expected 1 to be 2',
    '          at somewhere',
  ]);
  expect(lines).toHaveLength(10);
});

test('all of very many failures are named, and the log’s tail still holds them', () => {
  const many = Array.from({ length: 100 }, (_, index): [string, string] => [
    `test ${index}`,
    'x\n'.repeat(50),
  ]);
  const lines = failureLines([stage('unit', ...many)]);
  expect(lines.filter((line) => line.startsWith('  unit: '))).toHaveLength(100);
  expect(lines.length).toBeLessThan(320);
});

test('nothing is printed when nothing failed', () => {
  expect(failureLines([stage('unit'), stage('e2e')])).toEqual([]);
});
