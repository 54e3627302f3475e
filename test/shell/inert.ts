/**
 * What the app may call without any effect: nothing of it can be seen, or heard, under the shell.
 */
import { EventEmitter } from 'node:events';

export class InertApp extends EventEmitter {
  enableSandbox(): void {}
  getGPUFeatureStatus(): Readonly<Record<string, string>> {
    return {};
  }
  hide(): void {}
  show(): void {}
  relaunch(): void {}
}

export class InertWindow extends EventEmitter {
  setBackgroundColor(): void {}
  setMenu(): void {}
  setProgressBar(): void {}
  center(): void {}
  blur(): void {}
}

export class InertWebContents extends EventEmitter {
  readonly navigationHistory = {
    clear: (): void => {},
    canGoBack: (): boolean => false,
    canGoForward: (): boolean => false,
    length: (): number => 1,
    getActiveIndex: (): number => 0,
    goBack: (): void => {},
    goForward: (): void => {},
  };
  #audioMuted = false;

  setAudioMuted(muted: boolean): void {
    this.#audioMuted = muted;
  }
  isAudioMuted(): boolean {
    return this.#audioMuted;
  }
  openDevTools(): void {}
  closeDevTools(): void {}
  setVisualZoomLevelLimits(): Promise<void> {
    return Promise.resolve();
  }
  setZoomFactor(): void {}
  getZoomFactor(): number {
    return 1;
  }
}
