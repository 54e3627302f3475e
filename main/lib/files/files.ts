/** What the use cases ask of a person's own files. The page never names a path: a person chooses in main's dialog. */
import type { FileWritten } from '../../../preload/contract/call.ts';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { notWritten } from '../wording/failure.ts';

/** For what a file is chosen: it decides the dialog's words, the file types offered and the largest size. */
export type FilePurpose = 'certificates' | 'import' | 'papers' | 'plan' | 'names';

/** The most that is read from a file, in bytes: far above any that is meant. */
export const LARGEST_BYTES: Readonly<Record<FilePurpose, number>> = {
  certificates: 1024 * 1024,
  import: 16 * 1024 * 1024,
  papers: 1024 * 1024,
  plan: 16 * 1024 * 1024,
  names: 2 * 1024 * 1024,
};

export interface ChosenFile {
  /** Where it is, for main alone. */
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/** A file that is written piece by piece: there whole when it is finished, and not at all before. */
export interface FileInWriting {
  readonly name: string;
  /** One call at a time. Fails with the sentence that says why it could not be written. */
  write(text: string): Promise<Result<null, string>>;
  finish(): Promise<Result<null, string>>;
  /** Leaves nothing behind, and what was there before as it was. */
  abort(): Promise<void>;
}

/** A page of ours to be printed: markup without scripts, and its style. */
export interface PrintedPage {
  readonly style: string;
  readonly body: string;
  readonly size: 'A4' | 'Letter';
}

/** Gives it as PDF. Rejects when it can't be printed. */
export type PrintPdf = (page: PrintedPage) => Promise<Uint8Array>;

/** Lets the person say where, and prints a page to that file; as `Files.save`. */
export type SavePdf = (suggestedName: string, page: PrintedPage) => Promise<Result<string, string> | null>;

/** Lets the person say where, and writes a picture there; as `Files.save`. */
export type SavePicture = (suggestedName: string, png: Uint8Array) => Promise<Result<string, string> | null>;

/** Puts text on the clipboard, and says whether it is there. Fails with `refused`. */
export type CopyText = (text: string) => Promise<Result<null>>;

export interface SystemClipboard {
  readonly write: CopyText;
  /** Asks the system to keep it out of the clipboard's history, and on this computer. */
  readonly writeSecret: CopyText;
  readonly read: () => Promise<string>;
  readonly clear: () => Promise<void>;
}

/** A failure is one sentence that says why the file can't be used. `null`: the person chose none. */
export interface Files {
  /** Lets the person choose a file, and reads it as UTF-8. */
  choose(purpose: FilePurpose): Promise<Result<ChosenFile, string> | null>;
  /** Lets the person say where, and writes the whole text or nothing; readable by its owner alone. Gives its name. */
  save(
    purpose: 'connections' | 'notes' | 'papers' | 'plan' | 'links' | 'diagnostics',
    suggestedName: string,
    text: string,
  ): Promise<Result<string, string> | null>;
  /** Lets the person say where, and begins a file for more than is held in memory; readable by its owner alone. */
  saveStream(
    purpose: 'boards' | 'job' | 'activity',
    suggestedName: string,
  ): Promise<Result<FileInWriting, string> | null>;
}

/** What a call gives that has saved a file, as `Files.save` says: its name and what else is known of it. */
export function savedAs<T>(
  saved: Result<string, string> | null,
  facts: T,
  nextStep?: string,
): Result<({ readonly fileName: string } & T) | null> {
  if (saved === null) return ok(null);
  return saved.ok ? ok({ fileName: saved.value, ...facts }) : fail(notWritten(saved.error, nextStep));
}

/** Text with so many items in it, piece by piece, up to a failure. */
export type Pieces = AsyncGenerator<Result<{ readonly text: string; readonly items: number }>, void, void>;

/**
 * Writes pieces to the file that `Files.saveStream` gave, and finishes it. Fails with `storage`, or as a piece does; then,
 * as when the pieces reject, nothing is left of the file.
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
