import { expect, test } from 'vitest';
import { commandById, COMMANDS } from '../../../../renderer/commands/registry.ts';

test('every command has its own id', () => {
  const ids = COMMANDS.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('no key runs two commands on one screen', () => {
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

test('a command is found by the id that the menu sends, and by no other', () => {
  expect(commandById('view.palette')?.keys).toEqual(['Mod+K']);
  expect(commandById('view.nothing')).toBeUndefined();
});
