import type { Page } from 'playwright';
import { startPractice } from '../practice/practice.ts';
import { page as roomPage, silence, status } from '../support/app-host.ts';
import { addPaper, boardsListed, changeTimers, connect, entriesFor, previewPaper } from '../support/easel.ts';
import { guestCount, guestJoined } from '../support/guests.ts';
import { expect } from './fixtures.ts';
import { room, roomShown, test } from './preview-fixtures.ts';

const TITLE = 'Down the hall';

const toolbar = (window: Page) => window.getByRole('group', { name: 'Boards', exact: true });

async function previewBoard(window: Page): Promise<void> {
  await window.getByRole('grid', { name: 'Boards' }).getByRole('row').nth(1).click();
  await toolbar(window).getByRole('button', { name: 'Visit…' }).click();
  await window.getByRole('dialog').getByRole('button', { name: 'Join visibly' }).click();
}

test('Easel shows the reason why a board can’t be previewed', async ({ easel, practice }) => {
  const { app, window } = easel;
  await connect(window, entriesFor(practice));
  await previewBoard(window);
  const card = window.getByRole('dialog', { name: 'No preview for this board' });
  await expect(card).toContainText(
    'The service doesn’t say how people join this board, so Easel can’t open its room.',
  );
  await card.getByRole('button', { name: 'Close' }).last().click();
  expect(await guestCount(app)).toBe(0);
  const preview = toolbar(window).getByRole('button', { name: 'Visit…' });
  await expect(preview).toHaveAttribute('title', /refused a preview of this board/u);
  await window.getByRole('grid', { name: 'Boards' }).getByRole('row').nth(2).click();
  await expect(preview).toHaveAttribute('title', /refused the most recent board preview/u);

  const roomFiles = new URL('../../out/app/renderer', import.meta.url).pathname;
  const other = await startPractice({ boardPreviews: true, boards: 3, roomFiles });
  await connect(window, entriesFor(other, { name: 'Brook College' }));
  await window.keyboard.press('ControlOrMeta+Shift+C');
  await window.getByRole('menuitemradio', { name: 'Brook College' }).click();
  await boardsListed(window);
  await previewBoard(window);
  await guestJoined(app);
  await expect(window.getByText('You are visible in this room')).toBeVisible();
  await other.stop();
});

test('“Try again” requests a new access token for a failed room', async ({ easel, host, practice }) => {
  const { window, output } = easel;
  const here = room(window, TITLE);
  const notice = here.getByRole('alert');
  await connect(window, entriesFor(practice, { appUrl: host.origin }));
  await addPaper(window, practice.samplePapers[0]?.identifier ?? '', TITLE);
  await host.takeDown();
  await previewPaper(window, TITLE, 'Ada');
  await expect(notice).toContainText(`Can’t reach ${new URL(host.origin).host}, so the room wasn’t opened.`);
  await expect(here).toContainText('You are not in the room');
  expect(await window.content()).not.toContain('eyJ');
  // Electron's warning about a failed load would contain the room's address with its access token.
  expect(output()).not.toMatch(/eyJ|token=/u);
  await host.bringUp();
  host.answerWith(status(500));
  await here.getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toContainText(
    /responded with status 500 instead of the room.*Try again in a few minutes/,
  );
  host.answerWith((response) => response.writeHead(302, { location: 'https://login.example/' }).end());
  await here.getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toContainText('redirected away from the room');
  host.answerWith(roomPage);
  await here.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => new Set(host.tokens).size).toBe(3);
  await expect(here).toContainText('You are visible in this room');
  await roomShown(easel, TITLE);
  await expect(window.getByRole('tab')).toHaveCount(1);
  await here.getByRole('button', { name: 'Leave' }).click();
  host.answerWith(silence);
  await previewPaper(window, TITLE, 'Ada');
  await expect(here.getByRole('status')).toHaveText('Joining. This can take up to 20 seconds…');
  await here.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => guestCount(easel.app)).toBe(0);
  await changeTimers(easel, 20_000, 100);
  await previewPaper(window, TITLE, 'Ada');
  await expect(notice).toContainText('didn’t open the room within 20 seconds.');
});
