/**
 * `webContents.mainFrame`.
 */
import { originOf } from './alias.ts';
import type { WebContents } from './web-contents.ts';

/** The main frame of a web contents: one object for its whole life, so `event.senderFrame` can be compared with it. */
export class MainFrame {
  readonly parent = null;
  readonly #contents: WebContents;

  constructor(contents: WebContents) {
    this.#contents = contents;
  }
  get url(): string {
    return this.#contents.getURL();
  }
  get origin(): string {
    return originOf(this.#contents.getURL());
  }
}
