/**
 * Decides whether Easel's page or a room receives keyboard input. A room receives it after a click in the room, F6 or
 * the room's button. Focus alone does not count, because a room's script can take the focus unnoticed. Only keys and
 * clicks that main has seen count. Input methods can type without key events, so the page also takes the focus back.
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
  /** True if the room is open, Easel is not locked, and the room's input is allowed. */
  readonly mayHave: (previewId: string) => boolean;
  /** Called when the page takes the focus. `step`: panes to move from the room; 0 restores the last focus. */
  readonly onTaken: (previewId: string, step: -1 | 0 | 1) => void;
  readonly now: () => number;
}

const ENTER_KEYS: ReadonlySet<string> = new Set(['F6', 'Enter', ' ']);
/** Time in ms after F6, Enter, Space or a click in which the page may give a room the keyboard. */
const ENTERING_MS = 1000;
/** How long a room may read the clipboard after the user clicks or types in it, in ms. */
export const PRESS_LASTS_MS = 5000;

export class RoomKeyboard {
  readonly #options: RoomKeyboardOptions;
  #holder: string | null = null;
  /** Time of the last key or click that permits entering a room. Null after it was used. */
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

  /** F6 leaves the room at once. Escape leaves it after the room has handled the key. */
  keyInRoom(previewId: string, key: Key): boolean {
    const isDown = key.type === 'keyDown';
    const isIn = this.#holder === previewId && this.#options.mayHave(previewId);
    if (!isIn || isLeaving(key)) {
      if (this.#holder === previewId) this.#holder = null;
      if (isDown) this.#options.onTaken(previewId, !isIn ? 0 : key.shift ? -1 : 1);
      return false;
    }
    if (isDown && key.key === 'Escape') {
      this.#holder = null;
      this.#options.onTaken(previewId, 0);
    } else if (isDown) this.#pressedAt.set(previewId, this.#options.now());
    return true;
  }

  /** Gives a room the keyboard after a press in this room. Returns false if the room may not have it. */
  pressInRoom(previewId: string): boolean {
    if (!this.#options.mayHave(previewId)) return false;
    this.#holder = previewId;
    this.#pressedAt.set(previewId, this.#options.now());
    return true;
  }

  /** True if the room may receive mouse events. Moves count too, because other participants see the pointer. */
  mouseInRoom(previewId: string): boolean {
    return this.#options.mayHave(previewId);
  }

  /** `entering`: the user pressed F6 or the room's button. Main must have seen this press. A press is valid once. */
  ask(previewId: string | null, entering: boolean): boolean {
    if (previewId === null) this.#holder = null;
    if (previewId === null || !this.#options.mayHave(previewId)) return previewId === null;
    if (entering && isWithin(ENTERING_MS, this.#enterAt, this.#options.now())) this.#holder = previewId;
    if (entering) this.#enterAt = null;
    return this.#holder === previewId;
  }

  isPressed(previewId: string): boolean {
    return isWithin(PRESS_LASTS_MS, this.#pressedAt.get(previewId) ?? null, this.#options.now());
  }

  ended(previewId: string): void {
    this.#pressedAt.delete(previewId);
    if (this.#holder === previewId) this.#holder = null;
  }
}

function isLeaving({ type, key, control, alt, meta }: Key): boolean {
  return type === 'keyDown' && key === 'F6' && !control && !alt && !meta;
}

/** True if `since` is at most `ms` ago. False if the clock was set back. */
function isWithin(ms: number, since: number | null, now: number): boolean {
  return since !== null && now >= since && now - since <= ms;
}
