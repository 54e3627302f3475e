import { describe, expect, test } from 'vitest';
import { pressedKeys, type KeyPress } from '../../../../renderer/lib/keys.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe('the shortcut reader', () => {
  test.each([
    ['k with Ctrl', press('k', { ctrlKey: true }), 'Mod+K'],
    ['C with Ctrl and Shift', press('C', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+C'],
    ['F6 with Shift', press('F6', { shiftKey: true }), 'Shift+F6'],
    ['the space bar', press(' '), 'Space'],
    ['a question mark, which some keyboards type with Shift', press('?', { shiftKey: true }), '?'],
    ['a slash, which others type with Shift', press('/', { shiftKey: true }), '/'],
    ['a letter alone', press('c'), 'C'],
  ])('recognizes %s', (_what, event, keys) => {
    expect(pressedKeys(event, 'linux')).toBe(keys);
  });

  test('ignores a key with Alt or with the modifier of another system', () => {
    expect(pressedKeys(press('k', { altKey: true, ctrlKey: true }), 'win32')).toBeNull();
    expect(pressedKeys(press('k', { metaKey: true }), 'linux')).toBeNull();
    expect(pressedKeys(press('k', { ctrlKey: true }), 'darwin')).toBeNull();
  });

  test('uses Cmd on a Mac, and its Backspace as Delete', () => {
    expect(pressedKeys(press('k', { metaKey: true }), 'darwin')).toBe('Mod+K');
    expect(pressedKeys(press('Backspace'), 'darwin')).toBe('Delete');
    expect(pressedKeys(press('Backspace'), 'linux')).toBe('Backspace');
  });
});
