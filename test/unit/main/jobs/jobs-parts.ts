/** Jobs as the queue would tell of them, for tests of what stands beside it. */
import { wordingOf } from '../../../../main/jobs/kinds.ts';
import type { Job } from '../../../../preload/contract/jobs.ts';

/** A held delete of one board, or what `known` says. */
export function jobOf(known: Partial<Job> = {}): Job {
  return {
    id: 'job',
    kind: 'delete-boards',
    wording: wordingOf(known.kind ?? 'delete-boards'),
    connectionId: 'c',
    connectionName: 'Acme boards',
    environment: 'test',
    state: 'held',
    holdUntil: null,
    startsEarliest: null,
    heldFrom: null,
    pause: null,
    failure: null,
    counts: {
      total: 1,
      waiting: 1,
      sending: 0,
      done: 0,
      accepted: 0,
      alreadyGone: 0,
      failed: 0,
      unknown: 0,
      skipped: 0,
      untouched: 0,
    },
    perSecond: null,
    secondsLeft: null,
    about: '',
    aboutName: '',
    reason: '',
    templateId: null,
    pattern: '',
    createdAt: 0,
    startedAt: null,
    endedAt: null,
    links: 0,
    ...known,
  };
}
