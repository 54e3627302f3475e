import { describe, expect, test } from 'vitest';
import {
  paletteGroups,
  pastedId,
  typedFilter,
} from '../../../../../renderer/screens/palette/palette-dialog.tsx';
import { connectionOf, startedStore } from '../../scripted-bridge.ts';

/** The keys of all that is offered, best first. */
const offered = (...asked: Parameters<typeof paletteGroups>) =>
  paletteGroups(...asked).flatMap(({ entries }) => entries.map(({ key }) => key));

async function stateWith(ids: readonly string[]) {
  const { state } = await startedStore(
    {},
    ids.map((id) => connectionOf(id)),
  );
  return state();
}

test.each([
  ['https://app.example/room/5f0c9a1e?token=eyJa.b.c', '5f0c9a1e'],
  ['new board', null],
  ['abc', null],
  ['https://app.example/help', null],
])('a pasted %j holds the id %j', (text, id) => {
  expect(pastedId(text)).toBe(id);
});

describe('the palette', () => {
  test.each([
    ['older than 90 days', { kind: 'older-than', days: 90 }],
    ['Newer than 2 weeks', { kind: 'newer-than', days: 14 }],
    ['older than 0 days', null],
    ['older than 99999 years', null],
  ])('makes a filter of %j', (text, filter) => expect(typedFilter(text)).toEqual(filter));

  test('puts boards that were found before an id that was typed, and does not repeat it', async () => {
    const state = await stateWith(['a', 'b']);
    const found = (connectionId: string) =>
      ({ kind: 'board', id: '5f0c9a1e', name: 'Maths 7b', connectionId }) as const;
    expect(offered(state, '5f0c9a1e', [found('a')])).toEqual(['board a 5f0c9a1e']);
    // In another connection it is another board.
    expect(offered(state, '5f0c9a1e', [found('b')])).toEqual(['board b 5f0c9a1e', 'board']);
  });

  test('offers the room of a paper that it doesn’t know, first where its address was pasted', async () => {
    const state = await stateWith(['a']);
    const id = '5f0c9a1e-0000-4000-8000-000000000001';
    expect(offered(state, id)).toEqual(['board', 'room']);
    expect(offered(state, `https://app.example/room/${id}?token=eyJx.eyJ5.c2ln`)).toEqual(['room', 'board']);
    expect(offered(state, '5f0c9a1e')).toEqual(['board']);
  });

  test.each([
    ['new board', 'boards.create'],
    ['New boards', 'boards.create-many'],
    ['new p', 'papers.create'],
  ])('ranks the command first that %j names', async (text, id) => {
    expect(offered(await stateWith(['a']), text)[0]).toBe(id);
  });

  test('doesn’t run another command on Enter when the named one is disabled', async () => {
    const [group] = paletteGroups(await stateWith(['a']), 'delete');
    expect(group?.entries[0]).toMatchObject({ key: 'boards.delete', isOff: true });
  });
});
