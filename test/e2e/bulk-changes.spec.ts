/** Many at once, as a person does it: boards, papers and join links, a cleanup plan for a colleague, and the log of it all. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright';
import { readCsv } from '../../main/files/csv.ts';
import type { PracticeService } from '../practice/practice.ts';
import { lookerInBoth } from '../support/axe.ts';
import type { LaunchedApp } from '../support/driver.ts';
import { readable } from '../support/blurred.ts';
import {
  addPaper,
  choosePaper,
  connect,
  entriesFor,
  toasts,
  openJobs,
  runCommand,
} from '../support/easel.ts';
import { filesBelow, findLeaks, textPlace } from '../support/planted-secrets.ts';
import { expect, test } from './fixtures.ts';

const PEOPLE = ['Ada', 'Grace', 'Alan', 'Edsger', 'Lovelace, Barbara'];
const CLASSES = Array.from({ length: 14 }, (_, index) => `Grade ${index + 1}`);

const grid = (window: Page, name: string): Locator => window.getByRole('grid', { name });
const status = (window: Page): Locator =>
  window.getByRole('contentinfo', { name: 'Status' }).getByRole('status');
const boardsOf = async (practice: PracticeService): Promise<readonly string[]> =>
  (await practice.contents()).boards;

/** Answers the system's file dialogs with this file from now on. */
async function choosing({ app }: LaunchedApp, file: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
}

/** Chooses an entry of the menu “More actions” of a toolbar. */
async function choose(window: Page, toolbar: string, entry: string): Promise<void> {
  await window
    .getByRole('group', { name: toolbar, exact: true })
    .getByRole('button', { name: 'More actions' })
    .click();
  await window.getByRole('menuitem', { name: entry }).click();
}

const log = (window: Page): Locator => window.getByRole('treegrid', { name: 'Activity' });

/** Opens the log with the entries of one kind if one is given. */
async function openLog(window: Page, kind?: string): Promise<void> {
  await window.keyboard.press('ControlOrMeta+5');
  await window.getByLabel('Action', { exact: true }).selectOption({ label: kind ?? 'All actions' });
}

/** Nothing that is in front names a person, a thing or the connection while it is blurred. */
async function blurs(window: Page, ...texts: readonly string[]): Promise<void> {
  await window.keyboard.press('F8');
  expect(await readable(window, ['Acme', ...texts])).toEqual([]);
  await window.keyboard.press('F8');
}

/** So many entries, and these rows below the heading of the day. */
async function shows(window: Page, entries: number, rows: readonly string[]): Promise<void> {
  await expect(window.getByText(`${entries} entries from this computer`)).toBeVisible();
  await expect(log(window)).toHaveAttribute('aria-rowcount', String(rows.length + 2));
  for (const [at, words] of rows.entries())
    await expect(
      log(window)
        .getByRole('row')
        .nth(at + 2),
    ).toContainText(words);
}

