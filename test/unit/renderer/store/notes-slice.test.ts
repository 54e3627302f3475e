import { describe, expect, test } from 'vitest';
import type { BoardSelection } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import type { Script } from '../scripted-bridge.ts';
import { CONNECTION, setUp } from './boards-store.ts';

const TWO: BoardSelection = { kind: 'ids', ids: ['a', 'b'] };
async function opened(script: Script = {}) {
  const set = setUp({
    'boards.annotate': () => ok({ boards: 2, undoId: 'u' }),
    'boards.undo': () => ok({ boards: 2, undoId: 'u2' }),
    'notes.export': () => ok({ fileName: 'notes.csv', boards: 4 }),
    ...script,
  });
  await set.store.getState().openBoards(CONNECTION);
  return { ...set, state: () => set.store.getState() };
}

describe('a change of notes', () => {
  test('is undone once by two clicks', async () => {
    const { state, asked } = await opened();
    await state().annotate('board', TWO, { label: 'x' });
    await Promise.all([state().undoLast(), state().undoLast()]);
    expect(asked('boards.undo').map(({ args }) => args)).toEqual([{ connectionId: CONNECTION, undoId: 'u' }]);
    expect(state().message.text).toBe('Undid the change to the notes of 2 boards.');
    expect(state().undo).toBeNull();
  });
});
