/** How the app's window looks to a spec: light or dark, and how large. */
import type { ElectronApplication } from 'playwright';

export type Theme = 'light' | 'dark';

export const SMALL_WINDOW = { width: 1000, height: 700 };

/** Turns the app light or dark and gives its window a size, as a person would by the system. */
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
