/** The part of the tour about many deletes at once. */
import path from 'node:path';
import { expect } from '@playwright/test';
import type { LaunchedApp } from '../support/driver.ts';
import { goTo, toasts, openJobs } from '../support/easel.ts';
import { answerSaving, button, review, status } from '../support/jobs-screen.ts';
import type { Step } from './tour-step.ts';

/** Goes on where there is a connection with some old boards. The list that is saved goes into `folder`. */
export async function cleanupRun(step: Step, app: LaunchedApp, folder: string): Promise<void> {
  const { window } = app;
  const dialog = review(window);
  await step(
    app,
    'Finds the boards older than 90 days, and selects all of them',
    'cleanup-found',
    async () => {
      await goTo(window, 'Boards');
      await button(window, 'View: All boards').click();
      await window.getByRole('menuitemradio', { name: 'Older than 90 days' }).click();
      await window.getByText(/^\d+ boards found$/u).waitFor();
      await window.getByRole('checkbox', { name: 'Select all matching' }).click();
    },
  );
  const selected = await window.getByTestId('selected').textContent();
  const count = /\d+/u.exec(selected ?? '')?.[0] ?? '';
  await step(app, 'Reviews what would be deleted, before anything is', 'cleanup-review', async () => {
    await window.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Delete…' }).click();
    await dialog.getByRole('table').waitFor();
  });
  await step(
    app,
    'Says yes to main’s own question: the deletion is held, and can be cancelled',
    'cleanup-held',
    async () => {
      await answerSaving(app, path.join(folder, 'cleanup.csv'));
      await dialog.getByRole('button', { name: /^Delete \d+ boards? in/u }).click();
      await toasts(window).getByRole('button', { name: 'Start now' }).waitFor();
    },
  );
  await step(
    app,
    'Starts it now: each board has its line with what the service said',
    'cleanup-done',
    async () => {
      await toasts(window).getByRole('button', { name: 'Start now' }).click();
      await expect(status(window)).toHaveText(`Deleted ${count} boards.`, { timeout: 120_000 });
      const newest = (await openJobs(window)).getByRole('listitem').first();
      await button(newest, 'Items').click();
      await window.getByRole('grid', { name: 'Items' }).getByRole('row').nth(1).click();
    },
  );
}
