import type { Health, UnresolvedCreate } from '../../preload/contract/service.ts';
import { duration, roomTitle } from '../lib/format.ts';
import { partOf, recoveredSentence } from '../lib/health-wording.ts';
import { failureOf } from './calls.ts';
import { onConnectionInFront } from './connections-slice.ts';
import { isLocked } from './lock-slice.ts';
import type { AppState, SliceContext } from './store.ts';

export function isTryingHealth({ tryingHealth, currentId }: AppState): boolean {
  return tryingHealth !== null && tryingHealth === currentId;
}

const REFRESH_PACE = 60_000;

/** Outages shorter than this time in ms are not announced, unless the user is checking the service. */
const SHORTEST_ANNOUNCED = 1000;

export function createHealthSlice({ bridge, set, get, store }: SliceContext) {
  let refreshedAt = Number.NEGATIVE_INFINITY;
  const refreshAfter = (since: number): void => {
    const { boards, currentId } = get();
    if (boards === null || boards.connectionId !== currentId) return;
    if (boards.phase === 'loading' || boards.phase === 'never' || (boards.asOf ?? 0) > since) return;
    if (Date.now() - refreshedAt < REFRESH_PACE) return;
    refreshedAt = Date.now();
    void get().refreshBoards();
  };

  const takeHealth = (health: Health): void => {
    if (health.connectionId !== get().currentId || isLocked(get())) return;
    const before = get().health;
    set({ health });
    if (before?.connectionId !== health.connectionId) return;
    for (const { name, state, lastSuccess } of health.parts) {
      const was = before.parts.find((part) => part.name === name);
      if (was?.state !== 'trouble' || was.since === null || state !== 'good') continue;
      if (name === 'board-api') refreshAfter(was.since);
      const downMs = (lastSuccess ?? Date.now()) - was.since;
      if (downMs < SHORTEST_ANNOUNCED && get().tryingHealth !== health.connectionId) continue;
      get().announce(recoveredSentence(name, downMs));
    }
  };

  bridge.on('health.changed', takeHealth);
  bridge.on('health.clockIsOff', ({ aheadMs }) => {
    const off = `${duration(Math.abs(aheadMs))} ${aheadMs > 0 ? 'behind' : 'ahead of'} the service’s`;
    get().announce(`This computer’s clock is ${off}. Ages and expiry times use the service’s clock.`, 'note');
  });
  onConnectionInFront(store, (connectionId, isOther) => {
    if (isOther) set({ health: null });
    if (connectionId !== null) void failureOf(bridge.health.state({ connectionId }), takeHealth);
  });

  return {
    health: null as Health | null,
    /** Id of the connection whose service Easel checks at the moment, because the user clicked *Try now*. */
    tryingHealth: null as string | null,
    healthOpen: false,

    setHealthOpen: (healthOpen: boolean) => set({ healthOpen }),

    tryHealthNow: async () => {
      const connectionId = get().currentId;
      if (connectionId === null || get().tryingHealth === connectionId) return;
      set({ tryingHealth: connectionId });
      const tried = await bridge.health.tryNow({ connectionId });
      if (tried.ok) takeHealth(tried.value);
      if (get().tryingHealth === connectionId) set({ tryingHealth: null });
      if (get().currentId !== connectionId) return;
      if (!tried.ok) return get().raise(tried.error);
      get().say(`Service checked. ${tried.value.sentence || 'No outage found.'}`);
      // Refreshes the list even within `REFRESH_PACE` of the last refresh, because the user waits for the list.
      const { health, boards } = get();
      if (boards?.phase === 'failed' && partOf(health, 'board-api').state === 'good')
        void get().refreshBoards();
    },
  };
}

export function createUnresolvedSlice({ bridge, set, get, store, attempt, here }: SliceContext) {
  const take = (connectionId: string, unresolved: readonly UnresolvedCreate[]): void => {
    if (connectionId === get().currentId && !isLocked(get())) set({ unresolved });
  };

  bridge.on('unresolved.changed', ({ connectionId, unresolved }) => take(connectionId, unresolved));
  onConnectionInFront(store, (connectionId, isOther) => {
    if (isOther) set({ unresolved: [] });
    if (connectionId === null) return;
    void failureOf(bridge.unresolved.list({ connectionId }), (list) => take(connectionId, list)).then(
      (failure) => {
        if (connectionId === get().currentId) get().raise(failure);
      },
    );
  });

  return {
    unresolved: [] as readonly UnresolvedCreate[],

    cancelCreate: (kind: UnresolvedCreate['kind'], startedAt: number) =>
      attempt(bridge.unresolved.cancelCreate({ connectionId: here(), kind, startedAt })),

    checkUnresolved: (unresolvedId: string) =>
      bridge.unresolved.check({ connectionId: here(), unresolvedId }),

    settleUnresolved: (unresolvedId: string, boardId: string | null) => {
      const connectionId = here();
      return failureOf(bridge.unresolved.settle({ connectionId, unresolvedId, boardId }), async () => {
        if (connectionId !== get().currentId) return;
        if (get().boardsNotice?.failure.code === 'outcome-unknown') set({ boardsNotice: null });
        if (boardId !== null) await get().go({ kind: 'board', id: boardId });
        get().announce(
          boardId === null
            ? 'Unknown outcome dismissed. Easel sent no new request.'
            : `The request created the board ${roomTitle('', boardId)}.`,
        );
      });
    },
  };
}
