import { vi } from 'vitest';
import type { BoardsState, BoardView } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { unlistedRow } from '../../../../preload/contract/facts.ts';
import { rowAt } from '../../../../renderer/store/boards-slice.ts';
import { createAppStore, NEVER, scriptedBridge, type Script } from '../scripted-bridge.ts';

export const CONNECTION = 'c1';

export function view(id: string): BoardView {
  return { id, created: null, otherFields: [], raw: '{}', fetchedAt: 1 };
}

export function setUp(script: Script = {}, ids: readonly string[] = ['a', 'b', 'c', 'd']) {
  let rows = ids;
  let state: BoardsState = { ...NEVER, phase: 'done', rows: ids.length, revision: 1 };
  const scripted = scriptedBridge({
    'boards.state': () => ok(state),
    'boards.list': () => ok(state),
    'boards.window': ({ from, count, query }) => {
      const found = rows.filter((id) => id.includes(query.find));
      const window = found.slice(from, from + count).map((id) => unlistedRow(id));
      return ok({ from, rows: window, matching: found.length, revision: state.revision });
    },
    'boards.ranks': ({ query, ids: [wanted] }) =>
      ok(rows.filter((id) => id.includes(query.find)).flatMap((id, rank) => (id === wanted ? rank : []))),
    'boards.view': ({ boardId }) => ok(view(boardId)),
    ...script,
  });
  const store = createAppStore(scripted.bridge);
  const change = (next: readonly string[], changes: Partial<BoardsState> = {}) => {
    rows = next;
    state = { ...state, rows: next.length, revision: state.revision + 1, ...changes };
    scripted.emit('boards.changed', state);
  };
  const asked = (channel: string) => scripted.calls.filter((call) => call.channel === channel);
  const shown = () => {
    const held = store.getState().boardRows;
    return Array.from({ length: held.matching }, (_, rank) => rowAt(held, rank)?.id);
  };
  return { ...scripted, store, change, asked, shown };
}

export async function opened(...given: Parameters<typeof setUp>) {
  const services = setUp(...given);
  await services.store.getState().openBoards(CONNECTION);
  await settle(1000);
  return { ...services, state: services.store.getState };
}

export const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
