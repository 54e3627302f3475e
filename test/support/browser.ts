/** A browser of its own beside Easel: another person's. */
import { chromium, type Browser } from 'playwright';
import { findChromium } from './system.ts';

/** Renderers that Chromium starts with each window for parts of itself: they cost more than the page that is looked at. */
const NOT_NEEDED = [
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('a browser of another person needs a Chromium');
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({
    executablePath,
    args: [...sandbox, `--disable-features=${NOT_NEEDED.join(',')}`],
  });
}
