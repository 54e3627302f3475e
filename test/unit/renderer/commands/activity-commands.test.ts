import { describe, expect, test, vi } from 'vitest';
import type { ActivityEntry, ActivityRow } from '../../../../preload/contract/activity.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import {
  onlyThisActivity,
  previewSubject,
  showBoardActivity,
  showSubject,
} from '../../../../renderer/commands/activity-commands.ts';
import { disabledReason, runCommand } from '../../../../renderer/commands/run.ts';
import { rowOf } from '../../../../renderer/store/board-selection.ts';
import { entryOf } from '../activity-entry.ts';
import { startedStore } from '../scripted-bridge.ts';

async function started(rows: readonly ActivityRow[] = []) {
  const { store, asked } = await startedStore({
    'activity.page': () => ok({ from: 0, rows, total: rows.length, matching: rows.length }),
    'activity.outline': () => ok({ users: [], connections: [] }),
    'papers.list': () => ok([]),
  });
  return { store, lastAsked: () => asked('activity.page').at(-1)?.args };
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

describe('the line that the keyboard is on', () => {
  const entry = entryOf({ connectionId: 'a' });
  const line = (change: Partial<ActivityEntry> = {}): ActivityRow => ({
    kind: 'entry',
    entry: { ...entry, ...change },
    inJob: false,
  });

  async function on(row: ActivityRow) {
    const { store, lastAsked } = await started([row]);
    await store.getState().openActivity();
    store.getState().selectActivity(0);
    return { store, lastAsked };
  }

  test('leads to its board, and to all that is about it', async () => {
    const { store, lastAsked } = await on(line());
    await runCommand(onlyThisActivity, store);
    expect(lastAsked()).toMatchObject({ connectionId: 'a', action: null, find: 'b-7' });
    store.getState().selectActivity(0);
    const go = vi.fn(() => Promise.resolve());
    store.setState({ go });
    await runCommand(showSubject, store);
    expect(go).toHaveBeenCalledWith({ kind: 'board', id: 'b-7', connectionId: 'a' });
  });

  test.each([
    ['a heading', { kind: 'day', at: 1 } as const, 'Select a line first'],
    ['something without an id', line({ action: 'settings-changed', target: '' }), 'This line names no id'],
    ['a key', line({ action: 'key-added', target: 'a' }), 'This line is about no board or paper'],
    ['a connection that is gone', line({ connectionId: 'gone' }), 'Its connection was removed'],
  ])('says why it leads nowhere from %s', async (_, row, why) => {
    const { store } = await on(row);
    expect(disabledReason(showSubject, store.getState())).toBe(why);
    expect(disabledReason(previewSubject, store.getState())).toBe(why);
  });
});
