/**
 * `webContents.mainFrame`.
 */
import { originOf } from './alias.ts';
import type { WebContents } from './web-contents.ts';

/** The main frame of a web contents: one object for its whole life, so `event.senderFrame` can be compared with it. */
export class MainFrame {
  readonly parent = null;
  readonly frames: readonly never[] = [];
  readonly routingId = 1;
  readonly detached = false;
  readonly name = '';
  readonly #contents: WebContents;

  constructor(contents: WebContents) {
    this.#contents = contents;
  }
  get top(): this {
    return this;
  }
  get url(): string {
    return this.#contents.getURL();
  }
  get origin(): string {
    return originOf(this.#contents.getURL());
  }
  get processId(): number {
    return this.#contents.id;
  }
  isDestroyed(): boolean {
    return this.#contents.isDestroyed();
  }
  executeJavaScript(code: string, userGesture?: boolean): Promise<unknown> {
    return this.#contents.executeJavaScript(code, userGesture);
  }
  send(channel: string, ...args: readonly unknown[]): void {
    this.#contents.send(channel, ...args);
  }
  reload(): boolean {
    this.#contents.reload();
    return true;
  }
}
