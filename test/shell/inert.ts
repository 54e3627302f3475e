/**
 * What the app may call without any effect: nothing of it can be seen, or heard, under the shell.
 */
import { EventEmitter } from 'node:events';

export class InertApp extends EventEmitter {
  enableSandbox(): void {}
  getGPUFeatureStatus(): Readonly<Record<string, string>> {
    return {};
  }
}

export class InertWebContents extends EventEmitter {
  #audioMuted = false;

  setAudioMuted(muted: boolean): void {
    this.#audioMuted = muted;
  }
  isAudioMuted(): boolean {
    return this.#audioMuted;
  }
}
