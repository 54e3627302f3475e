/** Opens a file dropped on the window instead of showing a file dialog. The page never learns the file's path. */
import path from 'node:path';
import type { Result } from '../../../preload/contract/failure.ts';
import type { DroppedFile, DropPurpose } from '../../../preload/contract/connections.ts';
import { LARGEST_BYTES, type ChosenFile, type FilePurpose, type Files } from './files.ts';
import { NOT_UNICODE, readChosen, readText, SAVE_AS_CSV } from './read-text.ts';

/** Minimum time in ms between two files dropped on the window. Only a script could drop files faster. */
const TOO_FAST_MS = 500;
const LONGEST_PATH = 32_768;
const WORKBOOK = /\.(?:xls[xmb]?|xlt[xm]?|ods|ots|fods|numbers)$/iu;

export interface DroppedFilesOptions {
  readonly now: () => number;
  readonly purposeOf: (text: string) => DropPurpose | null;
  readonly isOpen: () => boolean;
  readonly onDrop: (file: DroppedFile) => void;
}

export class DroppedFiles {
  readonly #options: DroppedFilesOptions;
  #dropped: { readonly file: string; readonly purpose: DropPurpose } | null = null;
  #last = -Infinity;
  /** Number of `forget` calls. If it changes while `drop` reads a file, `drop` ignores this file. */
  #round = 0;

  constructor(options: DroppedFilesOptions) {
    this.#options = options;
  }

  /** Checks a file dropped on the window. `file` comes from the preload script, and may be any value. */
  async drop(file: unknown): Promise<void> {
    const { now, isOpen, onDrop } = this.#options;
    if (!isOpen() || Math.abs(now() - this.#last) < TOO_FAST_MS) return;
    this.#last = now();
    this.forget();
    const round = this.#round;
    const found = await this.#look(file);
    if (round !== this.#round || !isOpen()) return;
    if (found.purpose !== null) this.#dropped = { file: String(file), purpose: found.purpose };
    onDrop(found);
  }

  /** Reads and then forgets the dropped file. Null if no file for `purpose` was dropped. */
  async take(purpose: FilePurpose): Promise<Result<ChosenFile, string> | null> {
    const dropped = this.#dropped;
    if (dropped?.purpose !== purpose) return null;
    this.forget();
    return readChosen(dropped.file, purpose);
  }

  /** Forgets the dropped file. Called when Easel locks, the page reloads, or the user does not open the file. */
  forget(): null {
    this.#round += 1;
    this.#dropped = null;
    return null;
  }

  async #look(file: unknown): Promise<DroppedFile> {
    const isPath = typeof file === 'string' && file.length <= LONGEST_PATH && path.isAbsolute(file);
    if (!isPath) return { name: '', purpose: null, why: 'The dropped item is not a file on this computer.' };
    const name = path.basename(file);
    if (WORKBOOK.test(name)) return { name, purpose: null, why: SAVE_AS_CSV };
    if (!/\.(?:csv|json)$/iu.test(name)) return { name, purpose: null, why: '' };
    const read = await readText(file, LARGEST_BYTES.import, 'windows');
    if (!read.ok) return { name, purpose: null, why: read.error };
    const { text, isGuessed } = read.value;
    const purpose = this.#options.purposeOf(text);
    // Accepts a guessed encoding only for lists of names, because the user checks these names before Easel uses them.
    if (isGuessed && purpose !== 'names') return { name, purpose: null, why: NOT_UNICODE };
    return { name, purpose, why: '' };
  }
}

export function withDropped(files: Files, dropped: DroppedFiles): Files {
  return {
    ...files,
    choose: async (purpose) => (await dropped.take(purpose)) ?? files.choose(purpose),
  };
}
