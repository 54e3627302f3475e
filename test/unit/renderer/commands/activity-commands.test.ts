import { expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import { showBoardActivity, showPaperActivity } from '../../../../renderer/commands/activity-commands.ts';
import { disabledReason, runCommand } from '../../../../renderer/commands/run.ts';
import { rowOf } from '../../../../renderer/store/board-selection.ts';
import { connectionOf, createAppStore, scriptedBridge } from '../scripted-bridge.ts';

async function started() {
  const { bridge, calls } = scriptedBridge({
    'connections.list': () => ok({ connections: [connectionOf('a')], currentId: 'a' }),
    'activity.page': () => ok({ from: 0, rows: [], total: 0, matching: 0 }),
    'activity.outline': () => ok({ days: [], users: [], connections: [] }),
  });
  const store = createAppStore(bridge);
  await store.getState().start();
  return { store, lastAsked: () => calls.findLast(({ channel }) => channel === 'activity.page')?.args };
}

test('the activity of the current board is the log of its id on this connection, whatever the previous filter', async () => {
  const { store, lastAsked } = await started();
  expect(disabledReason(showBoardActivity, store.getState())).toBe('Select a board first');
  await store.getState().filterActivity({ action: 'paper-created', find: 'Plan' });
  store.setState({ boardSelection: { rank: 0, row: rowOf('b-7', null) } });
  await runCommand(showBoardActivity, store);
  expect(store.getState().screen).toBe('activity');
  expect(lastAsked()).toMatchObject({ connectionId: 'a', action: null, find: 'b-7' });
});

test('without a paper there is no activity to show, and the command says why', async () => {
  const { store, lastAsked } = await started();
  await runCommand(showPaperActivity, store);
  expect(store.getState().message.text).toContain('Select a paper first');
  expect(lastAsked()).toBeUndefined();
});
