import { expect, test } from 'vitest';
import type { BoardRow } from '../../../../preload/contract/boards.ts';
import { deleteBoard } from '../../../../renderer/commands/boards-commands.ts';
import { disabledReason } from '../../../../renderer/commands/run.ts';
import { unlistedRow } from '../../../../preload/contract/facts.ts';
import { connectionOf, createAppStore, scriptedBridge } from '../scripted-bridge.ts';

test('the command “Delete” is disabled for a board that is protected or already queued', () => {
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
