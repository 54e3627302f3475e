import type { DatabaseSync } from 'node:sqlite';
import type { Job, JobItem, JobItemState } from '../../../preload/contract/jobs.ts';
import type { UnresolvedCreate } from '../../../preload/contract/service.ts';
import { sameIds } from '../../lib/pasted.ts';
import { atOnce, columnsOf, fromRow, toRow } from '../database-file.ts';

export interface JobRecord extends Omit<Job, 'wording' | 'counts' | 'perSecond' | 'secondsLeft' | 'links'> {
  readonly address: string;
  readonly planId: string | null;
  readonly runId: string | null;
  readonly templateId: string | null;
  readonly pattern: string;
  readonly tags: readonly string[];
  /** End of a delete's full delay in epoch ms. A pause clears `holdUntil`, but keeps this time. */
  readonly heldInFull: number | null;
}

export type ItemCounts = Readonly<Partial<Record<JobItemState, number>>>;

const JOB_FIELDS =
  'id kind connectionId connectionName environment address state holdUntil startsEarliest heldFrom heldInFull pause failure about aboutName tags reason planId runId templateId pattern createdAt startedAt endedAt';

export function jobsTable(db: DatabaseSync) {
  const { read, values } = columnsOf(JOB_FIELDS);
  const all = db.prepare(`SELECT ${read}, (SELECT json_group_object(state, items) FROM
      (SELECT state, count(*) AS items FROM job_items WHERE job_id = jobs.id GROUP BY state)) AS counts
    FROM jobs WHERE put_away = 0 ORDER BY created_at DESC, rowid DESC`);
  const put = db.prepare(`INSERT INTO jobs ${values} ON CONFLICT (id) DO UPDATE
    SET ${columnsOf('state holdUntil pause failure startedAt endedAt').set}`);
  // `put` doesn't write the times of a delete's delay, because a restart extends the delay in memory only.
  const hold = db.prepare(`UPDATE jobs
    SET ${columnsOf('startsEarliest heldFrom heldInFull').set} WHERE id = :id`);
  const leave =
    db.prepare(`UPDATE job_items SET state = CASE WHEN at IS NULL THEN 'untouched' ELSE 'unknown' END
    WHERE job_id = ? AND state = 'waiting'`);
  // In a class pack, an item has an id only after its paper was created.
  const leaveLinks = db.prepare(`UPDATE job_items SET state = 'failed', message = ?, at = ?
    WHERE job_id = ? AND state = 'waiting' AND target_id <> '' RETURNING place, target_id AS targetId, name`);
  // Keeps the status and message of failed items, because the user may cancel the retry.
  const again = db.prepare(`UPDATE job_items SET state = 'waiting', at = NULL
    WHERE job_id = ? AND state = 'failed'`);
  const failedStill = db.prepare(`UPDATE job_items SET state = 'failed', at = ?
    WHERE job_id = ? AND state = 'waiting'`);
  const remove = db.prepare('DELETE FROM jobs WHERE id = ?');
  const putAway = db.prepare(
    `UPDATE jobs SET put_away = 1, about = '', about_name = '', reason = '', failure = NULL WHERE id = ?`,
  );
  const counted = db.prepare(`SELECT id, address, ended_at AS endedAt FROM jobs WHERE put_away = 1
    ORDER BY ended_at, rowid`);
  const forget = db.prepare('DELETE FROM jobs WHERE put_away = 1 AND ended_at <= ?');
  const removeItems = db.prepare('DELETE FROM job_items WHERE job_id = ?');
  const removeAll = db.prepare('DELETE FROM jobs WHERE connection_id = ?');
  const sweep = db.prepare('DELETE FROM job_items WHERE job_id NOT IN (SELECT id FROM jobs)');

  const putRecord = (record: JobRecord): void => void put.run(toRow(record));

  return {
    ...jobItemQueries(db),
    all: (): readonly { readonly record: JobRecord; readonly counts: ItemCounts }[] =>
      all.all().map(({ counts, ...row }) => ({
        record: fromRow<JobRecord>(row, [], ['failure', 'tags']),
        counts: JSON.parse(String(counts)) as ItemCounts,
      })),
    put: putRecord,
    /**
     * Saves a job that ended. A waiting item becomes `untouched`. If it was sent before, it becomes `unknown`. If its
     * paper exists without a join link, it becomes `failed`. Returns the items that became `failed`.
     */
    putAndLeave: (record: JobRecord): readonly ClaimedItem[] =>
      atOnce(db, () => {
        const { id, kind, endedAt } = record;
        putRecord(record);
        const failed = kind === 'create-pack' ? leaveLinks.all(LINK_MISSING, endedAt, id) : [];
        leave.run(id);
        return failed as unknown as readonly ClaimedItem[];
      }),
    /** Saves a retried job with its delay, and makes its failed items wait again. Returns the number of these items. */
    failedAgain: (record: JobRecord): number =>
      atOnce(db, () => {
        putRecord(record);
        const { id, startsEarliest, heldFrom, heldInFull } = record;
        hold.run({ id, startsEarliest, heldFrom, heldInFull });
        return Number(again.run(record.id).changes);
      }),
    putAndFail: (record: JobRecord): void =>
      atOnce(db, () => {
        putRecord(record);
        failedStill.run(record.endedAt, record.id);
      }),
    /** Removes a job and its items. If `counts`, keeps a delete's end until `sweep`, because policy limits use it. */
    remove: (jobId: string, counts: boolean): void =>
      atOnce(db, () => {
        (counts ? putAway : remove).run(jobId);
        removeItems.run(jobId);
      }),
    /** Removes all jobs of a connection, also those kept for the policy's limits. `sweep` removes their items later. */
    removeAll: (connectionId: string): void => void removeAll.run(connectionId),
    /** Returns removed delete jobs that still count for the policy's limits, in the order in which they ended. */
    counted: (): readonly Pick<JobRecord, 'id' | 'address' | 'endedAt'>[] =>
      counted.all() as unknown as readonly Pick<JobRecord, 'id' | 'address' | 'endedAt'>[],
    /** Deletes removed jobs that ended before `endedBefore`, and items without a job, which a crash may leave. */
    sweep: (endedBefore: number): void =>
      atOnce(db, () => {
        forget.run(endedBefore);
        sweep.run();
      }),
  };
}

