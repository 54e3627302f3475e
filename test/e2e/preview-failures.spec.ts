/** Rooms that can’t be joined, and boards without one: each with its own sentence and next step. */
import type { Page } from 'playwright';
import { startPractice } from '../practice/practice.ts';
import { page as roomPage, silence, status, type AppHost } from '../support/app-host.ts';
import type { LaunchedApp } from '../support/driver.ts';
import { addPaper, changeTimers, choosePaper, connect, entriesFor, previewPaper } from '../support/easel.ts';
import { guestCount, guestJoined, inGuest } from '../support/guests.ts';
import { expect } from './fixtures.ts';
import { join, room, test } from './preview-fixtures.ts';

const TITLE = 'Down the hall';

const toolbar = (window: Page) => window.getByRole('group', { name: 'Boards', exact: true });

async function previewBoard(window: Page): Promise<void> {
  await window.getByRole('grid', { name: 'Boards' }).getByRole('row').nth(1).click();
  await toolbar(window).getByRole('button', { name: 'Preview' }).click();
  await window.getByRole('dialog').getByRole('button', { name: 'Join visibly' }).click();
}

test('a board that the service opens to nobody by token says so', async ({ easel, practice }) => {
  const { app, window } = easel;
  await connect(window, entriesFor(practice));
  await previewBoard(window);
  const card = window.getByRole('dialog', { name: 'No preview for this board' });
  await expect(card).toContainText(
    'The service doesn’t say how people join this board, so Easel can’t open its room.',
  );
  await card.getByRole('button', { name: 'Close' }).last().click();
  expect(await guestCount(app)).toBe(0);
  await expect(toolbar(window).getByRole('button', { name: 'Preview' })).toHaveAttribute(
    'title',
    /let nobody into a board by token/u,
  );
});

test('a board opens when the service lets people in', async ({ easel }) => {
  const roomFiles = new URL('../../out/app/renderer', import.meta.url).pathname;
  const other = await startPractice({ boardPreviews: true, boards: 3, roomFiles });
  try {
    await connect(easel.window, entriesFor(other));
    await previewBoard(easel.window);
    await guestJoined(easel.app);
    await expect(easel.window.getByText('You are visible in this room')).toBeVisible();
  } finally {
    await other.stop();
  }
});

test.describe('a room', () => {
  test.beforeEach(async ({ easel, host, practice }) => {
    await connect(easel.window, entriesFor(practice, { appUrl: host.origin }));
    await addPaper(easel.window, practice.samplePapers[0]?.identifier ?? '', TITLE);
  });

  /** Tries again, and expects the room, with another token than before. */
  async function retry({ window }: LaunchedApp, host: AppHost, tokens: number): Promise<void> {
    await room(window, TITLE).getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => new Set(host.tokens).size).toBe(tokens);
    await expect(room(window, TITLE)).toContainText('You are visible in this room');
    await expect(room(window, TITLE)).not.toContainText('Joining, up to');
  }

  test('says why its host does not open it, and is joined with a new token on retry', async ({
    easel,
    host,
  }) => {
    const { window } = easel;
    const notice = room(window, TITLE).getByRole('alert');
    await host.takeDown();
    await previewPaper(window, TITLE, 'Ada');
    await expect(notice).toContainText(
      `${new URL(host.origin).host} could not be reached, so the room was not opened.`,
    );
    await expect(room(window, TITLE)).toContainText('Not in the room');
    expect(await window.content()).not.toContain('eyJ');
    await host.bringUp();
    host.answerWith(status(500));
    await room(window, TITLE).getByRole('button', { name: 'Try again' }).click();
    await expect(notice).toContainText(
      /answered with status 500 instead of the room.*Try again in a few minutes/,
    );
    host.answerWith(roomPage);
    await retry(easel, host, 2);
    await expect(window.getByRole('tab')).toHaveCount(1);
  });

  test('says what it waits for, and gives up after 20 seconds', async ({ easel, host }) => {
    host.answerWith(silence);
    await previewPaper(easel.window, TITLE, 'Ada');
    await expect(room(easel.window, TITLE).getByRole('status')).toHaveText('Joining, up to 20 seconds…');
    await room(easel.window, TITLE).getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => guestCount(easel.app)).toBe(0);
    // The deadline's 20 seconds pass in a tenth of one.
    await changeTimers(easel, 20_000, 100);
    await previewPaper(easel.window, TITLE, 'Ada');
    await expect(room(easel.window, TITLE).getByRole('alert')).toContainText(
      'didn’t open the room within 20 seconds.',
    );
  });

  test('says that its connection is lost or its page crashed, with details to copy, and is joined again', async ({
    easel,
    host,
  }) => {
    const { app, window } = easel;
    const notice = room(window, TITLE).getByRole('alert');
    host.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><script>setInterval(() => new WebSocket("/live"), 300)</script>');
    });
    await previewPaper(window, TITLE, 'Ada');
    await expect(room(window, TITLE)).not.toContainText('Joining, up to');
    await host.takeDown();
    await expect(notice).toContainText('has lost its connection');
    await expect(room(window, TITLE)).toContainText('You are visible in this room');
    host.answerWith(roomPage);
    await host.bringUp();
    await retry(easel, host, 2);

    await app.evaluate(({ webContents }) => {
      const guest = webContents.getAllWebContents().find((each) => each.getType() === 'webview');
      (guest as unknown as NodeJS.EventEmitter).emit(
        'render-process-gone',
        {},
        { reason: 'crashed', exitCode: 1 },
      );
    });
    await expect(notice).toContainText('crashed');
    await expect(room(window, TITLE)).toContainText('Not in');
    await notice.getByText('Details', { exact: true }).click();
    await notice.getByRole('button', { name: 'Copy details' }).click();
    const copied = () => app.evaluate(({ clipboard }) => clipboard.readText());
    await expect.poll(copied).toContain('crashed');
    expect(await copied()).not.toContain('eyJ');
    await retry(easel, host, 3);
  });

  test('is not opened when the key is refused, and the dialog keeps the name', async ({
    easel: { window },
    host,
    practice,
  }) => {
    await practice.faults.set('accessToken', { kind: 'status', status: 401, times: 1 });
    await choosePaper(window, TITLE);
    await window.keyboard.press('Space');
    const dialog = window.getByRole('dialog', { name: 'Preview this paper' });
    await dialog.getByLabel('Display name').fill('Ada');
    await dialog.getByRole('button', { name: 'Join visibly' }).click();
    await expect(dialog.getByRole('alert')).toContainText('does not accept the API key');
    await expect(dialog.getByLabel('Display name')).toHaveValue('Ada');
    expect(host.paths).toEqual([]);
    await dialog.getByRole('button', { name: 'Join visibly' }).click();
    await expect(room(window, TITLE)).toContainText('You are visible in this room');
  });
});

test('a paper deleted during its preview says so in the room', async ({ easel, practice, paper }) => {
  await join(easel, paper);
  const headers = { authorization: `Bearer ${practice.apiKey}` };
  await fetch(`${practice.origin}/api/paper/${paper.identifier}`, { method: 'DELETE', headers });
  await expect.poll(() => inGuest(easel.app, 'document.body.dataset.reason')).toBe('deleted');
});
