import type { PinnedView } from '../../preload/contract/boards.ts';
import type { AppState, SliceContext } from './store.ts';

const MOST_PINS = 6;

type Pin = Pick<PinnedView, 'of' | 'id'>;

const isSame = (one: Pin, other: Pin): boolean => one.of === other.of && one.id === other.id;

export function isPinned({ pins }: AppState, pin: Pin): boolean {
  return pins.some((each) => isSame(each, pin));
}

export function createPinsSlice({ set, get, store }: SliceContext) {
  // Updates the pins of saved views. A renamed view gets the new name in its pin. A removed view loses its pin.
  store.subscribe((state, before) => {
    for (const of of ['board', 'paper'] as const) {
      const { views } = state.lists[of];
      const isCurrent = of === 'board' || state.papersOf === state.boardsOf;
      // Built-in views always exist, so an empty list means that the views are not loaded yet.
      if (views === before.lists[of].views || views.length === 0 || !isCurrent) continue;
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
      if (pins.length >= MOST_PINS) return announce('Six views are pinned. Unpin one first.', 'note');
      set({ pins: [...pins.filter((each) => !isSame(each, pin)), pin] });
      say(`Pinned view ${pin.name}.`);
    },

    unpinView: (pin: PinnedView) => {
      set(({ pins }) => ({ pins: pins.filter((each) => !isSame(each, pin)) }));
      get().say(`Unpinned view ${pin.name}.`);
    },

    /** Moves a pinned view by this number of places, up if negative. Does nothing beyond the end of the list. */
    movePin: (pin: PinnedView, by: number) => {
      const { pins, say } = get();
      const from = pins.findIndex((each) => isSame(each, pin));
      const to = from + by;
      if (from < 0 || to < 0 || to >= pins.length) return;
      set({ pins: pins.toSpliced(from, 1).toSpliced(to, 0, pin) });
      say(`${pin.name}: ${to + 1} of ${pins.length}`);
    },

    openPin: async ({ of, id }: PinnedView) => (await get().openList(of))?.applyView(id),
  };
}
