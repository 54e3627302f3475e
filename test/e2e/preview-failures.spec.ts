/** Rooms that can’t be joined, and boards without one: each with its own sentence and next step. */
import type { Locator, Page } from 'playwright';
import { startPractice } from '../practice/practice.ts';
import { page as roomPage, silence, status, type AppHost } from '../support/app-host.ts';
import type { LaunchedApp } from '../support/driver.ts';
import {
  addPaper,
  boardsListed,
  changeTimers,
  choosePaper,
  connect,
  entriesFor,
  goTo,
  previewPaper,
} from '../support/easel.ts';
import { guestCount, guestJoined, inGuest } from '../support/guests.ts';
import { expect } from './fixtures.ts';
import { join, room, test } from './preview-fixtures.ts';

test.describe('a board', () => {
  async function askToPreview(window: Page): Promise<Locator> {
    await boardsListed(window);
    await window.getByRole('grid', { name: 'Boards' }).getByRole('row').nth(1).click();
    await window
      .getByRole('group', { name: 'Boards', exact: true })
      .getByRole('button', { name: 'Preview' })
      .click();
    return window.getByRole('dialog');
  }

  test('says so when the service lets nobody into it by token', async ({ easel, practice }) => {
    const { window } = easel;
    await connect(window, entriesFor(practice));
    const dialog = await askToPreview(window);
    await dialog.getByRole('button', { name: 'Join visibly' }).click();
    const card = window.getByRole('dialog', { name: 'No preview for this board' });
    await expect(card).toContainText(
      'The service doesn’t say how people join this board, so Easel can’t open its room.',
    );
    await card.getByText('Details', { exact: true }).click();
    await expect(card.locator('pre')).toContainText('Status: 404');
    await card.getByRole('button', { name: 'Close' }).last().click();
    expect(await guestCount(easel.app)).toBe(0);
    // From now on that stands on the button, and in the dialog before anything is typed.
    const again = window
      .getByRole('group', { name: 'Boards', exact: true })
      .getByRole('button', { name: 'Preview' });
    await expect(again).toHaveAttribute('title', /let nobody into a board by token/u);
    await again.click();
    await expect(dialog).toContainText('let nobody into a board by token');
  });

  test('opens when the service lets people in', async ({ easel }) => {
    const practice = await startPractice({
      boardPreviews: true,
      boards: 3,
      roomFiles: new URL('../../out/app/renderer', import.meta.url).pathname,
    });
    try {
      await connect(easel.window, entriesFor(practice));
      const dialog = await askToPreview(easel.window);
      await dialog.getByRole('button', { name: 'Join visibly' }).click();
      await guestJoined(easel.app);
      await expect(easel.window.getByText('You are visible in this room')).toBeVisible();
    } finally {
      await practice.stop();
    }
  });
});

