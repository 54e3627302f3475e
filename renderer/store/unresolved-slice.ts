/** Creates whose end was not seen: kept by main until a person has settled them. Nothing here sends a create. */
import type { EaselBridge } from '../../preload/contract/contract.ts';
import type { UnknownCheck, UnknownOutcome } from '../../preload/contract/service.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import type { BoardsNotice } from './boards-slice.ts';
import { onConnectionInFront } from './connections-slice.ts';
import { isLocked } from './lock-slice.ts';
import type { Slice } from './store.ts';

export interface UnknownsSlice {
  /** Of the connection in front, newest first. */
  readonly unknowns: readonly UnknownOutcome[];

  /** Finds out what can be found out: for a board, the list is read anew. */
  readonly checkUnknown: (unknownId: string) => Promise<Result<UnknownCheck>>;
  /** It is this board, which is then shown, or (`null`) it is dealt with. Gives the failure, or null. */
  readonly settleUnknown: (unknownId: string, boardId: string | null) => Promise<Failure | null>;
}

/** Whether the notice above the boards is about a create whose end was not seen. */
function saysUnknown(notice: BoardsNotice | null): boolean {
  return notice?.kind === 'create-failed' && notice.failure.code === 'outcome-unknown';
}

/** The slice of unknown outcomes. */
export function createUnknownsSlice(bridge: EaselBridge): Slice<UnknownsSlice> {
  return (set, get, api) => {
    const take = (connectionId: string, unknowns: readonly UnknownOutcome[]): void => {
      if (connectionId === get().currentId && !isLocked(get())) set({ unknowns });
    };
    const inFront = (): string => {
      const connectionId = get().currentId;
      if (connectionId === null) throw new Error('no connection is in front');
      return connectionId;
    };
    // For as long as the page lives, as the store does.
    bridge.on('unknowns.changed', ({ connectionId, unknowns }) => take(connectionId, unknowns));

    onConnectionInFront(api, (connectionId, isOther) => {
      if (isOther) set({ unknowns: [] });
      if (connectionId === null) return;
      void bridge.unknowns.list({ connectionId }).then((list) => {
        if (list.ok) take(connectionId, list.value);
        else if (connectionId === get().currentId) get().raise(list.error);
      });
    });

    return {
      unknowns: [],

      checkUnknown: (unknownId) => bridge.unknowns.check({ connectionId: inFront(), unknownId }),

      settleUnknown: async (unknownId, boardId) => {
        const connectionId = inFront();
        const settled = await bridge.unknowns.settle({ connectionId, unknownId, boardId });
        if (!settled.ok) return settled.error;
        if (connectionId !== get().currentId) return null;
        set((state) => ({
          unknowns: state.unknowns.filter(({ id }) => id !== unknownId),
          // What was said of it when it was sent is no longer open.
          ...(saysUnknown(state.boardsNotice) && { boardsNotice: null }),
        }));
        if (boardId === null) {
          get().announce('Dismissed. Nothing was sent to the service.');
        } else {
          await get().go({ kind: 'board', id: boardId });
          get().announce(`Settled: it is board ${boardId}.`);
        }
        return null;
      },
    };
  };
}
