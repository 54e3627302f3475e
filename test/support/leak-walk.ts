/** A walk through Easel with a key and tokens whose every letter is known: through success, echoes and failures. */
import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import type { PracticeService } from '../practice/practice.ts';
import type { LaunchedApp } from './driver.ts';
import {
  addPaper,
  boardsListed,
  choosePaper,
  createPaper,
  deleteNow,
  endJob,
  entriesFor,
  fillForm,
  goTo,
  holdFor,
  previewPaper,
  toasts,
} from './easel.ts';
import { guestCount } from './guests.ts';
import { textPlace, type Place, type Secret } from './planted-secrets.ts';

/** Letters of every kind that a key may have, so that each encoding differs from the raw text. */
const WRONG_KEY = 'canary/wrong+key=ÄÖ~"quoted"\\and/backslash?%41&long-enough-to-be-found';
/**
 * The service's answer to a request for a token: a JWE without an encrypted key. The room then refuses it. Its second half
 * lies within the parts that only a JWE has.
 */
const CANARY_TOKEN = [
  'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0',
  '',
  'Y2FuYXJ5LWl2LTEy',
  'Y2FuYXJ5OiB0aGUgZW5jcnlwdGVkIHRleHQgb2YgYSB0b2tlbiB0aGF0IG11c3QgbmV2ZXIgbGVhaywgYW5kIGlzIGxvbmdlciB0aGFuIHRoZSByZXN0',
  'Y2FuYXJ5LXRhZy1vZi1pdA',
].join('.');

/** Pages as they were seen on the way: markup, fields and title. */
export class Album {
  readonly places: Place[] = [];

  async keep(window: Page, name: string): Promise<void> {
    const shown = await window.evaluate(() => {
      const page = document.documentElement.cloneNode(true) as HTMLElement;
      // Electron itself writes a live room's address there.
      for (const webview of page.querySelectorAll('webview')) webview.removeAttribute('src');
      const fields = [...document.querySelectorAll('input, select, textarea')];
      return [page.outerHTML, document.title, ...fields.map((field) => (field as HTMLInputElement).value)];
    });
    this.places.push(textPlace(`the page (${name})`, shown.join('\n')));
  }
}

/** What a service says that repeats what it was sent, and a token that it made. */
const echoOf = ({ apiKey }: PracticeService): string =>
  `bad key ${apiKey} in Authorization: Bearer ${apiKey}, and token ${CANARY_TOKEN}`;

/** Answers of a service that repeats key and token, in the ways that services do; its list is as it should be. */
async function echo(practice: PracticeService): Promise<void> {
  const { faults, apiKey } = practice;
  const message = echoOf(practice);
  const json = { kind: 'status', status: 422, body: { message, errors: { name: [message] } } } as const;
  await faults.set('createPaper', json);
  await faults.set('accessToken', { ...json, status: 400 });
  await faults.set('createBoard', {
    kind: 'status',
    status: 403,
    headers: { 'content-type': 'text/html' },
    body: `<html><title>${CANARY_TOKEN}</title><body>${message}</body></html>`,
  });
  const headers = { 'x-request-id': apiKey };
  await faults.set('viewBoard', { kind: 'status', status: 500, body: message, headers });
  const refusal = { success: false, reason: message };
  await faults.set('deleteBoard', { kind: 'status', status: 200, body: refusal });
  const location = `/login/${encodeURIComponent(apiKey)}?token=${CANARY_TOKEN}`;
  await faults.set('deletePaper', { kind: 'status', status: 302, headers: { location } });
}

function echoInList(practice: PracticeService): Promise<void> {
  const body = { odd: echoOf(practice), other: [practice.apiKey, CANARY_TOKEN] };
  return practice.faults.set('listBoards', { kind: 'status', status: 200, body });
}

export function recordedOf({ app }: LaunchedApp): Promise<readonly string[]> {
  return app.evaluate(() => (globalThis as unknown as { recordedByMain: string[] }).recordedByMain);
}

/** Does something, and waits until main has said what it came to. */
async function until(easel: LaunchedApp, said: RegExp, act: () => Promise<void>): Promise<void> {
  const before = (await recordedOf(easel)).length;
  await act();
  await expect
    .poll(async () => (await recordedOf(easel)).slice(before).some((line) => said.test(line)), {
      timeout: 40_000,
    })
    .toBe(true);
}

