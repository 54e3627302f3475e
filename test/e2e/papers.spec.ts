/** The register of papers: added, found, renamed, exported, forgotten and deleted. */
import { readFile } from 'node:fs/promises';
import {
  addPaper,
  connect,
  createPaper,
  deleteNow,
  endJob,
  entriesFor,
  goTo,
  runCommand,
  toasts,
} from '../support/easel.ts';
import { answerSaving, status } from '../support/jobs-screen.ts';
import {
  askToDelete,
  createdHere,
  details,
  grid,
  openAddPaper,
  row,
  withSample,
} from '../support/papers-screen.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ easel, practice }) => {
  await connect(easel.window, entriesFor(practice));
  await goTo(easel.window, 'Papers');
});

test('papers are added by identifier, room address or list, renamed, and forgotten on this computer only', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await expect(window.getByText('The service can’t list others.')).toBeVisible();
  await expect(window.getByText('No papers yet.')).toBeVisible();
  await test.step('text that isn’t a paper of this connection is refused at the field and stays there', async () => {
    const dialog = await openAddPaper(window);
    const field = dialog.getByLabel('Identifier or room address');
    for (const [pasted, sentence] of [
      ['', /Enter an identifier or a room address\./],
      [
        'https://elsewhere.example/room/abc?token=x',
        /is on elsewhere\.example, but this connection’s app is on/,
      ],
      ['../../admin', /An identifier has only letters, digits and dashes/],
    ] as const) {
      await field.fill(pasted);
      await dialog.getByRole('button', { name: 'Add paper' }).click();
      await expect(field).toHaveAccessibleDescription(sentence);
      await expect(field).toHaveValue(pasted);
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
  const sample = await withSample(window, practice);
  await expect(row(window, sample.name)).toContainText(sample.identifier);
  await addPaper(window, `${practice.origin}/room/shared-room?token=eyJhbGci.eyJwYXBl.c2ln`, 'Shared');
  await expect(row(window, 'Shared')).toContainText('shared-room');
  expect(await window.content()).not.toContain('eyJ');
  await runCommand(window, 'Add papers from a list…');
  const list = window.getByRole('dialog', { name: 'Add papers from a list' });
  await list.getByLabel('Papers').fill('algebra-1,Algebra\nshared-room\na/b,Wrong\nfractions-7b');
  await list.getByRole('button', { name: 'Add 4 lines' }).click();
  await expect(list.getByRole('status')).toHaveText('2 added, 1 known already, 1 not understood.');
  await list.getByRole('button', { name: 'Done' }).click();
  const { counts } = await practice.requests();
  expect(counts.createPaper + counts.accessToken + counts.deletePaper).toBe(0);

  await row(window, 'fractions-7b').click();
  await window.keyboard.press('F2');
  await window.keyboard.type('Fractions');
  await window.keyboard.press('Enter');
  await expect(row(window, 'fractions-7b').getByText('Fractions', { exact: true })).toBeVisible();

  await row(window, sample.name).click();
  await details(window).getByRole('button', { name: 'More for this paper' }).click();
  await window.getByRole('menuitem', { name: 'Forget paper' }).click();
  await expect(row(window, sample.name)).toHaveCount(0);
  await expect(
    window.getByText('Removed from this computer. The paper is still at the service.'),
  ).toBeVisible();
  expect((await practice.requests()).counts.deletePaper).toBe(0);
  expect((await practice.contents()).papers.map((paper) => paper.identifier)).toContain(sample.identifier);
});

test('a paper is deleted for good after a question, and one that is unknown can be restored', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  const sample = await withSample(window, practice);
  await test.step('the question says that deletion is final, and Enter does nothing', async () => {
    const question = await askToDelete(window, sample.name);
    await expect(question).toContainText('Deletes the paper for everyone. This can’t be undone.');
    await expect(question).toContainText(sample.identifier);
    await expect(question.getByRole('button', { name: 'Delete paper in Acme School (Test)' })).toBeVisible();
    await window.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    expect((await practice.requests()).counts.deletePaper).toBe(0);
  });
  await test.step('a failed delete keeps the row and says why', async () => {
    await practice.faults.set('deletePaper', { kind: 'delete-shape', variant: 'refused' });
    await askToDelete(window, sample.name);
    await deleteNow(window);
    const notice = window.getByText(`Paper ${sample.name}`).filter({
      // A refusal inside a success can't be relied on.
      hasText: 'doesn’t know whether it was deleted. The item is in use.',
    });
    await expect(notice.first()).toBeVisible({ timeout: 30_000 });
    await expect(row(window, sample.name)).toHaveCount(1);
    await endJob(window);
    await practice.faults.clear();
  });
  await test.step('a deleted paper leaves the list, with the service’s own words', async () => {
    await askToDelete(window, sample.name);
    await deleteNow(window);
    await expect(
      window
        .getByText(
          `Paper ${sample.name} (${sample.identifier.slice(0, 8)}) deleted. The service said: Paper deleted.`,
        )
        .first(),
    ).toBeVisible();
    await expect(row(window, sample.name)).toHaveCount(0);
    const { papers } = await practice.contents();
    expect(papers.map((paper) => paper.identifier)).not.toContain(sample.identifier);
  });
  await test.step('a paper that the service doesn’t know is no longer found, and can be restored', async () => {
    await addPaper(window, 'never-was', 'Gone elsewhere');
    await askToDelete(window, 'Gone elsewhere');
    await deleteNow(window);
    await expect(
      window.getByText(/Gone elsewhere \(.*\) was not deleted.*It may be gone/).first(),
    ).toBeVisible();
    await runCommand(window, 'Show or hide deleted papers');
    await expect(row(window, 'Gone elsewhere')).toContainText('No longer found');
    await expect(row(window, 'Gone elsewhere').locator('[data-name]')).toBeVisible();
    await expect(window.getByText('1 no longer found')).toBeVisible();
    await expect(row(window, sample.name)).toContainText('Deleted');
    await row(window, sample.name).click();
    await runCommand(window, 'Restore paper');
    const palette = window.getByRole('dialog', { name: 'Search or jump' });
    await expect(palette).toContainText('Only papers that were not found can be restored');
    await window.keyboard.press('Escape');
    await row(window, 'Gone elsewhere').click();
    await runCommand(window, 'Restore paper');
    await expect(row(window, 'Gone elsewhere')).not.toContainText('No longer found');
  });
});

test('papers are filtered, exported and deleted together', async ({ easel, practice }, info) => {
  const { window } = easel;
  const file = info.outputPath('papers.json');
  await answerSaving(easel, file);
  await createPaper(window, 'Term 1');
  await createPaper(window, 'Term 2');
  await addPaper(window, 'somebody-elses', 'Other');
  const filters = window.getByRole('group', { name: 'View and filters' });
  await filters.getByRole('button', { name: 'Add filter' }).click();
  await window.getByRole('menuitem', { name: 'Made with Easel…' }).click();
  await window.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await expect(row(window, 'Other')).toHaveCount(0);
  await window.keyboard.press('ControlOrMeta+e');
  const dialog = window.getByRole('dialog', { name: 'Export papers' });
  await dialog.getByRole('radio', { name: 'JSON' }).check();
  await dialog.getByRole('button', { name: 'Export 2 papers…' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Exported 2 papers to papers.json.');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  const papers = JSON.parse(await readFile(file, 'utf8')) as readonly { readonly name: string }[];
  expect(papers.map(({ name }) => name)).toEqual(['Term 2', 'Term 1']);

  await grid(window).focus();
  await window.keyboard.press('ControlOrMeta+a');
  await window.keyboard.press('Delete');
  const review = window.getByRole('dialog', { name: 'Delete 2 papers in Test' });
  await review.getByLabel('Save list as CSV first').uncheck();
  await review.getByRole('button', { name: 'Delete 2 papers in Acme School (Test)' }).click();
  await expect(status(window)).toHaveText('2 papers will be deleted in 5 minutes.');
  await expect(grid(window).getByText('Queued for deletion')).toHaveCount(2);
  expect(await createdHere(practice, 'Term 1')).toHaveLength(1);
  await toasts(window).getByRole('button', { name: 'Start now' }).click();
  await expect(status(window)).toHaveText('Deleted 2 papers.', { timeout: 30_000 });
  expect(await createdHere(practice, 'Term 1')).toEqual([]);
});
