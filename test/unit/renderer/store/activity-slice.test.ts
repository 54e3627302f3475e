import { expect, test } from 'vitest';
import type { ActivityEntry, ActivityOutline, ActivityRow } from '../../../../preload/contract/activity.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import {
  ACTIVITY_PAGE,
  ALL_ACTIVITY,
  activityRowAt,
  keyOfActivity,
} from '../../../../renderer/store/activity-slice.ts';
import { createAppStore, failed, scriptedBridge, type Script } from '../scripted-bridge.ts';

const OUTLINE: ActivityOutline = { days: [], users: [], connections: [] };

function entryOf(number: number): ActivityEntry {
  return {
    number,
    at: number,
    user: 'ada',
    connectionId: 'c-1',
    connectionName: 'Acme',
    action: 'board-deleted',
    target: 'b-7',
    outcome: 'done',
    status: 200,
    detail: '',
    reason: '',
    job: '',
  };
}

const rowOf = (number: number): ActivityRow => ({ kind: 'entry', entry: entryOf(number), inJob: false });

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

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the newest page is read first, and others when viewed, each once', async () => {
  const { store, asked, numberAt } = storeOf(logOf(1000));
  await store.getState().openActivity();
  expect([numberAt(0), numberAt(ACTIVITY_PAGE), asked()]).toEqual([1000, undefined, 1]);
  await Promise.all([store.getState().seeActivity(450, 520), store.getState().seeActivity(450, 520)]);
  expect([numberAt(450), numberAt(520), asked()]).toEqual([550, 480, 3]);
});

test('memory doesn’t grow with the log', async () => {
  const { store } = storeOf(logOf(100_000));
  for (let page = 0; page < 60; page += 1)
    await store.getState().seeActivity(page * ACTIVITY_PAGE, page * ACTIVITY_PAGE + 1);
  expect(store.getState().activityPages?.size).toBeLessThanOrEqual(20);
});

test('a filter reloads from the newest entry, and clears the selection', async () => {
  const { store, calls } = storeOf(logOf(3));
  store.getState().selectActivity(2);
  await store.getState().filterActivity({ find: 'b-7' });
  expect(store.getState().activitySelected).toBeNull();
  expect(calls.find(({ channel }) => channel === 'activity.page')?.args).toEqual({
    ...ALL_ACTIVITY,
    find: 'b-7',
    open: [],
    from: 0,
    count: ACTIVITY_PAGE,
  });
});

test('new lines appear by themselves while the log is shown, and only then', async () => {
  const { store, asked, emit } = storeOf(logOf(3));
  emit('activity.changed', { entries: 4 });
  expect(asked()).toBe(0);
  store.setState({ screen: 'activity' });
  emit('activity.changed', { entries: 5 });
  await settled();
  expect(asked()).toBe(1);
});

test('the current line keeps the keyboard while new ones appear above it', async () => {
  const script = logOf(300);
  const { store, emit, numberAt } = storeOf(script);
  store.setState({ screen: 'activity' });
  await store.getState().openActivity();
  store.getState().selectActivity(2);
  expect(numberAt(2)).toBe(298);
  Object.assign(script, logOf(305));
  emit('activity.changed', { entries: 305 });
  await settled();
  expect(store.getState().activitySelected).toBe(7);
  expect(numberAt(7)).toBe(298);
});

test('what is in view stays in view when new lines come, and is read at once', async () => {
  const { store, emit, numberAt, asked } = storeOf(logOf(1000));
  store.setState({ screen: 'activity' });
  await store.getState().openActivity();
  await store.getState().seeActivity(450, 520);
  const before = asked();
  emit('activity.changed', { entries: 1001 });
  await settled();
  expect(asked()).toBe(before + 1);
  expect([numberAt(450), numberAt(520), numberAt(0)]).toEqual([550, 480, undefined]);
});

test('a job is opened and closed in its place, and the log is asked with it', async () => {
  const row: ActivityRow = {
    kind: 'job',
    job: 'job-1',
    first: entryOf(4),
    last: entryOf(9),
    action: 'board-deleted',
    items: 3,
    outcomes: { done: 3 },
    only: null,
    state: 'job-ended',
    entries: 6,
    open: false,
  };
  const script = logOf(3, [{ kind: 'day', at: 9 }, row]);
  const { store, calls } = storeOf(script);
  const open = () => (calls.at(-1)?.args as { readonly open?: readonly string[] } | undefined)?.open;
  await store.getState().openActivity();
  await store.getState().toggleActivity(0);
  expect(store.getState().activityOpen).toEqual([]);
  await store.getState().toggleActivity(1);
  expect([open(), store.getState().activitySelected]).toEqual([['job-1'], 1]);
  Object.assign(
    script,
    logOf(3, [
      { kind: 'day', at: 9 },
      { ...row, open: true },
    ]),
  );
  await store.getState().openActivity();
  await store.getState().toggleActivity(1);
  expect(open()).toEqual([]);
  const shown = activityRowAt(store.getState().activityPages, 1);
  expect(shown && keyOfActivity(shown)).toBe('job job-1');
});

test('a log that can’t be read says why and keeps the shown lines', async () => {
  const script = logOf(3);
  const { store, numberAt } = storeOf(script);
  await store.getState().openActivity();
  script['activity.page'] = () => failed('storage');
  await store.getState().openActivity();
  expect(store.getState().activityFailure?.code).toBe('storage');
  expect(numberAt(0)).toBe(3);
});

test('verification reports its result, in the status bar too', async () => {
  const { store } = storeOf({
    'activity.check': () => ok({ entries: 7, brokenAt: 3, summary: 'Line 3 was changed.' }),
  });
  await store.getState().checkActivity();
  expect(store.getState().activityCheck).toMatchObject({ brokenAt: 3 });
  expect(store.getState().message.text).toBe('Line 3 was changed.');
});

test('an export says what was written where, and nothing when cancelled', async () => {
  const script: Script = { 'activity.export': () => ok({ fileName: 'activity.csv', items: 7 }) };
  const { store } = storeOf(script);
  await store.getState().exportActivity('csv');
  expect(store.getState().message.text).toBe('Exported 7 entries to activity.csv.');
  script['activity.export'] = () => ok(null);
  const before = store.getState().message;
  await store.getState().exportActivity('csv');
  expect(store.getState().message).toBe(before);
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

test('a job that is opened while the outline is read doesn’t keep it from being known', async () => {
  const outlined = Promise.withResolvers<void>();
  const row: ActivityRow = {
    kind: 'job',
    job: 'job-1',
    first: entryOf(4),
    last: entryOf(9),
    action: 'board-deleted',
    items: 3,
    outcomes: { done: 3 },
    only: null,
    state: 'job-ended',
    entries: 6,
    open: false,
  };
  const { store } = storeOf({
    ...logOf(3, [row]),
    'activity.outline': () => outlined.promise.then(() => ok(OUTLINE)),
  });
  const opening = store.getState().openActivity();
  await settled();
  await store.getState().toggleActivity(0);
  outlined.resolve();
  await opening;
  expect(store.getState().activityOutline).toEqual(OUTLINE);
});
