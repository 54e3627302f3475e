import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../../../main/ipc/preferences/preferences.ts';
import { commandFor, COMMANDS } from '../../../../renderer/commands/registry.ts';
import { connectionOf, startedStore } from '../scripted-bridge.ts';

test('no two commands of a screen have the same keyboard shortcut', () => {
  const everywhere = [...new Set(COMMANDS.flatMap(({ screens = [] }) => screens))];
  const claims = COMMANDS.flatMap(({ id, keys, screens = everywhere }) =>
    keys.flatMap((key) => screens.map((screen) => ({ id, claim: `${key} on ${screen}` }))),
  );
  const twice = claims.filter(({ id, claim }) =>
    claims.some((other) => other.claim === claim && other.id !== id),
  );
  expect(twice).toEqual([]);
});

test('developer commands are available only with the setting “Developer”', async () => {
  const { state } = await startedStore({}, [connectionOf('a')]);
  const place = { typing: false, inRows: true, onControl: false };
  const commandAt = (developer: boolean) => {
    const preferences = { ...DEFAULT_PREFERENCES, developer };
    return commandFor('Shift+C', { ...state(), screen: 'boards', preferences }, place)?.id;
  };
  expect([commandAt(false), commandAt(true)]).toEqual([undefined, 'boards.copy-curl']);
});
