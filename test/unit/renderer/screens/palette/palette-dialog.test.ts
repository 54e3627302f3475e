import { describe, expect, test } from 'vitest';
import { ok } from '../../../../../preload/contract/failure.ts';
import {
  entryKey,
  paletteEntries,
  pastedId,
} from '../../../../../renderer/screens/palette/palette-dialog.tsx';
import { connectionOf, createAppStore, scriptedBridge } from '../../scripted-bridge.ts';

async function stateWith(ids: readonly string[]) {
  const { bridge } = scriptedBridge({
    'connections.list': () =>
      ok({ connections: ids.map((id) => connectionOf(id)), currentId: ids[0] ?? null }),
  });
  const store = createAppStore(bridge);
  await store.getState().start();
  return store.getState();
}

describe('a pasted id', () => {
  test('is used as it is, without blanks around it', () => {
    expect(pastedId('  5f0c9a1e-77c3 ')).toBe('5f0c9a1e-77c3');
  });

  test('is found in a room address, without the token there', () => {
    expect(pastedId('https://app.example/room/5f0c9a1e?token=eyJa.b.c')).toBe('5f0c9a1e');
  });

  test('is not recognised in words, short texts and other addresses', () => {
    expect(['new board', 'abc', 'https://app.example/help', ''].map(pastedId)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('the palette', () => {
  test('lists every command but itself before anything is typed, disabled ones last', async () => {
    const entries = paletteEntries(await stateWith(['a']), '').filter((entry) => entry.kind === 'command');
    expect(entries.some(({ command }) => command.id === 'view.palette')).toBe(false);
    const firstOff = entries.findIndex(({ reason }) => reason !== null);
    expect(firstOff).toBeGreaterThan(0);
    expect(entries.slice(firstOff).every(({ reason }) => reason !== null)).toBe(true);
  });

  test('finds commands by words in any order and case', async () => {
    const found = paletteEntries(await stateWith(['a']), 'CONNECTION new').map(entryKey);
    expect(found).toContain('connections.new');
    expect(found).not.toContain('boards.create');
  });

  test.each([
    ['new board', 'boards.create'],
    ['New boards', 'boards.create-many'],
    ['new boards…', 'boards.create-many'],
    ['new p', 'papers.create'],
  ])('ranks the command first that %j names', async (text, id) => {
    expect(paletteEntries(await stateWith(['a']), text).map(entryKey)[0]).toBe(id);
  });

  test('doesn’t run another command on Enter when the named one is disabled', async () => {
    const [first] = paletteEntries(await stateWith(['a']), 'delete');
    expect(first).toMatchObject({
      kind: 'command',
      command: { id: 'boards.delete' },
      reason: expect.any(String),
    });
  });

  test('lists the other connections, not the current one', async () => {
    const found = paletteEntries(await stateWith(['a', 'b']), 'connection').map(entryKey);
    expect(found).toContain('connection b');
    expect(found).not.toContain('connection a');
  });

  test('offers to open a board by its id when there is a connection', async () => {
    expect(paletteEntries(await stateWith(['a']), '5f0c9a1e').map(entryKey)).toEqual(['board']);
    expect(paletteEntries(await stateWith([]), '5f0c9a1e')).toEqual([]);
  });
});
