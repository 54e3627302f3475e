import { expect, test } from 'vitest';
import {
  completenessSentence,
  newcomersSentence,
} from '../../../../../renderer/screens/unresolved/check-unresolved-dialog.tsx';
import { rowOf } from '../../../../../renderer/store/boards-slice.ts';

const board = rowOf('b', null);

test('the check of an unresolved create counts new boards without assuming that one is the created board', () => {
  const check = { kind: 'board', completeness: 'complete' } as const;
  expect(newcomersSentence({ ...check, newcomers: [board] })).toBe('1 board was created at about that time.');
  expect(newcomersSentence({ ...check, newcomers: [board, board] })).toMatch(
    /^2 boards were created at about that time\.$/,
  );
});

test('the check of an unresolved create calls it unlikely only after a complete list without new boards', () => {
  const none = { kind: 'board', newcomers: [] } as const;
  expect(newcomersSentence({ ...none, completeness: 'complete' })).toContain('most likely not created');
  expect(newcomersSentence({ ...none, completeness: 'maybe-incomplete' })).toContain('may exist');
  expect(completenessSentence('maybe-incomplete')).toContain('may be incomplete');
});
