/** Recovers the jobs of an earlier run, so that a person can continue them. Nothing is sent. */
import type { Store } from '../store/database.ts';
import type { CreateJournal } from '../unresolved/create-journal.ts';
import { LiveJob } from './live-job.ts';
import { isCreate, isDelete } from './kinds.ts';
import { COUNTS_FOR_MS } from './rules.ts';
import { countsOf, isUnfinished, moved, recovered } from './states.ts';
import { intentId } from './work.ts';

export interface RecoveryOptions {
  readonly table: Store['jobs'];
  readonly journal: Pick<CreateJournal, 'list' | 'settle'>;
  readonly now: () => number;
}

/** Gives every job that was not dismissed, oldest first. Rejects when the disk fails. */
export async function recover(options: RecoveryOptions): Promise<readonly LiveJob[]> {
  const { table, now } = options;
  await table.sweep(now() - COUNTS_FOR_MS);
  const jobs: LiveJob[] = [];
  for (const { record, counts } of (await table.all()).toReversed()) {
    const live = new LiveJob(record, countsOf(counts));
    jobs.push(live);
    if (isCreate(record.kind)) await reconcile(options, live);
    if (live.counts.sending > 0) await settle(options, live);
    for (const place of await table.doubtful(live.id)) live.doubtful.add(place);
    const next = recovered(live.record, live.counts, now());
    if (next !== live.record) await table.put(next);
    live.record = next;
  }
  return jobs;
}

/**
 * Holds a job of creates against the journal, which a create is in from before its first byte until its end is written
 * down: what is marked as being sent and is not in the journal was never sent.
 */
async function reconcile({ table, journal, now }: RecoveryOptions, live: LiveJob): Promise<void> {
  const { id, connectionId } = live.record;
  const prefix = intentId(id, '');
  for (const unknown of await journal.list(connectionId)) {
    if (!unknown.id.startsWith(prefix)) continue;
    const place = Number(unknown.id.slice(prefix.length));
    const [item] = (await table.items(id, place, 1, null)).items;
    if (item?.state === 'sending' && item.targetId === '') {
      const result = { place, targetId: '', status: null, message: ABANDONED, at: now() };
      await table.recordItems(id, [{ ...result, state: 'unknown' }], null);
      live.counts = moved(live.counts, 'sending', 'unknown');
    } else if (item?.state !== 'unknown') {
      // Its result was saved, and Easel quit before the journal dropped it.
      await journal.settle(connectionId, unknown.id);
    }
  }
}

const ABANDONED = 'Easel closed before the answer came.';

/** What was marked as being sent. A delete may be sent again: it says the same thing twice. A link would be another one. */
async function settle({ table }: RecoveryOptions, live: LiveJob): Promise<void> {
  const { id, kind } = live.record;
  // Creates were compared with the journal: these were never sent.
  const neverSent = isCreate(kind);
  const canWait = isUnfinished(live.record) && (neverSent || isDelete(kind));
  const to = canWait ? 'waiting' : neverSent ? 'untouched' : 'unknown';
  const link = isDelete(kind) ? '' : ' A link may exist that nobody has.';
  await table.settle(id, to, neverSent, to === 'unknown' ? ABANDONED + link : '');
  live.counts = moved(live.counts, 'sending', to, live.counts.sending);
}
