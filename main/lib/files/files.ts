/** Interface for file dialogs and file access in the main process. The window's page can't choose a path. */
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { notWritten } from '../wording/failure.ts';

export type FilePurpose = 'certificates' | 'identity' | 'import' | 'papers' | 'plan' | 'names';

export const LARGEST_BYTES: Readonly<Record<FilePurpose, number>> = {
  certificates: 512 * 1024,
  identity: 1024 * 1024,
  import: 16 * 1024 * 1024,
  papers: 1024 * 1024,
  plan: 16 * 1024 * 1024,
  names: 2 * 1024 * 1024,
};

export interface ChosenFile {
  readonly path: string;
  readonly name: string;
  /** Content of the chosen file. A binary certificate (DER) has one character per byte. */
  readonly text: string;
  /** True if the encoding was guessed as Windows-1252. Some letters may then be wrong. */
  readonly isGuessed?: true;
}

/** A file written in parts. The file appears at its path only when complete. */
export interface FileInWriting {
  readonly name: string;
  /** Appends text or bytes. Await each call before the next. If writing fails, returns a message for the user. */
  write(part: string | Uint8Array): Promise<Result<null, string>>;
  finish(): Promise<Result<null, string>>;
  /** Deletes the unfinished temporary file. An existing file at the target path stays unchanged. */
  abort(): Promise<void>;
}

export interface PrintedPage {
  readonly style: string;
  readonly body: string;
  readonly size: 'A4' | 'Letter';
}

export type PrintPdf = (page: PrintedPage) => Promise<Uint8Array>;

/** Asks where to save a PDF, and prints `page` to that file. Returns the file's name; null if the user cancels. */
export type SavePdf = (suggestedName: string, page: PrintedPage) => Promise<Result<string, string> | null>;

export type SavePicture = (suggestedName: string, png: Uint8Array) => Promise<Result<string, string> | null>;

/** Copies a text to the clipboard. Fails with `refused` if another program blocks the clipboard. */
export type CopyText = (text: string) => Promise<Result<null>>;

export interface SystemClipboard {
  readonly write: CopyText;
  /** Copies a secret. Excludes it from clipboard history and sync if the operating system supports this. */
  readonly writeSecret: CopyText;
  readonly read: () => Promise<string>;
  readonly clear: () => Promise<void>;
}

/** File dialogs. Failed calls return a message for the user. Null means that the user cancelled the dialog. */
export interface Files {
  choose(purpose: FilePurpose): Promise<Result<ChosenFile, string> | null>;
  /** Asks where to save a text, and writes a file that only its owner can read. Returns the file's name. */
  save(
    purpose: 'connections' | 'notes' | 'plan' | 'diagnostics' | 'rotation' | 'sql',
    suggestedName: string,
    text: string,
  ): Promise<Result<string, string> | null>;
  saveStream(
    purpose: 'boards' | 'papers' | 'customers' | 'job' | 'links' | 'activity' | 'deletes' | 'keys',
    suggestedName: string,
  ): Promise<Result<FileInWriting, string> | null>;
}

export interface Folders {
  chooseFolder(): Promise<string | null>;
  /** Creates a new file in a folder, without a dialog. Appends a number to the name if such a file exists. */
  saveIn(folder: string, name: string): Promise<Result<FileInWriting, string>>;
  /** Shows a saved file in the file manager. Returns false if the file no longer exists. */
  showFile(fileName: string): Promise<boolean>;
}

const LIST_FOLDER = 'list-folder';

interface Settings {
  get(name: string): Promise<string | null>;
  set(name: string, value: string | null): Promise<unknown>;
}

/** Returns a function that asks for a folder for lists of items to delete, and remembers it. Rejects on disk errors. */
export function listFolderChooser(folders: Folders, settings: Settings): () => Promise<string | null> {
  return async () => {
    const folder = await folders.chooseFolder();
    if (folder !== null) await settings.set(LIST_FOLDER, folder);
    return folder;
  };
}

/** Saves lists of items to delete (CSV files) in the folder that the user chose for these lists. */
export function withListFolder(files: Files, folders: Folders, settings: Settings): Files {
  const choose = listFolderChooser(folders, settings);
  return {
    ...files,
    saveStream: async (purpose, name) => {
      if (purpose !== 'deletes') return files.saveStream(purpose, name);
      const known = await settings.get(LIST_FOLDER);
      const begun = known === null ? null : await folders.saveIn(known, name);
      if (begun?.ok === true) return begun;
      const chosen = await choose();
      return chosen === null ? null : folders.saveIn(chosen, name);
    },
  };
}

/** Converts the result of `Files.save` to the reply of an IPC call. `facts`: further fields of the reply. */
export function savedAs<T>(
  saved: Result<string, string> | null,
  facts: T,
  nextStep?: string,
): Result<({ readonly fileName: string } & T) | null> {
  if (saved === null) return ok(null);
  return saved.ok ? ok({ fileName: saved.value, ...facts }) : fail(notWritten(saved.error, nextStep));
}

export interface Piece {
  readonly content: string | Uint8Array;
  readonly items: number;
}
export type Pieces = AsyncGenerator<Result<Piece>, void, void>;

/** Writes a file in parts, or discards it if creating or writing a part fails. Disk errors fail with `storage`. */
export async function writePieces(place: Result<FileInWriting, string> | null, pieces: Pieces) {
  if (place === null) return ok(null);
  if (!place.ok) return fail(notWritten(place.error));
  const file = place.value;
  let items = 0;
  let isWhole = false;
  try {
    for await (const piece of pieces) {
      if (!piece.ok) return piece;
      const written = await file.write(piece.value.content);
      if (!written.ok) return fail(notWritten(written.error));
      items += piece.value.items;
    }
    const finished = await file.finish();
    isWhole = finished.ok;
    return finished.ok ? ok({ fileName: file.name, items }) : fail(notWritten(finished.error));
  } finally {
    if (!isWhole) await file.abort();
  }
}
