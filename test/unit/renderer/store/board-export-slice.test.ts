import { describe, expect, test } from 'vitest';
import type { BoardExport, BoardSelection } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { type Script } from '../scripted-bridge.ts';
import { CONNECTION, setUp } from './boards-store.ts';

const ONE: BoardSelection = { kind: 'ids', ids: ['a'] };
const RUNNING: BoardExport = {
  exportId: 'e',
  state: 'running',
  fileName: 'boards.csv',
  boards: 10,
  written: 0,
  failure: null,
};
const REQUEST = { selection: ONE, format: 'csv', fields: [] } as const;

async function opened(script: Script = {}) {
  const set = setUp({ 'boards.export': () => ok(RUNNING), 'boards.cancelExport': () => ok(null), ...script });
  await set.store.getState().openBoards(CONNECTION);
  return { ...set, state: () => set.store.getState() };
}

describe('an export', () => {
  test('is followed to its end, which is announced', async () => {
    const { state, emit } = await opened();
    expect(await state().exportBoards(REQUEST)).toBeNull();
    emit('boards.exporting', { ...RUNNING, written: 5 });
    expect(state().boardExport?.written).toBe(5);
    emit('boards.exporting', { ...RUNNING, state: 'done', written: 10 });
    expect(state().message.text).toBe('Exported 10 boards to boards.csv.');
  });

  test('that runs is cancelled, and not dismissed', async () => {
    const { state, asked } = await opened();
    await state().exportBoards(REQUEST);
    state().dismissBoardExport();
    expect(state().boardExport?.exportId).toBe('e');
    await state().cancelBoardExport();
    expect(asked('boards.cancelExport')[0]?.args).toEqual({ exportId: 'e' });
  });
});
