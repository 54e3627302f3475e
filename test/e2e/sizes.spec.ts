/** Every screen at every size, with all that the frame can have to say at once: nothing is covered, cut or off the window. */
import { expectReadableInForcedColors } from '../support/axe.ts';
import { connect, createPaper, entriesFor, holdFor, previewPaper, runCommand } from '../support/easel.ts';
import { guestJoined, waitForPictures } from '../support/guests.ts';
import { misplaced } from '../support/misplaced.ts';
import { pictureTaker, setLook } from '../support/theme.ts';
import { expect, test } from './fixtures.ts';

/** A small window, or one twice as large at 200 %; the usual one at 110 %, 1000×700; larger ones, up to 4K. */
const SIZES = [
  [640, 480],
  [720, 450],
  [909, 636],
  [1000, 700],
  [1440, 900],
  [3840, 2160],
] as const;

test('no text is covered, cut without a tooltip or off the window, at any size', async ({
  easel,
  practice,
}, info) => {
  test.setTimeout(240_000);
  const { app, window } = easel;
  const takePictures = pictureTaker(easel, info);
  const look = async (name: string): Promise<void> => {
    for (const [width, height] of SIZES) {
      await setLook(app, 'light', { width, height });
      await window.waitForFunction((wanted) => Math.abs(innerWidth - wanted) < 40, width);
      await window.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      // A state that still changes, such as a message that comes just now, is looked at once more; a fault stays.
      await expect
        .configure({ soft: true })
        .poll(() => misplaced(window), {
          message: `${name} at ${width}×${height}`,
          // Hundreds of pictures at 4K take a while to be looked through.
          timeout: 15_000,
          intervals: [500],
        })
        .toEqual([]);
      // Colours don't change with the size; a larger window only has more rows to look at.
      if (width === 1000) await expectReadableInForcedColors(window, name);
    }
    await takePictures(name);
  };
  const screen = (key: number, name: string) => async (): Promise<void> => {
    await window.keyboard.press(`ControlOrMeta+${key}`);
    await window.getByRole('heading', { level: 1, name }).waitFor();
  };

  await window.getByRole('button', { name: 'Connect to your service' }).waitFor();
  await look('welcome');
  await connect(window, entriesFor(practice, { name: 'Acme School, the larger of two' }));
  await createPaper(window, 'A paper with rather a long name, as templates tend to have');

  // An unlock, two holds, and an outage at once.
  await runCommand(window, 'Edit connection');
  await window.getByRole('checkbox', { name: 'Read-only' }).check();
  await window.getByRole('button', { name: 'Save' }).click();
  await runCommand(window, 'Unlock changes');
  const dialog = window.getByRole('dialog');
  await dialog.getByLabel('Connection name').fill('Acme School, the larger of two');
  await dialog.getByRole('button', { name: /^Allow changes/u }).click();
  await dialog.waitFor({ state: 'detached' });
  await holdFor(window, 3600);
  await screen(2, 'Boards')();
  const grid = window.getByRole('grid', { name: 'Boards' });
  for (const place of [2, 3]) {
    await grid.getByRole('row').nth(place).click();
    await window.keyboard.press('Delete');
    await window
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete board/ })
      .click();
    await window.getByRole('alertdialog').waitFor({ state: 'detached' });
  }
  await runCommand(window, 'Switch between list and gallery');
  await window.getByRole('grid', { name: 'Boards' }).locator('[role="gridcell"]').first().waitFor();
  await look('gallery');
  await runCommand(window, 'Switch between list and gallery');
  // The page has just kept what it began with, where pictures were answered with no by an earlier test.
  await holdFor(window, 3600);
  await waitForPictures({ app });
  await previewPaper(window, 'A paper with', 'Ada, who has rather a long name too');
  await guestJoined(app);
  await look('room');
  // A picture of a room as large as the last window takes too long.
  await setLook(app, 'light');
  await window.keyboard.press('ControlOrMeta+w');
  await window.getByRole('region', { name: 'Pictures' }).waitFor();
  await look('pictures-question');
  await window.getByRole('button', { name: 'Don’t keep' }).click();
  await screen(2, 'Boards')();
  await practice.faults.set('*', { kind: 'status', status: 503 });
  await window.keyboard.press('F5');
  await expect(window.getByRole('region', { name: 'Outage' })).toContainText('Problem since');

  await look('boards');
  await grid.focus();
  await window.keyboard.press('ControlOrMeta+a');
  await window.getByTestId('selected').waitFor();
  await look('boards-selected');
  await grid.focus();
  await window.keyboard.press('Escape');
  await window.keyboard.press('ControlOrMeta+Shift+o');
  await look('home');
  await window.keyboard.press('ControlOrMeta+2');
  await window.keyboard.press('ControlOrMeta+j');
  await look('jobs');
  await window.keyboard.press('ControlOrMeta+j');
  await screen(3, 'Papers')();
  await look('papers');
  await screen(4, 'Live previews')();
  // The rows went with their screen, and the focus to something in the next one: not to a message.
  await expect(window.locator(':focus')).toBeVisible();
  await expect(window.getByRole('region', { name: 'Messages' }).locator(':focus')).toHaveCount(0);
  await screen(6, 'Keys')();
  await look('keys');
  await screen(7, 'Settings')();
  await look('settings');
  await screen(5, 'Activity')();
  await look('activity');
  await window.keyboard.press('ControlOrMeta+Shift+n');
  await window.getByLabel('Paper API address').waitFor();
  await look('connection-form');
  await window.keyboard.press('Escape');
  for (const [name, keys] of [
    ['palette', 'ControlOrMeta+k'],
    ['shortcuts', 'F1'],
  ] as const) {
    await window.keyboard.press(keys);
    await window.getByRole('dialog').waitFor();
    await look(name);
    await window.keyboard.press('Escape');
    await window.getByRole('dialog').waitFor({ state: 'detached' });
  }
});
