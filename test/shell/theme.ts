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
  // The theme 'system' means light, because there is no desktop here.
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}

export const nativeTheme = new NativeTheme();

/** Applies the app's theme to a page. Must be called after each navigation, because Playwright resets the theme. */
export function applyTheme(session: CdpSession, force = false): void {
  const source = nativeTheme.themeSource;
  if (source === 'system' && !force) return;
  const value = source === 'system' ? '' : source;
  session.tell('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
}
