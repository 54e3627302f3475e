import { describe, expect, test } from 'vitest';
import type { BoardSelection, LocalImport } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { type Script } from '../scripted-bridge.ts';
import { CONNECTION, setUp } from './boards-store.ts';

const TWO: BoardSelection = { kind: 'ids', ids: ['a', 'b'] };
const PLAN: LocalImport = {
  importId: 'i',
  fileName: 'notes.csv',
  added: 1,
  filled: 2,
  same: 3,
  differing: 2,
  notListed: 0,
  newerThere: 0,
  problems: [],
  differences: (['a', 'b'] as const).map((id, place) => ({
    place,
    of: 'note',
    id,
    name: '',
    here: 'x',
    there: 'y',
    newer: 'unknown',
  })),
};

async function opened(script: Script = {}) {
  const set = setUp({
    'boards.annotate': () => ok({ boards: 2, undoId: 'u' }),
    'boards.undo': () => ok({ boards: 2, undoId: 'u2' }),
    'notes.open': () => ok(PLAN),
    'notes.apply': () => ok({ boards: 4 }),
    ...script,
  });
  await set.store.getState().openBoards(CONNECTION);
  return { ...set, state: () => set.store.getState() };
}

describe('a change of notes', () => {
  test('is announced, with an undo as long as the message stays', async () => {
    const { state, asked } = await opened();
    expect(await state().annotate('board', TWO, { label: 'x' })).toBeNull();
    expect(asked('boards.annotate')[0]?.args).toEqual({
      connectionId: CONNECTION,
      selection: TWO,
      change: { label: 'x' },
    });
    expect(state().message.text).toBe('Changed the notes of 2 boards.');
    expect(state().boardUndo?.serial).toBe(state().message.serial);
    state().announce('Something else.');
    expect(state().boardUndo?.serial).not.toBe(state().message.serial);
  });

  test('is undone once, however often undo is pressed', async () => {
    const { state, asked } = await opened();
    await state().annotate('board', TWO, { label: 'x' });
    await Promise.all([state().undoBoards(), state().undoBoards()]);
    expect(asked('boards.undo').map(({ args }) => args)).toEqual([{ connectionId: CONNECTION, undoId: 'u' }]);
    expect(state().message.text).toBe('Undid the change to the notes of 2 boards.');
    expect(state().boardUndo).toBeNull();
  });
});

describe('a file of notes', () => {
  test('is imported with the side that was chosen, once with all and once with some', async () => {
    const { state, asked } = await opened();
    await state().openNotes();
    expect(state().notesImport?.choice).toEqual({ side: 'newer', except: [] });
    state().chooseNotes({ side: 'theirs', except: [0] });
    expect(await state().applyNotes()).toBeNull();
    const choice = { side: 'theirs', except: [0] };
    expect(asked('notes.apply')[0]?.args).toEqual({ importId: 'i', choice });
    expect(state().notesImport).toBeNull();
    expect(state().message.text).toBe('Imported the notes of 4 boards.');
  });
});
