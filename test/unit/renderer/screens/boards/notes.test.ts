import { expect, test } from 'vitest';
import { changeOf, NO_CHANGE } from '../../../../../renderer/screens/boards/notes/edit-notes-dialog.tsx';

test('a bulk change of notes sends only the chosen fields, and clears those left empty', () => {
  const texts = { label: '', customer: ' Acme ' };
  expect(changeOf({ ...NO_CHANGE, ...texts, removeTags: ['old'], protected: false })).toEqual({
    label: '',
    customer: 'Acme',
    removeTags: ['old'],
    protected: false,
  });
});
