import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LastState, PinnedView, SavedView } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { ALL_ROWS } from '../../../../renderer/store/list-slice.ts';
import { keepLastState } from '../../../../renderer/store/last-state.ts';
import { connectionOf, failed, type Script } from '../scripted-bridge.ts';
import { CONNECTION, settle, setUp } from './boards-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function started(script: Script = {}) {
  const scripted = setUp({
    'connections.list': () => ok({ connections: [connectionOf(CONNECTION)], currentId: CONNECTION }),
    'views.layout': () => ok({ columns: [], paperColumns: [], last: {} }),
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

test('the screen, filters and current board are saved after a pause, without the search text', async () => {
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

test('a pasted id that no board has is not saved as the current board', async () => {
  const pasted = 'not-a-board-but-a-key';
  const { state, saved } = await started({ 'boards.view': () => failed('not-found') });
  await state().go({ kind: 'board', id: pasted });
  state().viewBoard(pasted);
  await settle(5000);
  expect(saved().length).toBeGreaterThan(0);
  expect(JSON.stringify(saved())).not.toContain(pasted);
});

test('the last 8 reasons are saved, the newest first and without a possible key or token', async () => {
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

describe('pinned views', () => {
  const of = 'board';
  const viewOf = (id: string, name = id): SavedView => ({ id, name, query: ALL_ROWS, builtIn: false });
  const pin = (id: string): PinnedView => ({ of, id, name: id });

  test('are at most six, and are saved in the order of the user', async () => {
    const { state, saved } = await started();
    const shown = () =>
      state()
        .pins.map(({ id }) => id)
        .join('');
    for (const id of 'abcdefg') state().pinView(pin(id));
    expect([shown(), state().messages[0]?.text]).toEqual([
      'abcdef',
      'Six views are pinned. Unpin one first.',
    ]);
    state().movePin(pin('a'), -1);
    state().movePin(pin('c'), -1);
    state().movePin(pin('a'), 1);
    state().unpinView(pin('d'));
    expect(shown()).toBe('cabef');
    await settle(1000);
    expect(
      saved()
        .at(-1)
        ?.pins?.map(({ id }) => id)
        .join(''),
    ).toBe('cabef');
  });

  test('take a new name, and are unpinned when their view is removed', async () => {
    let views = [viewOf('a'), viewOf('b'), viewOf('c')];
    const { state } = await started({
      'views.list': () => ok(views),
      'views.save': () => ok((views = [viewOf('a', 'Trial'), viewOf('b'), viewOf('c')])),
      'views.remove': ({ id }) => ok((views = views.filter((each) => each.id !== id))),
    });
    const elsewhere = { of: 'paper', id: 'b', name: 'b' } as const;
    for (const each of [pin('a'), pin('b'), elsewhere]) state().pinView(each);
    await state().boardList.saveView('Trial', viewOf('a'));
    await state().boardList.removeView('b');
    expect(state().pins).toEqual([{ ...pin('a'), name: 'Trial' }, elsewhere]);
    await state().openPin(pin('a'));
    expect([state().screen, state().lists.board.viewId]).toEqual(['boards', 'a']);
  });
});
