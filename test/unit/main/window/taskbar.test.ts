import { expect, test, vi } from 'vitest';
import { createTaskbar } from '../../../../main/window/taskbar.ts';
import { asWindow, BrowserWindow } from '../../../support/fake-electron.ts';
import { countsOf, jobOf } from '../../renderer/job-of.ts';

vi.mock('electron', () => import('../../../support/fake-electron.ts'));

/** A task bar, and what it was last told. */
function taskbar() {
  const window = new BrowserWindow();
  return { told: createTaskbar(() => asWindow(window)), shares: () => window.shares };
}

const running = (id: string, waiting: number, done: number, sending = 0) =>
  jobOf(id, { state: 'running', counts: countsOf({ waiting, sending, done }) });

test('the share of what has ended is shown while jobs run, over all of them, and then taken away', () => {
  const { told, shares } = taskbar();
  told(jobOf('a'));
  told(running('a', 50, 40, 10));
  told(running('b', 300, 0));
  told(jobOf('a', { state: 'done' }));
  told(jobOf('b', { state: 'paused' }));
  expect(shares()).toEqual([0.4, 0.1, 0, -1]);
});
