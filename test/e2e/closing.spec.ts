/** Closing Easel while a job is held. */
import type { LaunchedApp } from '../support/driver.ts';
import { boardsListed, connectByForm, entriesFor, toasts } from '../support/easel.ts';
import { expect, test } from './fixtures.ts';

interface Asked {
  readonly detail: string;
  readonly buttons: readonly string[];
}

/** From now on the system's question is answered with this button, and kept in the app. */
async function answerClosing({ app }: LaunchedApp, response: number): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    const kept = globalThis as { asked?: unknown[] };
    kept.asked ??= [];
    dialog.showMessageBox = (...asked: readonly unknown[]) => {
      kept.asked?.push(asked.at(-1));
      return Promise.resolve({ response: chosen, checkboxChecked: false });
    };
  }, response);
}

async function asked({ app }: LaunchedApp): Promise<readonly Asked[]> {
  return app.evaluate(() => (globalThis as { asked?: Asked[] }).asked ?? []);
}

const closeWindow = ({ app }: LaunchedApp): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

test('closing the window during a held delete asks first, and closes once the person confirms', async ({
  easel,
  practice,
}) => {
  const { window, app } = easel;
  await connectByForm(window, entriesFor(practice));
  await boardsListed(window);
  await answerClosing(easel, 0);
  await window.getByRole('grid', { name: 'Boards' }).getByRole('row').nth(1).click();
  await window.keyboard.press('Delete');
  await window
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete board/ })
    .click();
  await expect(toasts(window)).toContainText('will be deleted in');
  await closeWindow(easel);
  await expect.poll(() => asked(easel)).toHaveLength(1);
  expect(await asked(easel)).toMatchObject([
    {
      detail:
        'Deleting 1 board is on hold: nothing has been sent. If you close Easel now, this waits for you in Jobs.',
      buttons: ['Keep Easel open', 'Close Easel'],
    },
  ]);
  await expect(toasts(window)).toContainText('will be deleted in');
  const ended = new Promise<void>((resolve) => void app.process().once('exit', () => resolve()));
  await answerClosing(easel, 1);
  await closeWindow(easel).catch(() => undefined);
  await ended;
  expect((await practice.requests()).counts.deleteBoard).toBe(0);
});
