import { expect, test } from 'vitest';
import { withNames } from '../../../../main/activity/calls.ts';
import { emptyNote } from '../../../../main/store/tables/change-note.ts';
import type { ActivityEntry, ActivityRow } from '../../../../preload/contract/activity.ts';

const row = (target: string, connectionId = 'c1'): ActivityRow => ({
  kind: 'entry',
  entry: { connectionId, target } as ActivityEntry,
  inJob: false,
});

async function namesOf(options: Parameters<typeof withNames>[0], ...rows: readonly ActivityRow[]) {
  const page = await withNames(options, { from: 0, rows, total: rows.length, matching: rows.length });
  return page.rows.map((each) => (each.kind === 'entry' ? each.entry.name : null));
}

test('activity log entries show the current names of their boards', async () => {
  const notes = [{ ...emptyNote('b-1', 1), label: 'Maths 7b' }];
  const options = {
    notes: { ofBoards: (connectionId: string) => Promise.resolve(connectionId === 'c1' ? notes : []) },
    register: { withDeleted: () => Promise.resolve([]) },
  };
  expect(await namesOf(options, row('b-1'), row('b-2'), row('b-1', 'c2'), row(''))).toEqual([
    'Maths 7b',
    undefined,
    undefined,
    undefined,
  ]);
});
