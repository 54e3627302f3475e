/** Clears copied tokens and join links from the clipboard after a delay. Keeps only a hash of the copied secret. */
import { createHash } from 'node:crypto';
import type { Preferences } from '../../preload/contract/app.ts';
import type { Events } from '../../preload/contract/events.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { Clock } from './clock.ts';
import type { SystemClipboard } from './files/files.ts';

const DEFAULT_SECONDS = 60;
/** Time in ms between attempts to clear the clipboard while another program blocks it. */
const RETRY_MS = 5000;

export interface CopiedSecretsOptions extends Clock {
  readonly clipboard: SystemClipboard;
  readonly preferences: () => Promise<Pick<Preferences, 'clearClipboard'>>;
  readonly onChange: (state: Events['clipboard.changed']) => void;
}

type AboutSecret = Pick<Events['clipboard.changed'], 'what'>;

export type CopiedSecrets = ReturnType<typeof openCopiedSecrets>;

export function openCopiedSecrets({ clipboard, preferences, onChange, now, after }: CopiedSecretsOptions) {
  let copiedHash: string | null = null;
  let lastAbout: AboutSecret = {};
  let stopWaiting = (): void => undefined;

  async function copyText(text: string): Promise<Result<null>> {
    const copied = await clipboard.write(text);
    if (copied.ok) keepNothing();
    return copied;
  }

  async function copySecret(text: string, about: AboutSecret = {}): Promise<Result<null>> {
    const copied = await clipboard.writeSecret(text);
    if (!copied.ok) return copied;
    stopWaiting();
    // Stores the hash before reading preferences, so that `clear` can remove the secret if Easel quits meanwhile.
    copiedHash = hashOf(text);
    lastAbout = about;
    // If the preferences are unreadable, uses the default delay. Otherwise the secret would stay in the clipboard.
    const { clearClipboard: seconds } = await preferences().catch(() => ({
      clearClipboard: DEFAULT_SECONDS,
    }));
    if (seconds === null) {
      keepNothing();
      return copied;
    }
    stopWaiting = after(seconds * 1000, () => void clear());
    onChange({ clearsAt: now() + seconds * 1000, cleared: false, ...about });
    return copied;
  }

  async function clear(): Promise<Result<null>> {
    const hash = copiedHash;
    if (hash === null) return ok(null);
    stopWaiting();
    const wasThere = await mayContain(hash);
    if (wasThere) await clipboard.clear().catch(() => undefined);
    const isLeft = wasThere && (await mayContain(hash));
    // If the user copied a newer secret meanwhile, the timer of that secret will clear the clipboard.
    if (copiedHash !== hash) return ok(null);
    if (isLeft) stopWaiting = after(RETRY_MS, () => void clear());
    else forget();
    onChange({ clearsAt: isLeft ? now() + RETRY_MS : null, cleared: wasThere && !isLeft, ...lastAbout });
    return ok(null);
  }

  /** True if the clipboard contains the secret, or can't be read because another program blocks it. */
  function mayContain(hash: string): Promise<boolean> {
    return clipboard.read().then(
      (text) => hashOf(text) === hash,
      () => true,
    );
  }

  function keepNothing(): void {
    if (copiedHash === null) return;
    forget();
    onChange({ clearsAt: null, cleared: false });
  }

  function forget(): void {
    stopWaiting();
    copiedHash = null;
  }

  return { copyText, copySecret, clear };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');
