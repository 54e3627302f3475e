/** axe-core on the window of Easel. No finding is accepted, of any severity. */
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, type TestInfo } from '@playwright/test';
import type { LaunchedApp } from './driver.ts';
import { setLook, SMALL_WINDOW, type Theme } from './theme.ts';

type Look = (name: string) => Promise<void>;

const DIALOG = 'dialog:modal';

/** Where `npm run screens` wants pictures of all that is looked at. */
const SCREENS = process.env['EASEL_SCREENS'];
const SIZES = [{ width: 1600, height: 1000 }, SMALL_WINDOW];

/** Whether axe is in the page already: half a megabyte of script, which stays there until the page is loaded anew. */
function hasAxe(window: Page): Promise<boolean> {
  return window.evaluate(() => 'axe' in globalThis);
}

/** What axe finds on the page as it is, by all rules or some; a room's own page is another program's business. */
export async function findings(window: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // A transition would be measured half-way through, even one that begins in a moment.
  await window.evaluate(() => {
    if (document.adoptedStyleSheets.length === 0) {
      const still = new CSSStyleSheet();
      still.replaceSync('*, ::before, ::after { transition: none !important }');
      document.adoptedStyleSheets = [still];
    }
    for (const animation of document.getAnimations()) {
      // One that never ends, as of a listing that goes on, can't be brought to its end.
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
  });
  const axe = new AxeBuilder(
    (await hasAxe(window)) ? { page: window, axeSource: 'void 0' } : { page: window },
  );
  const { violations } = await axe
    .setLegacyMode()
    // What is behind an open dialog was looked at without it.
    .include((await window.locator(DIALOG).count()) > 0 ? DIALOG : 'html')
    .exclude('webview')
    .options({
      // What is well is not told of: that takes axe four times as long.
      resultTypes: ['violations'],
      ...(rules !== undefined && { runOnly: { type: 'rule', values: [...rules] } }),
    })
    .analyze();
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(
      (node) => `${impact ?? 'unrated'} ${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`,
    ),
  );
}

/** In dark nothing but colours can differ from light, where every rule is asked. */
function rulesFor(theme: string): readonly string[] | undefined {
  return theme === 'dark' ? ['color-contrast'] : undefined;
}

/** A look at one state, in light and then in dark: its findings must be none. */
export function lookerInBoth({ app, window }: LaunchedApp, info: TestInfo): Look {
  let taken = 0;
  const show = async (theme: Theme, size = SMALL_WINDOW): Promise<void> => {
    await setLook(app, theme, size);
    // A frame of the system's may take some of the width.
    await window.waitForFunction(
      ([wanted, width]) =>
        matchMedia(`(prefers-color-scheme: ${wanted})`).matches && Math.abs(innerWidth - width) < 40,
      [theme, size.width] as const,
    );
  };
  return async (name) => {
    taken += 1;
    for (const theme of ['light', 'dark'] as const) {
      if (SCREENS !== undefined) {
        for (const size of SIZES) {
          await show(theme, size);
          const spec = path.basename(info.file, '.spec.ts');
          const file = `${spec}-${String(taken).padStart(2, '0')}-${name}-${theme}-${size.width}.png`;
          await window.screenshot({ path: path.join(SCREENS, file), animations: 'disabled' });
        }
      }
      await show(theme);
      // A state that still changes, such as a button that comes on just now, is measured once more; a fault stays.
      await expect
        .configure({ soft: true })
        .poll(() => findings(window, rulesFor(theme)), {
          message: `${name}, ${theme}`,
          timeout: 10_000,
          intervals: [500],
        })
        .toEqual([]);
    }
  };
}
