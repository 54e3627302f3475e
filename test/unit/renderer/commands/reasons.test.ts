import { describe, expect, test } from 'vitest';
import type { BoardsState } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { createBoard, deleteBoard } from '../../../../renderer/commands/boards-commands.ts';
import { toChange, toChangeBoards } from '../../../../renderer/commands/reasons.ts';
import { disabledReason } from '../../../../renderer/commands/run.ts';
import type { AppState } from '../../../../renderer/store/store.ts';
import { connectionOf, createAppStore, healthOf, scriptedBridge } from '../scripted-bridge.ts';
import { NEVER } from '../store/boards-store.ts';

/** A page with one connection in front. */
async function pageWith(change: Parameters<typeof connectionOf>[1] = {}) {
  const scripted = scriptedBridge({
    'connections.list': () => ok({ connections: [connectionOf('a', change)], currentId: 'a' }),
  });
  const store = createAppStore(scripted.bridge);
  await store.getState().start();
  return { ...scripted, store, state: (): AppState => store.getState() };
}

describe('a change', () => {
  test('is enabled for a connection that may be changed', async () => {
    const { state } = await pageWith();
    expect(toChange(state())).toBe(true);
  });

  test('is disabled while the connection is read-only', async () => {
    const { state } = await pageWith({ readOnly: { on: true, forced: false, unlockedUntil: null } });
    expect(toChange(state())).toBe('This connection is read-only');
  });

  test('is disabled while this computer has no network, and enabled again once it has', async () => {
    const { state, emit } = await pageWith();
    emit('health.changed', healthOf('a', { network: { state: 'trouble', since: 1 } }));
    expect(toChange(state())).toBe('This computer is offline');
    emit('health.changed', healthOf('a', { network: { state: 'good' } }));
    expect(toChange(state())).toBe(true);
  });

  test('of boards is disabled while their list can’t be refreshed, and says since when the API is in trouble', async () => {
    const { state, emit, store } = await pageWith();
    const listed = (phase: BoardsState['phase']) =>
      store.setState({ boards: { ...NEVER, connectionId: 'a', phase } });
    listed('done');
    emit('health.changed', healthOf('a', { 'board-api': { state: 'trouble', since: Date.now() } }));
    // One failed call is no reason: the next may succeed.
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
