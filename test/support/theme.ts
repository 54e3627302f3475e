import path from 'node:path';
import type { TestInfo } from '@playwright/test';
import type { ElectronApplication, Page } from 'playwright';
import type { LaunchedApp } from './driver.ts';

export type Theme = 'light' | 'dark';

export const SMALL_WINDOW = { width: 1000, height: 700 };

export const PICTURES = process.env['EASEL_SCREENS'];

const HEIGHTS = { '720': 450, '1000': 700, '1440': 900, '1600': 1000 } as const;

/** Suffixes of screenshot names, made of the theme and the window's width in px. */
export const PICTURED_LOOKS = [
  ...(['720', '1000', '1440', '1600'] as const).flatMap(
    (width) => [`light-${width}`, `dark-${width}`] as const,
  ),
  'forced-1440',
] as const;

export async function setLook(app: ElectronApplication, theme: Theme, size = SMALL_WINDOW): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow, nativeTheme }, [source, wanted]) => {
      nativeTheme.themeSource = source;
      const [window] = BrowserWindow.getAllWindows();
      window?.setBounds({ ...window.getBounds(), ...wanted });
    },
    [theme, size] as const,
  );
}

export async function showLook(easel: LaunchedApp, theme: Theme, size = SMALL_WINDOW): Promise<void> {
  await setLook(easel.app, theme, size);
  // The page's width may differ from the window's by up to 40 px, because the frame may take part of the width.
  await easel.window.waitForFunction(
    ([wanted, width]) =>
      matchMedia(`(prefers-color-scheme: ${wanted})`).matches && Math.abs(innerWidth - width) < 40,
    [theme, size.width] as const,
  );
}

export async function inForcedColors<T>(window: Page, act: () => Promise<T>): Promise<T> {
  await window.emulateMedia({ forcedColors: 'active' });
  try {
    return await act();
  } finally {
    await window.emulateMedia({ forcedColors: null });
  }
}

export function pictureTaker(easel: LaunchedApp, info: TestInfo): (name: string) => Promise<void> {
  let taken = 0;
  if (PICTURES !== undefined) info.setTimeout(1_200_000);
  return async (name) => {
    if (PICTURES === undefined) return;
    taken += 1;
    const spec = path.basename(info.file, '.spec.ts');
    for (const look of PICTURED_LOOKS) {
      const [theme, width] = look.split('-') as [Theme | 'forced', keyof typeof HEIGHTS];
      await showLook(easel, theme === 'forced' ? 'light' : theme, {
        width: Number(width),
        height: HEIGHTS[width],
      });
      const file = `${spec}-${String(taken).padStart(2, '0')}-${name}-${look}.png`;
      const take = () =>
        easel.window.screenshot({ path: path.join(PICTURES ?? '', file), animations: 'disabled' });
      await (theme === 'forced' ? inForcedColors(easel.window, take) : take());
    }
  };
}
