import { expect } from '@playwright/test';
import type { Locator, Page } from 'playwright';
import type { PracticeService } from '../practice/practice.ts';
import { jobsLine } from './easel.ts';

export const grid = (window: Page): Locator => window.getByRole('grid', { name: 'Boards' });
export const row = (window: Page, id: string): Locator =>
  grid(window).getByRole('row').filter({ hasText: id });
export const rowAt = (window: Page, place: number): Locator =>
  grid(window).locator(`[role="row"][aria-rowindex="${place + 2}"]`);
export const status = (window: Page): Locator =>
  window.getByRole('contentinfo', { name: 'Status' }).getByRole('status');
export const button = (inside: Page | Locator, name: string | RegExp): Locator =>
  inside.getByRole('button', { name, exact: true });
export async function choose(window: Page, menu: string | RegExp, entry: string): Promise<void> {
  await button(window, menu).click();
  await window.getByRole('menu').getByText(entry, { exact: true }).click();
}
export const review = (window: Page): Locator => window.getByRole('dialog', { name: /^Delete .* in / });
export const deletes = async (practice: PracticeService): Promise<number> =>
  (await practice.requests()).counts.deleteBoard;
export const idsOf = async (practice: PracticeService): Promise<readonly string[]> =>
  (await practice.contents()).boards;

export const listing = (window: Page): Locator => window.getByTestId('listing-status');
export const details = (window: Page): Locator =>
  window.getByRole('complementary', { name: 'Board details' });
export const find = (window: Page): Locator => window.getByRole('searchbox', { name: /^Find in id/ });

export async function idAt(practice: PracticeService, place: number): Promise<string> {
  return (await idsOf(practice)).at(place) ?? 'no such board';
}

export async function hold(window: Page, practice: PracticeService, place: number): Promise<string> {
  const id = await idAt(practice, place);
  await row(window, id).click();
  await window.keyboard.press('Delete');
  await button(window.getByRole('alertdialog'), /^Delete board/).click();
  await expect(jobsLine(window)).toContainText('will be deleted in');
  return id;
}

export async function pick(window: Page, boards: number): Promise<void> {
  await grid(window).getByRole('row').nth(1).click();
  await window.keyboard.press('Space');
  for (let more = 1; more < boards; more += 1) await window.keyboard.press('Shift+ArrowDown');
}

export async function queuePicked(window: Page): Promise<void> {
  await window.keyboard.press('Delete');
  await review(window).getByRole('checkbox', { name: 'Save list as CSV before deleting' }).uncheck();
  await button(review(window), /^Delete [\d,]+ boards? in/).click();
  await expect(review(window)).toHaveCount(0);
}