test('boards are created in bulk, planned, and deleted by a colleague, and the log of it can be verified', async ({
  startEasel,
  practice,
}, info) => {
  test.setTimeout(300_000);
  const mine = info.outputPath('mine');
  await mkdir(info.outputDir, { recursive: true });
  const easel = await startEasel({ userData: mine });
  const { app, window } = easel;
  const dialog = window.getByRole('dialog');
  const look = lookerInBoth(easel, info);
  const count = dialog.getByLabel('How many?');
  await connect(window, entriesFor(practice));
  const before = await boardsOf(practice);

  await test.step('an invalid number is reported at its field, and nothing is sent', async () => {
    await choose(window, 'Boards', 'New boards…');
    await expect(count).toBeFocused();
    await count.fill('0');
    await window.keyboard.press('Enter');
    await expect(count).toHaveAccessibleDescription('Enter 1 to 1,000.');
    await look('boards-wrong');
    await count.fill('12');
    await expect(count).not.toHaveAttribute('aria-invalid');
  });

  await test.step('12 requests create 12 boards, even when one response is lost', async () => {
    await practice.faults.set('createBoard', { kind: 'cut', at: 'after-processing', after: 4, times: 1 });
    await window.keyboard.press('Enter');
    await expect(toasts(window)).toContainText('Finished creating 12 boards: 11 created, 1 unknown.');
    expect((await practice.requests()).counts.createBoard).toBe(12);
    expect(await boardsOf(practice)).toHaveLength(before.length + 12);
    await expect(window.getByRole('list', { name: 'Outcome unknown' }).getByRole('listitem')).toHaveCount(1);
    await window.keyboard.press('ControlOrMeta+j');
  });

  await test.step('papers are created from a pasted list, all from one template', async () => {
    const [template] = practice.samplePapers;
    if (template === undefined) throw new Error('the practice service has no paper');
    await addPaper(window, template.identifier, template.name);
    await choose(window, 'Papers', 'New papers…');
    const names = dialog.getByRole('textbox', { name: 'Names' });
    await expect(names).toBeFocused();
    await dialog.getByRole('button', { name: 'Create papers' }).click();
    await expect(names).toHaveAccessibleDescription(/^Enter a name\./u);
    // A table, as a spreadsheet puts it on the clipboard, with one of them twice.
    await names.fill([...CLASSES, 'Grade 1'].map((name) => `${name}\tRoom 7`).join('\n'));
    await expect(names).toHaveAccessibleDescription('14 names; 1 duplicate left out.');
    await dialog.getByLabel('Template').selectOption({ label: template.name });
    await look('papers-list');
    await blurs(window, 'Grade', template.name);
    await dialog.getByRole('radio', { name: 'From a pattern' }).check();
    await dialog.getByRole('textbox', { name: 'Pattern' }).fill('Week {nn}');
    await expect(dialog.getByRole('list', { name: 'Resulting names' })).toHaveText(
      'Week 01Week 02Week 03…Week 10',
    );
    await look('papers-pattern');
    await blurs(window, 'Week');
    await dialog.getByRole('radio', { name: 'From a list' }).check();
    await dialog.getByRole('button', { name: 'Create 14 papers' }).click();
    await expect(status(window)).toHaveText('Created 14 papers.');
    const made = (await practice.contents()).papers.filter(({ name }) => CLASSES.includes(name));
    expect(made.map(({ name }) => name)).toEqual(CLASSES);
    expect(made.every(({ templateId }) => templateId === template.identifier)).toBe(true);
    await window.keyboard.press('ControlOrMeta+j');
  });

  const tokens =
    await test.step('5 join links are created, copied and saved; no token is anywhere else', async () => {
      await choosePaper(window, 'Grade 7');
      await choose(window, 'Papers', 'Make join links…');
      await expect(dialog).toContainText('Grade 7');
      await dialog.getByRole('textbox', { name: 'Names' }).fill(PEOPLE.join('\n'));
      await look('links');
      await blurs(window, ...PEOPLE, 'Grade');
      await dialog.getByRole('button', { name: 'Make 5 join links' }).click();
      await expect(status(window)).toHaveText('Made 5 join links.');
      const job = (await openJobs(window)).getByRole('listitem').first();
      await job.getByRole('button', { name: 'Copy links' }).click();
      await expect(status(window)).toHaveText('Copied 5 join links with names.');
      const copied = (await app.evaluate(({ clipboard }) => clipboard.readText())).split('\n');
      const made = copied.map((line) => line.split('\t'));
      expect(made.map(([name]) => name)).toEqual(PEOPLE);
      const links = made.map(([, link = '']) => new URL(link));
      expect(new Set(links.map(({ origin, pathname }) => origin + pathname)).size).toBe(1);
      const found = links.map(({ searchParams }) => searchParams.get('token') ?? '');
      expect(new Set(found).size).toBe(5);

      const file = info.outputPath('links.csv');
      await choosing(easel, file);
      await job.getByRole('button', { name: 'Save links…' }).click();
      await expect(status(window)).toHaveText('Saved 5 join links as links.csv.');
      const saved = [...readCsv((await readFile(file, 'utf8')).replace(/^\u{feff}/u, ''))];
      expect(saved.slice(1)).toMatchObject(
        made.map(([name, link]) => ({ cells: [name, 'Grade 7', link, expect.any(String)] })),
      );
      await look('links-job');
      await window.keyboard.press('ControlOrMeta+j');
      return found;
    });

  const plan = info.outputPath('old.easelplan.json');
  const planned =
    await test.step('Enter in a review’s note saves it as a plan, and queues nothing', async () => {
      await window.keyboard.press('ControlOrMeta+2');
      await grid(window, 'Boards').getByRole('row').nth(1).click();
      await window.keyboard.press('Space');
      for (let more = 1; more < 12; more += 1) await window.keyboard.press('Shift+ArrowDown');
      await window.keyboard.press('Delete');
      await dialog.getByText('Save as a cleanup plan').click();
      await choosing(easel, plan);
      await dialog.getByLabel('Note (optional)').fill('Term is over');
      await window.keyboard.press('Enter');
      await expect(dialog).toContainText('Saved as old.easelplan.json. Nothing is deleted until');
      await look('plan-saved');
      await blurs(window, 'Term is over', 'old.easelplan');
      await window.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(toasts(window).getByText('will be deleted')).toHaveCount(0);
      const { ids } = JSON.parse(await readFile(plan, 'utf8')) as { readonly ids: readonly string[] };
      expect(ids).toHaveLength(12);
      return ids;
    });

  await test.step('the log shows all of it, by kind and by paper, and holds no token', async () => {
    await openLog(window, 'Board created');
    await shows(window, 12, ['12 boards created']);
    await openLog(window, 'Join link made');
    await shows(window, 5, ['5 join links made']);
    await openLog(window, 'Paper created');
    await shows(window, 14, ['14 papers created']);
    await log(window).getByRole('row').nth(2).click();
    await window.keyboard.press('ArrowRight');
    await expect(log(window)).toHaveAttribute('aria-rowcount', '17');
    await window.keyboard.press('ArrowDown');
    const entry = window.getByRole('region', { name: 'Selected entry' });
    await expect(entry).toContainText('Paper created');
    await expect(entry).toContainText('Done: Grade 14');
    await openLog(window);
    await look('activity');
    await blurs(window, ...PEOPLE, 'Grade', os.userInfo().username);
    await window.keyboard.press('ControlOrMeta+3');
    await choosePaper(window, 'Grade 7');
    await choose(window, 'Papers', 'Show paper activity');
    await shows(window, 6, ['5 join links made', 'Paper created']);
    const today = window.getByRole('group', { name: 'Entries of each day' }).getByRole('button').last();
    await expect(today).toHaveAccessibleName(/: 6 entries$/u);
    await today.press('ArrowLeft');
    await window.keyboard.press('Enter');
    await expect(window.getByText('No activity matches.')).toBeVisible();
    await window.getByRole('button', { name: 'All days' }).click();
    await shows(window, 6, ['5 join links made', 'Paper created']);
    const page = await window.evaluate(() => document.documentElement.outerHTML);
    const secrets = tokens.map((text, index) => ({ name: `token ${index}`, text }));
    expect(findLeaks(secrets, [textPlace('the page', page), ...filesBelow(mine)])).toEqual([]);
  });

  await test.step('the log verifies, and an export writes what is shown', async () => {
    await window.getByRole('button', { name: 'Check log' }).click();
    await expect(window.getByText(/^The log is unchanged\. Entries checked: \d+\.$/u).first()).toBeVisible();
    await look('activity-checked');
    const file = info.outputPath('activity.csv');
    await choosing(easel, file);
    await choose(window, 'Activity', 'Export activity…');
    await expect(status(window)).toHaveText('Exported 6 entries to activity.csv.');
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(7);
  });
  await easel.close();

  await test.step('a colleague opens the plan in another Easel and runs it', async () => {
    const theirs = await startEasel({ userData: info.outputPath('theirs') });
    await runPlan(theirs, practice, { plan, planned, changed: info.outputPath('changed.easelplan.json') });
    await theirs.close();
  });

  await test.step('verification finds one changed byte in the log and names its line', async () => {
    const file = path.join(mine, 'activity.jsonl');
    const written = (await readFile(file, 'utf8')).split('\n');
    written[6] = written[6]?.replace('"outcome":"done"', '"outcome":"dome"') ?? '';
    await writeFile(file, written.join('\n'));
    const again = await startEasel({ userData: mine });
    await openLog(again.window);
    await again.window.getByRole('button', { name: 'Check log' }).click();
    await expect(again.window.getByText('The log was changed or damaged.')).toBeVisible();
    await expect(again.window.getByText(/^Entry 7 or one before it was changed or removed/u)).toHaveCount(1);
    await lookerInBoth(again, info)('activity-changed');
  });
});

