/** Deletes as jobs, by the names of what is on the screen. */
import { expect } from '@playwright/test';
import type { Locator, Page } from 'playwright';
import type { PracticeService } from '../practice/practice.ts';
import type { LaunchedApp } from './driver.ts';
import { toasts } from './easel.ts';

export const grid = (window: Page): Locator => window.getByRole('grid', { name: 'Boards' });
export const row = (window: Page, id: string): Locator =>
  grid(window).getByRole('row').filter({ hasText: id });
export const rowAt = (window: Page, place: number): Locator =>
  grid(window).locator(`[role="row"][aria-rowindex="${place + 2}"]`);
export const status = (window: Page): Locator =>
  window.getByRole('contentinfo', { name: 'Status' }).getByRole('status');
export const button = (inside: Page | Locator, name: string | RegExp): Locator =>
  inside.getByRole('button', { name, exact: true });
export const review = (window: Page): Locator => window.getByRole('dialog', { name: /^Delete .* in / });
export const deletes = async (practice: PracticeService): Promise<number> =>
  (await practice.requests()).counts.deleteBoard;
export const idsOf = async (practice: PracticeService): Promise<readonly string[]> =>
  (await practice.contents()).boards;

export async function idAt(practice: PracticeService, place: number): Promise<string> {
  return (await idsOf(practice)).at(place) ?? 'no such board';
}

/** Asks for the delete of the board at a place of the list and says yes: it is held then. */
export async function hold(window: Page, practice: PracticeService, place: number): Promise<string> {
  const id = await idAt(practice, place);
  await row(window, id).click();
  await window.keyboard.press('Delete');
  await window
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete board/ })
    .click();
  await expect(toasts(window)).toContainText('will be deleted in');
  return id;
}

/** What the system's dialog for a place to save answers from now on; null is a person who cancels it. */
export async function answerSaving({ app }: LaunchedApp, file: string | null): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: chosen === null, filePath: chosen ?? '' });
  }, file);
}

export async function pick(window: Page, boards: number): Promise<void> {
  await grid(window).getByRole('row').nth(1).click();
  await window.keyboard.press('Space');
  for (let more = 1; more < boards; more += 1) await window.keyboard.press('Shift+ArrowDown');
}

/** Queues the delete of what is picked, without a list. */
export async function queuePicked(window: Page): Promise<void> {
  await window.keyboard.press('Delete');
  await review(window).getByRole('checkbox', { name: 'Save list as CSV first' }).uncheck();
  await review(window)
    .getByRole('button', { name: /^Delete [\d,]+ boards? in/ })
    .click();
  await expect(review(window)).toHaveCount(0);
}
