import { expect, test } from 'vitest';
import { withNames } from '../../../../main/activity/calls.ts';
import { emptyNote } from '../../../../main/store/tables/change-note.ts';
import type { ActivityEntry, ActivityRow } from '../../../../preload/contract/activity.ts';

function row(target: string, connectionId = 'c1'): ActivityRow {
  const entry: ActivityEntry = {
    number: 1,
    at: 1,
    user: 'ada',
    connectionId,
    connectionName: 'Acme',
    action: 'board-deleted',
    target,
    outcome: 'done',
    status: 200,
    detail: '',
    reason: '',
    job: '',
  };
  return { kind: 'entry', entry, inJob: false };
}

const names = (page: Awaited<ReturnType<typeof withNames>>): readonly unknown[] =>
  page.rows.map((each) => (each.kind === 'entry' ? each.entry.name : null));

const page = (rows: readonly ActivityRow[]) => ({ from: 0, rows, total: rows.length, matching: rows.length });

test('entries say what their boards and papers are called now, each on its own connection', async () => {
  const options = {
    notes: {
      ofBoards: (connectionId: string) =>
        Promise.resolve(connectionId === 'c1' ? [{ ...emptyNote('b-1', 1), label: 'Maths 7b' }] : []),
    },
    register: { withDeleted: () => Promise.resolve([]) },
  };
  const shown = await withNames(options, page([row('b-1'), row('b-2'), row('b-1', 'c2'), row('')]));
  expect(names(shown)).toEqual(['Maths 7b', undefined, undefined, undefined]);
});

test('the log is shown without names where they can’t be read', async () => {
  const fails = () => Promise.reject(new Error('the disk'));
  const shown = await withNames(
    { notes: { ofBoards: fails }, register: { withDeleted: fails } },
    page([row('b-1')]),
  );
  expect(names(shown)).toEqual([undefined]);
});
