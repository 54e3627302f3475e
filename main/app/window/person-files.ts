/** Opens and saves files that the user chooses in system dialogs. The page can't set a path. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { dialog, shell, type BrowserWindow, type FileFilter, type OpenDialogOptions } from 'electron';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import type { FilePurpose, Files, Folders, PrintPdf, SavePdf, SavePicture } from '../../lib/files/files.ts';
import { readChosen } from '../../lib/files/read-text.ts';
import { beginWhole, writeWhole } from '../../lib/files/write-whole.ts';

const CHOOSE: Readonly<Record<FilePurpose, readonly [title: string, ...filters: FileFilter[]]>> = {
  certificates: [
    'Choose a certificate authority file',
    { name: 'Certificates', extensions: ['pem', 'crt', 'cer', 'der'] },
  ],
  identity: [
    'Choose a PEM file with the client certificate and its key',
    { name: 'Certificates', extensions: ['pem', 'crt', 'key'] },
  ],
  import: ['Choose exported connections or notes', { name: 'Exports', extensions: ['json', 'csv'] }],
  plan: ['Choose a cleanup plan', { name: 'Cleanup plans', extensions: ['json'] }],
  names: ['Choose a list of names', { name: 'Tables', extensions: ['csv', 'tsv', 'txt'] }],
  papers: ['Choose a list of papers', { name: 'Lists', extensions: ['csv', 'tsv', 'txt'] }],
};

const SAVE_TITLES = {
  connections: 'Export connections',
  notes: 'Export notes',
  papers: 'Export papers',
  boards: 'Export boards',
  customers: 'Export customers',
  plan: 'Save cleanup plan',
  links: 'Save join links',
  pdf: 'Save PDF',
  picture: 'Save picture of the room',
  job: 'Save results',
  deletes: 'Save list of items to delete',
  activity: 'Export activity',
  keys: 'Export list of keys',
  rotation: 'Save rotation record',
  diagnostics: 'Save diagnostics',
  sql: 'Save SQL',
};

const MOST_SAVED = 20;

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}

async function freeName(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = path.parse(name);
  let file = path.join(folder, name);
  for (let number = 2; await exists(file); number += 1) file = path.join(folder, `${stem} (${number})${ext}`);
  return file;
}

/** Creates the file dialogs. `windowOf` returns null while Easel is locked. `locksOf` counts the locks so far. */
export function createPersonFiles(
  windowOf: () => BrowserWindow | null,
  locksOf: () => number,
  printPdf: PrintPdf = () => Promise.reject(new Error('no printing')),
): Files & Folders & { readonly savePdf: SavePdf; readonly savePicture: SavePicture } {
  let folder: string | null = null;
  const saved = new Map<string, string>();

  function remember(file: string): void {
    const name = path.basename(file);
    saved.delete(name);
    saved.set(name, file);
    for (const old of [...saved.keys()].slice(0, -MOST_SAVED)) saved.delete(old);
  }

  /** Shows a dialog. Returns null if Easel is locked, or was locked while the dialog was open. */
  async function unlessLocked<T>(work: (window: BrowserWindow) => Promise<T>): Promise<T | null> {
    const [window, locks] = [windowOf(), locksOf()];
    const result = window === null ? null : await work(window);
    return windowOf() === null || locksOf() !== locks ? null : result;
  }

  async function askWhere(title: string, suggestedName: string): Promise<string | null> {
    const extension = path.extname(suggestedName).slice(1);
    const chosen = await unlessLocked((window) =>
      dialog.showSaveDialog(window, {
        title,
        defaultPath: path.join(folder ?? '', suggestedName),
        filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
        properties: ['dontAddToRecent', 'showOverwriteConfirmation'],
      }),
    );
    if (chosen === null || chosen.canceled || chosen.filePath === '') return null;
    folder = path.dirname(chosen.filePath);
    remember(chosen.filePath);
    return chosen.filePath;
  }

  async function askOpen(options: OpenDialogOptions): Promise<string | null> {
    const start = folder === null ? {} : { defaultPath: folder };
    const chosen = await unlessLocked((window) => dialog.showOpenDialog(window, { ...options, ...start }));
    return chosen === null || chosen.canceled ? null : (chosen.filePaths[0] ?? null);
  }

  async function savedAs(
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
      const [title, ...filters] = CHOOSE[purpose];
      const file = await askOpen({ title, filters, properties: ['openFile', 'dontAddToRecent'] });
      if (file === null) return null;
      folder = path.dirname(file);
      return readChosen(file, purpose);
    },
    save: (purpose, name, text) => savedAs(SAVE_TITLES[purpose], name, (file) => writeWhole(file, text)),
    savePdf: (name, page) =>
      savedAs(SAVE_TITLES.pdf, name, async (file) => {
        // Does not log the error, because its message may contain the printed text.
        const pdf = await unlessLocked(() => printPdf(page).catch(() => null));
        return pdf === null
          ? fail('The PDF couldn’t be created. Try saving it again.')
          : writeWhole(file, pdf);
      }),
    savePicture: (name, png) => savedAs(SAVE_TITLES.picture, name, (file) => writeWhole(file, png)),
    saveStream: async (purpose, suggestedName) => {
      const file = await askWhere(SAVE_TITLES[purpose], suggestedName);
      return file === null ? null : beginWhole(file);
    },
    chooseFolder: async () => {
      const chosen = await askOpen({
        title: 'Choose a folder for lists of deleted items',
        buttonLabel: 'Choose',
        properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'],
      });
      folder = chosen ?? folder;
      return chosen;
    },
    saveIn: async (into, name) => {
      const file = await freeName(into, name);
      remember(file);
      return beginWhole(file);
    },
    showFile: async (fileName) => {
      const file = saved.get(fileName);
      const isThere = file !== undefined && (await exists(file));
      if (isThere) shell.showItemInFolder(file);
      return isThere;
    },
  };
}
