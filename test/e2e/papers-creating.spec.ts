import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { readCsv } from '../../main/lib/files/csv.ts';
import type { PracticeService } from '../practice/practice.ts';
import { status } from '../support/jobs-screen.ts';
import { chooseFile, connect, createPaper, entriesFor, goTo } from '../support/easel.ts';
import { createdHere, details, grid, openNewPaper, row, withSample } from '../support/papers-screen.ts';
import { countPresses, JOURNEYS } from '../support/presses.ts';
import { readSheets, SHEET_READERS } from '../support/qr-sheets.ts';
import { hasProgram } from '../support/system.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ easel, practice }) => {
  await connect(easel.window, entriesFor(practice));
  await goTo(easel.window, 'Papers');
});

const creates = async (practice: PracticeService): Promise<number> =>
  (await practice.requests()).counts.createPaper;

test('a paper can be created from a template', async ({ easel, practice }) => {
  const { window } = easel;
  const sample = await withSample(window, practice);
  await createPaper(window, 'Fractions, week 12');
  await expect(row(window, 'Fractions, week 12')).toHaveAttribute('aria-selected', 'true');
  const [plain] = await createdHere(practice, 'Fractions, week 12');
  await expect(details(window)).toContainText(plain?.identifier ?? 'no identifier');
  await createPaper(window, 'A copy', sample.name);
  const [copy] = await createdHere(practice, 'A copy');
  expect(copy?.templateId).toBe(sample.identifier);
  await expect(details(window)).toContainText(`Copied from ${sample.name}`);
  await expect(row(window, 'A copy')).not.toContainText('not confirmed');
  await practice.faults.set('createPaper', { kind: 'create-paper-shape', variant: 'no-template' });
  await createPaper(window, 'A doubtful copy', sample.name);
  await expect(row(window, 'A doubtful copy')).toContainText('not confirmed');
  await expect(details(window)).toContainText(
    'The service didn’t confirm that it copied the template. Check the paper before you use it.',
  );
  expect(await creates(practice)).toBe(3);

  await test.step('two key presses are enough to create a paper from a template', async () => {
    await practice.faults.clear();
    await row(window, sample.identifier).click();
    await window.keyboard.press('m');
    await window.getByRole('button', { name: 'Templates', exact: true }).click();
    await expect(grid(window)).toHaveAttribute('aria-rowcount', '2');
    await row(window, sample.identifier).click();
    await window.keyboard.press('n');
    await window.keyboard.press('Enter');
    await window.getByRole('dialog').waitFor({ state: 'detached' });
    const { papers } = await practice.contents();
    const made = papers.filter(({ name }) => name.startsWith(`${sample.name} 20`));
    expect(made).toMatchObject([{ templateId: sample.identifier }]);
    await expect(row(window, made[0]?.name ?? '')).toHaveAttribute('aria-selected', 'true');
  });
});

