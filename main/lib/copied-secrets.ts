/**
 * Access tokens and join links that were copied: they leave the clipboard after a while, if they are still there. What was
 * copied is remembered as a hash alone.
 */
import { createHash } from 'node:crypto';
import type { Preferences } from '../../preload/contract/app.ts';
import type { Events } from '../../preload/contract/events.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { Clock } from './clock.ts';
import type { CopyText, SystemClipboard } from './files/files.ts';

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
  readonly copyText: CopyText = async (text) => {
    const copied = await this.#options.clipboard.write(text);
    if (copied.ok) this.#keepNothing();
    return copied;
  };

  /** Copies a secret, marks it as one for the system, and clears it after the time that the person has chosen. */
  readonly copySecret: CopyText = async (text) => {
    const { clipboard, preferences, after, now, onChange } = this.#options;
    const copied = await clipboard.writeSecret(text);
    if (!copied.ok) return copied;
    this.#stopWaiting();
    // Before anything is waited for: Easel may be quitting.
    this.#hash = hashOf(text);
    const read = await preferences();
    const seconds = read.ok ? read.value.clearClipboard : null;
    if (seconds === null) {
      this.#keepNothing();
      return copied;
    }
    this.#stopWaiting = after(seconds * 1000, () => void this.clear());
    onChange({ clearsAt: now() + seconds * 1000, cleared: false });
    return copied;
  };

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

  /** Nothing is to leave the clipboard any more. */
  #keepNothing(): void {
    if (this.#hash === null) return;
    this.#forget();
    this.#options.onChange({ clearsAt: null, cleared: false });
  }

  #forget(): void {
    this.#stopWaiting();
    this.#hash = null;
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');
