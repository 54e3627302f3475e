/**
 * `app.commandLine`: what was given, and what the app and Playwright add before Chromium starts.
 */
export class CommandLine {
  readonly switches = new Map<string, string>();
  #sealed = false;

  appendSwitch(name: string, value = ''): void {
    if (this.#sealed)
      process.stderr.write(`Chromium shell: --${name} came after Chromium's start and is lost.\n`);
    this.switches.set(name.toLowerCase(), value);
  }
  hasSwitch(name: string): boolean {
    return this.switches.has(name.toLowerCase());
  }
  getSwitchValue(name: string): string {
    return this.switches.get(name.toLowerCase()) ?? '';
  }
  /** Chromium has been started: what comes now is too late. */
  seal(): void {
    this.#sealed = true;
  }
}
