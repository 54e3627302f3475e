import type { AppInfo } from '../../preload/contract/app.ts';

export type Platform = AppInfo['platform'];

/** Opens a preview from any row that names a board or paper. */
export const VISIT_KEY = 'Mod+Enter';

const MAC_SIGNS: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Shift: '⇧',
  Delete: '⌫',
  Enter: '↩',
  Escape: 'Esc',
};
const WORDS: Readonly<Record<string, string>> = { Mod: 'Ctrl', Delete: 'Del', Escape: 'Esc' };

/** Returns a shortcut as the platform writes it: "Ctrl+K", "⌘K". */
export function keyLabel(keys: string, platform: Platform): string {
  const parts = keys.split('+');
  return platform === 'darwin'
    ? parts.map((part) => MAC_SIGNS[part] ?? part).join('')
    : parts.map((part) => WORDS[part] ?? part).join('+');
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Returns a key press in the notation of commands, such as `Mod+Shift+C`; null if no command can have it. */
export function pressedKeys(press: KeyPress, platform: Platform): string | null {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = press;
  const [mod, other] = platform === 'darwin' ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (other || altKey) return null;
  // The Mac's delete key is Backspace.
  const renamed = key === ' ' ? 'Space' : platform === 'darwin' && key === 'Backspace' ? 'Delete' : key;
  const name = renamed.length === 1 ? renamed.toUpperCase() : renamed;
  // `?` and `/` may need Shift, depending on the keyboard layout.
  const isSign = name.length === 1 && !/[A-Z0-9]/u.test(name);
  return [mod && 'Mod', shiftKey && !isSign && 'Shift', name].filter(Boolean).join('+');
}

/** True for a single printable character, which speech input may produce by accident. */
export function isSingleKey(keys: string): boolean {
  return keys.length === 1;
}
