/** What a person can do with a job, by where it stands. */
import type { Job } from '../../../preload/contract/jobs.ts';
import type { JobStep } from '../../store/jobs-slice.ts';
import { formatNumber } from '../../parts/format.ts';

export type JobAction = JobStep | 'items' | 'save' | 'copyLinks' | 'saveLinks' | 'dismiss';

/** The buttons, in reading order. */
export function actionsOf(job: Pick<Job, 'state' | 'counts' | 'links'>): readonly JobAction[] {
  const links = job.links > 0 ? (['copyLinks', 'saveLinks'] as const) : [];
  return [...links, ...stepsOf(job)];
}

function stepsOf({ state, counts }: Pick<Job, 'state' | 'counts'>): readonly JobAction[] {
  switch (state) {
    case 'held':
      return ['cancel', 'startNow', 'items'];
    case 'running':
      return ['pause', 'stop', 'items'];
    case 'paused':
      return ['resume', 'stop', 'items'];
    case 'stopped':
    case 'done':
      return [...(counts.failed > 0 ? (['retryFailed'] as const) : []), 'items', 'save', 'dismiss'];
    case 'cancelled':
      return ['items', 'dismiss'];
  }
}

/** The words on a button. What asks first ends in dots. */
export function actionLabel(action: JobAction, { counts }: Pick<Job, 'counts'>): string {
  switch (action) {
    case 'cancel':
      return 'Cancel';
    case 'startNow':
      return 'Start now';
    case 'pause':
      return 'Pause';
    case 'resume':
      return 'Resume';
    case 'stop':
      return 'Stop…';
    case 'retryFailed':
      return `Retry ${formatNumber(counts.failed)} failed`;
    case 'items':
      return 'Show items';
    case 'save':
      return 'Save results as CSV…';
    case 'copyLinks':
      return 'Copy links';
    case 'saveLinks':
      return 'Save links as CSV…';
    case 'dismiss':
      return 'Remove from list';
  }
}
