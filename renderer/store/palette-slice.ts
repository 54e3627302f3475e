import type { RoomTarget } from '../../preload/contract/call.ts';
import { ALL_ROWS } from './list-slice.ts';
import type { SliceContext } from './store.ts';

/** Most boards found in the current connection, in each other one, and in all others together. */
const MOST_FOUND = { here: 6, each: 3, elsewhere: 8 } as const;

export interface FoundRoom extends RoomTarget {
  readonly name: string;
  readonly connectionId: string;
}

export function createPaletteSlice({ bridge, get }: SliceContext) {
  async function boardsOf(connectionId: string, find: string, count: number): Promise<readonly FoundRoom[]> {
    const query = { ...ALL_ROWS, find };
    const asked = { connectionId, from: 0, count, query, fields: [], hurried: true } as const;
    const found = await bridge.boards.window(asked);
    return (found.ok ? found.value.rows : []).flatMap(({ id, local }) =>
      id === null ? [] : [{ kind: 'board', id, name: local?.label ?? '', connectionId } as const],
    );
  }

  return {
    /**
     * Searches boards by id, label, notes and fields. Calls `tell` with the current connection's matches, then with
     * all matches; stops when `isOver`.
     */
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
