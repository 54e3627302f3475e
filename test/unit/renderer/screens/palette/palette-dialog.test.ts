import { expect, test } from 'vitest';
import { paletteGroups, pastedId } from '../../../../../renderer/screens/palette/palette-dialog.tsx';
import { connectionOf, startedStore } from '../../scripted-bridge.ts';

const keysOf = (...args: Parameters<typeof paletteGroups>) =>
  paletteGroups(...args).flatMap(({ entries }) => entries.map(({ key }) => key));

async function stateWith(ids: readonly string[]) {
  const { state } = await startedStore(
    {},
    ids.map((id) => connectionOf(id)),
  );
  return state();
}

test.each([
  ['https://app.example/room/5f%3A9a1e?token=eyJa.b.c', '5f:9a1e'],
  ['new board', null],
  ['proxy', null],
  ['geography', null],
  ['https://app.example/help', null],
])('in the pasted text %j the command palette finds the id %j (null: none)', (text, id) => {
  expect(pastedId(text)).toBe(id);
});

test('the command palette lists a board only once if the typed text is the board’s id', async () => {
  const state = await stateWith(['a', 'b']);
  const found = (connectionId: string) =>
    ({ kind: 'board', id: '5f0c9a1e', name: 'Maths 7b', connectionId }) as const;
  expect(keysOf(state, '5f0c9a1e', [found('a')])).toEqual(['board a 5f0c9a1e']);
  expect(keysOf(state, '5f0c9a1e', [found('b')])).toEqual(['board b 5f0c9a1e', 'board']);
});

test('for a pasted room address, the command palette lists the room first', async () => {
  const state = await stateWith(['a']);
  const id = '5f0c9a1e-0000-4000-8000-000000000001';
  expect(keysOf(state, id)).toEqual(['board', 'room']);
  expect(keysOf(state, `https://app.example/room/${id}?token=eyJx.eyJ5.c2ln`)).toEqual(['room', 'board']);
  expect(keysOf(state, '5f0c9a1e')).toEqual(['board']);
});

test.each([
  ['new board', 'boards.create'],
  ['New boards', 'boards.create-many'],
  ['rename board', 'boards.rename'],
  ['new p', 'papers.create'],
  ['practice', 'connections.practise'],
  ['proxy', 'network.settings'],
  ['rotate', 'keys.stage'],
  ['colour', 'connections.edit'],
  ['clas pak', 'papers.class-pack'],
  ['switch to b', 'connection b'],
])('the command palette lists the matching command first for %j', async (text, id) => {
  expect(keysOf(await stateWith(['a', 'b']), text)[0]).toBe(id);
});

test('the command palette can’t open a room address whose host belongs to no connection', async () => {
  const [group] = paletteGroups(await stateWith(['a']), 'https://other.example/room/5f0c9a1e');
  expect(group?.entries).toMatchObject([{ key: 'foreign-room', isOff: true }]);
});
