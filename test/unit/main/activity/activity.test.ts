import { readFileSync } from 'node:fs';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { NewEntry } from '../../../../main/lib/implementation.ts';
import type { ActivityFilter, ActivityRow, ActivityEntry } from '../../../../preload/contract/activity.ts';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freshFolder } from '../../../support/fresh-folder.ts';
import { workerOf } from '../../../support/services.ts';
import { Activity } from '../../../../main/activity/activity.ts';
import { exportSaver } from '../../../../main/lib/files/table.ts';
import { beginWhole } from '../../../../main/lib/files/write-whole.ts';
import { createLog } from '../../../../main/lib/log/log.ts';
import { SCHEMA } from '../../../../main/store/schema.ts';
import { activityTable } from '../../../../main/store/tables/activity.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { must } from '../../../support/must.ts';
import { remote } from '../connections/local-store.ts';
import { fakeClock } from '../service/clock.ts';

const DELETED: NewEntry = {
  connectionId: 'c-1',
  action: 'board-deleted',
  target: 'b-7',
  outcome: 'done',
  status: 200,
  detail: 'Deleted.',
  reason: 'T-7',
};

function activityUnderTest() {
  const db = new DatabaseSync(':memory:');
  db.exec(SCHEMA);
  const [lines, copied]: [string[], string[]] = [[], []];
  const clock = fakeClock();
  const exported = path.join(freshFolder(), 'exported');
  const around = { now: Date.UTC(2026, 10, 21), isFull: false };
  const log = createLog((line) => lines.push(line));
  log.secrets.add('a-key-that-is-no-key');
  const activity = new Activity({
    table: remote(activityTable(db), () => around.isFull),
    saveExport: exportSaver({ saveStream: () => beginWhole(exported) }, workerOf('file'), () => around.now),
    user: 'ada',
    nameOf: (connectionId) => Promise.resolve(connectionId === 'c-1' ? 'Acme' : null),
    copyText: (text) => {
      copied.push(text);
      return Promise.resolve(ok(null));
    },
    log,
    onChange: () => undefined,
    now: () => around.now,
    after: clock.after,
  });
  onTestFinished(() => db.close());
  return { activity, db, lines, copied, exported, clock, around };
}

let under: ReturnType<typeof activityUnderTest>;
beforeEach(() => {
  under = activityUnderTest();
});

const ALL = { connectionId: null, action: null, user: null, since: null, until: null, find: '' } as const;

type Asked = Partial<ActivityFilter> & { readonly open?: readonly string[]; readonly from?: number };
const pageOf = async (asked: Asked = {}, count = 100) =>
  must(await under.activity.page({ ...ALL, open: [], from: 0, ...asked, count }));
async function entriesOf(filter: Partial<ActivityFilter> = {}): Promise<readonly ActivityEntry[]> {
  const { rows } = await pageOf(filter);
  return rows.flatMap((row) => (row.kind === 'entry' ? row.entry : []));
}

test('entries of the activity log contain number, time, user and connection, newest first', async () => {
  const gone = {
    target: 'b-8',
    outcome: 'already-gone',
    status: 404,
    connectionName: 'Acme of then',
  } as const;
  under.activity.record(DELETED, { ...DELETED, ...gone });
  expect(await entriesOf()).toEqual([
    expect.objectContaining({ number: 2, ...gone }),
    { ...DELETED, number: 1, at: Date.UTC(2026, 10, 21), user: 'ada', connectionName: 'Acme', job: '' },
  ]);
});

test('the activity log stores no key and no token in the database', async () => {
  const detail = 'Bearer a-key-that-is-no-key, eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln';
  under.activity.record({ ...DELETED, detail, reason: 'https://app.example/room/1?token=abcdefgh' });
  await under.activity.close();
  const rows = under.db.prepare('SELECT * FROM activity').all();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/a-key-that|eyj|abcdefgh/iu);
});

test.each([
  "UPDATE activity SET reason = ''",
  'DELETE FROM activity WHERE number = 2',
  `INSERT OR REPLACE INTO activity SELECT 2, at, user, connection_id, connection_name, action, 'b-9', outcome, status,
    detail, reason, job, words FROM activity WHERE number = 1`,
])('the table of the activity log rejects the SQL statement %s', async (sql) => {
  const { activity, db } = under;
  activity.record(DELETED, { ...DELETED, target: 'b-8' });
  await activity.close();
  const rows = () => db.prepare('SELECT number, target, reason FROM activity').all();
  const before = rows();
  expect(() => db.exec(sql)).toThrow('append-only');
  expect(rows()).toEqual(before);
});

test('log entries that a full disk rejected are written in order when the disk has space again', async () => {
  under.around.isFull = true;
  under.activity.record(DELETED);
  expect(await under.activity.write({ ...DELETED, target: 'b-8' })).toBeNull();
  expect(await under.activity.page({ ...ALL, open: [], from: 0, count: 1 })).toMatchObject({
    error: { code: 'storage', message: 'Easel can’t read the activity log.' },
  });
  expect(under.lines.join()).toContain('can’t be written');
  const lines = under.lines.length;
  under.activity.record({ ...DELETED, target: 'b-9' });
  await new Promise(setImmediate);
  expect(under.lines).toHaveLength(lines);
  under.around.isFull = false;
  await under.clock.advance(60_000);
  expect((await entriesOf()).map(({ number, target }) => [number, target])).toEqual([
    [3, 'b-9'],
    [2, 'b-8'],
    [1, 'b-7'],
  ]);
});

