import { chromium, type Browser } from 'playwright';
import { findChromium } from './system.ts';

/** Disabled Chromium features. They would start renderers that use more resources than the tested page. */
const NOT_NEEDED = [
  ...'PreloadTopChromeWebUI SpareRendererForSitePerProcess WebUIOmniboxAimPopup'.split(' '),
  ...'WebUIOmniboxPopup'.split(' '),
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
