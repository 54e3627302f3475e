import { expect, test } from 'vitest';
import { keyTrouble } from '../../../../renderer/parts/connection-mark.tsx';
import { AVAILABLE, connectionOf, LOCKED } from '../scripted-bridge.ts';

test.each([
  ['a locked keychain is reported as such', {}, LOCKED, 'Keychain locked'],
  ['a missing key is reported before a locked keychain', { key: { kind: 'none' } }, LOCKED, 'No key'],
  ['no key trouble is shown before the keychain was used', {}, { ...AVAILABLE, state: 'not-asked' }, null],
] as const)('the warning about the keys of a connection is correct: %s', (_what, keys, keychain, trouble) => {
  expect(keyTrouble(connectionOf('a', keys), keychain)).toBe(trouble);
});
