/** Live previews: who is in a room, what its page may do, and every way in which joining can fail. */
import type { Locator, Page } from 'playwright';
import { chromium } from 'playwright';
import { startPractice } from '../../main/practice/practice.ts';
import { page as roomPage, silence, startAppHost, status, type AppHost } from '../support/app-host.ts';
import type { LaunchedApp } from '../support/driver.ts';
import { addPaper, boardsListed, connect, entriesFor, goTo, previewPaper } from '../support/easel.ts';
import { guestCount, guestJoined, inGuest, peopleInGuest, strokesInGuest } from '../support/guests.ts';
import { joinAs } from '../support/second-person.ts';
import { findChromium } from '../support/system.ts';
import { expect, test as base } from './fixtures.ts';

interface Prepared {
  readonly name: string;
  readonly identifier: string;
}

const test = base.extend<{
  /** Easel, connected, with one paper of the practice service in its register. */
  paper: Prepared;
  /** An app host that stands in for the practice service's own. */
  host: AppHost;
}>({
  paper: async ({ easel, practice }, use) => {
    await connect(easel.window, entriesFor(practice));
    const sample = practice.samplePapers()[0];
    if (sample === undefined) throw new Error('the practice service has no paper');
    await addPaper(easel.window, sample.identifier, sample.name);
    await use(sample);
  },
  host: async ({}, use) => {
    const host = await startAppHost();
    await use(host);
    await host.takeDown();
  },
});

const room = (window: Page, title: string): Locator =>
  window.getByRole('region', { name: `Preview of ${title}` });

async function join(easel: LaunchedApp, paper: Prepared, name = 'Ada'): Promise<void> {
  await previewPaper(easel.window, paper.name, name);
  await guestJoined(easel.app);
}

/** Facts of the oldest guest that only main knows. */
function guestFacts(easel: LaunchedApp) {
  return easel.app.evaluate(({ webContents }) => {
    const guest = webContents.getAllWebContents().find((contents) => contents.getType() === 'webview');
    return guest === undefined
      ? null
      : {
          address: guest.getURL(),
          persistent: guest.session.isPersistent(),
          storage: guest.session.getStoragePath(),
          muted: guest.isAudioMuted(),
        };
  });
}

test.describe('two people', () => {
  test('see each other’s names and strokes, and who leaves is gone', async ({ easel, practice, paper }) => {
    const { window } = easel;
    await join(easel, paper, 'Ada');
    await expect(room(window, paper.name)).toContainText('You are visible in this room as “Ada”');
    await expect(room(window, paper.name)).toContainText(/Token expires in/);
    const grace = await joinAs('Grace', practice, paper.identifier);
    try {
      await expect.poll(() => peopleInGuest(easel.app)).toHaveLength(2);
      expect((await peopleInGuest(easel.app)).join()).toContain('Grace');
      await expect(grace.page.getByRole('list', { name: 'People here' })).toContainText('Ada');

      const inPreview = await strokesInGuest(easel.app);
      await grace.draw([
        [0.3, 0.8],
        [0.6, 0.75],
      ]);
      await expect.poll(() => strokesInGuest(easel.app)).toBe(inPreview + 1);

      const area = await window.locator('webview').boundingBox();
      if (area === null) throw new Error('the room has no place in the window');
      const at = (x: number, y: number) => [area.x + area.width * x, area.y + area.height * y] as const;
      await window.mouse.move(...at(0.3, 0.5));
      await window.mouse.down();
      await window.mouse.move(...at(0.6, 0.6), { steps: 8 });
      await window.mouse.up();
      await expect(grace.page.locator('[data-strokes]')).toHaveAttribute(
        'data-strokes',
        String(inPreview + 2),
      );

      await room(window, paper.name).getByRole('button', { name: 'Leave' }).click();
      await expect(grace.page.getByRole('list', { name: 'People here' })).not.toContainText('Ada');
      await expect.poll(() => guestCount(easel.app)).toBe(0);
      await expect(window.getByText('No preview is open.')).toBeVisible();
    } finally {
      await grace.leave();
    }
  });

  test('meet by a copied join link, which the app never shows', async ({ easel, practice, paper }) => {
    const { app, window } = easel;
    await window
      .getByRole('grid', { name: 'Papers' })
      .getByRole('row')
      .filter({ hasText: paper.name })
      .click();
    await window.keyboard.press('l');
    const dialog = window.getByRole('dialog', { name: 'Copy a join link' });
    await dialog.getByRole('button', { name: 'Copy join link' }).click();
    await expect(dialog.getByLabel('Who is it for?')).toHaveAccessibleDescription(/Give the name/);
    expect((await practice.hits()).counts.accessToken).toBe(0);

    await dialog.getByLabel('Who is it for?').fill('Edsger');
    await dialog.getByRole('button', { name: 'Copy join link' }).click();
    await expect(dialog.getByRole('status')).toContainText('The link for “Edsger” is on the clipboard.');
    await expect(dialog.getByRole('status')).toContainText('Its token expires on');
    expect((await practice.hits()).counts.accessToken).toBe(1);
    const link = await app.evaluate(({ clipboard }) => clipboard.readText());
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(token).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await window.content()).not.toContain(token);

    const executablePath = findChromium();
    const browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    try {
      const visitor = await browser.newPage();
      await visitor.goto(link);
      await expect(visitor.locator('body')).toHaveAttribute('data-state', 'live');
      const people = (await practice.contents()).papers.find(
        (each) => each.identifier === paper.identifier,
      )?.people;
      expect(people).toEqual(['Edsger']);
    } finally {
      await browser.close();
    }
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  test('at most four previews are open at a time', async ({ easel, practice, paper }) => {
    const { window } = easel;
    for (let count = 1; count <= 4; count += 1) {
      await previewPaper(window, paper.name, `Ada ${count}`);
      await expect.poll(() => guestCount(easel.app)).toBe(count);
    }
    await expect(window.getByText('4 of at most 4 open')).toBeVisible();
    await practice.clearHits();
    await goTo(window, 'Papers');
    await window
      .getByRole('group', { name: 'Papers', exact: true })
      .getByRole('button', { name: 'Preview' })
      .click();
    const dialog = window.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Join visibly' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      '4 live previews are open already. Leave one of them first.',
    );
    expect((await practice.hits()).counts.accessToken).toBe(0);
    expect(await guestCount(easel.app)).toBe(4);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await goTo(window, 'Live previews');
    await window.getByRole('button', { name: 'Leave all previews' }).click();
    await expect.poll(() => guestCount(easel.app)).toBe(0);
    await expect
      .poll(async () => (await practice.contents()).papers.flatMap((each) => each.people))
      .toEqual([]);
    await previewPaper(window, paper.name, 'Ada again');
    await guestJoined(easel.app);
  });
});

