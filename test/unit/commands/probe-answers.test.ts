import { expect, test } from 'vitest';
import { NOT_HERE, readAnswers, tableOf } from '../../commands/probe-answers.ts';

const line = (change: object): string =>
  JSON.stringify({ what: 'FTS5', expected: 'found', onShell: true, lines: 2, found: 'found', ...change });
const onlyThere = { what: 'a worker', onShell: false };
const output = (...lines: readonly string[]): string => ['[1:2] a warning', ...lines, ''].join('\n');

test('on Electron every line is judged', () => {
  const read = readAnswers(output(line({}), line({ ...onlyThere, found: 'error: blocked' })), 'electron');
  expect(read.answers.map(({ verdict }) => verdict)).toEqual(['as expected', 'differs']);
  expect(read.missing).toBe(0);
  expect(tableOf(read, 'electron')).toMatch(
    /differs +a worker +found +error: blocked\n\n1 as expected, 1 differ, 0 not/u,
  );
});

test('on the shell only the lines that it can answer are', () => {
  const read = readAnswers(output(line({ found: 'none' }), line(onlyThere)), 'chromium-shell');
  expect(read.answers.map(({ verdict }) => verdict)).toEqual(['differs', 'not yet checked']);
  expect(tableOf(read, 'chromium-shell')).toMatch(
    /not yet checked +a worker +found +the shell can’t tell$/mu,
  );
});

test('a line that this computer can’t run stays open, on Electron too', () => {
  const read = readAnswers(output(line({ found: `${NOT_HERE} openssl` }), line({})), 'electron');
  expect(read.answers[0]?.verdict).toBe('not yet checked');
  expect(tableOf(read, 'electron')).toContain('not here: openssl');
});

test('an app that exits early, or prints nothing, leaves lines without an answer', () => {
  expect(readAnswers(output(line({})), 'electron').missing).toBe(1);
  expect(readAnswers('it crashed', 'electron').missing).toBe(1);
  expect(tableOf(readAnswers(output(line({})), 'electron'), 'electron')).toContain('1 without an answer');
});