export type NewItem = Pick<JobItem, 'targetId' | 'name'>;

export interface ClaimedItem extends NewItem {
  readonly place: number;
}

/** New state of a job's item. If `targetId` is empty, the stored id stays. A waiting item with `at` was sent before. */
export interface ItemUpdate extends Omit<JobItem, 'index' | 'name'> {
  readonly place: number;
  /** Row of the table `creates`, if the outcome of a create is unknown. `message` becomes the row's reason. */
  readonly unresolved?: Omit<UnresolvedCreate, 'reason'> & { readonly connectionId: string };
}

/** An item that the job skips because its board is protected. `unknown`: an earlier request got no response. */
interface SkippedItem extends ClaimedItem {
  readonly state: 'skipped' | 'unknown';
}

export interface Claim {
  readonly items: readonly ClaimedItem[];
  readonly skipped: readonly SkippedItem[];
}

export interface ClaimRequest {
  readonly jobId: string;
  readonly count: number;
  readonly at: number;
  /** Id of the connection whose protected boards the job skips. Null if protection doesn't matter to the job. */
  readonly protectedOf: string | null;
}

export const UNRESOLVED_CREATE = columnsOf('id connectionId kind name templateId sentAt reason');

export const LINK_MISSING = 'The paper was created, but its join link wasn’t.';

export const LEFT_OUT: Readonly<Record<SkippedItem['state'], string>> = {
  skipped: 'It has been protected in the meantime. Nothing was sent.',
  unknown: 'It has been protected in the meantime. It had already been sent, but no response arrived.',
};

