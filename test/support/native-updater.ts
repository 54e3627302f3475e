/** A stand-in for Electron's autoUpdater (Squirrel.Mac), for electron-updater too, which loads Electron by `require`. */
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

interface Feed {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

class NativeUpdater extends EventEmitter {
  /** What it says of the signature of what it got; null for nothing against it. */
  refusal: string | null = null;
  /** What it got. */
  received: Buffer | null = null;
  installed = false;
  #feed: Feed | null = null;

  setFeedURL(feed: Feed): void {
    this.#feed = feed;
  }

  /** As Squirrel does: asks the feed where the file is, and gets it. */
  checkForUpdates(): void {
    this.#fetch().then(
      () => {
        if (this.refusal === null) this.emit('update-downloaded');
        else this.emit('error', new Error(this.refusal));
      },
      (error: unknown) => this.emit('error', error),
    );
  }

  async #fetch(): Promise<void> {
    const { url, headers = {} } = this.#feed ?? { url: '' };
    const { url: file } = (await (await fetch(url, { headers })).json()) as { url: string };
    this.received = Buffer.from(await (await fetch(file)).arrayBuffer());
  }

  quitAndInstall(): void {
    this.installed = true;
  }

  startOver(): void {
    this.removeAllListeners();
    Object.assign(this, { refusal: null, received: null, installed: false });
  }
}

export const autoUpdater = new NativeUpdater();

/** From now on `require('electron')` gives this stand-in. */
export function provideByRequire(): void {
  const require = createRequire(import.meta.url);
  const filename = require.resolve('electron');
  const module = {
    exports: { autoUpdater },
    id: filename,
    filename,
    loaded: true,
  } as unknown as NodeJS.Module;
  require.cache[filename] = module;
}
