/** Shortcuts as text: how they are written, shown, and recognised in a key press. */
import type { AppInfo } from '../../preload/contract/app.ts';

export type Platform = AppInfo['platform'];

/** On rows of every screen that name a board or paper: asks before its room is joined. */
export const VISIT_KEY = 'Mod+Enter';

const MAC_SIGNS: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Shift: '⇧',
  Delete: '⌫',
  Enter: '↩',
  Escape: 'Esc',
};
const WORDS: Readonly<Record<string, string>> = { Mod: 'Ctrl', Delete: 'Del', Escape: 'Esc' };

/** `Mod+K` as people of this platform write it: "Ctrl+K", "⌘K". */
export function keyLabel(keys: string, platform: Platform): string {
  const parts = keys.split('+');
  return platform === 'darwin'
    ? parts.map((part) => MAC_SIGNS[part] ?? part).join('')
    : parts.map((part) => WORDS[part] ?? part).join('+');
}

/** What of a `KeyboardEvent` tells which key was pressed. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The press in the notation of commands, such as `Mod+Shift+C`, or null for one that no command can have. */
export function pressedKeys(press: KeyPress, platform: Platform): string | null {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = press;
  const [mod, other] = platform === 'darwin' ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (other || altKey) return null;
  // The Mac's delete key is Backspace.
  const renamed = key === ' ' ? 'Space' : platform === 'darwin' && key === 'Backspace' ? 'Delete' : key;
  const name = renamed.length === 1 ? renamed.toUpperCase() : renamed;
  // `?` and `/` are typed with or without Shift, as the keyboard has it.
  const isSign = name.length === 1 && !/[A-Z0-9]/u.test(name);
  return [mod && 'Mod', shiftKey && !isSign && 'Shift', name].filter(Boolean).join('+');
}

/** Whether it is one printable character alone, which typing and speech input may produce by accident. */
export function isSingleKey(keys: string): boolean {
  return keys.length === 1;
}
