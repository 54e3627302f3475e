import { describe, expect, test } from 'vitest';
import { changeOf, NO_CHANGE } from '../../../../../renderer/screens/boards/notes/edit-notes-dialog.tsx';

describe('a bulk change of notes', () => {
  test('holds only what was chosen, and clears what was chosen and left empty', () => {
    const texts = { label: '', customer: ' Acme ' };
    expect(changeOf({ ...NO_CHANGE, ...texts, removeTags: ['old'], protected: false })).toEqual({
      label: '',
      customer: 'Acme',
      removeTags: ['old'],
      protected: false,
    });
  });
});
