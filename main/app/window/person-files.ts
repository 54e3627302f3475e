/** Opens and saves files that the user chooses in system dialogs. The page never names a path. */
import path from 'node:path';
import { dialog, type BrowserWindow, type FileFilter } from 'electron';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import type { FilePurpose, Files, PrintPdf, SavePdf, SavePicture } from '../../lib/files/files.ts';
import { readChosen } from '../../lib/files/read-text.ts';
import { beginWhole, writeWhole } from '../../lib/files/write-whole.ts';

/** Title and file types of each open dialog. */
const CHOOSE: Readonly<Record<FilePurpose, readonly [title: string, ...filters: FileFilter[]]>> = {
  certificates: [
    'Choose a certificate authority file',
    { name: 'Certificates', extensions: ['pem', 'crt', 'cer', 'der'] },
  ],
  import: ['Choose exported connections or notes', { name: 'Exports', extensions: ['json', 'csv'] }],
  plan: ['Choose a cleanup plan', { name: 'Cleanup plans', extensions: ['json'] }],
  names: ['Choose a list of names', { name: 'Tables', extensions: ['csv', 'tsv', 'txt'] }],
  papers: ['Choose a list of papers', { name: 'Lists', extensions: ['csv', 'json', 'tsv', 'txt'] }],
};

const SAVE_TITLES = {
  connections: 'Export connections',
  notes: 'Export notes',
  papers: 'Export papers',
  boards: 'Export boards',
  plan: 'Save cleanup plan',
  links: 'Save join links',
  pdf: 'Save QR codes',
  picture: 'Save picture of the room',
  job: 'Save results',
  activity: 'Export activity',
  diagnostics: 'Save diagnostics',
};

/** `windowOf` returns the parent window of the dialogs. Without a window nothing can be chosen. */
export function createPersonFiles(
  windowOf: () => BrowserWindow | null,
  printPdf: PrintPdf = () => Promise.reject(new Error('no printing')),
): Files & { readonly savePdf: SavePdf; readonly savePicture: SavePicture } {
  /** Folder of the last dialog. Before that, dialogs open in Downloads. */
  let folder: string | null = null;

  /** Asks where to save; returns null if the user cancels. The file type is the extension of the suggested name. */
  async function askWhere(title: string, suggestedName: string): Promise<string | null> {
    const window = windowOf();
    if (window === null) return null;
    const extension = path.extname(suggestedName).slice(1);
    const { canceled, filePath } = await dialog.showSaveDialog(window, {
      title,
      defaultPath: path.join(folder ?? '', suggestedName),
      filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
      properties: ['dontAddToRecent', 'showOverwriteConfirmation'],
    });
    if (canceled || filePath === '') return null;
    folder = path.dirname(filePath);
    return filePath;
  }

  async function saved(
    title: string,
    suggestedName: string,
    write: (file: string) => Promise<Result<null, string>>,
  ): Promise<Result<string, string> | null> {
    const file = await askWhere(title, suggestedName);
    if (file === null) return null;
    const written = await write(file);
    return written.ok ? ok(path.basename(file)) : written;
  }

  return {
    choose: async (purpose) => {
      const window = windowOf();
      if (window === null) return null;
      const [title, ...filters] = CHOOSE[purpose];
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        title,
        filters,
        ...(folder === null ? {} : { defaultPath: folder }),
        properties: ['openFile', 'dontAddToRecent'],
      });
      const [file] = filePaths;
      if (canceled || file === undefined) return null;
      folder = path.dirname(file);
      return readChosen(file, purpose);
    },
    save: (purpose, name, text) => saved(SAVE_TITLES[purpose], name, (file) => writeWhole(file, text)),
    savePdf: (name, page) =>
      saved(SAVE_TITLES.pdf, name, async (file) => {
        // The error is not passed on, because it may quote the printed text.
        const pdf = await printPdf(page).catch(() => null);
        return pdf === null ? fail('The PDF could not be made. Save it again.') : writeWhole(file, pdf);
      }),
    savePicture: (name, png) => saved(SAVE_TITLES.picture, name, (file) => writeWhole(file, png)),
    saveStream: async (purpose, suggestedName) => {
      const file = await askWhere(SAVE_TITLES[purpose], suggestedName);
      return file === null ? null : beginWhole(file);
    },
  };
}
