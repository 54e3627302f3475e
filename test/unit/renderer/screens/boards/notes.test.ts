import { expect, test } from 'vitest';
import { changeOf } from '../../../../../renderer/screens/boards/notes/local-notes.tsx';

test('a bulk change of notes contains only the fields that the user has filled in', () => {
  const empty = { label: ' ', customer: '', note: '', addTags: [], removeTags: [], protected: null };
  expect(changeOf(empty)).toBeNull();
  const change = { customer: ' Acme ', removeTags: ['old'], protected: false };
  expect(changeOf({ ...empty, ...change })).toEqual({ ...change, customer: 'Acme' });
});
