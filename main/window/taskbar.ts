/** How far running jobs are, on Easel's button in the task bar or the dock. */
import type { BrowserWindow } from 'electron';
import type { Job } from '../../preload/contract/jobs.ts';

/** Takes a share away. */
const NONE = -1;

/** Gives the function that is told of each change of a job. Of several running ones the share is that of all their items. */
export function createTaskbar(windowOf: () => BrowserWindow | null): (job: Job) => void {
  const running = new Map<string, Job['counts']>();
  let shown = NONE;
  return ({ id, state, counts }) => {
    if (state === 'running') running.set(id, counts);
    else running.delete(id);
    const share = shareOf([...running.values()]);
    if (share === shown) return;
    shown = share;
    const window = windowOf();
    if (window !== null && !window.isDestroyed()) window.setProgressBar(share);
  };
}

/** In steps of a hundredth: a long job ends many items a second. One thing alone is over before anybody looks. */
function shareOf(jobs: readonly Job['counts'][]): number {
  const total = jobs.reduce((sum, counts) => sum + counts.total, 0);
  const left = jobs.reduce((sum, { waiting, sending }) => sum + waiting + sending, 0);
  return total <= 1 ? NONE : Math.floor(((total - left) / total) * 100) / 100;
}
