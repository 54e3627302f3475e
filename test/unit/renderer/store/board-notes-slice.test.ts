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
  newer: 2,
  same: 3,
  older: 4,
  problems: [],
  conflicts: [
    { boardId: 'a', here: 'x', there: 'y' },
    { boardId: 'b', here: 'x', there: 'y' },
  ],
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
    expect(await state().annotateBoards(TWO, { label: 'x' })).toBeNull();
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
    await state().annotateBoards(TWO, { label: 'x' });
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
    await state().annotateBoards(TWO, { label: 'x' });
    works = false;
    expect((await state().annotateBoards(TWO, { label: 'y' }))?.code).toBe('refused');
    expect(state().boardUndo?.undoId).toBe('first');
  });

  test('that can’t be undone says so', async () => {
    const { state } = await opened({ 'boards.undo': () => failed('refused') });
    await state().annotateBoards(TWO, { label: 'x' });
    await state().undoBoards();
    expect(state().notice?.code).toBe('refused');
  });
});

describe('a file of notes', () => {
  test('is imported with the conflicts whose other version was chosen', async () => {
    const { state, asked } = await opened();
    await state().openNotes();
    state().takeTheirNotes('a', true);
    state().takeTheirNotes('b', true);
    state().takeTheirNotes('a', false);
    expect(await state().applyNotes()).toBeNull();
    expect(asked('notes.apply')[0]?.args).toEqual({ importId: 'i', takeTheirs: ['b'] });
    expect(state().notesImport).toBeNull();
    expect(state().message.text).toBe('Imported the notes of 4 boards.');
  });

  test('stays open with its choices when the import fails', async () => {
    const { state } = await opened({ 'notes.apply': () => failed('internal') });
    await state().openNotes();
    state().takeTheirNotes('a', true);
    expect((await state().applyNotes())?.code).toBe('internal');
    expect(state().notesImport?.takeTheirs).toEqual(['a']);
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
