/**
 * Decides whether Easel's page or an open room receives keyboard input. A room receives input after a click in the
 * room, F6, or a click on the room's button. Focus alone is not enough, because a script can focus an element.
 * Otherwise Easel's page moves the focus out of the room, because input methods insert text without key events.
 */

export interface Key {
  readonly type: string;
  readonly key: string;
  readonly shift: boolean;
  readonly control: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
}

export interface RoomKeyboardOptions {
  readonly mayHave: (previewId: string) => boolean;
  /** Moves the focus from a room to Easel's page. `step` 1: next pane; -1: previous pane; 0: last focused element. */
  readonly onTaken: (previewId: string, step: -1 | 0 | 1) => void;
  readonly onLeave: () => void;
  readonly now: () => number;
}

const ENTER_KEYS: ReadonlySet<string> = new Set(['F6', 'Enter', ' ']);
/** Time in ms after a click or key press during which Easel's page can send further key presses to a room. */
const ENTERING_MS = 1000;
/** Time in ms after a click or key press in a room during which this room may read the clipboard. */
export const PRESS_LASTS_MS = 5000;

export class RoomKeyboard {
  readonly #options: RoomKeyboardOptions;
  #holder: string | null = null;
  /** Time of the last click, F6, Enter or Space in Easel's page. Null once the page has used it to enter a room. */
  #enterAt: number | null = null;
  readonly #pressedAt = new Map<string, number>();

  constructor(options: RoomKeyboardOptions) {
    this.#options = options;
  }

  keyInPage(key: Key): void {
    if (key.type !== 'keyDown') return;
    this.#holder = null;
    if (ENTER_KEYS.has(key.key)) this.#enterAt = this.#options.now();
  }

  pressInPage(): void {
    this.#holder = null;
    this.#enterAt = this.#options.now();
  }

  /** True if the room receives this key press. Escape and F6 return to Easel; only Escape is sent to the room first. */
  keyInRoom(previewId: string, key: Key): boolean {
    const isDown = key.type === 'keyDown';
    const isIn = this.#holder === previewId && this.#options.mayHave(previewId);
    const isLeaving = isDown && key.key === 'F6' && !key.control && !key.alt && !key.meta;
    if (!isIn || isLeaving) {
      if (this.#holder === previewId) this.#holder = null;
      if (isDown) this.#options.onTaken(previewId, !isIn ? 0 : key.shift ? -1 : 1);
      return false;
    }
    // Handles Command+W as "leave this room", because macOS would close the whole window.
    if (isDown && key.meta && key.key === 'w') {
      this.#holder = null;
      this.#options.onTaken(previewId, 0);
      this.#options.onLeave();
      return false;
    }
    if (isDown && key.key === 'Escape') {
      this.#holder = null;
      this.#options.onTaken(previewId, 0);
    } else if (isDown) this.#pressedAt.set(previewId, this.#options.now());
    return true;
  }

  /** Sends further key presses to the clicked room. Returns false if the room may not receive input. */
  pressInRoom(previewId: string): boolean {
    if (!this.#options.mayHave(previewId)) return false;
    this.#holder = previewId;
    this.#pressedAt.set(previewId, this.#options.now());
    return true;
  }

  /** True if a room may receive mouse events. If not, even moves are blocked, because other people see the pointer. */
  mouseInRoom(previewId: string): boolean {
    return this.#options.mayHave(previewId);
  }

  /** Returns true if the room receives key presses. `entering`: lets it receive them if the user just acted. */
  ask(previewId: string | null, entering: boolean): boolean {
    if (previewId === null) this.#holder = null;
    if (previewId === null || !this.#options.mayHave(previewId)) return previewId === null;
    if (entering && isWithin(ENTERING_MS, this.#enterAt, this.#options.now())) this.#holder = previewId;
    if (entering) this.#enterAt = null;
    return this.#holder === previewId;
  }

  /** True if the user's key presses currently go to a room. */
  isInUse(): boolean {
    return this.#holder !== null && this.#options.mayHave(this.#holder);
  }

  isPressed(previewId: string): boolean {
    return isWithin(PRESS_LASTS_MS, this.#pressedAt.get(previewId) ?? null, this.#options.now());
  }

  ended(previewId: string): void {
    this.#pressedAt.delete(previewId);
    if (this.#holder === previewId) this.#holder = null;
  }
}

function isWithin(ms: number, since: number | null, now: number): boolean {
  return since !== null && now >= since && now - since <= ms;
}
