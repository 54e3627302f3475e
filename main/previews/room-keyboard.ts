/**
 * Decides if Easel's page or an open room receives keyboard input. A room receives it after a click in the room, after
 * F6, or after the room's button. Focus does not count, because a room's script can take the focus. Input methods can
 * type without key events, so Easel's page also reclaims the focus.
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
  /** True if the room is open, Easel is not locked, and input in the room is allowed. */
  readonly mayHave: (previewId: string) => boolean;
  /** Called if Easel's page must get the focus: `step` 1: next pane, -1: previous pane, 0: last element. */
  readonly onTaken: (previewId: string, step: -1 | 0 | 1) => void;
  readonly now: () => number;
}

const ENTER_KEYS: ReadonlySet<string> = new Set(['F6', 'Enter', ' ']);
/** Time in ms after a click, F6, Enter or Space in which Easel's page may give a room the keyboard. */
const ENTERING_MS = 1000;
/** Time in ms for which a room may read the clipboard after the user clicks or types in the room. */
export const PRESS_LASTS_MS = 5000;

export class RoomKeyboard {
  readonly #options: RoomKeyboardOptions;
  #holder: string | null = null;
  /** Time of the last key or click in Easel's page that lets a room receive the keyboard. Null after a room used it. */
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

  /** True if the room receives the key. F6 leaves the room at once, Escape after the room has handled the key. */
  keyInRoom(previewId: string, key: Key): boolean {
    const isDown = key.type === 'keyDown';
    const isIn = this.#holder === previewId && this.#options.mayHave(previewId);
    const isLeaving = isDown && key.key === 'F6' && !key.control && !key.alt && !key.meta;
    if (!isIn || isLeaving) {
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

  /** Gives a room the keyboard after a click in the room. False if the room may not receive input. */
  pressInRoom(previewId: string): boolean {
    if (!this.#options.mayHave(previewId)) return false;
    this.#holder = previewId;
    this.#pressedAt.set(previewId, this.#options.now());
    return true;
  }

  /** True if a room may receive mouse events. Mouse moves count too, because other users see the pointer. */
  mouseInRoom(previewId: string): boolean {
    return this.#options.mayHave(previewId);
  }

  /** True if the room has the keyboard. `entering` gives it the keyboard once per key or click in Easel's page. */
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

function isWithin(ms: number, since: number | null, now: number): boolean {
  return since !== null && now >= since && now - since <= ms;
}
