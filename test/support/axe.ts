import { expect, type Page, type TestInfo } from '@playwright/test';
import axe from 'axe-core';
import { readable } from './blurred.ts';
import type { LaunchedApp } from './driver.ts';
import { misplaced } from './misplaced.ts';
import { leaksInPage, type Secret } from './planted-secrets.ts';
import { inForcedColors, pictureTaker, showLook } from './theme.ts';

type Look = (name: string, colours?: 'every colour') => Promise<void>;

export interface Private {
  readonly blurred: () => Promise<readonly string[]>;
  /** API keys and tokens that no screen may show. A test may add secrets while it runs. */
  readonly secrets: readonly Secret[];
}

/** Tested window sizes: the smallest (like 1280×960 at 200 % zoom), the default at 110 % zoom, and a common one. */
const SIZES = [
  [640, 480],
  [1000, 700],
  [1440, 900],
] as const;

/** The only axe rule whose result depends on colours. */
const COLOURS = ['color-contrast'];

/** Returns axe's findings for the window, by all rules or only by `rules`. Skips pages in webviews. */
export async function findings(window: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // Injects the axe script (500 KB) once. It stays in the page until the next reload.
  if (!(await window.evaluate(() => 'axe' in globalThis))) await window.evaluate(axe.source);
  return window.evaluate(async (values) => {
    // Disables CSS transitions, because axe would measure intermediate colours.
    if (document.adoptedStyleSheets.length === 0) {
      const still = new CSSStyleSheet();
      still.replaceSync('*, ::before, ::after { transition: none !important }');
      document.adoptedStyleSheets = [still];
    }
    for (const animation of document.getAnimations()) {
      // Skips endless animations, because `finish` throws an error for them.
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
    const { axe: here } = globalThis as unknown as { axe: typeof axe };
    // If a modal dialog is open, checks only the dialog, because the page behind it was checked before.
    const place = document.querySelector('dialog:modal') === null ? 'html' : 'dialog:modal';
    const { violations } = await here.run(
      { include: [place], exclude: ['webview'] },
      {
        iframes: false,
        // Omits passed rules from the report, because axe would otherwise take four times as long.
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

/** Returns a function that checks the light theme. With 'every colour', it checks dark and forced colours too. */
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

/** Expects `measure` to find nothing within 30 s. Repeats it, because the page may still be changing. */
async function expectNone(measure: () => Promise<readonly string[]>, message: string): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(measure, { message, timeout: 30_000, intervals: [500] })
    .toEqual([]);
}
