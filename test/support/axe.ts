/** axe-core on the window of Easel. No finding is accepted, of any severity. */
import { expect, type Page, type TestInfo } from '@playwright/test';
import axe from 'axe-core';
import type { LaunchedApp } from './driver.ts';
import { inForcedColors, pictureTaker, PICTURES, showLook } from './theme.ts';

type Look = (name: string) => Promise<void>;

/** All that can differ from light, where every rule is asked. */
const COLOURS = ['color-contrast'];

/** What axe finds on the page as it is, by all rules or some; a room's own page is another program's business. */
export async function findings(window: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // Half a megabyte of script, which stays there until the page is loaded anew.
  if (!(await window.evaluate(() => 'axe' in globalThis))) await window.evaluate(axe.source);
  return window.evaluate(async (values) => {
    // A transition would be measured half-way through, even one that begins in a moment.
    if (document.adoptedStyleSheets.length === 0) {
      const still = new CSSStyleSheet();
      still.replaceSync('*, ::before, ::after { transition: none !important }');
      document.adoptedStyleSheets = [still];
    }
    for (const animation of document.getAnimations()) {
      // One that never ends, as of a listing that goes on, can't be brought to its end.
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
    const { axe: here } = globalThis as unknown as { axe: typeof axe };
    // What is behind an open dialog was looked at without it.
    const place = document.querySelector('dialog:modal') === null ? 'html' : 'dialog:modal';
    const { violations } = await here.run(
      { include: [place], exclude: ['webview'] },
      {
        iframes: false,
        // What is well is not told of: that takes axe four times as long.
        resultTypes: ['violations'],
        ...(values !== undefined && { runOnly: { type: 'rule', values: [...values] } }),
      },
    );
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(
        ({ target, failureSummary = '' }) =>
          `${impact ?? 'unrated'} ${id}: ${target.join(' ')}: ${failureSummary}`,
      ),
    );
  }, rules);
}

/** A look at one state, in light and then in dark: its findings must be none. `npm run screens` looks closer. */
export function lookerInBoth(easel: LaunchedApp, info: TestInfo): Look {
  const { window } = easel;
  const takePictures = pictureTaker(easel, info);
  return async (name) => {
    await takePictures(name);
    for (const theme of ['light', 'dark'] as const) {
      await showLook(easel, theme);
      await expectNoFindings(window, `${name}, ${theme}`, theme === 'dark' ? COLOURS : undefined);
    }
    if (PICTURES !== undefined) await expectReadableInForcedColors(window, name);
  };
}

/** Expects axe to find nothing where the system forces its own colours; nothing but colours can differ there. */
export function expectReadableInForcedColors(window: Page, name: string): Promise<void> {
  return inForcedColors(window, () => expectNoFindings(window, `${name}, forced colours`, COLOURS));
}

/** A state that still changes, such as a button that comes on just now, is measured once more; a fault stays. */
async function expectNoFindings(window: Page, message: string, rules?: readonly string[]): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => findings(window, rules), { message, timeout: 10_000, intervals: [500] })
    .toEqual([]);
}
