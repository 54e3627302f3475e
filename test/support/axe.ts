/** axe-core on the window of Easel. No finding is accepted, of any severity. */
import { expect, type Page, type TestInfo } from '@playwright/test';
import axe from 'axe-core';
import { readable } from './blurred.ts';
import type { LaunchedApp } from './driver.ts';
import { misplaced } from './misplaced.ts';
import { leaksInPage, type Secret } from './planted-secrets.ts';
import { inForcedColors, pictureTaker, showLook } from './theme.ts';

type Look = (name: string, colours?: 'every colour') => Promise<void>;

/** What the page must not show. */
export interface Private {
  /** Texts that screen-share mode blurs. */
  readonly blurred: () => Promise<readonly string[]>;
  /** Keys and tokens, which are never shown; more may come on the way. */
  readonly secrets: readonly Secret[];
}

/** The smallest window, or one twice as large at 200 %; the usual one at 110 %; a common screen. */
const SIZES = [
  [640, 480],
  [1000, 700],
  [1440, 900],
] as const;

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

/**
 * Looks at one state with every probe: axe in light, and in dark and forced colours where a state has colours of its own
 * (`every colour`); text that is covered or cut in three window sizes; and what must not be shown. What dark does to the colours
 * that all share, `unit/renderer/styles/tokens` tests.
 */
export function lookerInBoth(easel: LaunchedApp, info: TestInfo, hidden?: Private): Look {
  const { window } = easel;
  const takePictures = pictureTaker(easel, info);
  return async (name, colours) => {
    await takePictures(name);
    if (colours !== undefined) {
      await showLook(easel, 'dark');
      await expectNone(() => findings(window, COLOURS), `${name}, dark`);
    }
    for (const [width, height] of SIZES) {
      await showLook(easel, 'light', { width, height });
      await window.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      await expectNone(() => misplaced(window), `${name} at ${width}×${height}`);
    }
    await showLook(easel, 'light');
    await expectNone(() => findings(window), `${name}, light`);
    if (colours !== undefined) {
      await inForcedColors(window, () =>
        expectNone(() => findings(window, COLOURS), `${name}, forced colours`),
      );
    }
    if (hidden === undefined) return;
    expect.soft(await leaksInPage(window, hidden.secrets), `${name}, secrets`).toEqual([]);
    const texts = await hidden.blurred();
    await window.keyboard.press('F8');
    await expectNone(() => readable(window, texts), `${name}, blurred`);
    await window.keyboard.press('F8');
  };
}

/** A state that still changes, such as a button that is enabled just now, is measured again; a fault stays. */
async function expectNone(measure: () => Promise<readonly string[]>, message: string): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(measure, { message, timeout: 10_000, intervals: [500] })
    .toEqual([]);
}
