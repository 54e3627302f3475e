import { expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import { entryOf } from '../activity-entry.ts';
import { startedStore } from '../scripted-bridge.ts';

test('an API key pasted into the search field of the activity log is removed from the field', async () => {
  const finds: string[] = [];
  const { state } = await startedStore({
    'keys.isKnown': () => ok(true),
    'activity.page': ({ find }) => {
      finds.push(find);
      return ok({ from: 0, rows: [], total: 0, matching: 0 });
    },
  });
  state().filterActivity({ find: 'a-key-of-this-connection' });
  await expect.poll(() => finds).toEqual(['']);
  expect(state().activityFilter.find).toBe('');
});

test('locking Easel removes the activity log from the page’s state', async () => {
  const rows = [3, 2, 1].map(
    (number) => ({ kind: 'entry', entry: entryOf({ number }), inJob: false }) as const,
  );
  const { state, emit } = await startedStore({
    'activity.page': () => ok({ from: 0, rows, total: 3, matching: 3 }),
    'activity.outline': () => ok({ users: [], connections: [] }),
  });
  state().openActivity();
  await expect.poll(() => state().activityMatching).toBe(3);
  state().openActivity();
  emit('lock.changed', { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' });
  await new Promise(setImmediate);
  expect(state()).toMatchObject({ activityRows: null, activityMatching: 0 });
});
