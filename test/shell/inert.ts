/**
 * What the app may call without any effect: nothing of it can be seen, or heard, under the shell.
 */
import { EventEmitter } from 'node:events';

export class InertApp extends EventEmitter {
  enableSandbox(): void {}
  disableHardwareAcceleration(): void {}
  setDesktopName(): void {}
  setAboutPanelOptions(): void {}
  showAboutPanel(): void {}
  addRecentDocument(): void {}
  clearRecentDocuments(): void {}
  setAsDefaultProtocolClient(): boolean {
    return false;
  }
  removeAsDefaultProtocolClient(): boolean {
    return false;
  }
  isDefaultProtocolClient(): boolean {
    return false;
  }
  setLoginItemSettings(): void {}
  setSecureKeyboardEntryEnabled(): void {}
  isAccessibilitySupportEnabled(): boolean {
    return false;
  }
  setBadgeCount(): boolean {
    return false;
  }
  getBadgeCount(): number {
    return 0;
  }
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
  removeMenu(): void {}
  setMenuBarVisibility(): void {}
  setAutoHideMenuBar(): void {}
  setIcon(): void {}
  setProgressBar(): void {}
  flashFrame(): void {}
  setContentProtection(): void {}
  setTitleBarOverlay(): void {}
  setRepresentedFilename(): void {}
  setDocumentEdited(): void {}
  setAlwaysOnTop(): void {}
  moveTop(): void {}
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

  isCrashed(): boolean {
    return false;
  }
  setAudioMuted(muted: boolean): void {
    this.#audioMuted = muted;
  }
  isAudioMuted(): boolean {
    return this.#audioMuted;
  }
  openDevTools(): void {}
  closeDevTools(): void {}
  isDevToolsOpened(): boolean {
    return false;
  }
  toggleDevTools(): void {}
  setIgnoreMenuShortcuts(): void {}
  setBackgroundThrottling(): void {}
  setVisualZoomLevelLimits(): Promise<void> {
    return Promise.resolve();
  }
  setZoomFactor(): void {}
  getZoomFactor(): number {
    return 1;
  }
  setZoomLevel(): void {}
  getZoomLevel(): number {
    return 0;
  }
  replaceMisspelling(): void {}
}