function jobItemQueries(db: DatabaseSync) {
  const add = db.prepare(`INSERT INTO job_items (job_id, place, target_id, name, state, message)
    SELECT ?1, ?2 + key, value ->> 0, value ->> 1, 'waiting', '' FROM json_each(?3)`);
  const next = db.prepare(`SELECT place, target_id AS targetId, name, at
    FROM job_items WHERE job_id = ? AND state = 'waiting' ORDER BY place LIMIT ?`);
  const protection = db.prepare(`SELECT 1 FROM notes
    WHERE connection_id = ? AND protected = 1 AND board_id IN (SELECT value FROM json_each(?))`);
  const mark = db.prepare(
    `UPDATE job_items SET state = ?, at = ?, message = ? WHERE job_id = ? AND place = ?`,
  );
  const update = db.prepare(`UPDATE job_items SET state = ?1, status = ?2, message = ?3, at = ?4,
    target_id = CASE ?5 WHEN '' THEN target_id ELSE ?5 END WHERE job_id = ?6 AND place = ?7`);
  const unresolved = db.prepare(`INSERT OR REPLACE INTO creates ${UNRESOLVED_CREATE.values}`);
  // Uses the index on target ids, because the jobs may have far more items than there are ids to look up.
  const taken = db.prepare(`SELECT DISTINCT target_id AS id
    FROM json_each(?2) j CROSS JOIN job_items i INDEXED BY job_items_by_target ON i.target_id = j.value
    WHERE job_id IN (SELECT value FROM json_each(?1)) AND state IN ('waiting', 'sending')`);
  const columns = `place AS "index", target_id AS targetId, name, state, status, message,
    CASE state WHEN 'waiting' THEN NULL ELSE at END AS at`;
  const pages = (matches: string) => ({
    // The inner query reads only an index. Skipping whole rows up to the offset would be slow.
    page: db.prepare(`SELECT ${columns} FROM job_items WHERE job_id = ?1 AND place IN
      (SELECT place FROM job_items WHERE ${matches} ORDER BY place LIMIT ?3 OFFSET ?4) ORDER BY place`),
    count: db.prepare(`SELECT count(*) AS items FROM job_items WHERE ${matches}`),
  });
  // SQLite uses the index only for `state = ?2`. So there is another query for items in any state.
  const [inAny, inState] = [pages('job_id = ?1 AND ?2 IS NULL'), pages('job_id = ?1 AND state = ?2')];
  const doubtful = db.prepare(`SELECT place FROM job_items
    WHERE job_id = ? AND state = 'waiting' AND at IS NOT NULL`);
  const targets = db.prepare('SELECT target_id AS id FROM job_items WHERE job_id = ? AND state = ?');

  function claim({ jobId, count: most, at, protectedOf }: ClaimRequest): Claim {
    const items: ClaimedItem[] = [];
    const skipped: SkippedItem[] = [];
    const rows = next.all(jobId, most) as unknown as readonly (ClaimedItem & {
      readonly at: number | null;
    })[];
    for (const { at: sentAt, ...item } of rows) {
      // Looks for all spellings of the id, because an imported note may spell it differently.
      const ids = JSON.stringify(sameIds(item.targetId));
      if (protectedOf === null || protection.get(protectedOf, ids) === undefined) {
        items.push(item);
        mark.run('sending', at, '', jobId, item.place);
      } else {
        const state = sentAt === null ? 'skipped' : 'unknown';
        skipped.push({ ...item, state });
        mark.run(state, at, LEFT_OUT[state], jobId, item.place);
      }
    }
    return { items, skipped };
  }

  return {
    addItems: (jobId: string, from: number, items: readonly NewItem[]): void => {
      add.run(jobId, from, JSON.stringify(items.map(({ targetId, name }) => [targetId, name])));
    },
    recordItems: (jobId: string, updates: readonly ItemUpdate[], request: ClaimRequest | null): Claim =>
      atOnce(db, () => {
        for (const { place, state, targetId, status, message, at, unresolved: create } of updates) {
          update.run(state, status, message, at, targetId, jobId, place);
          if (create !== undefined) unresolved.run({ ...create, reason: message });
        }
        return request === null ? { items: [], skipped: [] } : claim(request);
      }),
    taken: (jobIds: readonly string[], targetIds: readonly string[]): readonly string[] =>
      taken.all(JSON.stringify(jobIds), JSON.stringify(targetIds)).map(({ id }) => String(id)),
    items: (jobId: string, from: number, most: number, state: JobItemState | null) => {
      const { page, count } = state === null ? inAny : inState;
      const items = page.all(jobId, state, most, from) as unknown as readonly JobItem[];
      return { items, matching: (count.get(jobId, state) as { readonly items: number }).items };
    },
    /** Returns the positions of waiting items whose earlier request has an unknown outcome. */
    doubtful: (jobId: string): readonly number[] => doubtful.all(jobId).map(({ place }) => Number(place)),
    targets: (jobId: string, state: JobItemState): readonly string[] =>
      targets.all(jobId, state).map(({ id }) => String(id)),
  };
}
