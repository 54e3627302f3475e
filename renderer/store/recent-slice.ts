import type { PinnedView, RecentRoom } from '../../preload/contract/boards.ts';
import type { RoomTarget } from '../../preload/contract/call.ts';
import { roomTitle } from '../lib/format.ts';
import { labelOf, rowAt } from './boards-slice.ts';
import { ALL_ROWS } from './list-slice.ts';
import { knownPaper } from './papers-slice.ts';
import type { AppState, SliceContext } from './store.ts';

const MOST_RECENT = 24;

/** Maximum results: `here` in the current connection, `each` in any other connection, `elsewhere` in all others. */
const MOST_FOUND = { here: 6, each: 3, elsewhere: 8 } as const;

export interface FoundRoom extends RoomTarget {
  readonly name: string;
  readonly connectionId: string;
}

const LONGEST_NAME = 200;

/** Time in ms for which the inspector must show a board or paper before it counts as recent. */
const RECENT_AFTER = 1000;

/** True if a board has this id. Unknown ids are not saved as recent, because they may be pasted API keys. */
export function isKnownBoard(state: AppState, id: string): boolean {
  const { boardDetail, lists, boardSelection, boardRows } = state;
  if (boardDetail?.boardId === id && boardDetail.view !== null) return true;
  // Trusts ids from rows. Trusts the search text only if the selected row has this id, because it may be an API key.
  if (lists.board.query.find !== id) return true;
  return boardSelection !== null && rowAt(boardRows, boardSelection.rank)?.id === id;
}

const MOST_REASONS = 8;

