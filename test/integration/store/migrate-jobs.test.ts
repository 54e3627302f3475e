import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../main/store/database.ts';
import { MIGRATIONS } from '../../../main/store/migrations.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-migrate-jobs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a job from before policies were stored with jobs stays unchanged, with no author and no hold minimum', async () => {
  const file = path.join(folder, 'easel.db');
  const db = new DatabaseSync(file);
  db.exec(`${MIGRATIONS.slice(0, 6).join('\n')} PRAGMA user_version = 6;
    INSERT INTO jobs VALUES ('j', 'delete-boards', 'a', 'Acme', 'test', 'https://boards.example', 'held', 90, NULL, NULL,
      'b-7', 'T-7', NULL, 5, NULL, NULL);
    INSERT INTO job_items VALUES ('j', 0, 'b-7', '', 'waiting', NULL, '', NULL);`);
  db.close();
  const store = await openStore(file, { now: 40 });
  const [job] = await store.jobs.all();
  expect(job).toMatchObject({
    record: { id: 'j', holdUntil: 90, startsEarliest: null, draftedBy: null, reason: 'T-7', createdAt: 5 },
    counts: { waiting: 1 },
  });
  expect(await store.jobs.counted()).toEqual([]);
  await store.close();
});
