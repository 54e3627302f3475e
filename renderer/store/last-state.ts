/** Keeps what is in front of a person for the next start, and brings the board in the inspector back. */
import type { LastState } from '../../preload/contract/boards.ts';
import { isSameQuery, type ListOf } from './list-slice.ts';
import { isLocked } from './lock-slice.ts';
import { findBoard, isKnownBoard } from './recent-slice.ts';
import type { AppState, SliceContext } from './store.ts';

/** What changes within this time is kept at once, ms: running down a list brings a new row many times a second. */
const TOGETHER = 500;

const WATCHED = [
  'screen',
  'currentId',
  'inspectorOpen',
  'lastState',
  'lists',
  'boardSelection',
  'recent',
] as const satisfies readonly (keyof AppState)[];

/**
 * `isNarrow`: the inspector is a sheet there, which says nothing of how it stands in a wider window. `page` tells when it
 * is about to go.
 */
export function keepLastState(
  { bridge, store }: Pick<SliceContext, 'bridge' | 'store'>,
  isNarrow: () => boolean,
  page: EventTarget = window,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function keep(state: AppState): Promise<void> {
    const { currentId: connectionId, startPhase } = state;
    if (connectionId === null || startPhase !== 'ready' || isLocked(state)) return;
    // Nobody asked for it: what can't be kept is not there the next time, and that is all.
    await bridge.views.keepLast({ connectionId, last: inFront(state, isNarrow()) });
  }

  function keepNow(): void {
    clearTimeout(timer);
    timer = undefined;
    void keep(store.getState());
  }

  /** Selects the board that was in the inspector, if these boards still have it and no other was chosen. */
  async function bringBack(id: string): Promise<void> {
    const { boardsOf: connectionId, lists } = store.getState();
    if (connectionId === null) return;
    const { query } = lists.board;
    const found = await findBoard(bridge, connectionId, query, id);
    const now = store.getState();
    const isAsked =
      now.boardsOf === connectionId && now.lists.board.query === query && now.boardSelection === null;
    if (found !== null && isAsked) store.setState({ boardSelection: found });
  }

  function opened({ lastState, inspectorOpen }: AppState): void {
    store.setState({ recent: lastState?.recent ?? [] });
    const id = lastState?.boards?.boardId ?? null;
    if (id !== null && inspectorOpen) void bringBack(id);
  }

  store.subscribe((state, before) => {
    if (WATCHED.every((part) => state[part] === before[part])) return;
    if (state.lastState !== before.lastState) opened(state);
    if (state.currentId !== before.currentId) void keep(before);
    timer ??= setTimeout(keepNow, TOGETHER);
  });
  page.addEventListener('beforeunload', () => {
    if (timer !== undefined) keepNow();
  });
  opened(store.getState());
}

function inFront(state: AppState, isNarrow: boolean): LastState {
  const { screen, inspectorOpen, lastState } = state;
  return {
    ...(screen !== 'welcome' && screen !== 'connection-form' && screen !== 'previews' && { screen }),
    ...(!isNarrow && { inspector: inspectorOpen }),
    // Until it is known what was kept, nothing stands in its place.
    ...(lastState !== null && state.boardsOf === state.currentId && ofConnection(state)),
  };
}

function ofConnection(state: AppState): LastState {
  const boardId = state.boardSelection?.row?.id ?? null;
  return {
    boards: {
      ...ofList(state, 'board'),
      boardId: boardId !== null && isKnownBoard(state, boardId) ? boardId : null,
    },
    // Until their screen was open, what was kept of it stays.
    ...(state.papersOf === state.currentId && { papers: ofList(state, 'paper') }),
    recent: state.recent,
  };
}

/** How a list is looked at; a view only as long as the query is what was saved in it. */
function ofList({ lists }: AppState, of: ListOf) {
  const { query, views, viewId } = lists[of];
  const view = views.find(({ id }) => id === viewId);
  const isView = view !== undefined && isSameQuery(view.query, query);
  return { viewId: isView ? view.id : null, filters: query.filters, order: query.order };
}
