import { addPaper, connect, deleteNow, entriesFor, goTo, runCommand } from '../support/easel.ts';
import { askToDelete, details, row, withSample } from '../support/papers-screen.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ easel, practice }) => {
  await connect(easel.window, entriesFor(practice));
  await goTo(easel.window, 'Papers');
});

test('papers are added to the list by id, address or pasted list', async ({ easel, practice }) => {
  const { window } = easel;
  await expect(window.getByText('The service can’t list other papers.')).toBeVisible();
  await expect(window.getByText('No papers yet.')).toBeVisible();
  const sample = await withSample(window, practice);
  await expect(row(window, sample.name)).toContainText(sample.identifier);
  await addPaper(window, `${practice.origin}/room/shared-room?token=eyJhbGci.eyJwYXBl.c2ln`, 'Shared');
  await expect(row(window, 'Shared')).toContainText('shared-room');
  expect(await window.content()).not.toContain('eyJ');
  await window.getByRole('button', { name: 'More actions' }).click();
  expect(await window.getByRole('menuitem').count()).toBeLessThanOrEqual(8);
  await window.getByRole('menuitem', { name: 'Add papers from a list…' }).click();
  const list = window.getByRole('dialog', { name: 'Add papers from a list' });
  await list.getByLabel('Papers').fill('algebra-1,Algebra\nshared-room\na/b,Wrong\nfractions-7b');
  await list.getByRole('button', { name: 'Add 4 lines' }).click();
  await expect(list.getByRole('status')).toHaveText('2 added, 1 already known, 1 not recognised.');
  await list.getByRole('button', { name: 'Done' }).click();
  const { counts } = await practice.requests();
  expect(counts.createPaper + counts.accessToken + counts.deletePaper).toBe(0);

  await row(window, 'fractions-7b').click();
  await window.keyboard.press('F2');
  await window.keyboard.type('Fractions');
  await window.keyboard.press('Enter');
  await expect(row(window, 'fractions-7b').getByText('Fractions', { exact: true })).toBeVisible();

  await row(window, sample.name).click();
  await details(window).getByRole('button', { name: 'More paper actions' }).click();
  await window.getByRole('menuitem', { name: 'Forget paper' }).click();
  await expect(row(window, sample.name)).toHaveCount(0);
  await expect(
    window.getByText(/^Paper removed from this computer\. The paper hasn’t been deleted/u).first(),
  ).toBeVisible();
  expect((await practice.requests()).counts.deletePaper).toBe(0);
  expect((await practice.contents()).papers.map((paper) => paper.identifier)).toContain(sample.identifier);
});

test('a paper is deleted after a confirmation', async ({ easel, practice }) => {
  const { window } = easel;
  const sample = await withSample(window, practice);
  await test.step('a deleted paper is removed from the list', async () => {
    const question = await askToDelete(window, sample.name);
    await expect(question).toContainText('The paper will be deleted for everyone. This can’t be undone.');
    await expect(question).toContainText(sample.identifier);
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
  await test.step('a paper marked as “No longer found” can be restored to the list of papers', async () => {
    await addPaper(window, 'never-was', 'Gone elsewhere');
    await askToDelete(window, 'Gone elsewhere');
    await deleteNow(window);
    await expect(
      window.getByText(/Gone elsewhere \(.*\) was not deleted.*The paper may have been deleted/).first(),
    ).toBeVisible();
    await runCommand(window, 'papers view Deleted');
    await expect(row(window, 'Gone elsewhere')).toContainText('No longer found');
    await expect(row(window, 'Gone elsewhere').locator('[data-name]')).toBeVisible();
    await expect(window.getByText('1 no longer found')).toBeVisible();
    await expect(window.getByText('2 of 2 papers on this computer')).toBeVisible();
    await expect(row(window, sample.name)).toContainText('Deleted');
    await row(window, sample.name).click();
    await runCommand(window, 'Restore paper');
    const palette = window.getByRole('dialog', { name: 'Search or jump to…' });
    await expect(palette).toContainText('Only papers marked as no longer found can be restored');
    await window.keyboard.press('Escape');
    await row(window, 'Gone elsewhere').click();
    await runCommand(window, 'Restore paper');
    await expect(row(window, 'Gone elsewhere')).not.toContainText('No longer found');
  });
});
