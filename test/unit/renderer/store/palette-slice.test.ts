import { expect, test } from 'vitest';
import type { BoardRow } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import type { PaletteThing } from '../../../../renderer/store/palette-slice.ts';
import { connectionOf, createAppStore, scriptedBridge, type Script } from '../scripted-bridge.ts';

const row = (id: string): BoardRow => ({ id, local: null }) as unknown as BoardRow;

/** Searches with connections a, b and c, of which a is in front; gives what was told, each time. */
async function searched(window: NonNullable<Script['boards.window']>, isOver = () => false) {
  const scripted = scriptedBridge({
    'boards.window': window,
    'pictures.of': ({ connectionId, ids }) =>
      ok(
        connectionId === 'b'
          ? ids.map((id) => ({ id, source: `data:${id}`, width: 1, height: 1, takenAt: 1 }))
          : [],
      ),
  });
  const { getState, setState } = createAppStore(scripted.bridge);
  setState({ connections: ['a', 'b', 'c'].map((id) => connectionOf(id)), currentId: 'a' });
  const told: (readonly PaletteThing[])[] = [];
  await getState().searchBoards('maths', (found) => told.push(found), isOver);
  return { told, calls: scripted.calls };
}

const answer = (ids: readonly string[]) =>
  ok({ from: 0, rows: ids.map(row), matching: ids.length, revision: 1 });

test('boards of the connection in front come first, and then with those of the others, with their pictures', async () => {
  const { told } = await searched(({ connectionId }) => answer([`${connectionId}-1`]));
  const here = { kind: 'found', id: 'a-1', name: '', connectionId: 'a' };
  expect(told).toEqual([
    [here],
    [
      here,
      { kind: 'found', id: 'b-1', name: '', connectionId: 'b', picture: 'data:b-1' },
      { kind: 'found', id: 'c-1', name: '', connectionId: 'c' },
    ],
  ]);
});

test('once other words were typed nothing more is asked for the earlier ones', async () => {
  const asked: string[] = [];
  const { told } = await searched(
    ({ connectionId }) => {
      asked.push(connectionId);
      return answer(['1']);
    },
    () => asked.length > 0,
  );
  expect(asked).toEqual(['a']);
  expect(told).toEqual([]);
});
