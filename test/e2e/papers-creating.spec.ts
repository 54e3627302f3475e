/** Making papers: empty, from a template, refused, and with an end that nobody saw. */
import { connect, createPaper, entriesFor, goTo } from '../support/easel.ts';
import { createdHere, details, openNewPaper, row, withSample } from '../support/papers-screen.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ easel, practice }) => {
  await connect(easel.window, entriesFor(practice));
  await goTo(easel.window, 'Papers');
});

test.describe('creating', () => {
  test('a paper is created plain or from a template, but not with anything missing', async ({
    easel,
    practice,
  }) => {
    const { window } = easel;
    const sample = await withSample(window, practice);
    await test.step('creates one paper at the service and selects it', async () => {
      await createPaper(window, 'Fractions, week 12');
      await expect(row(window, 'Fractions, week 12')).toHaveAttribute('aria-selected', 'true');
      const [paper, ...more] = await createdHere(practice, 'Fractions, week 12');
      expect(more).toEqual([]);
      expect((await practice.requests()).counts.createPaper).toBe(1);
      await expect(details(window)).toContainText(paper?.identifier ?? 'no identifier');
      await expect(details(window)).toContainText('Created, ');
      await expect(row(window, 'Fractions, week 12')).not.toContainText('not confirmed');
    });
    await test.step('copies a template and says that the service confirmed it', async () => {
      await practice.faults.clear();
      await practice.clearRequests();

      await createPaper(window, 'A copy', sample.name);
      const [paper] = await createdHere(practice, 'A copy');
      expect(paper?.templateId).toBe(sample.identifier);
      expect(paper?.strokes).toBeGreaterThan(0);
      await expect(row(window, 'A copy')).toContainText(sample.name);
      await expect(row(window, 'A copy')).not.toContainText('not confirmed');
      await expect(details(window)).toContainText(`Copied from ${sample.name}`);
      await expect(details(window)).not.toContainText('Not confirmed');
    });
    await test.step('warns when the response names another template, or none', async () => {
      await practice.faults.clear();
      await practice.clearRequests();

      for (const variant of ['other-template', 'no-template'] as const) {
        await practice.faults.set('createPaper', { kind: 'create-paper-shape', variant });
        await createPaper(window, `Copy with ${variant}`, sample.name);
        await expect(row(window, `Copy with ${variant}`)).toContainText('not confirmed');
        await expect(details(window)).toContainText('Not confirmed: check the paper first.');
      }
    });
    await test.step('offers the selected paper as the template', async () => {
      await practice.faults.clear();
      await practice.clearRequests();

      await row(window, sample.identifier).click();
      await details(window).getByRole('button', { name: 'New paper from this one' }).click();
      await expect(window.getByRole('dialog').getByLabel('Template')).toHaveValue(sample.identifier);
      await window.keyboard.press('Escape');
    });
    await test.step('stays open without a name and sends nothing', async () => {
      await practice.faults.clear();
      await practice.clearRequests();
      const dialog = await openNewPaper(window);
      await dialog.getByRole('button', { name: 'Create paper' }).click();
      await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Enter a name.');
      await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
      expect((await practice.requests()).counts.createPaper).toBe(0);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    });
    await test.step('warns of a name beyond 255 characters, and shows the refusal beside it with the name kept', async () => {
      await practice.faults.clear();
      await practice.clearRequests();

      const dialog = await openNewPaper(window);
      const name = dialog.getByLabel('Name');
      await name.fill('x'.repeat(255));
      await expect(name).not.toHaveAccessibleDescription(/may refuse/);
      await name.fill('x'.repeat(256));
      await expect(name).toHaveAccessibleDescription(/^256 characters. The service may refuse names/);
      await dialog.getByRole('button', { name: 'Create paper' }).click();
      await expect(name).toHaveAccessibleDescription(/must not be greater than 255 characters/);
      await expect(name).toHaveValue('x'.repeat(256));
      expect((await practice.requests()).counts.createPaper).toBe(1);
      await expect(row(window, 'xxx')).toHaveCount(0);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    });
    await test.step('shows a refused template at its field and keeps what was typed', async () => {
      await practice.faults.clear();
      await practice.clearRequests();
      const dialog = await openNewPaper(window);
      await dialog.getByLabel('Name').fill('From elsewhere');
      await dialog.getByLabel('Template').selectOption({ label: 'By identifier…' });
      const template = dialog.getByLabel('Template identifier');
      await template.fill('not-a-paper-of-this-account');
      await dialog.getByRole('button', { name: 'Create paper' }).click();
      await expect(template).toHaveAccessibleDescription('The selected template is invalid.');
      await expect(template).toHaveValue('not-a-paper-of-this-account');
      await expect(dialog.getByLabel('Name')).toHaveValue('From elsewhere');
    });
  });

  test('a paper whose response is lost is sent once, explained, and sent again only by the person', async ({
    easel,
    practice,
  }) => {
    const { window } = easel;
    await practice.faults.set('createPaper', { kind: 'cut', at: 'after-processing' });
    const dialog = await openNewPaper(window);
    await dialog.getByLabel('Name').fill('Sent into the dark');
    await dialog.getByRole('button', { name: 'Create paper' }).click();
    const notice = dialog.getByRole('alert');
    await expect(notice).toContainText('The paper may or may not have been created');
    await expect(notice).toContainText('the service doesn’t list papers');
    await expect(dialog).toContainText('It is listed above the papers.');
    await expect(dialog.getByLabel('Name')).toHaveValue('Sent into the dark');
    expect((await practice.requests()).counts.createPaper).toBe(1);
    expect(await createdHere(practice, 'Sent into the dark')).toHaveLength(1);

    await practice.faults.clear();
    await dialog.getByRole('button', { name: 'Create again' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await practice.requests()).counts.createPaper).toBe(2);
    await expect(row(window, 'Sent into the dark')).toHaveCount(1);
  });

  test('a service failure is reported, keeps the name, and a retry works', async ({ easel, practice }) => {
    await practice.faults.set('createPaper', { kind: 'status', status: 500, times: 1 });
    const dialog = await openNewPaper(easel.window);
    await dialog.getByLabel('Name').fill('Second try');
    await dialog.getByRole('button', { name: 'Create paper' }).click();
    await expect(dialog.getByRole('alert')).toContainText('reports an internal error (status 500)');
    await expect(dialog.getByLabel('Name')).toHaveValue('Second try');
    await dialog.getByRole('button', { name: 'Create paper' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await createdHere(practice, 'Second try')).toHaveLength(1);
  });
});
