/**
 * `nativeTheme`: drives the colour scheme of every page.
 */
import type { CdpSession } from './cdp.ts';
import { webContents } from './web-contents.ts';

type Source = 'system' | 'light' | 'dark';

class NativeTheme {
  #source: Source = 'system';

  get themeSource(): Source {
    return this.#source;
  }
  set themeSource(source: Source) {
    if (source === this.#source) return;
    this.#source = source;
    for (const contents of webContents.getAllWebContents()) {
      if (contents.place) applyTheme(contents.place.session, true);
    }
  }
  // 'system' is light here: the shell knows no desktop.
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}

export const nativeTheme = new NativeTheme();

/**
 * Tells a page its colour scheme. Of 'system' it hears nothing, so that Playwright's own emulation stands, unless it
 * heard something else before (`force`). Repeat it at each navigation: the page's other DevTools client, Playwright,
 * restores its own then.
 */
export function applyTheme(session: CdpSession, force = false): void {
  const source = nativeTheme.themeSource;
  if (source === 'system' && !force) return;
  const value = source === 'system' ? '' : source;
  session.tell('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
}
