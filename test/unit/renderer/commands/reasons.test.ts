import { expect, test } from 'vitest';
import { previewSubject } from '../../../../renderer/commands/activity-commands.ts';
import { disabledReason } from '../../../../renderer/commands/run.ts';
import type { AppState } from '../../../../renderer/store/store.ts';
import { entryOf } from '../activity-entry.ts';
import { connectionOf, startedStore } from '../scripted-bridge.ts';

test.each<[string | null, Partial<AppState>]>([
  [null, {}],
  ['Four previews are open. Leave a room first', { previews: Array.from({ length: 4 }) }],
  [
    'The service refused a preview of this board. Refresh the boards to try again',
    { closedBoardsOf: { a: ['b-7'] } },
  ],
])('the reason why a logged room can’t be previewed is %j (null: none)', async (reason, change) => {
  const { state } = await startedStore({}, [connectionOf('a')]);
  const row = { kind: 'entry', entry: entryOf({ connectionId: 'a' }), inJob: false } as const;
  const activityRows = { from: 0, rows: [row] };
  const now = { ...state(), screen: 'activity', activityRows, activitySelected: 0, ...change } as const;
  expect(disabledReason(previewSubject, now)).toBe(reason);
});
