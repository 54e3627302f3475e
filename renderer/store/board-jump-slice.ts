/** Going to a board by the beginning of its id: typed on the rows, or in the field that Ctrl+G opens. */
import type { SliceContext } from './store.ts';

/** After this pause in ms, a new word begins. */
const WORD_PAUSE = 1000;

export function createBoardJumpSlice({ bridge, set, get, store }: SliceContext) {
  let forget: ReturnType<typeof setTimeout> | undefined;
  /** Only the last jump counts: an earlier one may be answered later. */
  let jumps = 0;

  store.subscribe((state, before) => {
    if (state.boardsOf === before.boardsOf && state.boardQuery === before.boardQuery) return;
    jumps += 1;
    if (state.boardTyped !== '') set({ boardTyped: '' });
  });

  return {
    /** The characters typed on the rows within the last second; empty when there are none. */
    boardTyped: '',
    boardJumpOpen: false,

    /** Adds one character, and jumps to the next board whose id starts with the typed text. */
    typeOnBoards: (text: string) => {
      clearTimeout(forget);
      forget = setTimeout(() => set({ boardTyped: '' }), WORD_PAUSE);
      const typed = get().boardTyped + text;
      set({ boardTyped: typed });
      const here = get().boardSelection?.rank ?? 0;
      void get()
        .jumpToBoard(typed, here)
        .then((found) => {
          if (!found && get().boardTyped === typed) get().say(`No id starts with ${typed}.`);
        });
    },

    /**
     * Goes to the next board from rank `after` on whose id begins with this, else to the first one of all.
     *
     * @returns whether there is one
     */
    jumpToBoard: async (idPrefix: string, after: number): Promise<boolean> => {
      const { boardsOf: connectionId, boardQuery: query } = get();
      if (connectionId === null || idPrefix === '') return false;
      jumps += 1;
      const jump = jumps;
      for (const from of after > 0 ? [after, 0] : [0]) {
        const found = await bridge.boards.rank({ connectionId, query, idPrefix, after: from });
        if (jump !== jumps) return true;
        if (!found.ok) {
          get().raise(found.error);
          return true;
        }
        if (found.value !== null) {
          get().selectBoard(found.value);
          return true;
        }
      }
      return false;
    },

    setBoardJumpOpen: (boardJumpOpen: boolean) => set({ boardJumpOpen }),
  };
}
