import { expect, test } from 'vitest';
import type { ActivityPage, ActivityRow } from '../../../../preload/contract/activity.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import { activityRowAt } from '../../../../renderer/store/activity-slice.ts';
import { required } from '../../../../renderer/store/calls.ts';
import { entryOf } from '../activity-entry.ts';
import { createAppStore, scriptedBridge } from '../scripted-bridge.ts';

const rowOf = (number: number): ActivityRow => ({ kind: 'entry', entry: entryOf({ number }), inJob: false });

function storeOf(page: () => Promise<Result<ActivityPage>>) {
  const { bridge, calls, emit } = scriptedBridge({
    'activity.page': page,
    'activity.outline': () => ok({ users: [], connections: [] }),
  });
  const store = createAppStore(bridge);
  const asked = () => calls.filter(({ channel }) => channel === 'activity.page').length;
  const numberAt = (rank: number) => {
    const row = activityRowAt(store.getState().activityRows, rank);
    return row?.kind === 'entry' ? row.entry.number : undefined;
  };
  return { store, asked, emit, numberAt };
}

const settle = () => new Promise(setImmediate);

test('the activity log shows new entries even if more arrive during each request for entries', async () => {
  const pages: PromiseWithResolvers<Result<ActivityPage>>[] = [];
  const { store, asked, emit, numberAt } = storeOf(() => {
    pages.push(Promise.withResolvers<Result<ActivityPage>>());
    return required(pages.at(-1)).promise;
  });
  store.setState({ screen: 'activity' });
  store.getState().openActivity();
  for (const number of [1, 2, 3]) {
    emit('activity.changed', { entries: number });
    emit('activity.changed', { entries: number });
    pages.at(-1)?.resolve(ok({ from: 0, rows: [rowOf(number)], total: number, matching: number }));
    await settle();
    expect(numberAt(0)).toBe(number);
    expect(asked()).toBe(number + 1);
  }
  pages.at(-1)?.resolve(ok({ from: 0, rows: [rowOf(3)], total: 3, matching: 3 }));
  await settle();
  expect(asked()).toBe(4);
});

test('locking Easel drops the activity log from the page', async () => {
  const rows = [rowOf(3), rowOf(2), rowOf(1)];
  const { store, emit } = storeOf(() => Promise.resolve(ok({ from: 0, rows, total: 3, matching: 3 })));
  store.getState().openActivity();
  await settle();
  expect(store.getState().activityMatching).toBe(3);
  store.getState().openActivity();
  emit('lock.changed', { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' });
  await settle();
  expect(store.getState().activityRows).toBeNull();
  expect(store.getState().activityMatching).toBe(0);
});
