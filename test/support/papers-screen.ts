import type { Locator, Page } from 'playwright';
import type { PracticeService } from '../practice/practice.ts';
import { addPaper } from './easel.ts';

export const grid = (window: Page): Locator => window.getByRole('grid', { name: 'Papers' });
export const row = (window: Page, text: string): Locator =>
  grid(window).getByRole('row').filter({ hasText: text });
export const toolbar = (window: Page): Locator => window.getByRole('group', { name: 'Papers', exact: true });
export const details = (window: Page): Locator =>
  window.getByRole('complementary', { name: 'Paper details' });
export const createdHere = async (practice: PracticeService, name: string) =>
  (await practice.contents()).papers.filter((paper) => paper.name === name);

export async function openNewPaper(window: Page): Promise<Locator> {
  await toolbar(window).getByRole('button', { name: 'New paper' }).click();
  return window.getByRole('dialog', { name: 'New paper' });
}

export async function askToDelete(window: Page, text: string): Promise<Locator> {
  await row(window, text).click();
  // Waits, because after a failure Easel disables changes until the service responds again.
  await toolbar(window)
    .locator('button:not([aria-disabled])', { hasText: 'New paper' })
    .waitFor({ timeout: 30_000 });
  await window.keyboard.press('Delete');
  return window.getByRole('alertdialog', { name: 'Delete this paper?' });
}

export async function withSample(window: Page, practice: PracticeService) {
  const sample = practice.samplePapers[0];
  if (sample === undefined) throw new Error('the practice service has no paper');
  await addPaper(window, sample.identifier, sample.name);
  await practice.clearRequests();
  return sample;
}
