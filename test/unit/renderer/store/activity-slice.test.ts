import { expect, test } from 'vitest';
import type { ActivityOutline, ActivityRow } from '../../../../preload/contract/activity.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { activityRowAt } from '../../../../renderer/store/activity-slice.ts';
import { entryOf } from '../activity-entry.ts';
import { createAppStore, scriptedBridge, type Script } from '../scripted-bridge.ts';

const OUTLINE: ActivityOutline = { users: [], connections: [] };

const rowOf = (number: number): ActivityRow => ({ kind: 'entry', entry: entryOf({ number }), inJob: false });

function logOf(length: number): Script {
  const rows = Array.from({ length }, (_, at) => rowOf(length - at));
  return {
    'activity.page': ({ from, count }) =>
      ok({ from, rows: rows.slice(from, from + count), total: rows.length, matching: length }),
    'activity.outline': () => ok(OUTLINE),
  };
}

function storeOf(script: Script) {
  const { bridge, calls, emit } = scriptedBridge(script);
  const store = createAppStore(bridge);
  const asked = () => calls.filter(({ channel }) => channel === 'activity.page').length;
  const numberAt = (rank: number) => {
    const row = activityRowAt(store.getState().activityRows, rank);
    return row?.kind === 'entry' ? row.entry.number : undefined;
  };
  return { store, asked, emit, numberAt };
}

test('locking Easel drops the activity log from the page, with any late response', async () => {
  const { store, emit } = storeOf(logOf(3));
  await store.getState().openActivity();
  const late = store.getState().openActivity();
  emit('lock.changed', { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' });
  await late;
  expect(store.getState().activityRows).toBeNull();
  expect(store.getState().activityMatching).toBe(0);
});
