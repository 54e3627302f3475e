import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { activityUnderTest, ALL, DELETED, entriesOf, value } from './activity-under-test.ts';

test('activity log entries contain number, time, user and connection, newest first', async () => {
  const under = activityUnderTest();
  const gone = {
    target: 'b-8',
    outcome: 'already-gone',
    status: 404,
    connectionName: 'Acme of then',
  } as const;
  under.activity.record(DELETED, { ...DELETED, ...gone });
  expect(await entriesOf(under)).toEqual([
    expect.objectContaining({ number: 2, ...gone }),
    { ...DELETED, number: 1, at: Date.UTC(2026, 10, 21), user: 'ada', connectionName: 'Acme', job: '' },
  ]);
});

test('the activity log writes no key or token to the database', async () => {
  const under = activityUnderTest();
  const detail = 'Bearer a-key-that-is-no-key, eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln';
  under.activity.record({ ...DELETED, detail, reason: 'https://app.example/room/1?token=abcdefgh' });
  await under.activity.close();
  const rows = under.db.prepare('SELECT * FROM activity').all();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/a-key-that|eyj|abcdefgh/iu);
});

test('activity log entries are written in the next event-loop turn, and the page receives the newest number', async () => {
  const under = activityUnderTest();
  under.activity.record(DELETED, DELETED);
  under.runTimers();
  await under.activity.close();
  expect(under.db.prepare('SELECT count(*) AS n FROM activity').get()).toEqual({ n: 2 });
  expect(under.published).toEqual([]);
  expect(await under.activity.write(DELETED)).toBe(3);
  under.runTimers();
  expect(under.published).toEqual([3]);
});

test.each([
  "UPDATE activity SET reason = ''",
  'DELETE FROM activity WHERE number = 2',
  `INSERT OR REPLACE INTO activity SELECT 2, at, user, connection_id, connection_name, action, 'b-9', outcome, status,
    detail, reason, job, words FROM activity WHERE number = 1`,
])('the append-only table rejects the statement: %s', async (sql) => {
  const { activity, db } = activityUnderTest();
  activity.record(DELETED, { ...DELETED, target: 'b-8' });
  await activity.close();
  const rows = () => db.prepare('SELECT number, target, reason FROM activity').all();
  const before = rows();
  expect(() => db.exec(sql)).toThrow('append-only');
  expect(rows()).toEqual(before);
});

test('a full disk is reported, and waiting log entries are written in order once there is space', async () => {
  const under = activityUnderTest();
  under.around.isFull = true;
  under.activity.record(DELETED);
  expect(await under.activity.write({ ...DELETED, target: 'b-8' })).toBeNull();
  expect(await under.activity.page({ ...ALL, open: [], from: 0, count: 1 })).toMatchObject({
    error: { code: 'storage', message: 'Easel can’t read the activity log.' },
  });
  expect(under.lines.join()).toContain('can’t be written');
  under.around.isFull = false;
  under.runTimers();
  expect((await entriesOf(under)).map(({ number, target }) => [number, target])).toEqual([
    [2, 'b-8'],
    [1, 'b-7'],
  ]);
});

test('the clipboard accepts only ids that the activity log contains', async () => {
  const under = activityUnderTest();
  under.activity.record({ ...DELETED, target: 'a "quoted" id', reason: 'rm -rf' }, DELETED);
  const copy = (target: string) => under.activity.copyTarget({ target });
  for (const target of ['b-7', 'a "quoted" id'])
    expect(await copy(target)).toEqual({ ok: true, value: null });
  for (const other of ['b-', 'rm -rf', 'T-7', 'quoted', 'board-deleted'])
    expect(await copy(other)).toMatchObject({ error: { code: 'not-found' } });
  expect(under.copied).toEqual(['b-7', 'a "quoted" id']);
});

describe('an export of the activity log', () => {
  test('writes one CSV row per entry, without formulas', async () => {
    const under = activityUnderTest();
    under.activity.record({ ...DELETED, target: '3-4', reason: '=1+1' });
    expect(value(await under.activity.export({ ...ALL, format: 'csv' }))).toEqual({
      fileName: 'exported',
      items: 1,
    });
    const [head, row] = readFileSync(under.exported, 'utf8').split('\r\n');
    expect(head).toContain('number,time,user,connection,action,target,outcome,status,detail,reason,job');
    expect(row).toBe("1,2026-11-21T00:00:00.000Z,ada,Acme,board-deleted,'3-4,done,200,Deleted.,'=1+1,");
  });

  test('writes all matching entries as JSON, oldest first', async () => {
    const under = activityUnderTest();
    for (let index = 0; index < 2500; index += 1)
      under.activity.record({ ...DELETED, reason: index % 2 ? 'odd' : 'even' });
    const done = value(await under.activity.export({ ...ALL, find: 'odd', format: 'json' }));
    expect(done).toMatchObject({ items: 1250 });
    const exported = JSON.parse(readFileSync(under.exported, 'utf8')) as { number: number }[];
    expect(exported.map(({ number }) => number)).toEqual(
      Array.from({ length: 1250 }, (_, index) => 2 * index + 2),
    );
  });

  test('leaves no file if the log can’t be read', async () => {
    const under = activityUnderTest();
    under.around.isFull = true;
    expect(await under.activity.export({ ...ALL, format: 'csv' })).toMatchObject({
      error: { code: 'storage' },
    });
    expect(() => readFileSync(under.exported)).toThrow('ENOENT');
  });
});
