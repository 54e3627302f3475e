import type { LastState } from '../../preload/contract/boards.ts';
import { findBoard } from './boards-slice.ts';
import { isSameQuery, type ListOf } from './list-slice.ts';
import { isLocked } from './lock-slice.ts';
import { isKnownBoard } from './recent-slice.ts';
import type { AppState, SliceContext } from './store.ts';

const SAVE_PAUSE = 500;

const WATCHED = [
  'screen',
  'currentId',
  'inspectorOpen',
  'lastState',
  'lists',
  'boardSelection',
  'recent',
  'reasons',
  'pins',
] as const satisfies readonly (keyof AppState)[];

/** Saves screen, lists and selection for the next start of Easel. `isNarrow`: omits the inspector's state. */
export function keepLastState(
  { bridge, store }: Pick<SliceContext, 'bridge' | 'store'>,
  isNarrow: () => boolean,
  page: EventTarget = window,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function save(state: AppState): Promise<void> {
    const { currentId: connectionId, startPhase } = state;
    if (connectionId === null || startPhase !== 'ready' || isLocked(state)) return;
    // Ignores a failure, because the user did not request this save.
    await bridge.views.keepLast({ connectionId, last: inFront(state, isNarrow()) });
  }

  function saveNow(): void {
    clearTimeout(timer);
    timer = undefined;
    void save(store.getState());
  }

  async function bringBack(id: string): Promise<void> {
    const { boardsOf: connectionId, lists } = store.getState();
    if (connectionId === null) return;
    const { query } = lists.board;
    const found = await findBoard(bridge, connectionId, query, id);
    const now = store.getState();
    const isStillWanted =
      now.boardsOf === connectionId && now.lists.board.query === query && now.boardSelection === null;
    if (found !== null && isStillWanted) store.setState({ boardSelection: found });
  }

  function opened({ lastState, inspectorOpen }: AppState): void {
    const { recent = [], reasons = [], pins = [] } = lastState ?? {};
    store.setState({ recent, reasons, pins });
    const id = lastState?.boards?.boardId ?? null;
    if (id !== null && inspectorOpen) void bringBack(id);
  }

  store.subscribe((state, before) => {
    if (WATCHED.every((part) => state[part] === before[part])) return;
    if (state.lastState !== before.lastState) opened(state);
    if (state.currentId !== before.currentId) void save(before);
    timer ??= setTimeout(saveNow, SAVE_PAUSE);
  });
  page.addEventListener('beforeunload', () => {
    // Blurs the focused field, because fields save their text on blur.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (timer !== undefined) saveNow();
  });
  opened(store.getState());
}

function inFront(state: AppState, isNarrow: boolean): LastState {
  const { screen, inspectorOpen, lastState } = state;
  return {
    ...(screen !== 'welcome' && screen !== 'connection-form' && screen !== 'previews' && { screen }),
    ...(!isNarrow && { inspector: inspectorOpen }),
    // Saves the lists only after their stored state has loaded, because empty lists would overwrite this state.
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
    // Saves the papers list only if the user has opened it. Otherwise main keeps the earlier saved state of this list.
    ...(state.papersOf === state.currentId && { papers: ofList(state, 'paper') }),
    recent: state.recent,
    reasons: state.reasons,
    pins: state.pins,
  };
}

function ofList({ lists }: AppState, of: ListOf) {
  const { query, views, viewId } = lists[of];
  const view = views.find(({ id }) => id === viewId);
  const isView = view !== undefined && isSameQuery(view.query, query);
  return { viewId: isView ? view.id : null, filters: query.filters, order: query.order };
}
