import { describe, expect, test } from 'vitest';
import type { BoardsState } from '../../../../preload/contract/boards.ts';
import { createBoard, deleteBoard } from '../../../../renderer/commands/boards-commands.ts';
import { toChange, toChangeBoards } from '../../../../renderer/commands/reasons.ts';
import { disabledReason } from '../../../../renderer/commands/run.ts';
import { connectionOf, healthOf, startedStore } from '../scripted-bridge.ts';
import { NEVER } from '../store/boards-store.ts';

function pageWith(change: Parameters<typeof connectionOf>[1] = {}) {
  return startedStore({}, [connectionOf('a', change)]);
}

describe('a change', () => {
  test('is disabled while the computer is offline', async () => {
    const { state, emit } = await pageWith();
    emit('health.changed', healthOf('a', { network: { state: 'trouble', since: 1 } }));
    expect(toChange(state())).toBe('This computer is offline');
    emit('health.changed', healthOf('a', { network: { state: 'good' } }));
    expect(toChange(state())).toBe(true);
  });

  test('of boards is disabled while their list can’t be refreshed, with the time of the outage', async () => {
    const { state, emit, store } = await pageWith();
    const listed = (phase: BoardsState['phase']) =>
      store.setState({ boards: { ...NEVER, connectionId: 'a', phase } });
    listed('done');
    emit('health.changed', healthOf('a', { 'board-api': { state: 'trouble', since: Date.now() } }));
    expect(toChangeBoards(state())).toBe(true);
    expect(createBoard.caution?.(state())).toContain('This may fail');
    for (const phase of ['failed', 'loading'] as const) {
      listed(phase);
      expect(toChangeBoards(state())).toMatch(/^The board API has had problems since \d\d:\d\d$/u);
      expect(disabledReason(createBoard, state())).toBe(toChangeBoards(state()));
      expect(disabledReason(deleteBoard, state())).toBe(toChangeBoards(state()));
      expect(toChange(state())).toBe(true);
    }
    emit('health.changed', healthOf('a', { 'board-api': { state: 'good' } }));
    expect(toChangeBoards(state())).toBe(true);
  });
});
