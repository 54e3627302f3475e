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

test('it is told in hundredths, and nothing of a job with one thing', () => {
  const { told, shares } = taskbar();
  told(running('one', 1, 0));
  for (let done = 0; done < 20; done += 1) told(running('a', 1000 - done, done));
  expect(shares()).toEqual([0, 0.01]);
});

test('without a window, or with one that is gone, nobody is told', () => {
  const window = new BrowserWindow();
  window.destroyed = true;
  for (const none of [null, asWindow(window)]) createTaskbar(() => none)(running('a', 5, 5));
  expect(window.shares).toEqual([]);
});
