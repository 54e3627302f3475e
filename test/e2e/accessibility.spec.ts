/** axe-core over every screen, dialog and state, in light and dark. No finding is accepted, of any severity. */
import { findings, lookerInBoth } from '../support/axe.ts';
import {
  addPaper,
  answerQuestions,
  boardsListed,
  choosePaper,
  createPaper,
  deleteNow,
  entriesFor,
  fillForm,
  goTo,
  holdFor,
  toasts,
  openJobs,
  previewPaper,
  questionsOf,
  runCommand,
} from '../support/easel.ts';
import { guestCount, guestJoined } from '../support/guests.ts';
import { expect, test } from './fixtures.ts';

// Every row is like another, and axe looks at each.
test.use({ boards: 6 });

test('every screen, dialog and state passes axe, in light and dark', async ({ easel, practice }, info) => {
  test.setTimeout(240_000);
  const { app, window } = easel;
  const look = lookerInBoth(easel, info);
  const dialog = window.getByRole('dialog');
  const question = window.getByRole('alertdialog');
  const inDialog = async (name: string, open: () => Promise<void>): Promise<void> => {
    await open();
    await dialog.or(question).waitFor();
    await look(name);
  };
  const closed = async (): Promise<void> => {
    await window.keyboard.press('Escape');
    await dialog.or(question).waitFor({ state: 'detached' });
  };
  const press = (keys: string) => async (): Promise<void> => window.keyboard.press(keys);
  const [sample] = practice.samplePapers;

  // Welcome, and the connection form: empty, wrong, checked well and badly.
  await window.getByRole('button', { name: 'Connect to your service' }).waitFor();
  await look('welcome');
  await window.getByRole('button', { name: 'Connect to your service' }).click();
  await window.getByLabel('Paper API address').waitFor();
  await look('form-empty');
  await window.getByRole('button', { name: 'Save' }).click();
  await window.locator('[aria-invalid="true"]').first().waitFor();
  await look('form-errors');
  await fillForm(window, entriesFor(practice, { apiKey: 'not-the-key' }));
  await window.getByRole('button', { name: 'Check' }).click();
  await window.getByText('does not accept the API key').first().waitFor();
  await look('form-check-failed');
  await inDialog('discard-changes', press('Escape'));
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await fillForm(window, entriesFor(practice));
  await window.getByRole('button', { name: 'Check' }).click();
  await window.getByRole('complementary', { name: 'Check' }).getByText('Accepted the key').waitFor();
  await look('form-check-good');
  await window.getByRole('button', { name: 'Save' }).click();
  await boardsListed(window);

  // Boards: rows, one selected, nothing found, failed, the question before a delete.
  await look('boards');
  const boards = window.getByRole('grid', { name: 'Boards' });
  await boards.getByRole('row').nth(2).click();
  await window.getByRole('complementary', { name: 'Board details' }).getByText('Read at').waitFor();
  await look('board-selected');
  for (const tab of ['Fields', 'JSON']) {
    await window.getByRole('tab', { name: tab }).click();
    await look(`board-${tab.toLowerCase()}`);
  }
  await inDialog('delete-board', async () => {
    await boards.focus();
    await window.keyboard.press('Delete');
  });
  await practice.faults.set('deleteBoard', { kind: 'status', status: 500 });
  await holdFor(window, 300);
  await question.getByRole('button', { name: /^Delete board/ }).click();
  await toasts(window).getByRole('button', { name: 'Start now' }).waitFor();
  await look('delete-held');
  const jobs = await openJobs(window);
  await look('jobs-held');
  await jobs.getByRole('button', { name: 'Start now' }).click();
  await window
    .getByText(/was not deleted/u)
    .first()
    .waitFor({ timeout: 30_000 });
  await look('delete-board-failed');
  await jobs.getByRole('button', { name: 'Items' }).click();
  await jobs.getByRole('grid').getByRole('row').nth(1).click();
  await look('job-items');
  await window.keyboard.press('ControlOrMeta+j');
  await boards.focus();
  await window.keyboard.press('ControlOrMeta+a');
  await inDialog('review-delete', async () => {
    await window.keyboard.press('Delete');
    await dialog.getByRole('table').waitFor();
  });
  await closed();
  await boards.focus();
  await window.keyboard.press('Escape');
  await boards.getByRole('row').nth(2).click();
  await inDialog('preview-board', press('p'));
  await dialog.getByRole('button', { name: 'Join visibly' }).click();
  await window.getByRole('dialog', { name: 'No preview for this board' }).waitFor();
  await look('no-preview');
  await closed();
  await boards.focus();
  await window.keyboard.press('ControlOrMeta+a');
  await window.getByTestId('selected').waitFor();
  await look('boards-all-selected');
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Columns' }).click();
  await window.getByRole('menu', { name: 'Columns' }).waitFor();
  await look('columns-menu');
  await window.keyboard.press('Escape');
  await window.keyboard.press('ControlOrMeta+g');
  await window.getByRole('textbox', { name: 'Go to id' }).fill('no such id');
  await window.getByText('No such id.').waitFor();
  await look('jump-field');
  await window.keyboard.press('Escape');
  await window.getByRole('searchbox').fill('no board is called this');
  await window.getByText(/No boards match/).waitFor();
  await look('boards-none-found');
  await window.getByRole('searchbox').fill('');
  await practice.faults.set('listBoards', { kind: 'status', status: 422 });
  await window.keyboard.press('F5');
  await window.getByRole('alert').waitFor({ timeout: 30_000 });
  await look('boards-failed');
  await practice.faults.clear();

  // The frame: palette, shortcuts, switcher, removal.
  await inDialog('palette', press('ControlOrMeta+k'));
  await dialog.getByRole('combobox').fill('paper');
  await look('palette-found');
  await dialog.getByRole('combobox').fill('nothing is called this');
  await look('palette-none-found');
  await closed();
  await inDialog('shortcuts', press('F1'));
  for (const page of ['Screens', 'About']) {
    await dialog.getByRole('tab', { name: page }).click();
    await look(`help-${page.toLowerCase()}`);
  }
  await closed();
  await window.keyboard.press('ControlOrMeta+Shift+C');
  await window.getByRole('menu', { name: 'Connections' }).waitFor();
  await look('switcher');
  await window.keyboard.press('Escape');
  // Main asks before a connection is removed, in the system's dialog: after a no the page shows no other one.
  await answerQuestions(easel, false);
  await runCommand(window, 'Remove connection');
  await expect
    .poll(async () => (await questionsOf(easel)).at(-1)?.message)
    .toBe('Remove “Acme School” from this computer?');
  await expect(dialog.or(question)).toHaveCount(0);
  await answerQuestions(easel, true);
  await look('connection-not-removed');

  // Papers: none, one, from a template that is not confirmed, and every dialog.
  await goTo(window, 'Papers');
  await window.getByText('No papers yet.').waitFor();
  await look('papers-none');
  await inDialog('add-paper', press('ControlOrMeta+Shift+A'));
  await dialog.getByRole('button', { name: 'Add paper' }).click();
  await dialog.locator('[aria-invalid="true"]').waitFor();
  await look('add-paper-error');
  await closed();
  await addPaper(window, sample?.identifier ?? '', sample?.name ?? '');
  await addPaper(window, 'without-a-name', '');
  await practice.faults.set('createPaper', { kind: 'create-paper-shape', variant: 'no-template' });
  await createPaper(window, 'A doubtful copy', sample?.name);
  await look('papers');
  await practice.faults.set('createPaper', { kind: 'cut', at: 'after-processing' });
  await inDialog('new-paper', press('ControlOrMeta+n'));
  await dialog.getByLabel('Name').fill('x'.repeat(300));
  await dialog.getByLabel('Template', { exact: true }).selectOption({ label: 'By identifier…' });
  await look('new-paper-long-name');
  await dialog.getByLabel('Template', { exact: true }).selectOption({ label: 'No template' });
  await dialog.getByLabel('Name').fill('Sent into the dark');
  await dialog.getByRole('button', { name: 'Create paper' }).click();
  await dialog.getByRole('alert').waitFor();
  await look('new-paper-unknown');
  await closed();
  await practice.faults.clear();
  const papers = window.getByRole('grid', { name: 'Papers' });
  await papers
    .getByRole('row')
    .filter({ hasText: sample?.identifier ?? '' })
    .click();
  await inDialog('copy-link', press('l'));
  await dialog.getByLabel('Who is it for?').fill('Grace');
  await dialog.getByRole('button', { name: 'Copy join link' }).click();
  await dialog.getByRole('status').waitFor();
  await look('copy-link-done');
  await closed();
  await papers.focus();
  await inDialog('delete-paper', press('Delete'));
  await closed();
  await choosePaper(window, 'A doubtful copy');
  await window.keyboard.press('Delete');
  await deleteNow(window);
  await window
    .getByText(/deleted\. The service said/u)
    .first()
    .waitFor();
  await look('paper-deleted');
  await window.getByRole('searchbox').fill('nothing is called this');
  await window.getByText('No papers match.').waitFor();
  await look('papers-none-found');
  await window.getByRole('searchbox').fill('');

  // Live previews: none, live, two, refused.
  await goTo(window, 'Live previews');
  await window.getByText('No preview is open.').waitFor();
  await look('previews-none');
  await goTo(window, 'Papers');
  await papers
    .getByRole('row')
    .filter({ hasText: sample?.identifier ?? '' })
    .click();
  await inDialog('preview-paper', press('Space'));
  await dialog.getByLabel('Display name').fill('');
  await dialog.getByRole('button', { name: 'Join visibly' }).click();
  await dialog.locator('[aria-invalid="true"]').waitFor();
  await look('preview-paper-error');
  await closed();
  await previewPaper(window, sample?.identifier ?? '', 'Ada');
  await guestJoined(app);
  await look('preview-live');
  await practice.faults.set('room', { kind: 'status', status: 500 });
  await previewPaper(window, sample?.identifier ?? '', 'Ada, again');
  await window.getByRole('alert').filter({ hasText: 'status 500' }).waitFor();
  await look('preview-failed');
  await window.getByRole('button', { name: 'Leave all previews' }).click();
  await expect.poll(() => guestCount(app)).toBe(0);

  // Practice: its own connection, and what can't be done with it.
  await window.getByRole('button', { name: 'Practise with sample data' }).click();
  await boardsListed(window);
  await look('practice-boards');
  await runCommand(window, 'Switch between list and gallery');
  await window.locator('img').first().waitFor();
  await look('practice-gallery');
  await window.keyboard.press('ControlOrMeta+Shift+o');
  await window.getByRole('region', { name: 'Boards by age' }).waitFor();
  await look('practice-home');
  await goTo(window, 'Papers');
  await look('practice-papers');

  // The tour, from Help: it follows what is done, and Esc ends it for good.
  const tour = window.getByRole('complementary', { name: 'Tour' });
  await runCommand(window, 'Switch between list and gallery');
  await window.keyboard.press('F1');
  await dialog.getByRole('tab', { name: 'Screens' }).click();
  await dialog.getByRole('button', { name: 'Take the tour' }).click();
  await expect(tour).toContainText('1 of 3');
  await boardsListed(window);
  await boards.getByRole('row').nth(2).click();
  await look('tour-delete');
  await window.keyboard.press('Delete');
  await question.getByRole('button', { name: /^Delete board/ }).click();
  await expect(tour).toContainText('Press Cancel');
  await toasts(window).getByRole('button', { name: 'Cancel' }).click();
  await expect(tour).toContainText('2 of 3');
  await tour.getByRole('button', { name: 'Go to Papers' }).click();
  await papers.getByRole('row').nth(1).click();
  await window.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'Join visibly' }).click();
  await guestJoined(app);
  await expect(tour).toContainText('press Leave');
  await window.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(tour).toContainText('3 of 3');
  await tour.getByRole('button', { name: 'Go to Keys' }).click();
  await window.getByRole('button', { name: 'Stage next key' }).click();
  await dialog.getByLabel('API key', { exact: true }).fill('any-text');
  await dialog.getByRole('button', { name: 'Save key' }).click();
  await expect(tour).toContainText('Check the next key');
  await window.getByRole('button', { name: 'Check key' }).click();
  await expect(tour).toContainText('That was all');
  await window.keyboard.press('Escape');
  await expect(tour).toHaveCount(0);
});

test('axe reports a planted fault on a screen and in a dialog', async ({ easel }) => {
  const { window } = easel;
  await window.getByRole('button', { name: 'Connect to your service' }).waitFor();
  for (const [open, within] of [
    [null, 'main'],
    ['F1', 'dialog'],
  ] as const) {
    if (open !== null) await window.keyboard.press(open);
    await window.locator(within).waitFor();
    expect(await findings(window)).toEqual([]);
    await window.locator(within).evaluate((place) => {
      const planted = Object.assign(document.createElement('p'), { textContent: 'Hardly to be read' });
      Object.assign(planted.style, { color: '#bbbbbb', background: '#ffffff' });
      planted.append(document.createElement('button'));
      place.append(planted);
    });
    const found = (await findings(window)).join('\n');
    expect(found).toContain('button-name');
    expect(found).toContain('color-contrast');
  }
});
