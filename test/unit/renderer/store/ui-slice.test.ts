import { expect, test } from 'vitest';
import { connectionOf, createAppStore, failed, scriptedBridge } from '../scripted-bridge.ts';

test('opens the connection of a board before the board', async () => {
  const { bridge, calls } = scriptedBridge({
    'boards.state': () => failed('storage'),
    'boards.list': () => failed('storage'),
    'boards.window': () => failed('storage'),
    'papers.list': () => failed('storage'),
  });
  const { getState, setState } = createAppStore(bridge);
  setState({ connections: ['a', 'b'].map((id) => connectionOf(id)), currentId: 'a' });
  await getState().go({ kind: 'board', id: 'board-1', connectionId: 'b' });
  expect(calls).toContainEqual({ channel: 'connections.select', args: { connectionId: 'b' } });
  expect(getState()).toMatchObject({ currentId: 'b', screen: 'boards', boardsOf: 'b' });
  expect(getState().boardSelection?.row?.id).toBe('board-1');
});