async function endedBadly(window: Page): Promise<void> {
  await window
    .getByText(/was not deleted\.|doesn’t know whether it was deleted\./u)
    .first()
    .waitFor({ timeout: 40_000 });
}

/** The service answers as it should again, and the list of boards is read anew. */
async function recover(easel: LaunchedApp, practice: PracticeService): Promise<void> {
  const { window } = easel;
  await practice.faults.clear();
  await goTo(window, 'Boards');
  await until(easel, /^event boards\.changed.*"phase":"done"/u, () => window.keyboard.press('F5'));
  await boardsListed(window);
  // Else it is read once more, by itself, when that is found out.
  await window.getByRole('button', { name: /^Board API good/u }).waitFor();
}

/**
 * Every call of the service once, with all that it answers shown. `row` is another one in each round. `failList` makes the
 * list of boards fail as well: while it can't be read anew, boards are neither made nor deleted, so that is the last of them.
 */
export async function callEverything(
  easel: LaunchedApp,
  album: Album,
  what: string,
  row: number,
  failList: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { window } = easel;
  const dialog = window.getByRole('dialog');
  const question = window.getByRole('alertdialog');
  const keep = (name: string): Promise<void> => album.keep(window, `${what}, ${name}`);
  const closed = async (): Promise<void> => {
    await window.keyboard.press('Escape');
    await dialog.or(question).waitFor({ state: 'detached' });
  };
  await goTo(window, 'Boards');
  const boards = window.getByRole('grid', { name: 'Boards' });
  await until(easel, /^reply boards\.view/u, () => boards.getByRole('row').nth(row).click());
  await window.getByRole('complementary', { name: 'Board details' }).getByRole('alert').waitFor();
  await keep('board');
  await boards.focus();
  await window.keyboard.press('Delete');
  await deleteNow(window);
  await endedBadly(window);
  await keep('board delete');
  await endJob(window);
  const newBoard = window
    .getByRole('group', { name: 'Boards', exact: true })
    .getByRole('button', { name: 'New board' });
  await until(easel, /^reply boards\.create/u, () => newBoard.click());
  await window.getByRole('alert').filter({ hasText: /board/i }).first().waitFor();
  await keep('board create');
  await failList();
  // A failure of the list stands above it, or is told by the banner of the outage.
  const told = window
    .getByRole('alert')
    .or(window.getByRole('region', { name: 'Outage' }).filter({ hasText: /\S/u }));
  await until(easel, /^event boards\.changed.*"phase":"(?:failed|done)"/u, () => window.keyboard.press('F5'));
  await told.first().waitFor();
  await keep('list of boards');

  await goTo(window, 'Papers');
  await window.keyboard.press('ControlOrMeta+n');
  await dialog.getByLabel('Name').fill('Echo');
  await dialog.getByRole('button', { name: 'Create paper' }).click();
  await dialog.getByRole('alert').or(dialog.locator('[aria-invalid="true"]')).first().waitFor();
  await keep('paper create');
  await closed();
  const papers = window.getByRole('grid', { name: 'Papers' });
  await papers.getByRole('row').nth(1).click();
  await window.keyboard.press('Delete');
  await deleteNow(window);
  await endedBadly(window);
  await keep('paper delete');
  await endJob(window);
  for (const [key, button] of [
    ['l', 'Copy join link'],
    ['Space', 'Join visibly'],
  ] as const) {
    await papers.focus();
    await window.keyboard.press(key);
    await dialog.getByRole('textbox').first().fill('Ada');
    await dialog.getByRole('button', { name: button }).click();
    await dialog.getByRole('alert').or(dialog.locator('[aria-invalid="true"]')).first().waitFor();
    await keep(button);
    await closed();
  }
}

