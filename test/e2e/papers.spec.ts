/** Papers: made, remembered, handed on and deleted, with every way in which that can end. */
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
  toolbar,
  withSample,
} from '../support/papers-screen.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ easel, practice }) => {
  await connect(easel.window, entriesFor(practice));
  await goTo(easel.window, 'Papers');
});

/** What is no paper of this connection, and what is said of it. */
const wrong = [
  ['https://elsewhere.example/room/abc?token=x', /is on elsewhere\.example, but this connection’s app is on/],
  ['http://127.0.0.1:1/room/abc', /is on 127\.0\.0\.1:1, but this connection’s app is on/],
  ['javascript:alert(1)', /isn’t a web address/],
  ['../../admin', /An identifier has only letters, digits and dashes/],
  ['a/b', /An identifier has only letters, digits and dashes/],
] as const;

test('papers are added by identifier or room address, and anything else is refused', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  await test.step('the screen says that it lists papers on this computer, and starts empty', async () => {
    await expect(window.getByText('The service can’t list others.')).toBeVisible();
    await expect(window.getByText('No papers yet.')).toBeVisible();
    await expect(window.getByText('0 papers on this computer')).toBeVisible();
    await expect(grid(window)).toHaveAttribute('aria-rowcount', '1');
  });
  await test.step('text that isn’t a paper of this connection is refused at the field and stays there', async () => {
    const dialog = await openAddPaper(window);
    const field = dialog.getByLabel('Identifier or room address');
    await dialog.getByRole('button', { name: 'Add paper' }).click();
    await expect(field).toHaveAccessibleDescription(/Enter an identifier or a room address\./);
    await dialog.getByLabel('Name (optional)').fill('Kept');
    for (const [pasted, sentence] of wrong) {
      await field.fill(pasted);
      await dialog.getByRole('button', { name: 'Add paper' }).click();
      await expect(field).toHaveAccessibleDescription(sentence);
      await expect(field).toHaveValue(pasted);
      await expect(dialog.getByLabel('Name (optional)')).toHaveValue('Kept');
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(grid(window)).toHaveAttribute('aria-rowcount', '1');
  });
  await test.step('an identifier adds a paper without asking the service', async () => {
    const sample = await withSample(window, practice);
    await expect(row(window, sample.name)).toContainText(sample.identifier);
    await expect(details(window)).toContainText('Added');
    const { counts } = await practice.requests();
    expect(
      Object.entries(counts).filter(([endpoint, requests]) => requests > 0 && endpoint !== 'listBoards'),
    ).toEqual([]);
  });
  await test.step('a room address adds the identifier and drops the token', async () => {
    const dialog = await openAddPaper(window);
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJwYXBlciI6ImZyYWN0aW9ucyJ9.c2lnbmF0dXJl';
    await dialog
      .getByLabel('Identifier or room address')
      .fill(`${practice.origin}/room/fractions-7b?token=${token}#top`);
    await dialog.getByRole('button', { name: 'Add paper' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect(row(window, 'fractions-7b')).toHaveCount(1);
    expect(await window.content()).not.toContain('eyJ');
  });
  await test.step('many are added from a list, which says what became of each line; then they are changed and forgotten together', async () => {
    await runCommand(window, 'Add papers from a list…');
    const dialog = window.getByRole('dialog', { name: 'Add papers from a list' });
    await dialog
      .getByLabel('Papers')
      .fill('algebra-1,Algebra\nfractions-7b\na/b,Wrong\nalgebra-2,More algebra');
    await dialog.getByRole('button', { name: 'Add 4 lines' }).click();
    await expect(dialog.getByRole('status')).toHaveText('2 added, 1 known already, 1 not understood.');
    await expect(dialog.getByRole('listitem').first()).toContainText(
      /Line 3.*a\/b,Wrong.*not understood.*only letters/u,
    );
    await dialog.getByRole('button', { name: 'Done' }).click();
    await toolbar(window).getByRole('searchbox').fill('algebra');
    await expect(grid(window)).toHaveAttribute('aria-rowcount', '3');
    await grid(window).focus();
    await window.keyboard.press('Home');
    await window.keyboard.press('ControlOrMeta+Space');
    await window.keyboard.press('Shift+End');
    await expect(details(window)).toContainText('2 papers selected');
    await window.keyboard.press('ControlOrMeta+c');
    await expect(window.getByText('Copied 2 rows.').first()).toBeVisible();
    await window.keyboard.press('e');
    const notes = window.getByRole('dialog', { name: 'Change notes of 2 papers' });
    await notes.getByLabel('Add tags').fill('maths');
    await notes.getByLabel('Add tags').press('Enter');
    await notes.getByRole('button', { name: 'Change notes of 2 papers' }).click();
    await expect(row(window, 'maths')).toHaveCount(2);
    await window
      .getByRole('group', { name: 'Selection' })
      .getByRole('button', { name: 'Forget paper' })
      .click();
    await expect(row(window, 'algebra')).toHaveCount(0);
    await toolbar(window).getByRole('searchbox').fill('');
  });
  await test.step('it is named where it stands, and no name is refused there', async () => {
    await row(window, 'fractions-7b').click();
    await window.keyboard.press('F2');
    const name = window.getByRole('textbox', { name: 'Rename paper' });
    await expect(name).toBeFocused();
    await window.keyboard.type('Fractions');
    await window.keyboard.press('Enter');
    await expect(row(window, 'fractions-7b').getByText('Fractions', { exact: true })).toBeVisible();
    await expect(name).toHaveCount(0);
    await window.keyboard.press('F2');
    await name.fill('');
    await name.press('Enter');
    await expect(window.getByRole('alert')).toHaveText('Enter a name.');
    await window.keyboard.press('Escape');
    await expect(row(window, 'fractions-7b').getByText('Fractions', { exact: true })).toBeVisible();
  });
});

test.describe('deleting', () => {
  test('a paper is deleted for good, after a confirmation', async ({ easel, practice }) => {
    const { window } = easel;
    const sample = await withSample(window, practice);
    await test.step('says that deletion is final, and Enter does nothing', async () => {
      const question = await askToDelete(window, sample.name);
      await expect(question).toContainText('Deletes the paper for everyone. This can’t be undone.');
      await expect(question).toContainText(sample.identifier);
      await expect(question).toContainText('Acme School');
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await window.keyboard.press('Enter');
      await question.waitFor({ state: 'detached' });
      expect((await practice.requests()).counts.deletePaper).toBe(0);
      await expect(row(window, sample.name)).toHaveCount(1);
    });
    await test.step('removes the paper from the list and shows the service’s own response', async () => {
      await practice.clearRequests();

      const question = await askToDelete(window, sample.name);
      await expect(
        question.getByRole('button', { name: 'Delete paper in Acme School (Test)' }),
      ).toBeVisible();
      await deleteNow(window);
      await expect(
        window
          .getByText(
            `Paper ${sample.name} (${sample.identifier.slice(0, 8)}) deleted. The service said: Paper deleted.`,
          )
          .first(),
      ).toBeVisible();
      await expect(row(window, sample.name)).toHaveCount(0);
      expect((await practice.contents()).papers.map((paper) => paper.identifier)).not.toContain(
        sample.identifier,
      );
    });
    await test.step('a paper that the service doesn’t know is no longer found, and can be restored', async () => {
      await practice.clearRequests();

      await addPaper(window, 'never-was', 'Gone elsewhere');
      await askToDelete(window, 'Gone elsewhere');
      await deleteNow(window);
      await expect(
        window.getByText(/Gone elsewhere \(.*\) was not deleted.*It may be gone/).first(),
      ).toBeVisible();
      await expect(row(window, 'Gone elsewhere')).toHaveCount(0);
      expect((await practice.requests()).counts.deletePaper).toBe(1);

      await runCommand(window, 'Show or hide deleted papers');
      await expect(row(window, 'Gone elsewhere')).toContainText('No longer found');
      // The one that the service has deleted for sure is called otherwise, and stays deleted.
      await expect(row(window, sample.name)).toContainText('Deleted');
      await row(window, sample.name).click();
      await runCommand(window, 'Restore paper');
      const palette = window.getByRole('dialog', { name: 'Search or jump' });
      await expect(palette).toContainText('Only papers that were not found can be restored');
      await window.keyboard.press('Escape');
      await expect(palette).toHaveCount(0);
      await row(window, 'Gone elsewhere').click();
      await runCommand(window, 'Restore paper');
      await expect(row(window, 'Gone elsewhere')).not.toContainText('No longer found');
      await runCommand(window, 'Show or hide deleted papers');
      await expect(row(window, sample.name)).toHaveCount(0);
      await expect(row(window, 'Gone elsewhere')).toHaveCount(1);
      expect((await practice.requests()).counts.deletePaper).toBe(1);
    });
  });

  const failing = [
    // A refusal inside a success is none that can be relied on.
    [
      { kind: 'delete-shape', variant: 'refused' },
      /doesn’t know whether it was deleted\. The item is in use\./,
    ],
    [{ kind: 'status', status: 500 }, /reports an internal error \(status 500\)/],
    [{ kind: 'status', status: 401 }, /does not accept the API key/],
    [{ kind: 'html', status: 404 }, /answered with a web page/],
  ] as const;
  test('a failed delete keeps the row and says why, for every kind of failure', async ({
    easel,
    practice,
  }) => {
    const { window } = easel;
    const sample = await withSample(window, practice);
    for (const [fault, sentence] of failing) {
      await practice.faults.set('deletePaper', fault);
      await askToDelete(window, sample.name);
      await deleteNow(window);
      const notice = window.getByText(`Paper ${sample.name}`).filter({ hasText: sentence });
      await expect(notice.first()).toBeVisible({ timeout: 30_000 });
      await expect(row(window, sample.name)).toHaveCount(1);
      await endJob(window);
    }
    expect((await practice.contents()).papers.map((paper) => paper.identifier)).toContain(sample.identifier);
    // Read anew, not only still on the screen.
    await window.keyboard.press('F5');
    await createPaper(window, 'Made after that');
    await expect(row(window, sample.name)).toHaveCount(1);
  });
});

test('papers are filtered, kept as a view, shown with other columns, exported and deleted together', async ({
  easel,
  practice,
}, info) => {
  const { window } = easel;
  const file = info.outputPath('papers.json');
  await answerSaving(easel, file);
  await createPaper(window, 'Term 1');
  await createPaper(window, 'Term 2');
  await addPaper(window, 'somebody-elses', 'Other');
  const filters = window.getByRole('group', { name: 'View and filters' });
  await test.step('a filter leaves those that it speaks of, and is kept as a view', async () => {
    await filters.getByRole('button', { name: 'Add filter' }).click();
    await window.getByRole('menuitem', { name: 'Made with Easel…' }).click();
    await window.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await expect(row(window, 'Other')).toHaveCount(0);
    await expect(filters.getByRole('status')).toHaveText(/^2 papers/u);
    await filters.getByRole('button', { name: /^View: All papers/u }).click();
    await window.getByRole('menuitem', { name: 'Save as view…' }).click();
    await window.getByRole('dialog').getByLabel('Name').fill('Ours');
    await window.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
    await expect(filters.getByRole('button', { name: 'View: Ours' })).toBeVisible();
  });
  await test.step('its columns are chosen from a menu', async () => {
    await toolbar(window).getByRole('button', { name: 'Columns' }).click();
    await window.getByRole('menuitemcheckbox', { name: 'Template' }).click();
    await window.getByRole('menuitemcheckbox', { name: 'Identifier' }).click();
    await window.keyboard.press('Escape');
    const heads = grid(window).getByRole('columnheader');
    await expect(heads.filter({ hasText: 'Template' })).toHaveCount(0);
    await expect(heads.filter({ hasText: 'Identifier' })).toHaveCount(1);
  });
  await test.step('what is found is exported as JSON', async () => {
    await window.keyboard.press('ControlOrMeta+e');
    const dialog = window.getByRole('dialog', { name: 'Export papers' });
    await dialog.getByRole('radio', { name: 'JSON' }).check();
    await dialog.getByRole('button', { name: 'Export 2 papers…' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Exported 2 papers to papers.json.');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    const papers = JSON.parse(await readFile(file, 'utf8')) as readonly { readonly name: string }[];
    expect(papers.map(({ name }) => name)).toEqual(['Term 2', 'Term 1']);
  });
  await test.step('all of them are reviewed, held and deleted', async () => {
    await grid(window).focus();
    await window.keyboard.press('ControlOrMeta+a');
    await window.keyboard.press('Delete');
    const review = window.getByRole('dialog', { name: 'Delete 2 papers in Test' });
    await expect(review.getByRole('table').getByRole('row')).toHaveCount(3);
    await review.getByLabel('Save list as CSV first').uncheck();
    await review.getByRole('button', { name: 'Delete 2 papers in Acme School (Test)' }).click();
    await expect(status(window)).toHaveText('2 papers will be deleted in 5 minutes.');
    await expect(grid(window).getByText('Queued for deletion')).toHaveCount(2);
    expect(await createdHere(practice, 'Term 1')).toHaveLength(1);
    await toasts(window).getByRole('button', { name: 'Start now' }).click();
    await expect(status(window)).toHaveText('Deleted 2 papers.', { timeout: 30_000 });
    await expect(row(window, 'Term')).toHaveCount(0);
    expect(await createdHere(practice, 'Term 1')).toEqual([]);
  });
});

test('forgetting removes a paper from this computer only, and it can be added again', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  const sample = await withSample(window, practice);
  await row(window, sample.name).click();
  await details(window).getByRole('button', { name: 'More for this paper' }).click();
  await window.getByRole('menuitem', { name: 'Forget paper' }).click();
  await expect(row(window, sample.name)).toHaveCount(0);
  await expect(
    window.getByText('Removed from this computer. The paper is still at the service.'),
  ).toBeVisible();
  expect((await practice.requests()).counts.deletePaper).toBe(0);
  expect((await practice.contents()).papers.map((paper) => paper.identifier)).toContain(sample.identifier);
  await addPaper(window, sample.identifier, sample.name);
  await expect(row(window, sample.name)).toHaveCount(1);
});

test('everything works by keyboard alone', async ({ easel, practice }) => {
  const { window } = easel;
  await addPaper(window, 'by-hand', 'The first');
  await window.keyboard.press('ControlOrMeta+2');
  await expect(window.getByRole('heading', { level: 1 })).toHaveText('Boards');
  await window.keyboard.press('ControlOrMeta+3');
  await window.keyboard.press('ControlOrMeta+n');
  await expect(window.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await window.keyboard.type('Typed');
  await window.keyboard.press('Enter');
  await window.getByRole('dialog').waitFor({ state: 'detached' });
  await expect(row(window, 'Typed')).toHaveAttribute('aria-selected', 'true');

  await window.keyboard.press('/');
  await window.keyboard.type('first');
  await expect(row(window, 'Typed')).toHaveCount(0);
  await window.keyboard.press('Escape');
  await expect(row(window, 'Typed')).toHaveCount(1);
  await window.keyboard.press('Escape');
  await expect(grid(window)).toBeFocused();
  await window.keyboard.press('End');
  await expect(row(window, 'The first')).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('Home');
  await expect(row(window, 'Typed')).toHaveAttribute('aria-selected', 'true');

  await test.step('the gallery, which has no headings, is sorted by a menu', async () => {
    const sortBy = async (name: string): Promise<void> => {
      await window.getByRole('button', { name: 'Sort', exact: true }).focus();
      await window.keyboard.press('Enter');
      await window.getByRole('menuitemradio', { name }).focus();
      await window.keyboard.press('Enter');
    };
    await window.keyboard.press('g');
    await sortBy('Name');
    await expect(grid(window).getByRole('gridcell').first()).toContainText('The first');
    await sortBy('Z to A');
    await expect(grid(window).getByRole('gridcell').first()).toContainText('Typed');
    await grid(window).focus();
    await window.keyboard.press('g');
    // The rows come anew, and have the keyboard then.
    await expect(grid(window).getByRole('columnheader').first()).toBeVisible();
    await expect(grid(window)).toBeFocused();
  });

  await window.keyboard.press('l');
  await expect(
    window.getByRole('dialog', { name: 'Copy join link' }).getByLabel('Who is it for?'),
  ).toBeFocused();
  await window.keyboard.press('Escape');
  await window.keyboard.press('Space');
  await expect(window.getByRole('dialog', { name: 'Preview this paper' })).toBeVisible();
  await window.keyboard.press('Escape');
  await window.keyboard.press('Delete');
  const question = window.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await window.keyboard.press('Tab');
  await window.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await runCommand(window, 'Start the next delete');
  await expect(row(window, 'Typed')).toHaveCount(0);
  await expect(row(window, 'The first')).toHaveAttribute('aria-selected', 'true');
  await expect(grid(window)).toBeFocused();
  expect(await createdHere(practice, 'Typed')).toEqual([]);
});

test('a request continues when its dialog is closed: it doesn’t close the next dialog, and its failure is shown', async ({
  easel,
  practice,
}) => {
  const { window } = easel;
  const search = window.getByRole('combobox', { name: 'Search everything' });
  const create = async (name: string): Promise<void> => {
    await window.keyboard.press('ControlOrMeta+n');
    await window.getByRole('dialog').getByLabel('Name').fill(name);
    await window.getByRole('dialog').getByRole('button', { name: 'Create paper' }).click();
    await window.keyboard.press('Escape');
    await window.getByRole('dialog').waitFor({ state: 'detached' });
    await window.keyboard.press('ControlOrMeta+k');
    await search.fill('boards');
  };
  await practice.faults.set('createPaper', { kind: 'latency', ms: 1500 });
  await create('Slow');
  // Behind the palette nothing is told to a reader, so it is looked for by its text.
  await expect(window.getByText('Slow', { exact: true }).first()).toBeAttached();
  await expect(search).toHaveValue('boards');
  await window.keyboard.press('Escape');
  await create('Lost');
  // A request that has not left yet is not lost: it is refused.
  await expect.poll(async () => (await practice.requests()).counts.createPaper).toBe(2);
  await practice.stop();
  await expect(window.getByText('Lost', { exact: false }).first()).toBeAttached();
  await expect(search).toHaveValue('boards');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('alert').first()).toContainText('created');
});