test('only ids of boards and papers can be copied from the activity log', async () => {
  under.activity.record({ ...DELETED, target: 'a "quoted" id', reason: 'rm -rf' }, DELETED);
  const copy = (target: string) => under.activity.copyTarget({ target });
  for (const target of ['b-7', 'a "quoted" id'])
    expect(await copy(target)).toEqual({ ok: true, value: null });
  for (const other of ['b-', 'rm -rf', 'T-7', 'quoted', 'board-deleted'])
    expect(await copy(other)).toMatchObject({ error: { code: 'not-found' } });
  expect(under.copied).toEqual(['b-7', 'a "quoted" id']);
});

test('the JSON export of the activity log contains all matching entries, oldest first', async () => {
  for (let index = 0; index < 2500; index += 1)
    under.activity.record({ ...DELETED, reason: index % 2 ? 'odd' : 'even' });
  const done = must(await under.activity.export({ ...ALL, find: 'odd', format: 'json' }));
  expect(done).toMatchObject({ items: 1250 });
  const exported = JSON.parse(readFileSync(under.exported, 'utf8')) as { number: number }[];
  expect(exported.map(({ number }) => number)).toEqual(
    Array.from({ length: 1250 }, (_, index) => 2 * index + 2),
  );
});

const DAY = 86_400_000;

function recordJob(job: string, items: readonly Partial<NewEntry>[]): void {
  const own = { ...DELETED, target: job, status: null, job };
  under.activity.record(
    { ...own, action: 'job-queued', detail: `Delete ${items.length} boards` },
    { ...own, action: 'job-started', detail: '' },
    ...items.map((item) => ({ ...DELETED, ...item, job })),
    { ...own, action: 'job-ended', detail: `${items.length} deleted` },
  );
}

const short = (rows: readonly ActivityRow[]): readonly string[] =>
  rows.map((row) =>
    row.kind === 'day'
      ? 'day'
      : row.kind === 'job'
        ? `${row.job}: ${row.items}`
        : `${row.inJob ? '  ' : ''}${row.entry.target}`,
  );

test('the activity timeline shows each job as one row, placed by the job’s newest entry', async () => {
  under.activity.record({ ...DELETED, target: 'b-1' });
  recordJob('job-1', [{ target: 'b-2' }, { target: 'b-3', outcome: 'failed', status: 500 }]);
  under.activity.record({ ...DELETED, target: 'b-4' });
  const { rows, total, matching } = await pageOf();
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

test('the activity timeline shows the entries of an expanded job, newest first', async () => {
  recordJob('job-1', [{ target: 'b-2' }, { target: 'b-3' }]);
  const { rows, total } = await pageOf({ open: ['job-1'], from: 1 }, 4);
  expect(short(rows)).toEqual(['job-1: 2', '  job-1', '  b-3', '  b-2']);
  expect(total).toBe(7);
});

test('the activity timeline omits those entries of a job that don’t match the filter', async () => {
  recordJob('job-1', [{ target: 'b-2' }, { target: 'b-3' }]);
  expect(short((await pageOf({ find: 'b-3' })).rows)).toEqual(['day', 'b-3']);
  expect(short((await pageOf({ action: 'board-deleted' })).rows)).toEqual(['day', 'job-1: 2']);
});

test('the activity timeline groups entries by day', async () => {
  under.activity.record({ ...DELETED, target: 'b-1' });
  under.around.now += 3 * DAY;
  under.activity.record({ ...DELETED, target: 'b-2', outcome: 'failed' });
  expect(short((await pageOf()).rows)).toEqual(['day', 'b-2', 'day', 'b-1']);
  const { users, connections } = must(await under.activity.outline());
  expect([users, connections]).toEqual([['ada'], [{ id: 'c-1', name: 'Acme' }]]);
  const until = new Date(under.around.now).setHours(0, 0, 0, 0);
  expect(short((await pageOf({ until })).rows)).toEqual(['day', 'b-1']);
  expect(short((await pageOf({ since: until })).rows)).toEqual(['day', 'b-2']);
});

test.each([
  [{ connectionId: 'c-2' }, ['b-2']],
  [{ action: 'board-created' }, ['b-3']],
  [{ find: ' B-1 ' }, ['b-1']],
  [{ find: 'say "no"\\' }, ['b-3']],
  [{ find: '\u00c4RGER 4' }, ['b-3']],
  [{ find: 'deleted.t-7' }, []],
] as const)('with the filter %j, the activity timeline shows the entries of %j', async (filter, targets) => {
  under.activity.record({ ...DELETED, target: 'b-1' });
  under.activity.record({ ...DELETED, target: 'b-2', connectionId: 'c-2', reason: 'Ticket 7' });
  under.activity.record({
    ...DELETED,
    target: 'b-3',
    action: 'board-created',
    detail: 'Say "no"\\, A\u0308rger \uff14',
  });
  expect((await entriesOf(filter)).map(({ target }) => target)).toEqual(targets);
});
