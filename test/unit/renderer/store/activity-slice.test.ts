import { expect, test } from 'vitest';
import type { ActivityOutline, ActivityRow } from '../../../../preload/contract/activity.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { ACTIVITY_PAGE, activityRowAt } from '../../../../renderer/store/activity-slice.ts';
import { entryOf } from '../activity-entry.ts';
import { createAppStore, scriptedBridge, type Script } from '../scripted-bridge.ts';

const OUTLINE: ActivityOutline = { days: [], users: [], connections: [] };

const rowOf = (number: number): ActivityRow => ({ kind: 'entry', entry: entryOf({ number }), inJob: false });

/** A log of so many entries; the newest rows are `above` them. */
function logOf(length: number, above: readonly ActivityRow[] = []): Script {
  const rows = [...above, ...Array.from({ length }, (_, at) => rowOf(length - at))];
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
    const row = activityRowAt(store.getState().activityPages, rank);
    return row?.kind === 'entry' ? row.entry.number : undefined;
  };
  return { store, asked, emit, calls, numberAt };
}

test('the newest page is read first, and others when viewed, each once', async () => {
  const { store, asked, numberAt } = storeOf(logOf(1000));
  await store.getState().openActivity();
  expect([numberAt(0), numberAt(ACTIVITY_PAGE), asked()]).toEqual([1000, undefined, 1]);
  await Promise.all([store.getState().seeActivity(450, 520), store.getState().seeActivity(450, 520)]);
  expect([numberAt(450), numberAt(520), asked()]).toEqual([550, 480, 3]);
});

test('nothing of the log stays in memory behind the lock screen', async () => {
  const { store, emit } = storeOf(logOf(3));
  await store.getState().openActivity();
  const late = store.getState().openActivity();
  emit('lock.changed', { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' });
  await late;
  expect(store.getState().activityPages).toBeNull();
  expect(store.getState().activityMatching).toBe(0);
});
