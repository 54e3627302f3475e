/** Files with a key that a person has chosen in this run: the key waits in memory, and the file may be shredded. */
import { randomUUID } from 'node:crypto';
import type { KeyFile } from '../../preload/contract/keys.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Files } from '../files/files.ts';
import { shredFile, stampFile, type FileStamp } from '../files/shred.ts';
import { readApiKey, type ApiKey } from '../service/api-key.ts';
import { failure } from '../wording/failure.ts';
import type { KeySlots } from './key-slots.ts';

export interface KeyFilesOptions {
  readonly files: Files;
  readonly slots: Pick<KeySlots, 'fingerprint' | 'hold'>;
}

interface Chosen {
  readonly path: string;
  /** Null for a file that can't be told from another, such as a link. */
  readonly stamp: FileStamp | null;
  /** Null once it was staged. */
  readonly key: ApiKey | null;
  readonly release: () => void;
}

export class KeyFiles {
  readonly #options: KeyFilesOptions;
  readonly #chosen = new Map<string, Chosen>();
  #drops = 0;

  constructor(options: KeyFilesOptions) {
    this.#options = options;
  }

  /** Null when the person chose none. Fails with `invalid-input`, without a word of what is in the file. */
  async choose(): Promise<Result<KeyFile | null>> {
    const { files, slots } = this.#options;
    const drops = this.#drops;
    const chosen = await files.choose('key');
    if (chosen === null) return ok(null);
    if (!chosen.ok)
      return fail(failure('invalid-input', { message: chosen.error, nextStep: CHOOSE_ANOTHER }));
    const { path, name, text } = chosen.value;
    const key = readApiKey(text);
    if (!key.ok) return fail(noKey(text, key.error));
    const stamp = await stampFile(path, text);
    // The dialog may have been open while Easel was locked.
    if (drops !== this.#drops) return fail(failure('locked'));
    const fileId = randomUUID();
    this.#chosen.set(fileId, { path, stamp, key: key.value, release: slots.hold(key.value) });
    return ok({ fileId, fileName: name, fingerprint: slots.fingerprint(key.value) });
  }

  keyOf(fileId: string): ApiKey | null {
    return this.#chosen.get(fileId)?.key ?? null;
  }

  /** The key is kept elsewhere now; the file can still be shredded. */
  used(fileId: string): void {
    const chosen = this.#chosen.get(fileId);
    if (chosen === undefined) return;
    chosen.release();
    this.#chosen.set(fileId, { ...chosen, key: null });
  }

  async shred(fileId: string): Promise<Result<null>> {
    const chosen = this.#chosen.get(fileId);
    if (chosen === undefined) return fail(notShredded('Easel closed this file when it was locked.'));
    if (chosen.stamp === null) return fail(notShredded('The file is a link, or it has changed.'));
    const shredded = await shredFile(chosen.path, chosen.stamp);
    if (!shredded.ok) return fail(notShredded(shredded.error));
    chosen.release();
    this.#chosen.delete(fileId);
    return ok(null);
  }

  drop(): void {
    this.#drops += 1;
    for (const { release } of this.#chosen.values()) release();
    this.#chosen.clear();
  }
}

const CHOOSE_ANOTHER = 'Choose a file that contains only the key.';

function noKey(text: string, why: string): ReturnType<typeof failure> {
  const message =
    text.trim() === '' ? 'This file is empty.' : `This file must contain only an API key. ${why}`;
  return failure('invalid-input', { message, nextStep: CHOOSE_ANOTHER });
}

function notShredded(message: string): ReturnType<typeof failure> {
  return failure('storage', { message, nextStep: 'Delete the file yourself.', retryable: false });
}
