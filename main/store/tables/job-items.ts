/** Queries of the table `job_items`. */
import type { DatabaseSync } from 'node:sqlite';
import type { JobItem, JobItemState } from '../../../preload/contract/jobs.ts';

/** What is written of an item when its job is made. */
export type NewItem = Pick<JobItem, 'targetId' | 'name'>;

/** An item that may be sent now. */
export interface ClaimedItem {
  readonly place: number;
  readonly targetId: string;
  readonly name: string;
}

/**
 * What became of one item. An empty `targetId` leaves the one that is known. A waiting item with a moment (`at`) was
 * sent before, and its outcome was not seen.
 */
export interface ItemUpdate {
  readonly place: number;
  readonly state: JobItemState;
  readonly targetId: string;
  readonly status: number | null;
  readonly message: string;
  readonly at: number | null;
}

/** An item that is not sent (again): `unknown` when it was sent before, and its outcome was not seen. */
export interface SkippedItem extends ClaimedItem {
  readonly state: 'skipped' | 'unknown';
}

/** What a claim gave. */
export interface Claim {
  readonly items: readonly ClaimedItem[];
  /** Items that were left out instead, because their board is protected by now. */
  readonly skipped: readonly SkippedItem[];
}

export interface ClaimRequest {
  readonly jobId: string;
  readonly count: number;
  readonly at: number;
  /** The connection whose protected boards are skipped; null where nothing can be protected. */
  readonly protectedOf: string | null;
}

export interface JobItemQueries {
  /** Adds items from place `from` on, all in one state, with a message. */
  readonly addItems: (
    jobId: string,
    from: number,
    items: readonly NewItem[],
    state: JobItemState,
    message: string,
  ) => void;
  /** Marks the next waiting items as being sent, and skips those that are protected. */
  readonly claim: (request: ClaimRequest) => Claim;
  /** Writes what became of items, and marks the next ones as `claim` does, in one step. */
  readonly recordItems: (jobId: string, updates: readonly ItemUpdate[], next: ClaimRequest | null) => Claim;
  /** Those of these ids that items of other jobs of this connection and kind are still to touch, or touch now. */
  readonly taken: (jobIds: readonly string[], targetIds: readonly string[]) => readonly string[];
  /** Items from place `from` on among those of a state (null for all). */
  readonly items: (
    jobId: string,
    from: number,
    count: number,
    state: JobItemState | null,
  ) => { readonly items: readonly JobItem[]; readonly matching: number };
  /** Ids of the items of a state. */
  readonly targets: (jobId: string, state: JobItemState) => readonly string[];
  /** Places of waiting items that were sent before, and their outcome was not seen. */
  readonly doubtful: (jobId: string) => readonly number[];
}

const NO_CLAIM: Claim = { items: [], skipped: [] };

/** What is said of items that are left out. */
export const LEFT_OUT: Readonly<Record<SkippedItem['state'], string>> = {
  skipped: 'It has been protected in the meantime. Nothing was sent.',
  unknown: 'It has been protected in the meantime. It was sent before, and the answer did not come.',
};

export function jobItemQueries(db: DatabaseSync, atOnce: <T>(work: () => T) => T): JobItemQueries {
  const add = db.prepare(`INSERT INTO job_items (job_id, place, target_id, name, state, message)
    SELECT ?1, ?2 + key, value ->> 0, value ->> 1, ?4, ?5 FROM json_each(?3)`);
  const next = db.prepare(`SELECT place, target_id AS targetId, name, at, EXISTS (SELECT 1 FROM notes
      WHERE connection_id = ?2 AND board_id = target_id AND protected = 1) AS protected
    FROM job_items WHERE job_id = ?1 AND state = 'waiting' ORDER BY place LIMIT ?3`);
  const mark = db.prepare(
    `UPDATE job_items SET state = ?, at = ?, message = ? WHERE job_id = ? AND place = ?`,
  );
  const update = db.prepare(`UPDATE job_items SET state = ?1, status = ?2, message = ?3, at = ?4,
    target_id = CASE ?5 WHEN '' THEN target_id ELSE ?5 END WHERE job_id = ?6 AND place = ?7`);
  // From the ids to the items: there are few ids, and a job may be large.
  const taken = db.prepare(`SELECT DISTINCT target_id AS id
    FROM json_each(?2) j CROSS JOIN job_items i INDEXED BY job_items_by_target ON i.target_id = j.value
    WHERE job_id IN (SELECT value FROM json_each(?1)) AND state IN ('waiting', 'sending')`);
  const columns = `place AS "index", target_id AS targetId, name, state, status, message,
    CASE state WHEN 'waiting' THEN NULL ELSE at END AS at`;
  const page = db.prepare(`SELECT ${columns} FROM job_items WHERE job_id = ? AND place >= ?
    ORDER BY place LIMIT ?`);
  const pageOf = db.prepare(`SELECT ${columns} FROM job_items WHERE job_id = ? AND state = ?
    ORDER BY place LIMIT ? OFFSET ?`);
  const count = db.prepare('SELECT count(*) AS items FROM job_items WHERE job_id = ?');
  const countOf = db.prepare('SELECT count(*) AS items FROM job_items WHERE job_id = ? AND state = ?');
  const doubtful = db.prepare(`SELECT place FROM job_items
    WHERE job_id = ? AND state = 'waiting' AND at IS NOT NULL`);
  const targets = db.prepare('SELECT target_id AS id FROM job_items WHERE job_id = ? AND state = ?');

  function claim({ jobId, count: most, at, protectedOf }: ClaimRequest): Claim {
    const items: ClaimedItem[] = [];
    const skipped: SkippedItem[] = [];
    const rows = next.all(jobId, protectedOf, most) as unknown as readonly (ClaimedItem & {
      readonly protected: number;
      readonly at: number | null;
    })[];
    for (const { protected: isProtected, at: sentAt, ...item } of rows) {
      if (isProtected === 0) {
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
    addItems: (jobId, from, items, state, message) => {
      const pairs = JSON.stringify(items.map(({ targetId, name }) => [targetId, name]));
      add.run(jobId, from, pairs, state, message);
    },
    claim: (request) => atOnce(() => claim(request)),
    recordItems: (jobId, updates, request) =>
      atOnce(() => {
        for (const { place, state, targetId, status, message, at } of updates) {
          update.run(state, status, message, at, targetId, jobId, place);
        }
        return request === null ? NO_CLAIM : claim(request);
      }),
    taken: (jobIds, targetIds) =>
      (
        taken.all(JSON.stringify(jobIds), JSON.stringify(targetIds)) as unknown as readonly { id: string }[]
      ).map(({ id }) => id),
    items: (jobId, from, most, state) => {
      const found = state === null ? page.all(jobId, from, most) : pageOf.all(jobId, state, most, from);
      const all = state === null ? count.get(jobId) : countOf.get(jobId, state);
      return {
        items: found as unknown as readonly JobItem[],
        matching: (all as { readonly items: number }).items,
      };
    },
    doubtful: (jobId) =>
      (doubtful.all(jobId) as unknown as readonly { place: number }[]).map(({ place }) => place),
    targets: (jobId, state) =>
      (targets.all(jobId, state) as unknown as readonly { id: string }[]).map(({ id }) => id),
  };
}