/** True if the reason for a visit may contain a secret. False for tickets such as SUPPORT-123456. */
export function mayBeSecret(reason: string): boolean {
  const words = reason.split(/\s+/u).filter((word) => word.length >= 12);
  const others = words.filter((word) => !/^\p{L}{1,12}[-#]\d{1,10}\p{P}?$/u.test(word));
  return others.some((word) => /\d/u.test(word) || word === reason);
}

export function nameOfRecent(state: AppState, { kind, id, name }: Omit<RecentRoom, 'at'>): string {
  const known = kind === 'board' ? labelOf(state, id) : (knownPaper(state, id)?.name ?? '');
  return known === '' ? name : known;
}

export function titleOf(state: AppState, target: RoomTarget): string {
  return roomTitle(nameOfRecent(state, { ...target, name: '' }), target.id);
}

export function createRecentSlice({ bridge, set, get, store }: SliceContext) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function boardsOf(connectionId: string, find: string, count: number): Promise<readonly FoundRoom[]> {
    const query = { ...ALL_ROWS, find };
    const args = { connectionId, from: 0, count, query, fields: [], hurried: true } as const;
    const found = await bridge.boards.window(args);
    return (found.ok ? found.value.rows : []).flatMap(({ id, local }) =>
      id === null ? [] : [{ kind: 'board', id, name: local?.label ?? '', connectionId } as const],
    );
  }

  function remember({ kind, id }: RoomTarget): void {
    const state = get();
    // Adds no recent room while a new connection loads, because `recent` still belongs to the previous connection.
    if (state.lastState === null || state.boardsOf !== state.currentId) return;
    const before = state.recent.find((each) => each.kind === kind && each.id === id);
    const name = nameOfRecent(state, { kind, id, name: before?.name ?? '' }).slice(0, LONGEST_NAME);
    const others = state.recent.filter((each) => each !== before);
    set({ recent: [{ kind, id, name, at: Date.now() }, ...others].slice(0, MOST_RECENT) });
  }

  function onInspected(room: RoomTarget): void {
    if (room.kind === 'paper' || isKnownBoard(get(), room.id)) remember(room);
  }

  store.subscribe((state, before) => {
    const room = inInspector(state);
    const earlier = inInspector(before);
    if (room?.id !== earlier?.id || room?.kind !== earlier?.kind) {
      clearTimeout(timer);
      if (room !== null) timer = setTimeout(() => onInspected(room), RECENT_AFTER);
    }
    if (state.previews !== before.previews)
      for (const preview of state.previews)
        if (!before.previews.includes(preview) && preview.state === 'loading') remember(preview.target);
  });

  return {
    recent: [] as readonly RecentRoom[],

    remember,

    /** Returns the recent rooms. Omits boards that the loaded list doesn't contain. */
    listedRecent: async (): Promise<readonly RecentRoom[]> => {
      const { boards, boardsOf: connectionId, recent } = get();
      if (connectionId === null || boards?.phase !== 'done') return recent;
      const ask = (ids: readonly string[]) => bridge.boards.ranks({ connectionId, query: ALL_ROWS, ids });
      const ids = recent.flatMap(({ kind, id }) => (kind === 'board' ? [id] : []));
      const all = await ask(ids);
      if (!all.ok || all.value.length === ids.length) return recent;
      const each = await Promise.all(ids.map((id) => ask([id])));
      const isGone = each.map((found) => found.ok && found.value.length === 0);
      return recent.filter(({ id }) => isGone[ids.indexOf(id)] !== true);
    },

    reasons: [] as readonly string[],
    rememberReason: (typed: string) => {
      const reason = typed.trim();
      // Adds no reason for a visit before the stored reasons have loaded, because saving would overwrite them.
      if (reason === '' || mayBeSecret(reason) || get().lastState === null) return;
      const others = get().reasons.filter((each) => each !== reason);
      set({ reasons: [reason, ...others].slice(0, MOST_REASONS) });
    },

    /** Searches the boards of all connections. Passes the current connection's matches to `tell`, later all matches. */
    searchBoards: async (
      find: string,
      tell: (found: readonly FoundRoom[]) => void,
      isOver: () => boolean,
    ): Promise<void> => {
      const { currentId, connections } = get();
      const here = currentId === null ? [] : await boardsOf(currentId, find, MOST_FOUND.here);
      if (isOver()) return;
      tell(here);
      const elsewhere: FoundRoom[] = [];
      for (const { id } of connections) {
        if (id === currentId || elsewhere.length >= MOST_FOUND.elsewhere) continue;
        elsewhere.push(...(await boardsOf(id, find, MOST_FOUND.each)));
        if (isOver()) return;
      }
      if (elsewhere.length > 0) tell([...here, ...elsewhere]);
    },
  };
}

function inInspector(state: AppState): RoomTarget | null {
  const { screen, boardDetail, inspectorOpen, paperSelected } = state;
  if (screen === 'boards') return boardDetail === null ? null : { kind: 'board', id: boardDetail.boardId };
  const isPaper = screen === 'papers' && inspectorOpen && paperSelected !== null;
  return isPaper ? { kind: 'paper', id: paperSelected } : null;
}

const MOST_PINS = 6;

type Pin = Pick<PinnedView, 'of' | 'id'>;

const isSame = (one: Pin, other: Pin): boolean => one.of === other.of && one.id === other.id;

export function createPinsSlice({ set, get, store }: SliceContext) {
  // Renames or removes a view's pin in the sidebar if the saved view was renamed or removed, perhaps by a colleague.
  store.subscribe((state, before) => {
    for (const of of ['board', 'paper'] as const) {
      const { views } = state.lists[of];
      const isCurrent = of === 'board' || state.papersOf === state.boardsOf;
      const isUnchanged = views === before.lists[of].views && state.pins === before.pins;
      // Skips an empty list. Its views are not loaded yet, because a loaded list always contains the built-in views.
      if (isUnchanged || views.length === 0 || !isCurrent) continue;
      const pins = state.pins.flatMap((pin) => {
        const view = pin.of === of ? views.find(({ id }) => id === pin.id) : pin;
        return view === undefined ? [] : [{ ...pin, name: view.name }];
      });
      if (JSON.stringify(pins) !== JSON.stringify(state.pins)) set({ pins });
    }
  });

  return {
    pins: [] as readonly PinnedView[],

    pinView: (pin: PinnedView) => {
      const { pins, announce, say } = get();
      if (pins.length >= MOST_PINS) return announce('Six views are pinned. Unpin a view first.', 'note');
      set({ pins: [...pins.filter((each) => !isSame(each, pin)), pin] });
      say(`View ${pin.name} pinned.`);
    },

    unpinView: (pin: PinnedView) => {
      set(({ pins }) => ({ pins: pins.filter((each) => !isSame(each, pin)) }));
      get().say(`View ${pin.name} unpinned.`);
    },

    movePin: (pin: PinnedView, by: number) => {
      const { pins, say } = get();
      const from = pins.findIndex((each) => isSame(each, pin));
      const to = from + by;
      if (from < 0 || to < 0 || to >= pins.length) return;
      set({ pins: pins.toSpliced(from, 1).toSpliced(to, 0, pin) });
      say(`View ${pin.name} moved to position ${to + 1} of ${pins.length}.`);
    },

    openPin: async ({ of, id }: PinnedView) => (await get().openList(of))?.applyView(id),
  };
}
