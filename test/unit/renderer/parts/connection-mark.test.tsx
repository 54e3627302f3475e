import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DialogConnection, InEnvironment, keyTrouble } from '../../../../renderer/parts/connection-mark.tsx';
import { AVAILABLE, connectionOf, LOCKED } from '../scripted-bridge.ts';

test('a destructive button in a dialog names the environment of the connection', () => {
  const acme = { name: 'Acme School', environment: 'production', color: 'teal' } as const;
  const label = renderToStaticMarkup(
    <DialogConnection value={acme}>
      <InEnvironment action="Delete board" />
    </DialogConnection>,
  );
  expect(label).toBe('Delete board in Production');
});

test.each([
  ['a locked keychain is reported as such', {}, LOCKED, 'Keychain locked'],
  ['a missing key is reported before a locked keychain', { key: { kind: 'none' } }, LOCKED, 'No key'],
  ['no key trouble is shown before the keychain was used', {}, { ...AVAILABLE, state: 'not-asked' }, null],
] as const)('the warning about the keys of a connection is correct: %s', (_what, keys, keychain, trouble) => {
  expect(keyTrouble(connectionOf('a', keys), keychain)).toBe(trouble);
});
