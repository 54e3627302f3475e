/** What the use cases ask of a person's own files. The page never names a path: a person chooses in main's dialog. */
import type { Result } from '../../preload/contract/failure.ts';

/** For what a file is chosen: it decides the dialog's words, the file types offered and the largest size. */
export type FilePurpose = 'certificates' | 'key' | 'connections' | 'notes' | 'plan';

/** The most that is read from a file, in bytes: far above any that is meant. */
export const LARGEST_BYTES: Readonly<Record<FilePurpose, number>> = {
  certificates: 1024 * 1024,
  key: 64 * 1024,
  connections: 16 * 1024 * 1024,
  notes: 16 * 1024 * 1024,
  plan: 16 * 1024 * 1024,
};

export interface ChosenFile {
  /** Where it is, for main alone. */
  readonly path: string;
  /** Its name without the folder, to show. */
  readonly name: string;
  readonly text: string;
}

/** A file that is written piece by piece: there whole when it is finished, and not at all before. */
export interface FileInWriting {
  /** Its name without the folder, to show. */
  readonly name: string;
  /** One call at a time. Fails with the sentence that says why it could not be written. */
  write(text: string): Promise<Result<null, string>>;
  finish(): Promise<Result<null, string>>;
  /** Leaves nothing behind, and what was there before as it was. */
  abort(): Promise<void>;
}

/** Puts text on the clipboard, and says whether it is there. Fails with `refused`. */
export type CopyText = (text: string) => Promise<Result<null>>;

/** A failure is one sentence that says why the file can't be used. `null`: the person chose none. */
export interface Files {
  /** Lets the person choose a file, and reads it as UTF-8. */
  choose(purpose: FilePurpose): Promise<Result<ChosenFile, string> | null>;
  /** Lets the person say where, and writes the whole text or nothing; readable by its owner alone. Gives its name. */
  save(
    purpose: 'connections' | 'notes' | 'plan' | 'links',
    suggestedName: string,
    text: string,
  ): Promise<Result<string, string> | null>;
  /** Lets the person say where, and begins a file for more than is held in memory; readable by its owner alone. */
  saveStream(
    purpose: 'boards' | 'job' | 'activity',
    suggestedName: string,
  ): Promise<Result<FileInWriting, string> | null>;
}
