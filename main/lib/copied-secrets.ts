/**
 * Clears copied tokens and join links from the clipboard after a delay, unless the clipboard contains other text by
 * that time. Keeps only a hash of the secret.
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
  /** Hash of the secret that will be cleared; null without a secret. */
  #hash: string | null = null;
  #stopWaiting = (): void => undefined;

  constructor(options: CopiedSecretsOptions) {
    this.#options = options;
  }

  /** Copies text that is not secret and cancels a pending clear. */
  readonly copyText: CopyText = async (text) => {
    const copied = await this.#options.clipboard.write(text);
    if (copied.ok) this.#keepNothing();
    return copied;
  };

  /** Copies a secret, marks it as a secret for the operating system, and schedules its clearing. */
  readonly copySecret: CopyText = async (text) => {
    const { clipboard, preferences, after, now, onChange } = this.#options;
    const copied = await clipboard.writeSecret(text);
    if (!copied.ok) return copied;
    this.#stopWaiting();
    // Set before any await, because Easel may be quitting.
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

  /** Clears the clipboard if it still contains the secret. */
  async clear(): Promise<Result<null>> {
    const hash = this.#hash;
    if (hash === null) return ok(null);
    this.#forget();
    const { clipboard, onChange } = this.#options;
    const isThere = await clipboard.read().then(
      (text) => hashOf(text) === hash,
      // An unreadable clipboard may contain the secret.
      () => true,
    );
    if (isThere) await clipboard.clear();
    onChange({ clearsAt: null, cleared: isThere });
    return ok(null);
  }

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
