/** Queries of the tables `jobs` and `job_items`: what is to be changed at the service, and what became of each item. */
import type { DatabaseSync } from 'node:sqlite';
import type { Environment } from '../../../preload/contract/connections.ts';
import type { JobItemState, JobKind, JobPause, JobState } from '../../../preload/contract/jobs.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { jobItemQueries, type JobItemQueries } from './job-items.ts';

/** A job without its items. Moments are epoch ms. */
export interface JobRecord {
  readonly id: string;
  readonly kind: JobKind;
  readonly connectionId: string;
  readonly connectionName: string;
  readonly environment: Environment;
  /** Where its requests go: the address of the API it uses, as it was when the job was made. */
  readonly address: string;
  readonly state: JobState;
  readonly holdUntil: number | null;
  /** Before it the policy lets nothing of it be sent; null for no such rule. */
  readonly startsEarliest: number | null;
  readonly pause: JobPause | null;
  readonly failure: Failure | null;
  readonly about: string;
  readonly reason: string;
  /** Who drafted the plan that it came from; null for none. */
  readonly draftedBy: 'self' | 'another' | null;
  /** What papers are made from. */
  readonly templateId: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

export type ItemCounts = Readonly<Partial<Record<JobItemState, number>>>;

export interface JobsTable extends JobItemQueries {
  /** Newest first, each with how many of its items stand where. */
  readonly all: () => readonly { readonly record: JobRecord; readonly counts: ItemCounts }[];
  /** Adds or changes the job itself. */
  readonly put: (record: JobRecord) => void;
  /** Changes the job, and in the same step leaves its waiting items untouched; `unknown` what was sent before. */
  readonly putAndLeave: (record: JobRecord) => void;
  /** What an earlier run was sending gets this state; `forget`: it is as if it never was sent. */
  readonly settle: (jobId: string, to: JobItemState, forget: boolean) => void;
  /** Changes the job, and its failed items wait again, but for those whose target is among `but`; gives how many. */
  readonly failedAgain: (record: JobRecord, but: readonly string[]) => number;
  /** Removes the job with its items; `counts`: it is among `counted` until it is swept. */
  readonly remove: (jobId: string, counts: boolean) => void;
  /** Deletes that were removed and still count, those that ended first before the others. */
  readonly counted: () => readonly Pick<JobRecord, 'id' | 'address' | 'endedAt'>[];
  /** Removes items whose job was never written to its end, and what ended before a moment and counts no more. */
  readonly sweep: (endedBefore: number) => void;
}

type JobRow = Omit<JobRecord, 'failure'> & { readonly failure: string | null };

export function jobsTable(db: DatabaseSync): JobsTable {
  const all = db.prepare(`SELECT id, kind, connection_id AS connectionId, connection_name AS connectionName,
    environment, address, state, hold_until AS holdUntil, starts_earliest AS startsEarliest, pause, failure, about,
    reason, drafted_by AS draftedBy, template_id AS templateId, created_at AS createdAt, started_at AS startedAt,
    ended_at AS endedAt
    FROM jobs WHERE put_away = 0 ORDER BY created_at DESC, rowid DESC`);
  const counts = db.prepare('SELECT state, count(*) AS items FROM job_items WHERE job_id = ? GROUP BY state');
  const put =
    db.prepare(`INSERT INTO jobs (id, kind, connection_id, connection_name, environment, address, state,
      hold_until, starts_earliest, pause, failure, about, reason, drafted_by, template_id, created_at, started_at,
      ended_at)
    VALUES (:id, :kind, :connectionId, :connectionName, :environment, :address, :state,
      :holdUntil, :startsEarliest, :pause, :failure, :about, :reason, :draftedBy, :templateId, :createdAt,
      :startedAt, :endedAt)
    ON CONFLICT (id) DO UPDATE SET state = :state, hold_until = :holdUntil, pause = :pause, failure = :failure,
      started_at = :startedAt, ended_at = :endedAt`);
  const leave =
    db.prepare(`UPDATE job_items SET state = CASE WHEN at IS NULL THEN 'untouched' ELSE 'unknown' END
    WHERE job_id = ? AND state = 'waiting'`);
  const settle = db.prepare(`UPDATE job_items SET state = ?, at = CASE ? WHEN 1 THEN NULL ELSE at END
    WHERE job_id = ? AND state = 'sending'`);
  const again = db.prepare(`UPDATE job_items SET state = 'waiting', status = NULL, message = '', at = NULL
    WHERE job_id = ? AND state = 'failed' AND target_id NOT IN (SELECT value FROM json_each(?))`);
  const remove = db.prepare('DELETE FROM jobs WHERE id = ?');
  const putAway = db.prepare(
    `UPDATE jobs SET put_away = 1, about = '', reason = '', failure = NULL WHERE id = ?`,
  );
  const counted = db.prepare(`SELECT id, address, ended_at AS endedAt FROM jobs WHERE put_away = 1
    ORDER BY ended_at, rowid`);
  const forget = db.prepare('DELETE FROM jobs WHERE put_away = 1 AND ended_at <= ?');
  const removeItems = db.prepare('DELETE FROM job_items WHERE job_id = ?');
  const sweep = db.prepare('DELETE FROM job_items WHERE job_id NOT IN (SELECT id FROM jobs)');

  function atOnce<T>(work: () => T): T {
    db.exec('BEGIN IMMEDIATE');
    try {
      const done = work();
      db.exec('COMMIT');
      return done;
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }
  const putRecord = ({ failure, ...record }: JobRecord): void =>
    void put.run({ ...record, failure: failure === null ? null : JSON.stringify(failure) });

  return {
    ...jobItemQueries(db, atOnce),
    all: () =>
      (all.all() as unknown as readonly JobRow[]).map((row) => ({
        record: { ...row, failure: row.failure === null ? null : (JSON.parse(row.failure) as Failure) },
        counts: Object.fromEntries(
          (counts.all(row.id) as unknown as readonly { state: JobItemState; items: number }[]).map(
            ({ state, items }) => [state, items],
          ),
        ),
      })),
    put: putRecord,
    putAndLeave: (record) =>
      atOnce(() => {
        putRecord(record);
        leave.run(record.id);
      }),
    settle: (jobId, to, forget) => void settle.run(to, Number(forget), jobId),
    failedAgain: (record, but) =>
      atOnce(() => {
        putRecord(record);
        return Number(again.run(record.id, JSON.stringify(but)).changes);
      }),
    remove: (jobId, counts) =>
      atOnce(() => {
        (counts ? putAway : remove).run(jobId);
        removeItems.run(jobId);
      }),
    counted: () => counted.all() as unknown as ReturnType<JobsTable['counted']>,
    sweep: (endedBefore) =>
      atOnce(() => {
        forget.run(endedBefore);
        sweep.run();
      }),
  };
}
