import { expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import { CONNECTION, setUp } from './boards-store.ts';

test('undoes a change of notes once on a double click', async () => {
  const { store, asked } = setUp({
    'boards.annotate': () => ok({ boards: 2, undoId: 'u' }),
    'boards.undo': () => ok({ boards: 2, undoId: 'u2' }),
  });
  const state = store.getState;
  await state().openBoards(CONNECTION);
  await state().annotate('board', { kind: 'ids', ids: ['a', 'b'] }, { label: 'x' });
  await Promise.all([state().undoLast(), state().undoLast()]);
  expect(asked('boards.undo').map(({ args }) => args)).toEqual([{ connectionId: CONNECTION, undoId: 'u' }]);
  expect(state().message.text).toBe('Undid the change to the notes of 2 boards.');
  expect(state().undo).toBeNull();
});
