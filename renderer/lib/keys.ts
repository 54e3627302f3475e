import type { AppInfo } from '../../preload/contract/app.ts';

export type Platform = AppInfo['platform'];

export const VISIT_KEY = 'Mod+Enter';

const MAC_SIGNS: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Shift: '⇧',
  Delete: '⌫',
  Enter: '↩',
  Escape: 'Esc',
};
const WORDS: Readonly<Record<string, string>> = { Mod: 'Ctrl', Delete: 'Del', Escape: 'Esc' };

const OWN: Platform = navigator.userAgent.includes('Mac OS') ? 'darwin' : 'linux';

/** Formats a shortcut in the platform's notation, such as "Ctrl+K" or "⌘K". */
export function keyLabel(keys: string, platform = OWN): string {
  const parts = keys.split('+');
  return platform === 'darwin'
    ? parts.map((part) => MAC_SIGNS[part] ?? part).join('')
    : parts.map((part) => WORDS[part] ?? part).join('+');
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Punctuation of the US keyboard by physical key, because on keyboards for non-Latin alphabets these keys are letters. */
const SIGNS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Comma: [',', '<'],
  Slash: ['/', '?'],
};

/**
 * Returns the character of a physical key on a US keyboard. Used for non-Latin alphabets, and for digits, which need
 * Shift on AZERTY. Null for all other keys of Latin keyboards, such as QWERTZ.
 */
export function physicalKey({ key, code, shiftKey }: KeyPress): string | null {
  const digit = /^Digit(\d)$/u.exec(code)?.[1];
  // Returns null for +, -, = and _ on a digit key (AZERTY has some of them there), because they are zoom shortcuts.
  if (digit !== undefined) return /^[-+=_]$/u.test(key) ? null : digit;
  if (!/^[^\u0000-\u007f]/u.test(key)) return null;
  return /^Key([A-Z])$/u.exec(code)?.[1] ?? SIGNS[code]?.[shiftKey ? 1 : 0] ?? null;
}

/** Returns the possible shortcuts of a key press, such as `Mod+Shift+C`: by character, then by physical key. */
export function pressedKeys(press: KeyPress, platform: Platform): readonly string[] {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = press;
  const [mod, other] = platform === 'darwin' ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (other || altKey) return [];
  const renamed = key === ' ' ? 'Space' : platform === 'darwin' && key === 'Backspace' ? 'Delete' : key;
  const names = [renamed, physicalKey(press) ?? renamed].map((name) => {
    const upper = name.length === 1 ? name.toUpperCase() : name;
    // Shortcuts such as `?` omit Shift, because only some keyboard layouts need Shift for these characters.
    const isSign = upper.length === 1 && !/[A-Z0-9]/u.test(upper);
    return [mod && 'Mod', shiftKey && !isSign && 'Shift', upper].filter(Boolean).join('+');
  });
  return [...new Set(names)];
}

/** True if a mouse press opens the context menu. On macOS, Ctrl+click opens it too, but sends the primary button. */
export function isMenuPress(press: Pick<MouseEvent, 'button' | 'ctrlKey'>, platform = OWN): boolean {
  return press.button === 2 || (platform === 'darwin' && press.button === 0 && press.ctrlKey);
}

type ComposedKey = Readonly<Record<'isComposing', boolean> & Record<'keyCode', number>>;

/** Wraps a key handler so that it ignores keys of an input method. Some input methods set only `keyCode`, to 229. */
export function onKeys<E extends ComposedKey | { readonly nativeEvent: ComposedKey }>(
  handle: (event: E) => void,
): (event: E) => void {
  return (event) => {
    const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
    if (!isComposing && keyCode !== 229) handle(event);
  };
}
