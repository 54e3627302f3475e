import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { AppPackage } from './arguments.ts';
import { shellEvent } from './events.ts';
import { processMetrics, type ProcessMetric } from './processes.ts';
import type { BrowserWindow } from './browser-window.ts';

const configuration = process.env['XDG_CONFIG_HOME'] ?? path.join(os.homedir(), '.config');

export type AppHost = {
  readonly windows: () => readonly BrowserWindow[];
  readonly exit: (code: number) => void;
};

class CommandLine {
  readonly switches = new Map<string, string>();

  appendSwitch(name: string, value = ''): void {
    this.switches.set(name.toLowerCase(), value);
  }
}

class App extends EventEmitter {
  readonly commandLine = new CommandLine();
  readonly isPackaged = false;
  #package: AppPackage = { main: '', name: 'Electron', version: '0.0.0' };
  #userData: string | undefined;
  #ready = Promise.withResolvers<void>();
  #isReady = false;
  #host: AppHost | undefined;
  #quitting = false;
  #exiting = false;

  enableSandbox(): void {}
  whenReady(): Promise<void> {
    return this.#ready.promise;
  }
  isReady(): boolean {
    return this.#isReady;
  }
  getName(): string {
    return this.#package.name;
  }
  getVersion(): string {
    return this.#package.version;
  }
  getAppMetrics(): readonly ProcessMetric[] {
    return processMetrics(process.pid);
  }

  getPath(name: string): string {
    if (name !== 'userData') throw new Error(`Failed to get '${name}' path`);
    return this.#userData ?? path.join(configuration, this.getName());
  }

  // Always grants the single-instance lock, because each shell process has its own user data folder.
  requestSingleInstanceLock(): boolean {
    return true;
  }

  /** Quits like Electron. The app can prevent every step except the last one. */
  quit(): void {
    if (this.#quitting || this.#exiting) return;
    const event = shellEvent();
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.#quitting = true;
    void this.#closeAllAndExit();
  }

  /** As in Electron, the app's windows cannot prevent `exit`. */
  exit(code = 0): void {
    if (this.#exiting) return;
    this.#exiting = true;
    for (const window of this.#host?.windows() ?? []) window.destroy();
    this.emit('quit', shellEvent(), code);
    this.#host?.exit(code);
  }

  async #closeAllAndExit(): Promise<void> {
    const closed = await Promise.all((this.#host?.windows() ?? []).map((window) => window.closeAndWait()));
    if (!closed.every(Boolean)) {
      this.#quitting = false;
      return;
    }
    const event = shellEvent();
    this.emit('will-quit', event);
    if (event.defaultPrevented) {
      this.#quitting = false;
      return;
    }
    this.#exiting = true;
    this.emit('quit', shellEvent(), 0);
    this.#host?.exit(typeof process.exitCode === 'number' ? process.exitCode : 0);
  }

  describe(description: AppPackage, switches: ReadonlyMap<string, string>): void {
    this.#package = description;
    for (const [name, value] of switches) this.commandLine.switches.set(name, value);
    const folder = switches.get('user-data-dir');
    if (folder) this.#userData = path.resolve(folder);
  }

  connect(host: AppHost): void {
    this.#host = host;
  }

  /** Emits `ready` with `this.emit`, because Playwright's loader replaces this method to delay the event. */
  announceReady(): void {
    mkdirSync(this.getPath('userData'), { recursive: true });
    this.#isReady = true;
    this.emit('ready', {}, {});
    this.#ready.resolve();
  }

  /** Quits after the last window has closed, unless the app handles `window-all-closed` or is already quitting. */
  windowClosed(remaining: number): void {
    if (remaining > 0 || this.#quitting || this.#exiting) return;
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
    else this.quit();
  }
}

export const app = new App();
export type { App };