interface PlanToRun {
  readonly plan: string;
  readonly planned: readonly string[];
  /** Where a changed copy of the plan is put. */
  readonly changed: string;
}

/** Refuses a plan that was changed; shows the facts of the true one, and runs it after the count was typed. */
async function runPlan(
  easel: LaunchedApp,
  practice: PracticeService,
  { plan, planned, changed }: PlanToRun,
): Promise<void> {
  const { window } = easel;
  const review = window.getByRole('dialog', { name: 'Delete 12 boards in Test' });
  const left = await boardsOf(practice);
  await connect(window, entriesFor(practice));

  // Another board is slipped in for one of those that its author meant.
  const other = left.find((id) => !planned.includes(id)) ?? 'no other board';
  const text = await readFile(plan, 'utf8');
  await writeFile(changed, text.replace(planned[0] ?? 'no board', other));
  await choosing(easel, changed);
  await choose(window, 'Boards', 'Open cleanup plan…');
  await expect(window.getByRole('alert')).toContainText('its checksum is wrong');
  await expect(window.getByRole('dialog')).toHaveCount(0);

  await choosing(easel, plan);
  await runCommand(window, 'Open cleanup plan');
  const facts = review.getByLabel('Cleanup plan');
  await expect(facts).toContainText('Planold.easelplan.json');
  await expect(facts).toContainText('NoteTerm is over');
  await expect(facts).toContainText('None.');
  await blurs(window, 'Term is over', 'old.easelplan', os.hostname(), ...planned);
  await review.getByRole('checkbox', { name: 'Save list as CSV first' }).uncheck();
  const queue = review.getByRole('button', { name: /^Delete 12 boards in/u });
  await queue.click();
  await toasts(window).getByRole('button', { name: 'Start now' }).click();
  await expect(status(window)).toHaveText('Deleted 12 boards.');
  expect(await boardsOf(practice)).toEqual(left.filter((id) => !planned.includes(id)));
}
