import { expect, test } from 'vitest';
import {
  completenessSentence,
  newcomersSentence,
} from '../../../../../renderer/screens/unresolved/check-unresolved-dialog.tsx';

test('Easel says that a board was “most likely not created” only if the board list is complete', () => {
  const none = { kind: 'board', newcomers: [], hasUndated: false } as const;
  const undated = { ...none, hasUndated: true, completeness: 'complete' } as const;
  expect(newcomersSentence(undated)).toContain('may exist');
  expect(newcomersSentence({ ...none, completeness: 'complete' })).toContain('most likely not created');
  expect(newcomersSentence({ ...none, completeness: 'maybe-incomplete' })).toContain('may exist');
  expect(newcomersSentence({ ...none, completeness: 'too-early' })).toContain('may exist');
  expect(completenessSentence('maybe-incomplete')).toContain('may be incomplete');
  expect(completenessSentence('too-early')).toContain('Check again in a minute');
});
