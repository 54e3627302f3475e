import type { Core } from '../ipc/core.ts';
import type { Notes } from '../notes/notes.ts';
import { boardCalls, Boards, type BoardsOptions, LAG_MS } from './boards.ts';
import { BoardExports } from './exports.ts';
import { keptWrongTimes, openShapes } from './shape.ts';

export async function openBoards(
  core: Core,
  notes: Notes,
  { apiOf, watchCreate }: Pick<BoardsOptions, 'apiOf' | 'watchCreate'>,
) {
  const { store, signals, now } = core;
  const shapes = await openShapes(store.settings, core);
  const boards = new Boards({
    ...core,
    apiOf,
    wrongTimes: keptWrongTimes(store.settings),
    shapes,
    // Ignores a read error, because the boards list works without the recent changes.
    recent: await store.boardFacts.recent(now() - LAG_MS).catch(() => []),
    onMade: notes.boardsMade.bind(notes),
    beingDeleted: (...args) => core.beingDeleted('delete-boards', ...args),
    watchCreate,
  });
  signals.tokenCame.on(shapes.tokenCame);
  signals.notesChanged.on(boards.rowsChanged.bind(boards));
  signals.connectionGone.on(boards.forget.bind(boards));
  signals.connectionHalted.on(boards.halt.bind(boards));
  signals.onClose(() => boards.stop());
  return { boards, shapes, calls: boardCalls(boards, new BoardExports(core), notes, shapes) };
}
