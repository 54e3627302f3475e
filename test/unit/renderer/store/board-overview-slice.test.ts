import { describe, expect, test } from 'vitest';
import type { BoardFilter } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { isSpan } from '../../../../renderer/store/board-overview-slice.ts';
import { failed, type Script } from '../scripted-bridge.ts';
import { CONNECTION, setUp } from './boards-store.ts';

const NOVEMBER: BoardFilter = { kind: 'created', from: Date.UTC(2026, 10), to: Date.UTC(2026, 11) };
const TAG: BoardFilter = { kind: 'tag', tag: 'exam' };
const COUNTS = { months: [{ month: '2026-11', boards: 3 }], undated: 1 };

async function opened(script: Script = {}) {
  const set = setUp({ 'boards.overview': () => ok(COUNTS), ...script });
  await set.store.getState().openBoards(CONNECTION);
  return { ...set, state: () => set.store.getState() };
}

describe('the overview', () => {
  test('counts what the query matches, without its time filters', async () => {
    const { state, asked } = await opened();
    state().setBoardQuery({ find: 'a', filters: [NOVEMBER, TAG, { kind: 'older-than', days: 3 }] });
    await state().readBoardOverview();
    expect(asked('boards.overview')[0]?.args).toMatchObject({ query: { find: 'a', filters: [TAG] } });
    expect(state().boardOverview).toMatchObject({ ...COUNTS, ages: [1, 1, 1, 1] });
  });

  test('requested while it counts, counts once more and no oftener', async () => {
    const { state, asked } = await opened();
    await Promise.all([1, 2, 3].map(() => state().readBoardOverview()));
    await state().readBoardOverview();
    expect(asked('boards.overview')).toHaveLength(3);
  });

  test('keeps its counts when a recount fails', async () => {
    let works = true;
    const { state } = await opened({ 'boards.overview': () => (works ? ok(COUNTS) : failed('internal')) });
    await state().readBoardOverview();
    works = false;
    await state().readBoardOverview();
    expect(state().boardOverview).toMatchObject(COUNTS);
    expect(state().boardOverviewFailure?.code).toBe('internal');
  });
});

describe('a pressed span', () => {
  test('replaces all other time filters, and keeps other filters', async () => {
    const { state } = await opened();
    state().setBoardQuery({ filters: [TAG, { kind: 'newer-than', days: 30 }] });
    state().showBoardsOf([NOVEMBER]);
    expect(state().boardQuery.filters).toEqual([TAG, NOVEMBER]);
    expect(isSpan(state().boardQuery, [NOVEMBER])).toBe(true);
  });

  test('pressed again is removed', async () => {
    const { state } = await opened();
    state().showBoardsOf([NOVEMBER]);
    state().showBoardsOf([NOVEMBER]);
    expect(state().boardQuery.filters).toEqual([]);
    expect(isSpan(state().boardQuery, [NOVEMBER])).toBe(false);
  });
});
