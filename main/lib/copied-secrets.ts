/** Clears copied tokens and join links from the clipboard after a delay. Keeps only a hash of the copied secret. */
import { createHash } from 'node:crypto';
import type { Preferences } from '../../preload/contract/app.ts';
import type { Events } from '../../preload/contract/events.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { Clock } from './clock.ts';
import type { CopyText, SystemClipboard } from './files/files.ts';

export interface CopiedSecretsOptions extends Clock {
  readonly clipboard: SystemClipboard;
  readonly preferences: () => Promise<Pick<Preferences, 'clearClipboard'>>;
  readonly onChange: (state: Events['clipboard.changed']) => void;
}

type AboutSecret = Pick<Events['clipboard.changed'], 'what'>;

export class CopiedSecrets {
  readonly #options: CopiedSecretsOptions;
  #hash: string | null = null;
  #about: AboutSecret = {};
  #stopWaiting = (): void => undefined;

  constructor(options: CopiedSecretsOptions) {
    this.#options = options;
  }

  readonly copyText: CopyText = async (text) => {
    const copied = await this.#options.clipboard.write(text);
    if (copied.ok) this.#keepNothing();
    return copied;
  };

  readonly copySecret = async (text: string, about: AboutSecret = {}): Promise<Result<null>> => {
    const { clipboard, preferences, after, now, onChange } = this.#options;
    const copied = await clipboard.writeSecret(text);
    if (!copied.ok) return copied;
    this.#stopWaiting();
    // The hash is stored before the next await, so that Easel can clear the clipboard even while quitting.
    this.#hash = hashOf(text);
    this.#about = about;
    const { clearClipboard: seconds } = await preferences();
    if (seconds === null) {
      this.#keepNothing();
      return copied;
    }
    this.#stopWaiting = after(seconds * 1000, () => void this.clear());
    onChange({ clearsAt: now() + seconds * 1000, cleared: false, ...about });
    return copied;
  };

  async clear(): Promise<Result<null>> {
    const hash = this.#hash;
    if (hash === null) return ok(null);
    this.#forget();
    const { clipboard, onChange } = this.#options;
    const isThere = await clipboard.read().then(
      (text) => hashOf(text) === hash,
      // If the clipboard can't be read, Easel clears it, because it may still contain the copied secret.
      () => true,
    );
    if (isThere) await clipboard.clear();
    onChange({ clearsAt: null, cleared: isThere, ...this.#about });
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
