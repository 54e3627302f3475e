/** File dialogs and files for use cases. The page never names a path. */
import type { FileWritten } from '../../../preload/contract/call.ts';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { notWritten } from '../wording/failure.ts';

/** Decides the dialog's texts, the file types and the size limit. */
export type FilePurpose = 'certificates' | 'import' | 'papers' | 'plan' | 'names';

/** In bytes, far above any real file. */
export const LARGEST_BYTES: Readonly<Record<FilePurpose, number>> = {
  certificates: 1024 * 1024,
  import: 16 * 1024 * 1024,
  papers: 1024 * 1024,
  plan: 16 * 1024 * 1024,
  names: 2 * 1024 * 1024,
};

export interface ChosenFile {
  /** Never sent to the page. */
  readonly path: string;
  readonly name: string;
  /** Certificates have one character per byte, because DER is binary. */
  readonly text: string;
  /** Set if it was decoded as Windows-1252, so letters may be wrong. */
  readonly isGuessed?: true;
}

/** A file written in parts. It appears only when finished. */
export interface FileInWriting {
  readonly name: string;
  /** One call at a time. Fails with a message. */
  write(text: string): Promise<Result<null, string>>;
  finish(): Promise<Result<null, string>>;
  /** Removes the part written and keeps an earlier file. */
  abort(): Promise<void>;
}

/** A page to print: markup without scripts, and its style. */
export interface PrintedPage {
  readonly style: string;
  readonly body: string;
  readonly size: 'A4' | 'Letter';
}

/** Returns a PDF. Rejects if printing fails. */
export type PrintPdf = (page: PrintedPage) => Promise<Uint8Array>;

/** Asks for a location and prints to it, like `Files.save`. */
export type SavePdf = (suggestedName: string, page: PrintedPage) => Promise<Result<string, string> | null>;

/** Asks for a location and writes a picture, like `Files.save`. */
export type SavePicture = (suggestedName: string, png: Uint8Array) => Promise<Result<string, string> | null>;

/** Copies text and checks the result. Fails with `refused`. */
export type CopyText = (text: string) => Promise<Result<null>>;

export interface SystemClipboard {
  readonly write: CopyText;
  /** Excludes the text from clipboard history and sync, if the system supports it. */
  readonly writeSecret: CopyText;
  readonly read: () => Promise<string>;
  readonly clear: () => Promise<void>;
}

/** Failures are messages. Null means that the user cancelled. */
export interface Files {
  /** Asks for a file and reads it. */
  choose(purpose: FilePurpose): Promise<Result<ChosenFile, string> | null>;
  /** Asks for a location and writes the text, readable only by its owner. Returns the file name. */
  save(
    purpose: 'connections' | 'notes' | 'papers' | 'plan' | 'links' | 'diagnostics',
    suggestedName: string,
    text: string,
  ): Promise<Result<string, string> | null>;
  /** Asks for a location and begins a large file, readable only by its owner. */
  saveStream(
    purpose: 'boards' | 'job' | 'activity',
    suggestedName: string,
  ): Promise<Result<FileInWriting, string> | null>;
}

/** Converts the result of `Files.save` to a reply with further facts. */
export function savedAs<T>(
  saved: Result<string, string> | null,
  facts: T,
  nextStep?: string,
): Result<({ readonly fileName: string } & T) | null> {
  if (saved === null) return ok(null);
  return saved.ok ? ok({ fileName: saved.value, ...facts }) : fail(notWritten(saved.error, nextStep));
}

/** Parts of a text, with the number of items in each. */
export type Pieces = AsyncGenerator<Result<{ readonly text: string; readonly items: number }>, void, void>;

/**
 * Writes parts to a file from `Files.saveStream` and finishes it. Fails with `storage`, or as a part does, and then
 * removes the file.
 */
export async function writePieces(
  place: Result<FileInWriting, string> | null,
  pieces: Pieces,
): Promise<Result<FileWritten | null>> {
  if (place === null) return ok(null);
  if (!place.ok) return fail(notWritten(place.error));
  const file = place.value;
  let items = 0;
  let isWhole = false;
  try {
    for await (const piece of pieces) {
      if (!piece.ok) return piece;
      const written = await file.write(piece.value.text);
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
