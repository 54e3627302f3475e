/** The way to the service: the health of its four parts, the network, and creates whose outcome is unknown. */
import type { Health, UnresolvedCreate } from '../../preload/contract/service.ts';
import { roomTitle } from '../lib/format.ts';
import { partOf, recoveredSentence } from '../lib/health-wording.ts';
import type { BoardsNotice } from './boards-slice.ts';
import { failureOf, given } from './calls.ts';
import { onConnectionInFront } from './connections-slice.ts';
import { isLocked } from './lock-slice.ts';
import type { SliceContext } from './store.ts';

/** The list refreshes itself at most once in this time, ms: a probe may succeed where a whole listing fails. */
const REFRESH_PACE = 60_000;

/** A shorter outage is not told when it ends, ms, unless a person asked: nobody waits for the end of one lost response. */
const SHORTEST_TOLD = 1000;

/** Whether the notice above the boards is about a create whose end was not seen. */
function saysUnknown(notice: BoardsNotice | null): boolean {
  return notice?.kind === 'create-failed' && notice.failure.code === 'outcome-unknown';
}

export function createServiceSlice({ bridge, set, get, store }: SliceContext) {
  const inFront = (): string => given(get().currentId);
  let refreshedAt = Number.NEGATIVE_INFINITY;
  /** Lists the boards again unless they are newer than the outage. */
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
      if (downMs < SHORTEST_TOLD && !get().tryingHealth) continue;
      get().announce(recoveredSentence(name, downMs));
    }
  };

  const takeUnresolved = (connectionId: string, unresolved: readonly UnresolvedCreate[]): void => {
    if (connectionId === get().currentId && !isLocked(get())) set({ unresolved });
  };

  bridge.on('health.changed', takeHealth);
  bridge.on('unresolved.changed', ({ connectionId, unresolved }) => takeUnresolved(connectionId, unresolved));
  onConnectionInFront(store, (connectionId, isOther) => {
    if (isOther) set({ health: null, unresolved: [] });
    if (connectionId === null) return;
    void bridge.health.state({ connectionId }).then((state) => {
      // Health that can't be read stays unknown.
      if (state.ok) takeHealth(state.value);
    });
    void bridge.unresolved.list({ connectionId }).then((list) => {
      if (list.ok) takeUnresolved(connectionId, list.value);
      else if (connectionId === get().currentId) get().raise(list.error);
    });
  });

  return {
    /** Null while there is no connection, and until main has answered. */
    health: null as Health | null,
    tryingHealth: false,
    healthOpen: false,

    setHealthOpen: (healthOpen: boolean) => set({ healthOpen }),

    tryHealthNow: async () => {
      const connectionId = get().currentId;
      if (connectionId === null || get().tryingHealth) return;
      set({ tryingHealth: true });
      const tried = await bridge.health.tryNow({ connectionId });
      if (tried.ok) takeHealth(tried.value);
      set({ tryingHealth: false });
      // Of another connection than the one in front, nothing is said.
      if (get().currentId !== connectionId) return;
      if (!tried.ok) return get().raise(tried.error);
      if (tried.value.sentence !== '') get().say(`Checked. ${tried.value.sentence}`);
      // The person waits for the list, however often it was tried by itself.
      const { health, boards } = get();
      if (boards?.phase === 'failed' && partOf(health, 'board-api').state === 'good')
        void get().refreshBoards();
    },

    /**
     * The proxy that a person is signing in to, `host:port`; null while nobody is. Its dialog may stand above another
     * one, which keeps what was typed there.
     */
    proxyAsking: null as string | null,

    readNetwork: () => bridge.network.settings({ connectionId: inFront() }),
    /** Main lets the person choose a file; the answer is the same as before when they chose none. */
    chooseCa: () => bridge.network.chooseCa({ connectionId: inFront() }),
    removeCas: () => bridge.network.removeCas({ connectionId: inFront() }),

    askProxySignIn: (proxyAsking: string | null) => set({ proxyAsking }),

    /** Signs in for this run and closes the dialog; gives the failure, or null. */
    signInToProxy: (user: string, password: string) => {
      const proxy = given(get().proxyAsking);
      return failureOf(bridge.network.signIn({ proxy, user, password }), () => {
        if (get().proxyAsking === proxy) set({ proxyAsking: null });
        get().announce(`Signed in to ${proxy} until Easel quits. Try again now.`);
      });
    },

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
        get().announce(
          boardId === null ? 'Dismissed. Nothing was sent.' : `Settled as board ${roomTitle('', boardId)}.`,
        );
      });
    },
  };
}