/** From welcome to a saved connection, by a refused key. The album is kept only while no key stands in the form. */
export async function connectWith(
  window: Page,
  practice: PracticeService,
  album: Album,
  sessionOnly: boolean,
): Promise<void> {
  await window.getByRole('button', { name: 'Connect to your service' }).click();
  await fillForm(window, entriesFor(practice, { apiKey: WRONG_KEY }));
  await practice.faults.set('listBoards', {
    kind: 'status',
    status: 401,
    body: { message: `bad key ${WRONG_KEY}` },
    times: 1,
  });
  await window.getByRole('button', { name: 'Check' }).click();
  await window.getByText('does not accept the API key').first().waitFor();
  await window.getByLabel('API key', { exact: true }).fill('');
  await album.keep(window, 'a refused key');
  await window.getByLabel('API key', { exact: true }).fill(practice.apiKey);
  if (sessionOnly) await window.getByRole('checkbox', { name: 'Keep for this session only' }).check();
  await window.getByRole('button', { name: 'Save' }).click();
  await boardsListed(window);
  // However long a busy machine takes until a delete is begun.
  await holdFor(window, 600);
  await album.keep(window, 'connected');
}

/** The walk; gives the secrets that were used on it. */
export async function walkWithSecrets(
  easel: LaunchedApp,
  practice: PracticeService,
  album: Album,
  sessionOnly: boolean,
): Promise<readonly Secret[]> {
  const { app, window } = easel;
  await connectWith(window, practice, album, sessionOnly);
  const secrets: Secret[] = [
    { name: 'the refused key', text: WRONG_KEY },
    { name: 'the API key', text: practice.apiKey },
    { name: 'the refused token', text: CANARY_TOKEN },
  ];
  const tokenIn = (address: string): string => new URL(address).searchParams.get('token') ?? '';

  // What goes well: a paper, a preview with a real token, a join link on the clipboard.
  const sample = practice.samplePapers[0];
  await addPaper(window, sample?.identifier ?? '', sample?.name ?? '');
  await createPaper(window, 'A copy', sample?.name);
  const address = app.evaluate(
    ({ app: electronApp }) =>
      new Promise<string>((resolve) => {
        electronApp.once('web-contents-created', (_event, guest) =>
          guest.once('did-navigate', (_navigated, url) => resolve(url)),
        );
      }),
  );
  await previewPaper(window, 'A copy', 'Ada');
  secrets.push({ name: 'the room’s token', text: tokenIn(await address) });
  await expect(window.getByRole('region', { name: 'Preview of A copy' })).not.toContainText('Joining, up to');
  await album.keep(window, 'a live preview');
  await goTo(window, 'Papers');
  await choosePaper(window, 'A copy');
  await window.keyboard.press('l');
  const dialog = window.getByRole('dialog');
  await dialog.getByLabel('Who is it for?').fill('Grace');
  await dialog.getByRole('button', { name: 'Copy join link' }).click();
  await dialog.getByRole('status').waitFor();
  secrets.push({
    name: 'the link’s token',
    text: tokenIn(await app.evaluate(({ clipboard }) => clipboard.readText())),
  });
  await dialog.getByText('What the token says').click();
  await dialog.getByRole('button', { name: 'Copy embed snippet' }).click();
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toContain('<iframe');
  await dialog.getByRole('button', { name: 'Show QR code' }).click();
  await dialog.getByRole('img', { name: 'QR code of the join link' }).waitFor();
  await album.keep(window, 'a link copied');
  await window.keyboard.press('Escape');
  await expect(toasts(window)).toContainText('leaves the clipboard in');
  await toasts(window).getByRole('button', { name: 'Clear now' }).click();
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('');

  // A token that the room refuses, and one that no one asked for.
  await practice.faults.set('accessToken', { kind: 'status', status: 200, body: CANARY_TOKEN });
  await previewPaper(window, 'A copy', 'Ada, refused');
  await window.getByRole('alert').filter({ hasText: 'status 401' }).waitFor();
  await album.keep(window, 'a refused token');
  // Of the room that is seen when it is left, a picture is kept.
  await window.getByRole('tab', { name: 'A copy' }).first().click();
  await window.getByRole('button', { name: 'Leave all previews' }).click();
  await expect.poll(() => guestCount(app)).toBe(0);
  await window.getByRole('button', { name: 'Keep pictures' }).click();
  await goTo(window, 'Papers');
  await window.getByRole('complementary', { name: 'Paper details' }).locator('img').waitFor();
  await album.keep(window, 'a picture');

  await echo(practice);
  await callEverything(easel, album, 'key and token echoed', 2, () => echoInList(practice));
  await recover(easel, practice);
  await window.keyboard.press('ControlOrMeta+,');
  await window.getByRole('row', { name: /^Access tokens come as/u }).waitFor();
  await album.keep(window, 'what was learned of the service');
  return secrets;
}
