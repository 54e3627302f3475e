/** Options and result of `compose`. */
import type { Preferences } from '../preload/contract/app.ts';
import type { Result } from '../preload/contract/failure.ts';
import type { DroppedFiles } from './lib/files/dropped-file.ts';
import type { Files, SavePdf, SavePicture, SystemClipboard } from './lib/files/files.ts';
import type { Confirm } from './ipc/consent.ts';
import type { Dispatch, Publish } from './ipc/dispatch.ts';
import type { Keychain } from './connections/keychain/keychain.ts';
import type { Presence } from './ipc/lock/lock.ts';
import type { Log } from './lib/log/log.ts';
import type { Policy } from './ipc/policy/policy.ts';
import type { Previews } from './previews/previews.ts';
import type { AppOptions } from './app/open.ts';

export interface ComposeOptions extends AppOptions {
  /** Entry file of a worker thread. */
  readonly workerOf: (thread: 'store' | 'mirror' | 'practice') => URL;
  /** The built renderer, which contains the room's page for the practice service. */
  readonly rendererFolder: string;
  readonly log: Log;
  readonly publish: Publish;
  readonly clipboard: SystemClipboard;
  /** Chromium's proxy for an address: "DIRECT; PROXY host:port". */
  readonly resolveProxy: (address: string) => Promise<string>;
  readonly files: Files;
  /** By default the user cancels. */
  readonly savePdf?: SavePdf;
  readonly savePicture?: SavePicture;
  readonly confirm: Confirm;
  readonly presence: Presence;
  /** Notifies the user of a finished job, without names. */
  readonly announce?: (sentence: string) => void;
  /** Called with the theme preference at start and after each change. */
  readonly onTheme?: (theme: Preferences['theme']) => void;
  /** Replaces the system's keychain. */
  readonly keychain?: Keychain;
}

export interface Services {
  readonly dispatch: Dispatch;
  readonly previews: Previews;
  /** The user chose an item of a menu or a notification. */
  readonly pressed: () => void;
  /** Fails with `refused` if Easel could not be unlocked again. */
  readonly lockNow: () => Promise<Result<unknown>>;
  readonly dropped: DroppedFiles;
  /** The jobs that closing would interrupt, as text; empty for none. */
  readonly unfinished: () => string;
  readonly policy: Policy;
  /** The page's process ended, and its page is reloaded. */
  readonly pageCrashed: (reason: string) => void;
  readonly close: () => Promise<void>;
  /** True if a keychain call hangs and would block an orderly exit. */
  readonly isHeldUp: () => boolean;
}
