import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LastState } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { keepLastState } from '../../../../renderer/store/last-state.ts';
import { ALL_ROWS } from '../../../../renderer/store/list-slice.ts';
import { connectionOf, failed, type Script } from '../scripted-bridge.ts';
import { CONNECTION, settle, setUp } from './boards-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function started(script: Script = {}) {
  const scripted = setUp({
    'connections.list': () => ok({ connections: [connectionOf(CONNECTION)], currentId: CONNECTION }),
    'views.keepLast': () => ok(null),
    ...script,
  });
  keepLastState({ bridge: scripted.bridge, store: scripted.store }, () => false, new EventTarget());
  await scripted.store.getState().start();
  await scripted.store.getState().openBoards(CONNECTION);
  await settle(1000);
  const saved = () => scripted.asked('views.keepLast').map(({ args }) => (args as { last: LastState }).last);
  return { ...scripted, saved, state: () => scripted.store.getState() };
}

test('the saved state of the window contains the filters but not the search text', async () => {
  const { state, saved } = await started();
  const before = saved().length;
  state().selectBoard(0);
  state().selectBoard(1);
  state().boardList.find('a customer');
  state().boardList.putFilter({ kind: 'older-than', days: 90 }, null);
  await state().go({ kind: 'screen', screen: 'papers' });
  await settle(1000);
  expect(saved().slice(before)).toEqual([
    {
      screen: 'papers',
      inspector: true,
      boards: {
        viewId: null,
        filters: [{ kind: 'older-than', days: 90 }],
        order: state().lists.board.query.order,
        boardId: 'b',
      },
      recent: [],
      reasons: [],
      pins: [],
    },
  ]);
  expect(JSON.stringify(saved())).not.toContain('a customer');
});

test('at the start, pins of shared views that colleagues have renamed or removed are updated', async () => {
  const pins = ['v1', 'removed'].map((id) => ({ of: 'board', id, name: 'Old name' }) as const);
  const { state } = await started({
    'views.list': () => ok([{ id: 'v1', name: 'New name', query: ALL_ROWS, builtIn: false }]),
    'views.layout': () => ok({ columns: [], paperColumns: [], last: { pins } }),
  });
  expect(state().pins).toEqual([{ of: 'board', id: 'v1', name: 'New name' }]);
});

test('the saved state of the window contains a pasted id only if the id belongs to a board', async () => {
  const pasted = 'not-a-board-but-a-key';
  const { state, saved } = await started({ 'boards.view': () => failed('not-found') });
  await state().go({ kind: 'board', id: pasted });
  state().viewBoard(pasted);
  await settle(5000);
  expect(saved().length).toBeGreaterThan(0);
  expect(JSON.stringify(saved())).not.toContain(pasted);
});

test('the last 8 reasons that the user entered are saved, except reasons that may contain secrets', async () => {
  const { state, saved } = await started();
  const reasons = [
    'T-0',
    'Missing strokes in class 5b',
    'SUPPORT-123456.',
    '#1',
    '2',
    '3',
    '4',
    '5',
    'T-0',
    ' ',
  ];
  const secrets = [
    'sk_live_51Hx8',
    'Key c3VwcG9ydA9aa ok',
    'correcthorsebattery',
    'https://a.example/?token=x1',
  ];
  for (const reason of [...reasons, ...secrets]) state().rememberReason(reason);
  await settle(1000);
  const newestFirst = ['T-0', '5', '4', '3', '2', '#1', 'SUPPORT-123456.', 'Missing strokes in class 5b'];
  expect(saved().at(-1)?.reasons).toEqual(newestFirst);
});

test('the recent rooms for the command palette omit deleted boards', async () => {
  const { state, change } = await started();
  for (const id of ['a', 'b']) state().remember({ kind: 'board', id });
  state().remember({ kind: 'paper', id: 'p' });
  change(['b', 'c']);
  await settle();
  expect((await state().listedRecent()).map(({ id }) => id)).toEqual(['p', 'b']);
});
