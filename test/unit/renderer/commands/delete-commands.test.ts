import { expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import type { BoardRow } from '../../../../preload/contract/boards.ts';
import { deleteBoard } from '../../../../renderer/commands/boards-commands.ts';
import { disabledReason } from '../../../../renderer/commands/run.ts';
import { unlistedRow } from '../../../../preload/contract/facts.ts';
import { connectionOf, createAppStore, failed, scriptedBridge } from '../scripted-bridge.ts';

test('the Delete command shows no question if main is going to ask about the delete', async () => {
  const { calls, bridge } = scriptedBridge({
    'jobs.willAsk': () => ok(true),
    'jobs.deleteOne': () => failed('cancelled'),
  });
  const store = createAppStore(bridge);
  store.setState({ boardsOf: 'c1' });
  await store.getState().askToDelete({ kind: 'board', id: 'b' });
  expect(calls.map(({ channel }) => channel)).toContain('jobs.deleteOne');
  expect([store.getState().dialog, store.getState().notice]).toEqual([null, null]);
});

test('the Delete command is disabled for a board that is protected or already queued', () => {
  const store = createAppStore(scriptedBridge().bridge);
  store.setState({
    connections: [connectionOf('c1')],
    currentId: 'c1',
    boardsOf: 'c1',
    boardSelection: { rank: 1, row: unlistedRow('b') },
  });
  const why = () => disabledReason(deleteBoard, store.getState());
  const standing = (row: BoardRow): void =>
    store.setState(({ boardRows }) => ({ boardRows: { ...boardRows, from: 1, rows: [row] } }));
  standing({ ...unlistedRow('b'), queued: true });
  expect(why()).toBe('Already queued for deletion');
  standing({ ...unlistedRow('b'), local: { label: '', note: '', tags: [], customer: '', protected: true } });
  expect(why()).toBe('This board is protected');
  standing(unlistedRow('b'));
  expect(why()).toBeNull();
  standing({ ...unlistedRow('other'), queued: true });
  expect(why()).not.toBe('Already queued for deletion');
});
