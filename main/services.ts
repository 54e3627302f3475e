/** All of main behind the border: what it is composed of from outside, and what it is to who starts it. */
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

/** Diagnostics know nothing of the system, and save nothing, by default. */
export interface ComposeOptions extends AppOptions {
  /** Where the build put the entry file of a worker thread. */
  readonly workerOf: (thread: 'store' | 'mirror' | 'practice') => URL;
  /** The built renderer: the practice service serves the room's page from it. */
  readonly rendererFolder: string;
  readonly log: Log;
  readonly publish: Publish;
  readonly clipboard: SystemClipboard;
  /** How the system's settings route an address, as Chromium answers it: "DIRECT; PROXY host:port". */
  readonly resolveProxy: (address: string) => Promise<string>;
  readonly files: Files;
  /** By default the person chooses no place. */
  readonly savePdf?: SavePdf;
  readonly savePicture?: SavePicture;
  /** Asks the person in a dialog of main's own. */
  readonly confirm: Confirm;
  readonly presence: Presence;
  /** Notifies a person that a long job has ended, in a sentence without names; by default does nothing. */
  readonly announce?: (sentence: string) => void;
  /** The person has chosen how the window looks, now or earlier. */
  readonly onTheme?: (theme: Preferences['theme']) => void;
  /** In place of the system's. */
  readonly keychain?: Keychain;
}

export interface Services {
  readonly dispatch: Dispatch;
  readonly previews: Previews;
  /** A person has chosen something in a menu or a notice of main's. */
  readonly pressed: () => void;
  /** Locks, as the menu does without the page. Fails with `refused` while Easel could not be unlocked again. */
  readonly lockNow: () => Promise<Result<unknown>>;
  readonly dropped: DroppedFiles;
  /** What closing Easel now would mean for its jobs; empty when none runs or is held. */
  readonly unfinished: () => string;
  readonly policy: Policy;
  /** The page's process is gone, and its page is loaded anew: what it is told then. */
  readonly pageCrashed: (reason: string) => void;
  /** Ends everything that main holds open, before the program ends. */
  readonly close: () => Promise<void>;
  /** A call to the keychain has not come to its end: an orderly end of the process would wait for it. */
  readonly isHeldUp: () => boolean;
}
