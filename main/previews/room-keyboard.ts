/**
 * Who has the keyboard: Easel's own page, or one room. A room has it after a press in it, or after F6 or its button in
 * the page, until the page has it again.
 *
 * Who has the focus is no answer: a room's script may take that at any time, and Electron does not tell main of it. So
 * this goes by the keys and presses that main saw itself, and what is typed into any other room never gets there. Text
 * that an input method puts in has no keys, so the page is told to take the focus back besides.
 */

/** What main is told of a key: a part of Electron's `Input`. */
export interface Key {
  /** `keyDown` or `keyUp`. */
  readonly type: string;
  readonly key: string;
  readonly shift: boolean;
  readonly control: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
}

export interface RoomKeyboardOptions {
  /** Whether this room may have the keyboard at all now: it is open, not behind the lock, and its input not blocked. */
  readonly mayHave: (previewId: string) => boolean;
  /** The page has the keyboard again and is to take the focus, `step` panes on from the room; 0 is where it was. */
  readonly onTaken: (previewId: string, step: -1 | 0 | 1) => void;
  readonly now: () => number;
}

/** Keys of the page that can lead into a room. */
const ENTER_KEYS: ReadonlySet<string> = new Set(['F6', 'Enter', ' ']);
/** How long such a key, or a press, in the page is good for entering a room. */
const ENTERING_MS = 1000;
/** How long after a press in it a room may read the clipboard. */
export const PRESS_LASTS_MS = 5000;

export class RoomKeyboard {
  readonly #options: RoomKeyboardOptions;
  #holder: string | null = null;
  /** When the page last got what leads into a room, unless one was entered by it. */
  #enterAt: number | null = null;
  readonly #pressedAt = new Map<string, number>();

  constructor(options: RoomKeyboardOptions) {
    this.#options = options;
  }

  /** A key went to the page, so the page has the keyboard. */
  keyInPage(key: Key): void {
    if (key.type !== 'keyDown') return;
    this.#holder = null;
    if (ENTER_KEYS.has(key.key)) this.#enterAt = this.#options.now();
  }

  pressInPage(): void {
    this.#holder = null;
    this.#enterAt = this.#options.now();
  }

  /**
   * Whether this key may reach the room that it was meant for. F6 leaves the room. Escape leaves it too, once the room has had
   * it: there it ends what was begun.
   */
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

  /** Whether this press may reach the room; then the room has the keyboard. */
  pressInRoom(previewId: string): boolean {
    if (!this.#options.mayHave(previewId)) return false;
    this.#holder = previewId;
    this.#pressedAt.set(previewId, this.#options.now());
    return true;
  }

  /** Whether what else the mouse does may reach the room: where its pointer is, others see. */
  mouseInRoom(previewId: string): boolean {
    return this.#options.mayHave(previewId);
  }

  /**
   * The page asks whether a room may have the focus; null says that the page itself has it. `entering`: by F6 or the
   * room's button, for which main must have seen the key or the press; that is good for once.
   */
  ask(previewId: string | null, entering: boolean): boolean {
    if (previewId === null) this.#holder = null;
    if (previewId === null || !this.#options.mayHave(previewId)) return previewId === null;
    if (entering && isWithin(ENTERING_MS, this.#enterAt, this.#options.now())) this.#holder = previewId;
    if (entering) this.#enterAt = null;
    return this.#holder === previewId;
  }

  /** Whether a person has pressed something in the room just now. */
  isPressed(previewId: string): boolean {
    return isWithin(PRESS_LASTS_MS, this.#pressedAt.get(previewId) ?? null, this.#options.now());
  }

  /** The room is left. */
  ended(previewId: string): void {
    this.#pressedAt.delete(previewId);
    if (this.#holder === previewId) this.#holder = null;
  }
}

function isLeaving({ type, key, control, alt, meta }: Key): boolean {
  return type === 'keyDown' && key === 'F6' && !control && !alt && !meta;
}

/** A clock that was set back makes nothing last longer. */
function isWithin(ms: number, since: number | null, now: number): boolean {
  return since !== null && now >= since && now - since <= ms;
}
