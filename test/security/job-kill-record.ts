/** What is on disk of jobs: read after a process that ran them was killed. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { JobItemState, JobKind, JobState } from '../../preload/contract/jobs.ts';

export interface ItemRow {
  readonly jobId: string;
  readonly place: number;
  readonly targetId: string;
  readonly name: string;
  readonly state: JobItemState;
  /** Of a waiting item: it was sent before, and its end was not seen. */
  readonly at: number | null;
}

export interface JobRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly holdUntil: number | null;
  readonly pause: string | null;
}

export interface JobsOnDisk {
  readonly jobs: readonly JobRow[];
  readonly items: readonly ItemRow[];
  /** Ids of the journal of creates: a job's id and an item's place. */
  readonly journal: readonly string[];
  /** `ok`, or what SQLite finds damaged. */
  readonly integrity: string;
}

export function readJobs(folder: string): JobsOnDisk {
  const db = new DatabaseSync(path.join(folder, 'easel.db'));
  const all = <T>(sql: string): readonly T[] => db.prepare(sql).all() as unknown as readonly T[];
  try {
    return {
      jobs: all('SELECT id, kind, state, hold_until AS holdUntil, pause FROM jobs ORDER BY rowid'),
      items: all(`SELECT job_id AS jobId, place, target_id AS targetId, name, state, at FROM job_items
        ORDER BY job_id, place`),
      journal: all<{ readonly id: string }>('SELECT id FROM creates').map(({ id }) => id),
      integrity:
        all<{ readonly integrity_check: string }>('PRAGMA integrity_check')[0]?.integrity_check ?? 'silent',
    };
  } finally {
    db.close();
  }
}
