import { readFile, writeFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import {
  addPaper,
  chooseFile,
  connect,
  entriesFor,
  jobsLine,
  problems,
  runCommand,
  toasts,
} from '../support/easel.ts';
import { button, deletes, grid, idsOf, pick, status } from '../support/jobs-screen.ts';
import { expect, test } from './fixtures.ts';

const CLASSES = Array.from({ length: 14 }, (_, index) => `Grade ${index + 1}`);

async function choose(window: Page, toolbar: string, entry: string): Promise<void> {
  await button(window.getByRole('group', { name: toolbar, exact: true }), 'More actions').click();
  await window.getByRole('menuitem', { name: entry }).click();
}

const log = (window: Page): Locator => window.getByRole('treegrid', { name: 'Activity' });

async function openLog(window: Page, kind: string): Promise<void> {
  await window.keyboard.press('ControlOrMeta+5');
  await window.getByLabel('Action', { exact: true }).selectOption({ label: kind });
}

test('the activity log lists the boards that a bulk job created', async ({ easel, practice }, info) => {
  const { window } = easel;
  const dialog = window.getByRole('dialog');
  const count = dialog.getByLabel('Number to create');
  await connect(window, entriesFor(practice));
  const before = await idsOf(practice);

  await choose(window, 'Boards', 'New boards…');
  await count.fill('0');
  await window.keyboard.press('Enter');
  await expect(count).toHaveAccessibleDescription('Enter a number from 1 to 1,000.');
  await count.fill('12');
  await practice.faults.set('createBoard', { kind: 'cut', at: 'after-processing', after: 4, times: 1 });
  await window.keyboard.press('Enter');
  await expect(problems(window)).toContainText('Finished creating 12 boards: 11 created, 1 unknown.');
  expect((await practice.requests()).counts.createBoard).toBe(12);
  expect(await idsOf(practice)).toHaveLength(before.length + 12);
  await expect(window.getByRole('list', { name: 'Outcome unknown' }).getByRole('listitem')).toHaveCount(1);
  await window.keyboard.press('ControlOrMeta+j');

  const [template] = practice.samplePapers;
  if (template === undefined) throw new Error('the practice service has no paper');
  await addPaper(window, template.identifier, template.name);
  await window.getByRole('button', { name: 'Class pack…' }).click();
  await dialog.getByText('New papers without join links').click();
  const names = dialog.getByRole('textbox', { name: 'Names' });
  await names.fill([...CLASSES, 'Grade 1'].map((name) => `${name}\tRoom 7`).join('\n'));
  await expect(names).toHaveAccessibleDescription(
    '15 names. Repeated names are numbered, such as “Ada (2)”.',
  );
  await dialog.getByLabel('Template').selectOption({ label: template.name });
  await dialog.getByRole('button', { name: 'Create 15 papers' }).click();
  await expect(toasts(window)).toContainText('Created 15 papers.');
  const { papers } = await practice.contents();
  expect(papers.map(({ name }) => name)).toContain('Grade 1 (2)');
  const made = papers.filter(({ name }) => CLASSES.includes(name));
  expect(made.map(({ name }) => name)).toEqual(CLASSES);
  expect(made.every(({ templateId }) => templateId === template.identifier)).toBe(true);

  await test.step('pressing Enter directly after typing a number creates this number of papers', async () => {
    await window.getByRole('button', { name: 'Class pack…' }).click();
    await dialog.getByText('New papers without join links').click();
    await dialog.getByText('Names from a pattern').click();
    await expect(dialog.getByRole('button', { name: 'Create 10 papers' })).toBeVisible();
    await count.focus();
    await Promise.all(['Home', 'Delete', '3', 'Enter'].map((key) => window.keyboard.press(key)));
    await expect(toasts(window)).toContainText('Created 30 papers.');
  });

  await openLog(window, 'Board created');
  await expect(log(window)).toContainText('11 boards created');
  await openLog(window, 'Paper created');
  const job = log(window).getByRole('row').nth(2);
  await expect(job).toContainText('papers created');
  await job.click();
  await window.keyboard.press('ArrowRight');
  await expect(job).toHaveAttribute('aria-expanded', 'true');
  await window.keyboard.press('ArrowDown');
  // Accepts the log entry of any created paper, because concurrent requests may end in any order.
  await expect(window.getByRole('region', { name: 'Selected entry' })).toContainText(
    /Log entry [\d,]+, .*Done: (?:Grade \d|20\d\d-)/u,
  );
  const file = info.outputPath('activity.csv');
  await chooseFile(easel, file);
  await choose(window, 'Activity', 'Export activity…');
  await expect(status(window)).toHaveText(/^Exported \d+ entries to activity\.csv\.$/u);
  expect(await readFile(file, 'utf8')).toContain('Grade 14');
});

test('Easel refuses an edited cleanup plan file because its checksum is wrong', async ({
  easel,
  practice,
}, info) => {
  await connect(easel.window, entriesFor(practice));
  const [plan, changed] = [info.outputPath('old.easelplan.json'), info.outputPath('changed.easelplan.json')];
  await pick(easel.window, 12);
  await easel.window.keyboard.press('Delete');
  const saving = easel.window.getByRole('dialog');
  await saving.getByText('Save as a cleanup plan').click();
  await chooseFile(easel, plan);
  await saving.getByLabel('Note (optional)').fill('Term is over');
  await easel.window.keyboard.press('Enter');
  await expect(saving).toContainText('Saved as old.easelplan.json. Nothing will be deleted until');
  await easel.window.keyboard.press('Escape');
  await expect(jobsLine(easel.window).getByText('will be deleted')).toHaveCount(0);
  const text = await readFile(plan, 'utf8');
  const { ids } = JSON.parse(text) as { readonly ids: readonly string[] };
  expect(ids).toHaveLength(12);

  const { window } = easel;
  await window.keyboard.press('Escape');
  const left = await idsOf(practice);
  const other = left.find((id) => !ids.includes(id)) ?? 'no other board';
  await writeFile(changed, text.replace(ids[0] ?? 'no board', other));
  await chooseFile(easel, changed);
  await runCommand(window, 'Open cleanup plan');
  await expect(window.getByRole('alert')).toContainText('its checksum is wrong');
  await expect(window.getByRole('dialog')).toHaveCount(0);

  await chooseFile(easel, plan);
  await runCommand(window, 'Open cleanup plan');
  const review = window.getByRole('dialog', { name: 'Delete 12 boards in Test' });
  await expect(review.getByLabel('Cleanup plan')).toContainText('NoteTerm is over');
  await review.getByRole('checkbox', { name: 'Save list as CSV before deleting' }).uncheck();
  await review.getByRole('button', { name: /^Delete 12 boards in/u }).click();
  expect(await deletes(practice)).toBe(0);
  await jobsLine(window).getByRole('button', { name: 'Start now' }).click();
  await expect(status(window)).toHaveText('Deleted 12 boards.');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '301');
  expect(await idsOf(practice)).toEqual(left.filter((id) => !ids.includes(id)));
});
