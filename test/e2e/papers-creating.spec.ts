/** Making papers: empty, from a template, refused, and with an end that nobody saw. */
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { readCsv } from '../../main/files/csv.ts';
import { Guest } from '../integration/practice/clients.ts';
import type { PracticeService } from '../practice/practice.ts';
import type { LaunchedApp } from '../support/driver.ts';
import { status } from '../support/jobs-screen.ts';
import {
  callMain,
  connect,
  createPaper,
  entriesFor,
  goTo,
  liftShield,
  previewPaper,
  runCommand,
} from '../support/easel.ts';
import { dragFiles } from '../support/drag-files.ts';
import { guestJoined } from '../support/guests.ts';
import { createdHere, details, grid, openNewPaper, row, withSample } from '../support/papers-screen.ts';
import { countPresses, enter, JOURNEYS, pressUntilFocused } from '../support/presses.ts';
import { readSheets, SHEET_READERS } from '../support/qr-sheets.ts';
import { hasProgram } from '../support/system.ts';
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
    const { app, window } = easel;
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
    await test.step('the keyboard alone makes one with links for 30 people, and copies them', async () => {
      const { keyboard } = window;
      const dialog = window.getByRole('dialog');
      const presses = await countPresses(window);
      await keyboard.press('ControlOrMeta+n');
      await expect(dialog.getByLabel('Name')).toBeFocused();
      await keyboard.insertText('Decimals, week 13');
      await keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await runCommand(window, 'Make join links');
      await expect(dialog.getByRole('textbox', { name: 'Names' })).toBeFocused();
      const people = Array.from({ length: 30 }, (_, at) => `Pupil ${at + 1}`);
      await keyboard.insertText(people.join('\n'));
      await enter(window, dialog.getByRole('button', { name: 'Make 30 join links' }));
      await dialog.waitFor({ state: 'detached' });
      await enter(window, window.getByRole('button', { name: 'Copy links' }));
      await expect(
        window.getByRole('contentinfo').getByText('Copied 30 join links with names.'),
      ).toBeAttached();
      const copied = await app.evaluate(({ clipboard }) => clipboard.readText());
      expect(copied.split('\n').map((line) => line.split('\t')[0])).toEqual(people);
      expect(await presses()).toEqual(JOURNEYS.links);
      await keyboard.press('ControlOrMeta+j');
    });
    await test.step('the keyboard alone makes a class pack, a paper each, and copies its links', async () => {
      const { keyboard } = window;
      const dialog = window.getByRole('dialog', { name: 'Class pack' });
      await runCommand(window, 'Class pack');
      await expect(dialog.getByRole('textbox', { name: 'Names' })).toBeFocused();
      await keyboard.insertText('Ada\nGrace');
      await pressUntilFocused(window, 'Tab', dialog.getByRole('radio', { name: 'One paper for all' }));
      await keyboard.press('ArrowDown');
      await enter(window, dialog.getByRole('button', { name: 'Make 2 join links' }));
      await dialog.waitFor({ state: 'detached' });
      // The pack before it has its links already.
      const pack = window.getByRole('listitem').filter({ hasText: 'Created 2 papers with their links.' });
      await enter(window, pack.getByRole('button', { name: 'Copy links' }));
      await expect(
        window.getByRole('contentinfo').getByText('Copied 2 join links with names.'),
      ).toBeAttached();
      const copied = await app.evaluate(({ clipboard }) => clipboard.readText());
      const rows = copied.split('\n').map((line) => line.split('\t'));
      expect(rows.map(([name]) => name)).toEqual(['Ada', 'Grace']);
      expect(new Set(rows.map((cells) => new URL(cells.at(-1) ?? '').pathname)).size).toBe(2);
      await keyboard.press('ControlOrMeta+j');
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
    await test.step('a template is marked, found among the templates, and two keys make a paper of it', async () => {
      await row(window, sample.identifier).click();
      await window.keyboard.press('m');
      await expect(details(window)).toContainText('Used 2 times');
      await window.keyboard.press('ControlOrMeta+Shift+g');
      await expect(grid(window)).toHaveAttribute('aria-rowcount', '2');
      await expect(row(window, sample.identifier)).toContainText('Used 2 times');
      const connections = await callMain(window, 'connections.list', {});
      await callMain(window, 'boards.annotate', {
        connectionId: (connections.ok && connections.value.connections[0]?.id) || '',
        selection: { kind: 'ids', ids: [sample.identifier] },
        change: { note: 'For new classes' },
      });
      await row(window, sample.identifier).click();
      await window.keyboard.press('g');
      const tile = grid(window).getByRole('gridcell');
      for (const said of [sample.name, 'Used 2 times', 'For new classes'])
        await expect(tile).toContainText(said);
      await grid(window).focus();
      await window.keyboard.press('g');
      await row(window, sample.identifier).click();
      await window.keyboard.press('n');
      await window.keyboard.press('Enter');
      await window.getByRole('dialog').waitFor({ state: 'detached' });
      const made = (await practice.contents()).papers.filter(({ name }) =>
        name.startsWith(`${sample.name} 20`),
      );
      expect(made).toMatchObject([{ templateId: sample.identifier }]);
      // It is no template, and is shown all the same.
      await expect(row(window, made[0]?.name ?? '')).toHaveAttribute('aria-selected', 'true');
      const lineage = details(window).getByRole('list', { name: 'Lineage' });
      await expect(lineage).toContainText(sample.name);
      await expect(lineage).toContainText('and 2 more');
    });
    await test.step('a visit that lets input into the template is told beside the papers that were copied before', async () => {
      await previewPaper(window, sample.identifier, 'Ada');
      await guestJoined(app);
      await liftShield(easel);
      await window.getByRole('button', { name: 'Leave', exact: true }).click();
      await expect(window.getByRole('region', { name: 'Receipts' })).toContainText('Your input was let in.');
      await window.keyboard.press('ControlOrMeta+3');
      await row(window, 'A copy').click();
      await expect(details(window)).toContainText('Its template was opened for changes after this copy.');
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

  test('a plain refusal is reported, keeps the name, and a retry works', async ({ easel, practice }) => {
    await practice.faults.set('createPaper', { kind: 'status', status: 403, times: 1 });
    const dialog = await openNewPaper(easel.window);
    await dialog.getByLabel('Name').fill('Second try');
    await dialog.getByRole('button', { name: 'Create paper' }).click();
    await expect(dialog.getByRole('alert')).toContainText('(status 403)');
    await expect(dialog.getByLabel('Name')).toHaveValue('Second try');
    await dialog.getByRole('button', { name: 'Create paper' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await createdHere(practice, 'Second try')).toHaveLength(1);
  });

  test('a paper answered with an internal error may exist: it is sent again only by the person, and is listed until then', async ({
    easel,
    practice,
  }) => {
    const { window } = easel;
    await practice.faults.set('createPaper', { kind: 'status', status: 500, times: 1 });
    const dialog = await openNewPaper(window);
    await dialog.getByLabel('Name').fill('Second try');
    await dialog.getByRole('button', { name: 'Create paper' }).click();
    const notice = dialog.getByRole('alert');
    await expect(notice).toContainText(
      'The paper may or may not have been created: the answer has the status 500.',
    );
    await expect(notice).toContainText('the service doesn’t list papers');
    await expect(dialog).toContainText('It is listed above the papers.');
    await expect(dialog.getByLabel('Name')).toHaveValue('Second try');
    await expect(dialog.getByRole('button', { name: 'Create paper' })).toHaveCount(0);
    expect((await practice.requests()).counts.createPaper).toBe(1);

    await dialog.getByRole('button', { name: 'Create again' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await practice.requests()).counts.createPaper).toBe(2);
    expect(await createdHere(practice, 'Second try')).toHaveLength(1);
    await expect(row(window, 'Second try')).toHaveCount(1);
  });

  test('a paper from a template and links for 30 people take six clicks and a paste', async ({
    easel,
    practice,
  }, info) => {
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
    await savingAs(easel.app, table);
    const presses = await countPresses(window);
    await row(window, sample.identifier).click();
    await details(window).getByRole('button', { name: 'Class pack from this one' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Names' })).toBeFocused();
    await window.keyboard.insertText(people.join('\n'));
    await dialog.getByRole('button', { name: 'Make 30 join links' }).click();
    const job = window.getByRole('complementary', { name: 'Jobs' }).getByRole('listitem').first();
    await expect(job).toContainText('Made 30 join links.', { timeout: 30_000 });
    await job.getByRole('button', { name: 'Save links…' }).click();
    await expect(status(window)).toHaveText('Saved 30 join links as links.csv.');
    await savingAs(easel.app, codes);
    await job.getByRole('button', { name: 'QR codes…' }).click();
    await dialog.getByRole('button', { name: 'Save PDF…' }).click();
    await expect(status(window)).toHaveText('Saved 30 QR codes as codes.pdf.', { timeout: 30_000 });
    expect(await presses()).toEqual(JOURNEYS.classPack);

    const [, ...rows] = [...readCsv((await readFile(table, 'utf8')).replace(/^\u{feff}/u, ''))];
    const cells = rows.map((each) => ('cells' in each ? each.cells : []));
    expect(cells.map(([name]) => name)).toEqual(people);
    const links = cells.map(([, , link = '']) => link);
    const [paper] = await createdHere(practice, cells[0]?.[1] ?? '');
    expect(paper?.templateId).toBe(sample.identifier);
    await test.step('each link opens the room under the name of its person', async () => {
      const guests = await Promise.all(
        links.map((link) => {
          const { pathname, searchParams } = new URL(link);
          const identifier = pathname.split('/').at(-1) ?? '';
          expect(identifier).toBe(paper?.identifier);
          return Guest.present(practice, identifier, searchParams.get('token') ?? '');
        }),
      );
      await Promise.all(guests.map((guest) => guest.next('welcome')));
      expect((await peopleIn(practice, paper?.identifier)).toSorted()).toEqual(people.toSorted());
      await Promise.all(guests.map((guest) => guest.leave()));
    });
    await test.step('the codes in the PDF are the links, as another program reads them', async () => {
      const bytes = await readFile(codes);
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      if (!SHEET_READERS.every(hasProgram)) {
        info.annotations.push({ type: 'not checked', description: 'no poppler-utils and zbar-tools here' });
        return;
      }
      const { pages, codes: read, text } = await readSheets(codes, links.length);
      expect(pages).toBe(3);
      expect([...read].toSorted()).toEqual(links.toSorted());
      for (const name of ['Pupil 26', 'Ada <b>Lovelace</b>', '=1+1']) expect(text).toContain(name);
      // Where no font has these letters, a PDF has boxes in their place, which no text is read from.
      const fonts = spawnSync('fc-list', [':lang=zh-cn'], { encoding: 'utf8' });
      if (fonts.error === undefined && fonts.stdout !== '') expect(text).toContain('王小明');
    });
    await test.step('who comes late is two actions, and changes nobody else’s link', async () => {
      await practice.clearRequests();
      await job.getByRole('button', { name: 'Add people…' }).click();
      await expect(dialog.getByRole('textbox', { name: 'Names' })).toBeFocused();
      await window.keyboard.insertText('Latecomer');
      await dialog.getByRole('button', { name: 'Make 1 join link' }).click();
      await expect.poll(async () => (await practice.requests()).counts.accessToken).toBe(1);
      expect((await practice.requests()).counts.createPaper).toBe(0);
    });
    await test.step('a table of names that is dropped becomes a class pack, its columns guessed', async () => {
      const file = info.outputPath('class.csv');
      await writeFile(file, 'Vorname;Nachname\r\nEmmy;Noether\r\nSonja;Kowalewskaja\r\n');
      const drop = await dragFiles(easel, file);
      await drop();
      await dialog.getByRole('button', { name: 'Open file' }).click();
      await expect(dialog.getByRole('textbox', { name: 'Names' })).toHaveValue(
        'Emmy Noether\nSonja Kowalewskaja',
      );
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    });
    await test.step('Shift+C copies the row as cURL; other languages are in a dialog', async () => {
      await row(window, sample.identifier).click();
      await window.keyboard.press('Shift+C');
      await expect(status(window)).toHaveText('Copied the cURL command.');
      const copied = () => easel.app.evaluate(({ clipboard }) => clipboard.readText());
      await expect.poll(copied).toContain(`/api/access-token/${sample.identifier}'`);
      await runCommand(window, 'Show code');
      await dialog.getByRole('tab', { name: 'Python' }).click();
      await expect(dialog.getByRole('tabpanel')).toContainText("os.environ['EASEL_API_KEY']");
    });
  });
});

/** What the system's dialog for a place to save answers from now on. */
async function savingAs(app: LaunchedApp['app'], file: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
}

/** The names of those who are in a paper's room. */
async function peopleIn(practice: PracticeService, identifier = ''): Promise<readonly string[]> {
  const paper = (await practice.contents()).papers.find((each) => each.identifier === identifier);
  return paper?.people ?? [];
}
