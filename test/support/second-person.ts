import type { Page } from 'playwright';
import type { PracticeService } from '../practice/practice.ts';
import { token } from '../integration/practice/clients.ts';
import { launchBrowser } from './browser.ts';

export async function joinAs(name: string, practice: PracticeService, identifier: string) {
  const access = (await token(practice, identifier, name)).replaceAll('"', '').trim();
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1100, height: 760 } });
  await page.goto(`${practice.origin}/room/${identifier}?token=${encodeURIComponent(access)}`);
  await page.locator('body[data-state="live"]').waitFor();
  return { page, draw: (points: Points) => draw(page, points), leave: () => browser.close() };
}

/** Points of a stroke, as fractions of the drawing area's size. */
type Points = readonly (readonly [number, number])[];

async function draw(page: Page, points: Points): Promise<void> {
  const box = await page.locator('[data-strokes]').boundingBox();
  if (box === null) throw new Error('the room shows no drawing');
  const [first, ...rest] = points.map(([x, y]) => [box.x + x * box.width, box.y + y * box.height] as const);
  if (first === undefined) return;
  await page.keyboard.press('p');
  await page.mouse.move(first[0], first[1]);
  await page.mouse.down();
  for (const [x, y] of rest) await page.mouse.move(x, y, { steps: 8 });
  await page.mouse.up();
}
