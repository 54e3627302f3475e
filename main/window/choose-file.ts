/** The system's dialog for a file of certificates. The page never names a path: main opens, and main reads. */
import { readFile, stat } from 'node:fs/promises';
import { dialog, type BrowserWindow } from 'electron';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';

/** Far above any bundle of authorities. */
const LARGEST_FILE = 1024 * 1024;

/** Gives the chosen file's text, null when none was chosen, or a sentence when it can't be read. */
export async function chooseCaFile(window: BrowserWindow | null): Promise<Result<string, string> | null> {
  if (window === null) return null;
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Choose a file of certificate authorities',
    properties: ['openFile', 'dontAddToRecent'],
    filters: [{ name: 'Certificates', extensions: ['pem', 'crt', 'cer'] }],
  });
  const [file] = filePaths;
  if (canceled || file === undefined) return null;
  try {
    if ((await stat(file)).size > LARGEST_FILE)
      return fail('This file is too large to be a file of certificates.');
    return ok(await readFile(file, 'utf8'));
  } catch {
    return fail('This file can’t be read.');
  }
}