test('the paper form keeps its entries if the service refuses the paper', async ({ easel, practice }) => {
  const { window } = easel;
  const dialog = await openNewPaper(window);
  const name = dialog.getByLabel('Name');
  const create = dialog.getByRole('button', { name: 'Create paper' });
  await create.click();
  await expect(name).toHaveAccessibleDescription('Enter a name.');
  expect(await creates(practice)).toBe(0);
  await name.fill('x'.repeat(256));
  await expect(name).toHaveAccessibleDescription(/^256 characters. The service may refuse names/);
  await create.click();
  await expect(name).toHaveAccessibleDescription(/must not be greater than 255 characters/);
  await expect(name).toHaveValue('x'.repeat(256));
  await name.fill('Second try');
  await practice.faults.set('createPaper', { kind: 'status', status: 403, times: 1 });
  await create.click();
  await expect(dialog.getByRole('alert')).toContainText('(status 403)');
  await expect(name).toHaveValue('Second try');
  await create.click();
  await dialog.waitFor({ state: 'detached' });
  expect(await createdHere(practice, 'Second try')).toHaveLength(1);
  await test.step('the form for a new paper reopens if Chromium closes it while the create request is running', async () => {
    await practice.faults.set('createPaper', { kind: 'silence', times: 1 });
    await (await openNewPaper(window)).getByLabel('Name').fill('A lost reply');
    const before = await creates(practice);
    await create.click();
    await expect.poll(() => creates(practice)).toBe(before + 1);
    // Closes the dialog as Chromium does at a second Esc, even if the page prevented the first `cancel` event.
    await dialog.evaluate((element: HTMLDialogElement) => element.close());
    await expect(dialog).toContainText('The paper is shown as “Outcome unknown”');
  });
  await test.step('a dialog with typed text closes only at the second Esc', async () => {
    await window.keyboard.press('Escape');
    await expect(dialog.getByRole('alert').last()).toHaveText('Press Esc again to discard your text.');
    await expect(dialog.getByLabel('Name')).toHaveValue('A lost reply');
    await window.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
  await test.step('“Change key…” closes the form for a new paper after the service rejected the API key', async () => {
    await practice.faults.set('createPaper', { kind: 'status', status: 401, times: 1 });
    await (await openNewPaper(window)).getByLabel('Name').fill('Third try');
    await create.click();
    await dialog.getByRole('button', { name: 'Change key…' }).click();
    await expect(window.getByLabel('API key', { exact: true })).toBeFocused();
  });
});

test('six clicks and a paste create 30 join links with QR codes', async ({ easel, practice }, info) => {
  const { window } = easel;
  const sample = await withSample(window, practice);
  const dialog = window.getByRole('dialog');
  const people = [
    ...Array.from({ length: 26 }, (_, at) => `Pupil ${at + 1}`),
    'Ada <b>Lovelace</b>',
    'عائشة بنت أبي بكر',
    '王小明 👩‍🏫',
    '=1+1',
  ];
  const [table, codes] = [info.outputPath('links.csv'), info.outputPath('codes.pdf')];
  await chooseFile(easel, table);
  const presses = await countPresses(window);
  await row(window, sample.identifier).click();
  await details(window).getByRole('button', { name: 'Class pack from this paper' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Names' })).toBeFocused();
  await window.keyboard.insertText(people.join('\n'));
  await dialog.getByRole('button', { name: 'Create 30 join links' }).click();
  const job = window.getByRole('complementary', { name: 'Jobs' }).getByRole('listitem').first();
  await expect(job).toContainText('Created 30 join links.', { timeout: 30_000 });
  await job.getByRole('button', { name: 'Save links…' }).click();
  await expect(status(window)).toHaveText('Exported 30 join links to links.csv.');
  await chooseFile(easel, codes);
  await job.getByRole('button', { name: 'QR codes…' }).click();
  await dialog.getByRole('button', { name: 'Save PDF…' }).click();
  await expect(status(window)).toHaveText('Exported 30 QR codes to codes.pdf.', { timeout: 30_000 });
  expect(await presses()).toEqual(JOURNEYS.classPack);

  const [, ...rows] = [...readCsv((await readFile(table, 'utf8')).replace(/^\u{feff}/u, ''))];
  const cells = rows.map((each) => ('cells' in each ? each.cells : []));
  expect(cells.map(([name]) => name)).toEqual(people);
  const links = cells.map(([, , link = '']) => link);
  const [paper] = await createdHere(practice, cells[0]?.[1] ?? '');
  expect(paper?.templateId).toBe(sample.identifier);
  await test.step('the QR codes in the PDF of a class pack contain the join links', async () => {
    if (!SHEET_READERS.every(hasProgram)) {
      info.annotations.push({ type: 'not checked', description: 'no poppler-utils and zbar-tools here' });
      return;
    }
    const { pages, codes: read, text } = await readSheets(codes, links.length);
    expect(pages).toBe(3);
    expect([...read].toSorted()).toEqual(links.toSorted());
    for (const name of ['Pupil 26', 'Ada <b>Lovelace</b>', '=1+1']) expect(text).toContain(name);
    // Expects the Chinese name in the PDF only if a system font contains its characters.
    const fonts = spawnSync('fc-list', [':lang=zh-cn'], { encoding: 'utf8' });
    if (fonts.error === undefined && fonts.stdout !== '') expect(text).toContain('王小明');
  });
  await test.step('pressing Enter does not repeat a create request for a paper if the request’s outcome is unknown', async () => {
    await practice.faults.set('createPaper', { kind: 'cut', at: 'after-processing', times: 1 });
    const before = await creates(practice);
    await window.getByRole('button', { name: 'Class pack…' }).click();
    await dialog.getByRole('textbox', { name: 'Names' }).fill('Ada\nBen');
    const name = dialog.getByLabel('Name of the paper');
    await name.press('Enter');
    await expect(dialog).toContainText('The paper is shown as “Outcome unknown”');
    await name.press('Enter');
    await dialog.getByRole('button', { name: 'Create the paper again' }).click();
    await expect(job).toContainText('Created 2 join links.');
    expect(await creates(practice)).toBe(before + 2);
  });
  await test.step('the form “Class pack” can create join links to an existing paper', async () => {
    await practice.clearRequests();
    await job.getByRole('button', { name: 'More actions' }).click();
    await window.getByRole('menuitem', { name: 'Add people…' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Names' })).toBeFocused();
    await window.keyboard.insertText('Latecomer');
    await dialog.getByRole('button', { name: 'Create 1 join link' }).click();
    await expect.poll(async () => (await practice.requests()).counts.accessToken).toBe(1);
    expect(await creates(practice)).toBe(0);
  });
});
