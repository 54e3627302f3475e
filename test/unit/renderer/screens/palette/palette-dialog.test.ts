import { describe, expect, test } from 'vitest';
import { ok } from '../../../../../preload/contract/failure.ts';
import {
  entryKey,
  paletteGroups,
  pastedId,
  typedFilter,
} from '../../../../../renderer/screens/palette/palette-dialog.tsx';
import { COMMANDS } from '../../../../../renderer/commands/registry.ts';
import { COMMAND_ICONS } from '../../../../../renderer/screens/palette/command-icons.ts';
import { paperOf } from '../../../../support/paper-of.ts';
import { connectionOf, createAppStore, scriptedBridge } from '../../scripted-bridge.ts';

const paletteEntries = (...asked: Parameters<typeof paletteGroups>) =>
  paletteGroups(...asked).flatMap(({ entries }) => entries);

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
  test('starts with what was recent, and a few things to do on this screen', async () => {
    const state = await stateWith(['a', 'b']);
    const keys = ['connection b', 'gone', 'boards.delete', 'view.settings', 'setting theme', 'help Activity'];
    const recentChoices = keys.map((key) => ({ key, filter: null }));
    const groups = paletteGroups({ ...state, recentChoices }, '');
    expect(groups.map(({ title }) => title)).toEqual(['Recent', 'Suggested', 'Go to', 'Help']);
    // What is gone or off is left out, and what is recent does not come twice.
    expect(groups[0]?.entries.map(entryKey)).toEqual(['connection b', 'view.settings', 'setting theme']);
    const others = groups.slice(1).flatMap(({ entries }) => entries);
    expect(others.map(entryKey)).not.toContain('view.settings');
    expect(others.length).toBeLessThan(15);
    expect(others.every((entry) => entry.kind === 'command' && entry.reason === null)).toBe(true);
  });

  test('has an icon for every command', () => {
    expect(COMMANDS.filter(({ id }) => COMMAND_ICONS[id] === undefined).map(({ id }) => id)).toEqual([]);
  });

  test.each([
    ['older than 90 days', { kind: 'older-than', days: 90 }],
    ['Newer than 2 weeks', { kind: 'newer-than', days: 14 }],
    ['older than 1 year', { kind: 'older-than', days: 365 }],
    ['older than 0 days', null],
    ['older than 99999 years', null],
    ['older', null],
  ])('makes a filter of %j', (text, filter) => expect(typedFilter(text)).toEqual(filter));

  test('has the boards and papers that were open last at the top, and a filter that was chosen', async () => {
    const state = await stateWith(['a', 'b']);
    const recent = [
      { kind: 'paper', id: 'paper-1', name: 'Physics', at: 2 },
      { kind: 'board', id: 'board-1', name: 'Maths 7b', at: 1 },
    ] as const;
    const filter = { kind: 'older-than', days: 90 } as const;
    const recentChoices = [{ key: 'filter Older than 90 days', filter }];
    expect(paletteEntries({ ...state, recent, recentChoices }, '').slice(0, 3)).toEqual([
      { kind: 'paper', id: 'paper-1', name: 'Physics', connectionId: 'a' },
      { kind: 'found', id: 'board-1', name: 'Maths 7b', connectionId: 'a' },
      { kind: 'filter', filter },
    ]);
  });

  test('puts boards that were found before an id that was typed, and does not repeat it', async () => {
    const state = await stateWith(['a', 'b']);
    const found = (connectionId: string) =>
      ({ kind: 'found', id: '5f0c9a1e', name: 'Maths 7b', connectionId }) as const;
    expect(paletteEntries(state, '5f0c9a1e', [found('a')])).toEqual([found('a')]);
    // In another connection it is another board.
    const typed = { kind: 'board', id: '5f0c9a1e', name: '' };
    expect(paletteEntries(state, '5f0c9a1e', [found('b')])).toEqual([found('b'), typed]);
  });

  test('offers the room of a paper that it doesn’t know, first where its address was pasted', async () => {
    const state = await stateWith(['a']);
    const id = '5f0c9a1e-0000-4000-8000-000000000001';
    const kinds = (text: string) => paletteEntries(state, text).map(({ kind }) => kind);
    expect(kinds(id)).toEqual(['board', 'room']);
    expect(kinds(`https://app.example/room/${id}?token=eyJx.eyJ5.c2ln`)).toEqual(['room', 'board']);
    expect(kinds('5f0c9a1e')).toEqual(['board']);
  });

  test('shows a command that is off only where its name begins as typed, behind all that can be chosen', async () => {
    const state = await stateWith(['a']);
    const offered = (text: string) =>
      paletteEntries(state, text).map((entry) => entry.kind === 'command' && entry.reason === null);
    expect(offered('pause')).toEqual([false, false]);
    expect(offered('ause')).toEqual([]);
    const ofBoards = offered('board');
    expect(ofBoards.lastIndexOf(true)).toBeLessThan(ofBoards.indexOf(false));
  });

  test('finds views of boards and of papers by their names, and tells which is which', async () => {
    const query = { find: '', filters: [], order: { by: 'created', descending: true } } as const;
    const view = { id: 'v', name: 'Old ones', query, builtIn: false };
    const state = await stateWith(['a']);
    const open = { ...state, boardsOf: 'a', papersOf: 'a', boardViews: [view], paperViews: [view] };
    const found = (text: string) => paletteEntries(open, text).filter(({ kind }) => kind === 'view');
    expect(found('old ones')).toEqual([
      { kind: 'view', of: 'board', view },
      { kind: 'view', of: 'paper', view },
    ]);
    expect(found('papers old')).toEqual([{ kind: 'view', of: 'paper', view }]);
    expect(new Set(found('old').map(entryKey)).size).toBe(2);
  });

  test('finds settings by their words and help by its screens', async () => {
    const state = await stateWith(['a']);
    const found = (text: string) => paletteEntries(state, text).map(entryKey);
    expect(found('compact')).toEqual(['setting density', 'board']);
    expect(found('settings theme')).toContain('setting theme');
    expect(found('hem')).not.toContain('setting theme');
    expect(found('help activity')).toContain('help Activity');
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

  test('has the command that can be run first where two are called the same', async () => {
    const state = await stateWith(['a']);
    const paper = paperOf('5f0c9a1e-77c3', { name: 'Fractions' });
    const onPapers = { ...state, papersOf: 'a', papers: [paper], paperSelected: paper.identifier };
    const found = paletteEntries(onPapers, 'show code').map(entryKey);
    expect(found.slice(0, 2)).toEqual(['papers.snippets', 'boards.snippets']);
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
