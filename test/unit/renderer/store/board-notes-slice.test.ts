import { describe, expect, test } from 'vitest';
import type { BoardSelection, LocalImport } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { failed, type Script } from '../scripted-bridge.ts';
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

  test.each([
    [{ label: 'Maths 7b' }, 'Renamed to “Maths 7b”.'],
    [{ label: '' }, 'Removed the label.'],
    [{ label: 'Maths 7b', note: 'x' }, 'Changed the notes of 1 board.'],
  ])('of one board by %j is announced as a person calls it', async (change, said) => {
    const { state } = await opened({ 'boards.annotate': () => ok({ boards: 1, undoId: 'u' }) });
    await state().annotate('board', { kind: 'ids', ids: ['a'] }, change);
    expect(state().message.text).toBe(said);
    expect(state().boardUndo?.serial).toBe(state().message.serial);
  });

  test('is undone once, however often undo is pressed', async () => {
    const { state, asked } = await opened();
    await state().annotate('board', TWO, { label: 'x' });
    await Promise.all([state().undoBoards(), state().undoBoards()]);
    expect(asked('boards.undo').map(({ args }) => args)).toEqual([{ connectionId: CONNECTION, undoId: 'u' }]);
    expect(state().message.text).toBe('Undid the change to the notes of 2 boards.');
    expect(state().boardUndo).toBeNull();
  });

  test('that failed gives its failure, and the earlier undo stays', async () => {
    let works = true;
    const { state } = await opened({
      'boards.annotate': () => (works ? ok({ boards: 1, undoId: 'first' }) : failed('refused')),
    });
    await state().annotate('board', TWO, { label: 'x' });
    works = false;
    expect((await state().annotate('board', TWO, { label: 'y' }))?.code).toBe('refused');
    expect(state().boardUndo?.undoId).toBe('first');
  });

  test('that can’t be undone says so', async () => {
    const { state } = await opened({ 'boards.undo': () => failed('refused') });
    await state().annotate('board', TWO, { label: 'x' });
    await state().undoBoards();
    expect(state().notice?.code).toBe('refused');
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

  test('stays open with its choices when the import fails', async () => {
    const { state } = await opened({ 'notes.apply': () => failed('internal') });
    await state().openNotes();
    state().chooseNotes({ side: 'mine', except: [] });
    expect((await state().applyNotes())?.code).toBe('internal');
    expect(state().notesImport?.choice.side).toBe('mine');
  });

  test('stays when choosing another is cancelled, and is dropped when Easel is locked', async () => {
    const answers = [ok(PLAN), ok(null)];
    const { state, emit } = await opened({ 'notes.open': () => answers.shift() ?? failed('internal') });
    await state().openNotes();
    await state().openNotes();
    expect(state().notesImport?.plan.importId).toBe('i');
    emit('lock.changed', { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' });
    expect(state().notesImport).toBeNull();
  });
});
