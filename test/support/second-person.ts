/** Another person in a paper: a browser of their own, with an access token of their own. */
import type { Page } from 'playwright';
import type { PracticeService } from '../practice/practice.ts';
import { launchBrowser } from './browser.ts';

export interface SecondPerson {
  readonly page: Page;
  /** Draws one stroke by pen, in fractions of the drawing's width and height. */
  readonly draw: (points: readonly (readonly [number, number])[]) => Promise<void>;
  readonly leave: () => Promise<void>;
}

/** Mints a token as a customer's back end would, and joins. */
export async function joinAs(
  name: string,
  practice: PracticeService,
  identifier: string,
): Promise<SecondPerson> {
  const answer = await fetch(`${practice.origin}/api/access-token/${identifier}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${practice.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  if (!answer.ok) throw new Error(`no access token: ${answer.status}`);
  const token = (await answer.text()).replaceAll('"', '').trim();
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1100, height: 760 } });
  await page.goto(`${practice.origin}/room/${identifier}?token=${encodeURIComponent(token)}`);
  await page.locator('body[data-state="live"]').waitFor();
  return { page, draw: (points) => draw(page, points), leave: () => browser.close() };
}

async function draw(page: Page, points: readonly (readonly [number, number])[]): Promise<void> {
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
