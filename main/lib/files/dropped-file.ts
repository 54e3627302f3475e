/**
 * A file that a person has dropped onto the window. The page never learns where it is: main finds out what it holds, and
 * the next time that a file is chosen for this purpose, it is the chosen one.
 */
import path from 'node:path';
import { ok, type Result } from '../../../preload/contract/failure.ts';
import type { DroppedFile, DropPurpose } from '../../../preload/contract/connections.ts';
import { LARGEST_BYTES, type ChosenFile, type FilePurpose, type Files } from './files.ts';
import { readText } from './read-text.ts';

/** As long as a person may take from the drop to the button that opens it, ms. */
export const DROP_LASTS_MS = 60_000;
/** A second drop within this time is a script's, ms. */
const TOO_FAST_MS = 500;
const LONGEST_PATH = 32_768;

export interface DroppedFilesOptions {
  readonly now: () => number;
  /** What the text of a file says it is; null for nothing that Easel takes. */
  readonly purposeOf: (text: string) => DropPurpose | null;
  readonly isOpen: () => boolean;
  readonly onDrop: (file: DroppedFile) => void;
}

export class DroppedFiles {
  readonly #options: DroppedFilesOptions;
  #held: { readonly file: string; readonly purpose: DropPurpose; readonly at: number } | null = null;
  #last = -Infinity;
  /** Counts what ends a drop that is still read. */
  #round = 0;

  constructor(options: DroppedFilesOptions) {
    this.#options = options;
  }

  /** Takes the path that the preload sends, which may be anything, and tells what is there. It gives no press. */
  async drop(file: unknown): Promise<void> {
    const { now, isOpen, onDrop } = this.#options;
    if (!isOpen() || Math.abs(now() - this.#last) < TOO_FAST_MS) return;
    this.#last = now();
    this.forget();
    const round = this.#round;
    const found = await this.#look(file);
    if (round !== this.#round || !isOpen()) return;
    if (found.purpose !== null) this.#held = { file: String(file), purpose: found.purpose, at: now() };
    onDrop(found);
  }

  /** The dropped file, once, if it is one for this purpose; null where there is none. */
  async take(purpose: FilePurpose): Promise<Result<ChosenFile, string> | null> {
    const held = this.#held;
    if (held?.purpose !== purpose) return null;
    this.forget();
    if (Math.abs(this.#options.now() - held.at) > DROP_LASTS_MS) return null;
    const text = await readText(held.file, LARGEST_BYTES[purpose]);
    return text.ok ? ok({ path: held.file, name: path.basename(held.file), text: text.value }) : text;
  }

  /** For the lock, and for a page that is loaded anew. */
  forget(): void {
    this.#round += 1;
    this.#held = null;
  }

  async #look(file: unknown): Promise<DroppedFile> {
    const isPath = typeof file === 'string' && file.length <= LONGEST_PATH && path.isAbsolute(file);
    if (!isPath) return { name: '', purpose: null, why: 'It is no file on this computer.' };
    const name = path.basename(file);
    // Nothing else is even opened.
    if (!/\.(?:csv|json)$/iu.test(name)) return { name, purpose: null, why: '' };
    const text = await readText(file, LARGEST_BYTES.import);
    if (!text.ok) return { name, purpose: null, why: text.error };
    return { name, purpose: this.#options.purposeOf(text.value), why: '' };
  }
}

/** A file that a person has chosen, or a place for one, counts as a press. One that was dropped gives none. */
export function chosenByPerson(files: Files, dropped: DroppedFiles, pressed: () => void): Files {
  const told = <T>(chosen: T): T => {
    if (chosen !== null) pressed();
    return chosen;
  };
  return {
    choose: async (purpose) => (await dropped.take(purpose)) ?? told(await files.choose(purpose)),
    save: async (...asked) => told(await files.save(...asked)),
    saveStream: async (...asked) => told(await files.saveStream(...asked)),
  };
}