test.describe('a room that can’t be joined', () => {
  const title = 'Down the hall';

  /** Easel with a host of our own for its rooms, and one paper. */
  test.beforeEach(async ({ easel, host, practice }) => {
    await connect(easel.window, entriesFor(practice, { appUrl: host.origin }));
    const sample = practice.samplePapers[0];
    await addPaper(easel.window, sample?.identifier ?? '', title);
  });

  /** Tries again, and expects the room, with another token than before. */
  async function retry({ window }: LaunchedApp, host: AppHost, tokens: number): Promise<void> {
    await room(window, title).getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => new Set(host.tokens).size).toBe(tokens);
    await expect(room(window, title)).toContainText('You are visible in this room');
    await expect(room(window, title)).not.toContainText('Joining, up to');
  }

  test('says so when its host is down, and can be retried with a new token', async ({ easel, host }) => {
    await host.takeDown();
    await previewPaper(easel.window, title, 'Ada');
    const notice = room(easel.window, title).getByRole('alert');
    await expect(notice).toContainText(
      `${new URL(host.origin).host} could not be reached, so the room was not opened.`,
    );
    await expect(room(easel.window, title)).toContainText('Not in the room');
    expect(await easel.window.content()).not.toContain('eyJ');
    await host.bringUp();
    await retry(easel, host, 1);
  });

  for (const [code, sentence] of [
    [500, /answered with status 500 instead of the room.*Try again in a few minutes/],
    [401, /answered with status 401 instead of the room.*Try again/],
  ] as const) {
    test(`says so when its host answers ${code}, and can be retried with a new token`, async ({
      easel,
      host,
      practice,
    }) => {
      host.answerWith(status(code));
      await previewPaper(easel.window, title, 'Ada');
      await expect(room(easel.window, title).getByRole('alert')).toContainText(sentence);
      host.answerWith(roomPage);
      await retry(easel, host, 2);
      expect((await practice.requests()).counts.accessToken).toBe(2);
      await expect(easel.window.getByRole('tab')).toHaveCount(1);
    });
  }

  test('says so after 20 seconds when its host is silent', async ({ easel, host }) => {
    // The deadline's 20 seconds pass in a tenth of one.
    await changeTimers(easel, 20_000, 100);
    host.answerWith(silence);
    await previewPaper(easel.window, title, 'Ada');
    await expect(room(easel.window, title).getByRole('alert')).toContainText(
      'didn’t open the room within 20 seconds.',
    );
    host.answerWith(roomPage);
    await retry(easel, host, 2);
  });

  test('says above what it shows that its connection is lost, and can be joined anew', async ({
    easel,
    host,
  }) => {
    host.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        '<!doctype html><p>A room</p><script>setInterval(() => new WebSocket("/live"), 300)</script>',
      );
    });
    await previewPaper(easel.window, title, 'Ada');
    await expect(room(easel.window, title)).not.toContainText('Joining, up to');
    await host.takeDown();
    const notice = room(easel.window, title).getByRole('alert');
    await expect(notice).toContainText('has lost its connection');
    await expect(room(easel.window, title)).toContainText('You are visible in this room');
    await expect(room(easel.window, title).locator('webview')).toBeVisible();
    host.answerWith(roomPage);
    await host.bringUp();
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => new Set(host.tokens).size).toBe(2);
    await expect(notice).toBeHidden();
    await expect(room(easel.window, title)).toContainText('You are visible in this room');
  });

  test('says what has happened to its page, with details to copy, and is joined anew with a new token', async ({
    easel,
    host,
  }) => {
    const { app, window } = easel;
    const at = new URL(host.origin).host;
    await previewPaper(window, title, 'Ada');
    await expect(room(window, title)).toContainText('You are visible in this room');
    const kinds = [
      ['render-process-gone', [{ reason: 'crashed', exitCode: 1 }], 'crashed', 'Not in'],
      ['unresponsive', [], 'has stopped responding', 'You are visible in'],
      ['did-fail-load', [-27, '', '', true], 'doesn’t allow its room to be shown in Easel', 'Not in'],
      ['did-fail-load', [-202, '', '', true], `The certificate of ${at} is not trusted`, 'Not in'],
    ] as const;
    for (const [index, [event, args, sentence, where]] of kinds.entries())
      await test.step(sentence, async () => {
        const live = room(window, title).getByRole('button', { name: 'Save picture of the room…' });
        await expect(live).toBeVisible();
        await app.evaluate(
          ({ webContents }, [name, given]) => {
            const guest = webContents.getAllWebContents().find((each) => each.getType() === 'webview');
            (guest as unknown as NodeJS.EventEmitter).emit(name, {}, ...given);
          },
          [event, args as readonly unknown[]] as const,
        );
        const notice = room(window, title).getByRole('alert');
        await expect(notice).toContainText(sentence);
        await expect(room(window, title)).toContainText(where);
        await expect(room(window, title).locator('webview')).toBeHidden();
        await notice.getByText('Details', { exact: true }).click();
        await notice.getByRole('button', { name: 'Copy details' }).click();
        await expect
          .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
          .toContain(sentence.slice(0, 20));
        expect(await app.evaluate(({ clipboard }) => clipboard.readText())).not.toContain('eyJ');
        await retry(easel, host, index + 2);
      });
    // However many receipts there are, the room is what is seen.
    const receipts = await window.getByRole('region', { name: 'Receipts' }).boundingBox();
    expect(receipts?.height).toBeLessThan(120);
  });

  test('says what it waits for while its host is slow', async ({ easel, host }) => {
    host.answerWith(silence);
    await previewPaper(easel.window, title, 'Ada');
    await expect(room(easel.window, title).getByRole('status')).toHaveText('Joining, up to 20 seconds…');
    await room(easel.window, title).getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => guestCount(easel.app)).toBe(0);
  });

  test('says in the dialog that the key is refused, and opens no room', async ({ easel, host, practice }) => {
    const { window } = easel;
    await practice.faults.set('accessToken', { kind: 'status', status: 401, times: 1 });
    await choosePaper(window, title);
    await window.keyboard.press('Space');
    const dialog = window.getByRole('dialog', { name: 'Preview this paper' });
    await dialog.getByLabel('Display name').fill('Ada');
    await dialog.getByRole('button', { name: 'Join visibly' }).click();
    await expect(dialog.getByRole('alert')).toContainText('does not accept the API key');
    await expect(dialog.getByLabel('Display name')).toHaveValue('Ada');
    expect(host.paths).toEqual([]);
    await dialog.getByRole('button', { name: 'Join visibly' }).click();
    await expect(room(window, title)).toContainText('You are visible in this room');
  });
});

test('a paper deleted during its preview says so, and can’t be joined again', async ({
  easel,
  practice,
  paper,
}) => {
  const { app, window } = easel;
  await join(easel, paper);
  const answer = await fetch(`${practice.origin}/api/paper/${paper.identifier}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${practice.apiKey}` },
  });
  expect(answer.status).toBe(200);
  await expect.poll(() => inGuest(app, 'document.body.dataset.reason')).toBe('deleted');
  expect(await inGuest(app, `document.querySelector('#notice-title').textContent`)).toBe('Paper deleted');
  await room(window, paper.name).getByRole('button', { name: 'Leave' }).click();
  await goTo(window, 'Papers');
  await choosePaper(window, paper.name);
  await window.keyboard.press('Space');
  const dialog = window.getByRole('dialog', { name: 'Preview this paper' });
  await dialog.getByRole('button', { name: 'Join visibly' }).click();
  await expect(dialog.getByRole('alert')).toContainText('(status 404). It seems not to know this paper.');
});
