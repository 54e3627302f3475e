/** Boards leave Easel: as a whole file or none, and onto the clipboard, without a formula and without a key. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ElectronApplication, Locator, Page } from 'playwright';
import { readCsv } from '../../main/files/csv.ts';
import { startPractice } from '../practice/practice.ts';
import { connect, entriesFor } from '../support/easel.ts';
import { expect, test } from './fixtures.ts';

const BOARDS = 6000;
/** A spreadsheet would run it. */
const FORMULA = '=HYPERLINK("https://example.com","x")';

const grid = (window: Page): Locator => window.getByRole('grid', { name: 'Boards' });
const row = (window: Page, place: number): Locator =>
  grid(window).locator(`[role="row"][aria-rowindex="${place + 2}"]`);
/** Of boards of one second, the list decides which comes first. */
const idAt = async (window: Page, place: number): Promise<string> =>
  (await row(window, place).locator('code').textContent()) ?? 'no id';
const said = (window: Page, text: string | RegExp): Locator =>
  window.getByRole('contentinfo').getByRole('status').filter({ hasText: text });

/** Answers the system's dialog with this file. */
async function savingTo(app: ElectronApplication, file: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
}

const copied = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ clipboard }) => clipboard.readText());

/** Presses Cancel as soon as it is there, for the file is soon done; gives the names of the progress and its text. */
function cancelledAtOnce(window: Page): Promise<readonly (string | null | undefined)[]> {
  return window.evaluate(
    () =>
      new Promise((resolve) => {
        const watching = new MutationObserver(() => {
          const dialog = document.querySelector('dialog');
          const progress = dialog?.querySelector('[role="progressbar"], progress');
          const cancel = [...(dialog?.querySelectorAll('button') ?? [])].find(
            ({ textContent }) => textContent === 'Cancel export',
          );
          if (cancel === undefined || progress == null) return;
          watching.disconnect();
          resolve([progress.getAttribute('aria-label'), dialog?.textContent]);
          cancel.click();
        });
        watching.observe(document.body, { subtree: true, childList: true });
      }),
  );
}

test('boards are exported completely or not at all, and copied as text without formulas', async ({
  easel,
}, info) => {
  const { app, window } = easel;
  const { keyboard } = window;
  const folder = info.outputPath('exports');
  await mkdir(folder, { recursive: true });
  const practice = await startPractice({ boards: BOARDS });
  const dialog = window.getByRole('dialog');
  const start = dialog.getByRole('button', { name: /^Export [\d,]+ boards?…$/u });
  const close = async (): Promise<void> => {
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  try {
    await connect(window, entriesFor(practice));
    await expect(grid(window)).toHaveAttribute('aria-rowcount', String(BOARDS + 1));
    const { boards } = await practice.contents();
    await row(window, 1).click();
    const label = window.getByRole('textbox', { name: 'Label' });
    await label.fill(FORMULA);
    await label.press('Enter');
    await expect(row(window, 1)).toContainText('=HYPERLINK');
    const [one, two] = [await idAt(window, 1), await idAt(window, 2)];

    await test.step('an export shows its progress, and leaves no file when cancelled', async () => {
      await savingTo(app, path.join(folder, 'cancelled.csv'));
      await grid(window).focus();
      await keyboard.press('ControlOrMeta+e');
      const shown = cancelledAtOnce(window);
      await start.click();
      expect(await shown).toEqual(['Exporting boards', expect.stringContaining('Writing cancelled.csv')]);
      await expect(dialog).toContainText('Export cancelled. No file was saved.');
      expect(await readdir(folder)).toEqual([]);
    });

    await test.step('a CSV file holds every board once, and no formula', async () => {
      await savingTo(app, path.join(folder, 'boards.csv'));
      await start.click();
      await expect(dialog).toContainText('Exported 6,000 boards to boards.csv.', { timeout: 60_000 });
      await close();
      expect(await readdir(folder)).toEqual(['boards.csv']);
      const text = await readFile(path.join(folder, 'boards.csv'), 'utf8');
      expect(text).toContain(`,"'=HYPERLINK(`);
      // The mark at the beginning tells spreadsheets that it is UTF-8.
      expect(text.startsWith('\u{feff}')).toBe(true);
      const lines = [...readCsv(text.slice(1))].map((line) => ('cells' in line ? line.cells : [line.why]));
      expect(lines[0]?.slice(0, 4)).toEqual(['id', 'created', 'created as sent', 'label']);
      expect(lines[0]).toContain('updated_at');
      const ids: readonly string[] = lines.slice(1).map(([id]) => id ?? '');
      expect(ids.toSorted()).toEqual(boards.toSorted());
      expect(lines.every(({ length }) => length === lines[0]?.length)).toBe(true);
      expect(text).not.toContain(practice.apiKey);
    });

    await test.step('an export of search results holds only those boards, as JSON, with what the service sent', async () => {
      await savingTo(app, path.join(folder, 'found.json'));
      await window.getByRole('searchbox').fill('hyperlink');
      await expect(grid(window)).toHaveAttribute('aria-rowcount', '2');
      await keyboard.press('ControlOrMeta+e');
      await dialog.getByRole('radio', { name: 'JSON' }).check();
      await expect(dialog.getByRole('radio', { name: /^1 matching board/u })).toBeChecked();
      await dialog.getByRole('button', { name: 'Export 1 board…' }).click();
      await expect(dialog).toContainText('Exported 1 board to found.json.');
      await close();
      const found: unknown = JSON.parse(await readFile(path.join(folder, 'found.json'), 'utf8'));
      expect(found).toMatchObject([{ id: one, label: FORMULA, raw: { room_id: one } }]);
      await window.getByRole('searchbox').fill('');
      await expect(grid(window)).toHaveAttribute('aria-rowcount', String(BOARDS + 1));
    });

    await test.step('rows of the selected boards are copied as text for a spreadsheet', async () => {
      await row(window, 1).click();
      await keyboard.press('Space');
      await keyboard.press('ArrowDown');
      await keyboard.press('Space');
      await expect(window.getByTestId('selected')).toHaveText('2 of 6,000 selected');
      await keyboard.press('ControlOrMeta+c');
      await expect(said(window, 'Copied 2 rows.')).toBeVisible();
      const rows = (await copied(app)).split('\n').map((line) => line.split('\t'));
      expect(rows.map(([id]) => id)).toEqual([one, two]);
      // Pasted into a spreadsheet it is text.
      expect(rows[0]?.[3]).toBe(`'${FORMULA}`);
    });
  } finally {
    await practice.stop();
  }
});
