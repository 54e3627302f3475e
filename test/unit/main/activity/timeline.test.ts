import { describe, expect, test } from 'vitest';
import type { NewEntry } from '../../../../main/lib/implementation.ts';
import type { ActivityFilter, ActivityRow } from '../../../../preload/contract/activity.ts';
import {
  activityUnderTest,
  ALL,
  DELETED,
  entriesOf,
  value,
  type ActivityUnderTest,
} from './activity-under-test.ts';

const DAY = 86_400_000;

function recordJob({ activity }: ActivityUnderTest, job: string, items: readonly Partial<NewEntry>[]): void {
  const own = (action: NewEntry['action'], detail: string): NewEntry => ({
    ...DELETED,
    action,
    target: job,
    status: null,
    detail,
    job,
  });
  activity.record(own('job-queued', `Delete ${items.length} boards`), own('job-started', ''));
  activity.record(...items.map((item) => ({ ...DELETED, ...item, job })));
  activity.record(own('job-ended', `${items.length} deleted`));
}

async function rowsOf(
  { activity }: ActivityUnderTest,
  asked: Partial<ActivityFilter> & { readonly open?: readonly string[]; readonly from?: number } = {},
  count = 100,
) {
  return value(await activity.page({ ...ALL, open: [], from: 0, ...asked, count }));
}

const short = (rows: readonly ActivityRow[]): readonly string[] =>
  rows.map((row) =>
    row.kind === 'day'
      ? 'day'
      : row.kind === 'job'
        ? `${row.job}: ${row.items}`
        : `${row.inJob ? '  ' : ''}${row.entry.target}`,
  );

describe('the activity timeline', () => {
  test('shows one row per job, at the position of its newest entry', async () => {
    const under = activityUnderTest();
    under.activity.record({ ...DELETED, target: 'b-1' });
    recordJob(under, 'job-1', [{ target: 'b-2' }, { target: 'b-3', outcome: 'failed', status: 500 }]);
    under.activity.record({ ...DELETED, target: 'b-4' });
    const { rows, total, matching } = await rowsOf(under);
    expect(short(rows)).toEqual(['day', 'b-4', 'job-1: 2', 'b-1']);
    expect([total, matching]).toEqual([4, 7]);
    expect(rows[2]).toMatchObject({
      action: 'board-deleted',
      state: 'job-ended',
      outcomes: { done: 1, failed: 1 },
      only: null,
      first: { action: 'job-queued' },
      last: { action: 'job-ended' },
      entries: 5,
    });
  });

  test('shows the entries of an expanded job, newest first', async () => {
    const under = activityUnderTest();
    recordJob(under, 'job-1', [{ target: 'b-2' }, { target: 'b-3' }]);
    const { rows, total } = await rowsOf(under, { open: ['job-1'], from: 1 }, 4);
    expect(short(rows)).toEqual(['job-1: 2', '  job-1', '  b-3', '  b-2']);
    expect(total).toBe(7);
  });

  test('shows a job’s only matching entry as a single entry', async () => {
    const under = activityUnderTest();
    recordJob(under, 'job-1', [{ target: 'b-2' }, { target: 'b-3' }]);
    expect(short((await rowsOf(under, { find: 'b-3' })).rows)).toEqual(['day', 'b-3']);
    expect(short((await rowsOf(under, { action: 'board-deleted' })).rows)).toEqual(['day', 'job-1: 2']);
  });

  test('includes entries written after the first read', async () => {
    const under = activityUnderTest();
    recordJob(under, 'job-1', [{ target: 'Ä “2”' }]);
    expect((await rowsOf(under, { find: 'ä “2”' })).matching).toBe(1);
    recordJob(under, 'job-2', [{ target: 'Ä “2”' }]);
    expect((await rowsOf(under, { find: 'ä “2”' })).matching).toBe(2);
    const { rows } = await rowsOf(under);
    expect(short(rows)).toEqual(['day', 'job-2: 1', 'job-1: 1']);
    expect(rows[1]).toMatchObject({ kind: 'job', only: { target: 'Ä “2”' } });
  });

  test('has a heading per day, and filters by day', async () => {
    const under = activityUnderTest();
    under.activity.record({ ...DELETED, target: 'b-1' });
    under.around.now += 3 * DAY;
    under.activity.record({ ...DELETED, target: 'b-2', outcome: 'failed' });
    expect(short((await rowsOf(under)).rows)).toEqual(['day', 'b-2', 'day', 'b-1']);
    const { users, connections } = value(await under.activity.outline());
    expect([users, connections]).toEqual([['ada'], [{ id: 'c-1', name: 'Acme' }]]);
    const until = new Date(under.around.now).setHours(0, 0, 0, 0);
    expect(short((await rowsOf(under, { until })).rows)).toEqual(['day', 'b-1']);
    expect(short((await rowsOf(under, { since: until })).rows)).toEqual(['day', 'b-2']);
  });
});

test.each([
  [{ connectionId: 'c-2' }, ['b-2']],
  [{ action: 'board-created' }, ['b-3']],
  [{ find: ' B-1 ' }, ['b-1']],
  [{ find: 'say "no"\\' }, ['b-3']],
  [{ find: '\u00c4RGER 4' }, ['b-3']],
  [{ find: 'deleted.t-7' }, []],
] as const)('the timeline’s filter %j finds %j', async (filter, targets) => {
  const under = activityUnderTest();
  under.activity.record({ ...DELETED, target: 'b-1' });
  under.activity.record({ ...DELETED, target: 'b-2', connectionId: 'c-2', reason: 'Ticket 7' });
  under.activity.record({
    ...DELETED,
    target: 'b-3',
    action: 'board-created',
    detail: 'Say "no"\\, A\u0308rger \uff14',
  });
  expect((await entriesOf(under, filter)).map(({ target }) => target)).toEqual(targets);
});
