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

test.each(['open', 'select-all', 'preview', 'copy-link', 'rename', 'edit-notes', 'delete'])(
  'the command %s has the same keyboard shortcut for boards and papers',
  (id) => {
    const keys = ['boards', 'papers'].map((of) => COMMANDS.find((each) => each.id === `${of}.${id}`)?.keys);
    expect(keys[0]).toEqual(keys[1]);
    expect(keys[0]?.length).toBeGreaterThan(0);
  },
);

test('developer commands are available only if the setting “Developer” is on', async () => {
  const { state } = await startedStore({}, [connectionOf('a')]);
  const place = { typing: false, inRows: true, onControl: false };
  const commandAt = (developer: boolean) => {
    const preferences = { ...DEFAULT_PREFERENCES, developer };
    return commandFor('Shift+C', { ...state(), screen: 'boards', preferences }, place)?.id;
  };
  expect([commandAt(false), commandAt(true)]).toEqual([undefined, 'boards.copy-curl']);
});
