/** Creates whose outcome is unknown: main keeps them until a person settles them. Nothing here sends a create. */
import type { UnresolvedCreate } from '../../preload/contract/service.ts';
import type { BoardsNotice } from './boards-slice.ts';
import { onConnectionInFront } from './connections-slice.ts';
import { isLocked } from './lock-slice.ts';
import { failureOf, given } from './calls.ts';
import type { SliceContext } from './store.ts';

/** Whether the notice above the boards is about a create whose end was not seen. */
function saysUnknown(notice: BoardsNotice | null): boolean {
  return notice?.kind === 'create-failed' && notice.failure.code === 'outcome-unknown';
}

export function createUnresolvedSlice({ bridge, set, get, store }: SliceContext) {
  const take = (connectionId: string, unresolved: readonly UnresolvedCreate[]): void => {
    if (connectionId === get().currentId && !isLocked(get())) set({ unresolved });
  };
  const inFront = (): string => given(get().currentId);
  bridge.on('unresolved.changed', ({ connectionId, unresolved }) => take(connectionId, unresolved));

  onConnectionInFront(store, (connectionId, isOther) => {
    if (isOther) set({ unresolved: [] });
    if (connectionId === null) return;
    void bridge.unresolved.list({ connectionId }).then((list) => {
      if (list.ok) take(connectionId, list.value);
      else if (connectionId === get().currentId) get().raise(list.error);
    });
  });

  return {
    /** Of the connection in front, newest first. */
    unresolved: [] as readonly UnresolvedCreate[],

    /** Finds out what it can: for a board, it lists them again. */
    checkUnresolved: (unresolvedId: string) =>
      bridge.unresolved.check({ connectionId: inFront(), unresolvedId }),

    /** Settles it as this board, which is then shown, or (`null`) dismisses it. Gives the failure, or null. */
    settleUnresolved: (unresolvedId: string, boardId: string | null) => {
      const connectionId = inFront();
      return failureOf(bridge.unresolved.settle({ connectionId, unresolvedId, boardId }), async () => {
        if (connectionId !== get().currentId) return;
        set((state) => ({
          unresolved: state.unresolved.filter(({ id }) => id !== unresolvedId),
          // The message from when it was sent is over.
          ...(saysUnknown(state.boardsNotice) && { boardsNotice: null }),
        }));
        if (boardId !== null) await get().go({ kind: 'board', id: boardId });
        get().announce(boardId === null ? 'Dismissed. Nothing was sent.' : `Settled as board ${boardId}.`);
      });
    },
  };
}
