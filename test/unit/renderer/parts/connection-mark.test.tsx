import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { InConnection, keyTrouble } from '../../../../renderer/parts/connection-mark.tsx';
import { AVAILABLE, connectionOf, LOCKED } from '../scripted-bridge.ts';

test('a destructive button names the connection and its environment, and blurs only the connection’s name', () => {
  const acme = { name: 'Acme School', environment: 'production', color: 'teal' } as const;
  const markup = renderToStaticMarkup(<InConnection action="Delete board in" connection={acme} />);
  expect(markup.replaceAll(/<[^>]*>/gu, '')).toBe('Delete board in Acme School (Production)');
  expect(markup).toContain('teal');
  expect(/<span class="[^"]*sensitive[^"]*">([^<]*)</u.exec(markup)?.[1]).toBe('Acme School');
  expect(markup.match(/sensitive/gu)).toHaveLength(1);
});

test.each([
  ['a locked keychain is reported as such', {}, LOCKED, 'Keychain locked'],
  ['a missing key is reported before a locked keychain', { key: { kind: 'none' } }, LOCKED, 'No key'],
  ['nothing is reported before the keychain was used', {}, { ...AVAILABLE, state: 'not-asked' }, null],
] as const)('%s', (_what, keys, keychain, trouble) => {
  expect(keyTrouble(connectionOf('a', keys), keychain)).toBe(trouble);
});
