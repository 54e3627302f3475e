/** axe-core on the window of Easel. No finding is accepted, of any severity. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, type TestInfo } from '@playwright/test';
import type { LaunchedApp } from './driver.ts';
import { setLook } from './theme.ts';

type Look = (name: string) => Promise<void>;

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
    return Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)));
  });
  const axe = new AxeBuilder(
    (await hasAxe(window)) ? { page: window, axeSource: 'void 0' } : { page: window },
  );
  const { violations } = await axe
    .setLegacyMode()
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

/** A look at one state, in light and then in dark: its pictures are kept with the results, its findings must be none. */
export function lookerInBoth({ app, window }: LaunchedApp, info: TestInfo): Look {
  let taken = 0;
  return async (name) => {
    taken += 1;
    for (const theme of ['light', 'dark'] as const) {
      await setLook(app, theme);
      await window.waitForFunction(
        (wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches,
        theme,
      );
      const file = info.outputPath(`${String(taken).padStart(2, '0')}-${name}-${theme}.png`);
      await window.screenshot({ path: file, animations: 'disabled' });
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
