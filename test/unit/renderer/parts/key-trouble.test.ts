import { expect, test } from 'vitest';
import { keyTrouble } from '../../../../renderer/parts/connection-mark.tsx';
import { AVAILABLE, connectionOf, LOCKED } from '../scripted-bridge.ts';

const SESSION = { kind: 'session', fingerprint: 'b7c2', addedAt: 1 } as const;

test('a locked keychain is never the same as no key', () => {
  expect(keyTrouble(connectionOf('a'), LOCKED)).toBe('Keychain locked');
  expect(keyTrouble(connectionOf('a', { key: { kind: 'none' } }), LOCKED)).toBe('No key');
});

test('the second key counts as much as the first', () => {
  expect(keyTrouble(connectionOf('a', { boardKey: { kind: 'none' } }), AVAILABLE)).toBe('No key');
});

test('keys in memory need no keychain', () => {
  expect(keyTrouble(connectionOf('a', { key: SESSION }), LOCKED)).toBeNull();
});

test('nothing is reported before the keychain was asked', () => {
  expect(keyTrouble(connectionOf('a'), null)).toBeNull();
  expect(keyTrouble(connectionOf('a'), { ...AVAILABLE, state: 'not-asked' })).toBeNull();
});
