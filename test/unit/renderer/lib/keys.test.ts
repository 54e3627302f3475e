import { expect, test } from 'vitest';
import { onKeys, pressedKeys, type KeyPress } from '../../../../renderer/lib/keys.ts';

const NONE = { code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
const press = (key: string, change: Partial<KeyPress> = {}): KeyPress => ({ ...NONE, key, ...change });
const ctrl = (key: string, code: string): KeyPress => press(key, { code, ctrlKey: true });
const shift = (key: string, code: string): KeyPress => press(key, { code, shiftKey: true });

test.each([
  ['Ctrl+K', ctrl('k', 'KeyK'), 'Mod+K'],
  ['Ctrl+Shift+C', { ...ctrl('C', 'KeyC'), shiftKey: true }, 'Mod+Shift+C'],
  ['Shift+F6', shift('F6', 'F6'), 'Shift+F6'],
  ['the space bar', press(' ', { code: 'Space' }), 'Space'],
  ['a letter alone', press('c', { code: 'KeyC' }), 'C'],
  ['Ctrl+K on a Russian keyboard', ctrl('л', 'KeyK'), 'Mod+Л Mod+K'],
  ['Ctrl+K on a Hebrew keyboard', ctrl('ל', 'KeyK'), 'Mod+ל Mod+K'],
  ['Ctrl+, on a Hebrew keyboard', ctrl('ת', 'Comma'), 'Mod+ת Mod+,'],
  ['“?” on an Arabic keyboard', shift('؟', 'Slash'), '؟ ?'],
  ['Ctrl+1 on AZERTY', ctrl('&', 'Digit1'), 'Mod+& Mod+1'],
  ['“?” on AZERTY', shift('?', 'KeyM'), '?'],
  ['“/” on AZERTY', shift('/', 'Period'), '/'],
  ['“/” on QWERTZ', shift('/', 'Digit7'), '/ Shift+7'],
  ['Ctrl+Z on QWERTZ', ctrl('z', 'KeyY'), 'Mod+Z'],
  ['Ctrl+Ö on QWERTZ, a semicolon elsewhere', ctrl('ö', 'Semicolon'), 'Mod+Ö'],
  ['Ctrl+- (smaller text) on AZERTY', ctrl('-', 'Digit6'), 'Mod+-'],
])('the keyboard shortcut is recognised: %s', (_what, event, shortcuts) => {
  expect(pressedKeys(event, 'linux')).toEqual(shortcuts.split(' '));
});

test('a key press with Alt is not recognised as a shortcut', () => {
  expect(pressedKeys({ ...ctrl('k', 'KeyK'), altKey: true }, 'win32')).toEqual([]);
  expect(pressedKeys(press('k', { metaKey: true }), 'linux')).toEqual([]);
  expect(pressedKeys(ctrl('k', 'KeyK'), 'darwin')).toEqual([]);
});

test('on macOS, Cmd replaces Ctrl in shortcuts, and Backspace acts as Delete', () => {
  expect(pressedKeys(press('k', { metaKey: true }), 'darwin')).toEqual(['Mod+K']);
  expect(pressedKeys(press('Backspace'), 'darwin')).toEqual(['Delete']);
  expect(pressedKeys(press('Backspace'), 'linux')).toEqual(['Backspace']);
});

test('a key handler ignores key presses of an input method (IME)', () => {
  const handled: string[] = [];
  const key = (name: string, isComposing: boolean, keyCode: number) => ({ name, isComposing, keyCode });
  const handle = onKeys<ReturnType<typeof key>>(({ name }) => void handled.push(name));
  // In Safari, the key press that ends an IME composition has the key code 229, but `isComposing` is false.
  for (const event of [key('ends', true, 229), key('late', false, 229), key('own', false, 13)]) handle(event);
  onKeys<{ readonly nativeEvent: ReturnType<typeof key> }>(() => handled.push('react'))({
    nativeEvent: key('Enter', true, 13),
  });
  expect(handled).toEqual(['own']);
});
