import { expect, test } from 'vitest';
import { readArguments } from '../../../../main/cli/arguments.ts';

test.each([
  [['boards', 'lst'], 'There is no command “boards lst”.'],
  [['boards', '--json'], 'There is no command “boards”.'],
  [['boards', 'list', '--jsn'], 'Unknown option ’--jsn’.'],
  [['boards', 'list', '--find'], 'Option ’--find <value>’ argument missing.'],
  [['boards', 'list', '--json', '--csv'], 'Take --json or --csv, not both.'],
  [['boards', 'list', 'all'], '“boards list” takes options only.'],
  [['plan', 'run'], '“plan run” needs one FILE.'],
])('%j is refused in a sentence', (typed, sentence) => {
  expect(readArguments(typed)).toEqual({ ok: false, error: sentence.replaceAll('’', "'") });
});
