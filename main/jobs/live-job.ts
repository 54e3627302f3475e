/** One job while Easel runs: its record, its counts, and what is known of it in memory only. */
import type { Job, JobCounts } from '../../preload/contract/jobs.ts';
import type { JobRecord } from '../store/tables/jobs.ts';
import { Rate } from './rate.ts';
import type { MadeLink } from './results.ts';

export class LiveJob {
  record: JobRecord;
  counts: JobCounts;
  readonly rate = new Rate();
  /** By the place of their items; never written down. */
  readonly links = new Map<number, MadeLink>();
  /** Places of items that wait to be sent again, since the end of the first time was not seen. */
  readonly doubtful = new Set<number>();
  /** Until when the service has asked to be left alone, epoch ms. */
  notBefore = 0;

  constructor(record: JobRecord, counts: JobCounts) {
    this.record = record;
    this.counts = counts;
  }

  get id(): string {
    return this.record.id;
  }

  /** As it is shown at `now`. */
  toJob(now: number): Job {
    const { address: _address, draftedBy: _draftedBy, templateId: _templateId, ...shown } = this.record;
    const { counts, links, record } = this;
    const perSecond = record.state === 'running' ? this.rate.perSecond(now) : null;
    const left = counts.waiting + counts.sending;
    const secondsLeft = perSecond === null || perSecond === 0 ? null : Math.ceil(left / perSecond);
    return { ...shown, counts, perSecond, secondsLeft, links: links.size };
  }
}