test.describe('the guest page', () => {
  test('gets its address from main: neither the app’s page nor its calls hold the token', async ({
    easel,
    host,
    practice,
  }) => {
    const { window } = easel;
    await connect(window, entriesFor(practice, { appUrl: host.origin }));
    await addPaper(window, practice.samplePapers()[0]?.identifier ?? '', 'Down the hall');
    await previewPaper(window, 'Down the hall', 'Ada');
    await expect(room(window, 'Down the hall')).not.toContainText('Joining the room');
    const [token = ''] = host.tokens;
    expect(token).toMatch(/^eyJ/);
    expect((await guestFacts(easel))?.address).toContain(token);
    const src = await window.locator('webview').getAttribute('src');
    expect(src).toMatch(/^about:blank#preview-[\w-]{36}$/);
    expect(await window.content()).not.toContain('eyJ');
  });

  test('runs in memory, without Node or a preload, and each visit apart from all others', async ({
    easel,
    paper,
  }) => {
    const given = easel.app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<Record<string, unknown>>((resolve) => {
          BrowserWindow.getAllWindows()[0]?.webContents.once('will-attach-webview', (_event, preferences) =>
            resolve({ ...preferences }),
          );
        }),
    );
    await join(easel, paper);
    const preferences = await given;
    expect(preferences).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
    });
    expect(preferences).not.toHaveProperty('preload');
    expect(preferences['partition']).toMatch(/^preview-[\w-]{36}$/);
    expect(await guestFacts(easel)).toMatchObject({ persistent: false, storage: null, muted: true });
    expect(await inGuest(easel.app, `[typeof require, typeof process, typeof easel].join()`)).toBe(
      'undefined,undefined,undefined',
    );
    await previewPaper(easel.window, paper.name, 'Ada, once more');
    await expect.poll(() => guestCount(easel.app)).toBe(2);
    const sessions = await easel.app.evaluate(({ webContents, session }) => {
      const guests = webContents.getAllWebContents().filter((contents) => contents.getType() === 'webview');
      return new Set([session.defaultSession, ...guests.map((guest) => guest.session)]).size;
    });
    expect(sessions).toBe(3);
  });

  test('may not go elsewhere, open windows or take the app’s window', async ({ easel, host, practice }) => {
    const { app, window } = easel;
    const elsewhere = await startAppHost();
    // A host of our own, for the practice service's rooms forbid themselves much of this.
    await connect(window, entriesFor(practice, { appUrl: host.origin }));
    const identifier = practice.samplePapers()[0]?.identifier ?? '';
    await addPaper(window, identifier, 'Escape room');
    await previewPaper(window, 'Escape room', 'Ada');
    await expect(room(window, 'Escape room')).not.toContainText('Joining the room');

    const attempts: Readonly<Record<string, string>> = {
      location: `location.href = address`,
      form: `const form = document.createElement('form'); form.action = address; form.method = 'post';
             document.body.append(form); form.submit(); form.remove()`,
      frame: `const frame = document.createElement('iframe'); frame.src = address; document.body.append(frame)`,
    };
    try {
      for (const [name, code] of Object.entries(attempts)) {
        const prevented = app.evaluate(
          ({ webContents }) =>
            new Promise<boolean>((resolve) => {
              const guest = webContents.getAllWebContents().find((each) => each.getType() === 'webview');
              // The app's own listener was there first: by now it has decided.
              guest?.once('will-frame-navigate', (event) => resolve(event.defaultPrevented));
            }),
        );
        await inGuest(app, `{ const address = '${elsewhere.origin}/by-${name}'; ${code}; } void 0`);
        expect(await prevented, name).toBe(true);
      }
      await inGuest(app, `void window.open('${elsewhere.origin}/by-open')`);
      await inGuest(app, `void window.open('${elsewhere.origin}/by-noopener', '_blank', 'noopener')`);
      await inGuest(app, `try { top.location = '${elsewhere.origin}/by-top'; } catch {} void 0`);
      expect(await inGuest(app, 'document.title')).toBe('Room');
      expect(String(await inGuest(app, 'location.pathname'))).toBe(`/room/${identifier}`);
      expect(app.windows()).toHaveLength(1);
      expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
      await expect(room(window, 'Escape room').getByRole('alert')).toHaveCount(0);
      expect(elsewhere.paths).toEqual([]);
    } finally {
      await elsewhere.takeDown();
    }
  });

  test('may use the clipboard, and nothing else of the system', async ({ easel, paper }) => {
    await join(easel, paper);
    const denied = ['geolocation', 'notifications', 'camera', 'microphone', 'midi'];
    const names = ['clipboard-read', 'clipboard-write', ...denied];
    const states = await inGuest(
      easel.app,
      `Promise.all(${JSON.stringify(names)}.map(async (name) => name + ' ' + (await navigator.permissions.query({ name })).state))`,
    );
    expect(states).toEqual([
      'clipboard-read granted',
      'clipboard-write granted',
      ...denied.map((name) => `${name} denied`),
    ]);
  });

  test('is refused without a grant, and no grant is good for two', async ({ easel, host, paper }) => {
    const { app, window } = easel;
    await join(easel, paper);
    const used = await window.locator('webview').getAttribute('src');
    const refused = async (src: string): Promise<boolean> => {
      const seen = app.evaluate(
        ({ BrowserWindow }) =>
          new Promise<boolean>((resolve) => {
            BrowserWindow.getAllWindows()[0]?.webContents.once('will-attach-webview', (event) =>
              resolve(event.defaultPrevented),
            );
          }),
      );
      await window.evaluate((address) => {
        const webview = document.createElement('webview');
        webview.setAttribute('src', address);
        webview.setAttribute('allowpopups', '');
        webview.setAttribute('nodeintegration', '');
        document.body.append(webview);
      }, src);
      return seen;
    };
    expect(await refused(`${host.origin}/no-grant`)).toBe(true);
    expect(await refused('about:blank#preview-00000000-0000-4000-8000-000000000000')).toBe(true);
    expect(await refused(used ?? '')).toBe(true);
    expect(await guestCount(app)).toBe(1);
    expect(host.paths).toEqual([]);
  });
});

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

  test('that the service lets nobody into by token says so honestly', async ({ easel, practice }) => {
    const { window } = easel;
    await connect(window, entriesFor(practice));
    const dialog = await askToPreview(window);
    await dialog.getByRole('button', { name: 'Join visibly' }).click();
    const card = window.getByRole('dialog', { name: 'No preview for this board' });
    await expect(card).toContainText('it joins through the room-joining API, which is not documented');
    await expect(card).toContainText('The board itself is not affected.');
    await card.getByText('Details', { exact: true }).click();
    await expect(card.locator('pre')).toContainText('Status: 404');
    await card.getByRole('button', { name: 'Close' }).last().click();
    expect(await guestCount(easel.app)).toBe(0);
  });

  test('that the service lets people into opens', async ({ easel }) => {
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
    const sample = practice.samplePapers()[0];
    await addPaper(easel.window, sample?.identifier ?? '', title);
  });

  /** Tries again, and expects the room, with another token than before. */
  async function retry({ window }: LaunchedApp, host: AppHost, tokens: number): Promise<void> {
    await room(window, title).getByRole('button', { name: 'Try again' }).click();
    await expect(room(window, title)).toContainText('You are visible in this room');
    await expect(room(window, title)).not.toContainText('Joining the room');
    expect(new Set(host.tokens).size).toBe(tokens);
  }

  test('because its host is dead says so, and can be tried again with a new token', async ({
    easel,
    host,
  }) => {
    await host.takeDown();
    await previewPaper(easel.window, title, 'Ada');
    const notice = room(easel.window, title).getByRole('alert');
    await expect(notice).toContainText(
      `${new URL(host.origin).host} could not be reached, so the room was not opened.`,
    );
    await expect(room(easel.window, title)).toContainText('You are not in the room');
    expect(await easel.window.content()).not.toContain('eyJ');
    await host.bringUp();
    await retry(easel, host, 1);
  });

  for (const [code, sentence] of [
    [500, /answered with status 500 instead of the room.*Try again in a few minutes/],
    [401, /answered with status 401 instead of the room.*Try again with a new access token/],
  ] as const) {
    test(`because its host answers ${code} says so, and can be tried again with a new token`, async ({
      easel,
      host,
      practice,
    }) => {
      host.answerWith(status(code));
      await previewPaper(easel.window, title, 'Ada');
      await expect(room(easel.window, title).getByRole('alert')).toContainText(sentence);
      host.answerWith(roomPage);
      await retry(easel, host, 2);
      expect((await practice.hits()).counts.accessToken).toBe(2);
      await expect(easel.window.getByRole('tab')).toHaveCount(1);
    });
  }

  test('because its host is silent says so after 20 seconds', async ({ easel, host }) => {
    // The deadline's 20 seconds pass in a tenth of one.
    await easel.app.evaluate(() => {
      const { setTimeout } = globalThis;
      Object.assign(globalThis, {
        setTimeout: (run: () => void, ms: number, ...rest: unknown[]) =>
          setTimeout(run, ms === 20_000 ? 100 : ms, ...rest),
      });
    });
    host.answerWith(silence);
    await previewPaper(easel.window, title, 'Ada');
    await expect(room(easel.window, title).getByRole('alert')).toContainText(
      'has not opened the room within 20 seconds.',
    );
    host.answerWith(roomPage);
    await retry(easel, host, 2);
  });

  test('says what it waits for while its host takes its time', async ({ easel, host }) => {
    host.answerWith(silence);
    await previewPaper(easel.window, title, 'Ada');
    await expect(room(easel.window, title).getByRole('status')).toHaveText(
      'Joining the room. This may take up to 20 seconds.',
    );
    await room(easel.window, title).getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => guestCount(easel.app)).toBe(0);
  });

  test('because the key is refused says so in the dialog, and opens no room', async ({
    easel,
    host,
    practice,
  }) => {
    const { window } = easel;
    await practice.faults.set('accessToken', { kind: 'status', status: 401, times: 1 });
    await window.getByRole('grid', { name: 'Papers' }).getByRole('row').filter({ hasText: title }).click();
    await window.keyboard.press('Space');
    const dialog = window.getByRole('dialog', { name: 'Preview this paper' });
    await dialog.getByLabel('Your name in the room').fill('Ada');
    await dialog.getByRole('button', { name: 'Join visibly' }).click();
    await expect(dialog.getByRole('alert')).toContainText('does not accept the API key');
    await expect(dialog.getByLabel('Your name in the room')).toHaveValue('Ada');
    expect(host.paths).toEqual([]);
    await dialog.getByRole('button', { name: 'Join visibly' }).click();
    await expect(room(window, title)).toContainText('You are visible in this room');
  });
});

test('a paper that is deleted while its preview is open says so, and can’t be joined again', async ({
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
  expect(await inGuest(app, `document.querySelector('#notice-title').textContent`)).toBe(
    'This paper was deleted',
  );
  await room(window, paper.name).getByRole('button', { name: 'Leave' }).click();
  await goTo(window, 'Papers');
  await window.getByRole('grid', { name: 'Papers' }).getByRole('row').filter({ hasText: paper.name }).click();
  await window.keyboard.press('Space');
  const dialog = window.getByRole('dialog', { name: 'Preview this paper' });
  await dialog.getByRole('button', { name: 'Join visibly' }).click();
  await expect(dialog.getByRole('alert')).toContainText('knows no such paper (status 404)');
});
