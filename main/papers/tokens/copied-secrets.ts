/**
 * Access tokens and join links that were copied: they leave the clipboard after a while, if they are still there. What was
 * copied is remembered as a hash alone.
 */
import { createHash } from 'node:crypto';
import type { Preferences } from '../../../preload/contract/app.ts';
import type { Events } from '../../../preload/contract/events.ts';
import { ok, type Result } from '../../../preload/contract/failure.ts';
import type { Clock } from '../../lib/clock.ts';
import type { CopyText, SystemClipboard } from '../../lib/files/files.ts';

export interface CopiedSecretsOptions extends Clock {
  readonly clipboard: SystemClipboard;
  readonly preferences: () => Promise<Result<Pick<Preferences, 'clearClipboard'>>>;
  readonly onChange: (state: Events['clipboard.changed']) => void;
}

export class CopiedSecrets {
  readonly #options: CopiedSecretsOptions;
  /** Of what is to leave the clipboard; null for nothing. */
  #hash: string | null = null;
  #stopWaiting = (): void => undefined;

  constructor(options: CopiedSecretsOptions) {
    this.#options = options;
  }

  /** Copies what is no secret; an earlier secret is gone with it. */
  readonly copyText: CopyText = (text) =>
    this.#copy(
      () => this.#options.clipboard.write(text),
      text,
      () => Promise.resolve(null),
    );

  /** Copies a secret, marks it as one for the system, and clears it after the time that the person has chosen. */
  readonly copySecret: CopyText = (text) =>
    this.#copy(
      () => this.#options.clipboard.writeSecret(text),
      text,
      async () => {
        const read = await this.#options.preferences();
        return read.ok ? read.value.clearClipboard : null;
      },
    );

  /** Clears the clipboard if the secret is still there. For a person, for the end of the time, and for quitting. */
  async clear(): Promise<Result<null>> {
    const hash = this.#hash;
    if (hash === null) return ok(null);
    this.#forget();
    const { clipboard, onChange } = this.#options;
    const isThere = await clipboard.read().then(
      (text) => hashOf(text) === hash,
      // What can't be read may be it: rather too much is cleared than too little.
      () => true,
    );
    if (isThere) await clipboard.clear();
    onChange({ clearsAt: null, cleared: isThere });
    return ok(null);
  }

  async #copy(
    write: () => Promise<Result<null>>,
    text: string,
    seconds: () => Promise<number | null>,
  ): Promise<Result<null>> {
    const { after, now, onChange } = this.#options;
    const copied = await write();
    if (!copied.ok) return copied;
    const had = this.#hash !== null;
    this.#forget();
    // Before anything is waited for: Easel may be quitting.
    this.#hash = hashOf(text);
    const wait = await seconds();
    if (wait === null) {
      this.#forget();
      if (had) onChange({ clearsAt: null, cleared: false });
      return copied;
    }
    this.#stopWaiting = after(wait * 1000, () => void this.clear());
    onChange({ clearsAt: now() + wait * 1000, cleared: false });
    return copied;
  }

  #forget(): void {
    this.#stopWaiting();
    this.#hash = null;
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');
