import type { BoardSelection, LocalChange } from '../../preload/contract/boards.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { CallsOf, NewEntry } from '../lib/implementation.ts';
import { endOf, tally, unlogged } from '../activity/entries.ts';
import type { Notes } from '../notes/notes.ts';
import type { Boards } from './boards.ts';
import type { BoardExports } from './exports.ts';
import type { ServiceShapes } from './shape.ts';

export function boardCalls(
  boards: Boards,
  copy: (args: ArgsOf<'boards.copy'>) => Promise<Result<{ readonly boards: number }>>,
  boardExports: BoardExports,
  notes: Notes,
  shapes: ServiceShapes,
): CallsOf<'boards'> {
  return {
    list: { run: (args) => boards.list(args) },
    cancelList: { run: (args) => boards.cancelList(args), log: unlogged },
    state: { run: (args) => boards.state(args) },
    window: { run: (request) => boards.window(request) },
    rank: {
      run: async ({ connectionId: id, query, boardId }) => {
        const ranks = await boards.ask(id, (mirror) => mirror.ranks(id, query, [boardId]));
        return ranks.ok ? ok(ranks.value[0] ?? null) : ranks;
      },
    },
    names: { run: ({ connectionId: id }) => boards.ask(id, (mirror) => mirror.names(id)) },
    countOf: {
      run: async ({ connectionId: id, query, ids }) => {
        const ranks = await boards.ask(id, (mirror) => mirror.ranks(id, query, ids));
        return ranks.ok ? ok(ranks.value.length) : ranks;
      },
    },
    annotate: {
      run: (args) => notes.annotate(args),
      log: ({ connectionId, selection, change }, result) =>
        result.ok ? noted(connectionId, partsOf(change), result.value.boards, onlyBoard(selection)) : null,
    },
    undo: {
      run: (args) => notes.undo(args),
      log: ({ connectionId }, result) =>
        result.ok ? noted(connectionId, 'Undone', result.value.boards) : null,
    },
    copy: { run: copy, log: unlogged },
    export: { run: (request) => boardExports.export(request), log: unlogged },
    cancelExport: { run: () => ok(boardExports.cancel()), log: unlogged },
    create: {
      run: (args) => boards.create(args),
      log: ({ connectionId }, result) => ({
        connectionId,
        action: 'board-created',
        target: result.ok ? result.value.id : '',
        ...endOf(result),
      }),
    },
    view: { run: (args) => boards.view(args) },
    shape: { run: (args) => ok(shapes.of(args)) },
  };
}

export function noted(connectionId: string, what: string, boards: number, target = ''): NewEntry {
  const detail = target === '' ? `${what}: ${tally([[boards, 'board']])}` : what;
  return { connectionId, action: 'notes-changed', target, outcome: 'done', detail };
}

/** Omits the texts of the notes. */
function partsOf({ label, note, customer, addTags, removeTags, ...change }: LocalChange): string {
  const parts = [
    change.protected === true && 'protected',
    change.protected === false && 'no longer protected',
    label !== undefined && 'label',
    note !== undefined && 'note',
    customer !== undefined && 'customer',
    (addTags !== undefined || removeTags !== undefined) && 'tags',
  ];
  const words = parts.filter((part) => part !== false).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function onlyBoard(selection: BoardSelection): string {
  return selection.kind === 'ids' && selection.ids.length === 1 ? (selection.ids[0] ?? '') : '';
}
