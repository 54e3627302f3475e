import { expect, test } from 'vitest';
import { COMMANDS } from '../../../../renderer/commands/registry.ts';

test('no two commands share a key on a screen', () => {
  const everywhere = [
    'welcome',
    'connection-form',
    'boards',
    'papers',
    'previews',
    'keys',
    'settings',
    'activity',
  ] as const;
  const claims = COMMANDS.flatMap(({ id, keys, screens = everywhere }) =>
    keys.flatMap((key) => screens.map((screen) => ({ id, claim: `${key} on ${screen}` }))),
  );
  const twice = claims.filter(({ id, claim }) =>
    claims.some((other) => other.claim === claim && other.id !== id),
  );
  expect(twice).toEqual([]);
});
