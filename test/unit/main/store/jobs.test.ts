import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { SCHEMA } from '../../../../main/store/schema.ts';
import { jobsTable } from '../../../../main/store/tables/jobs.ts';

test('the query for a job’s items uses the database index on their states', () => {
  const db = new DatabaseSync(':memory:');
  db.exec(SCHEMA);
  const prepare = vi.spyOn(db, 'prepare');
  const jobs = jobsTable(db);
  jobs.addItems('j', 0, [
    { targetId: 'a', name: 'A' },
    { targetId: 'b', name: 'B' },
  ]);
  jobs.recordItems('j', [{ place: 1, state: 'done', targetId: '', status: 200, message: '', at: 1 }], null);
  expect(jobs.items('j', 0, 10, null)).toMatchObject({ matching: 2, items: [{ index: 0 }, { index: 1 }] });
  expect(jobs.items('j', 0, 10, 'done')).toMatchObject({ matching: 1, items: [{ index: 1 }] });
  const reads = prepare.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes('state = ?2'));
  expect(reads).toHaveLength(2);
  for (const sql of reads) {
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    expect(JSON.stringify(plan)).toContain('job_items_by_state (job_id=? AND state=?)');
  }
});
