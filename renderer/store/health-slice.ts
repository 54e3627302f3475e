/** The health of the four parts of the connection in front: what works on the way to the service, and what does not. */
import type { Health } from '../../preload/contract/service.ts';
import { recoveredSentence } from '../parts/health-wording.ts';
import { onConnectionInFront } from './connections-slice.ts';
import { isLocked } from './lock-slice.ts';
import type { SliceContext } from './store.ts';

/** The list refreshes itself at most once in this time, ms: a probe may succeed where a whole listing fails. */
const REFRESH_PACE = 60_000;

export function createHealthSlice({ bridge, set, get, store }: SliceContext) {
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

  const take = (health: Health): void => {
    if (health.connectionId !== get().currentId || isLocked(get())) return;
    const before = get().health;
    set({ health });
    if (before?.connectionId !== health.connectionId) return;
    for (const { name, state, lastSuccess } of health.parts) {
      const was = before.parts.find((part) => part.name === name);
      if (was?.state !== 'trouble' || was.since === null || state !== 'good') continue;
      get().announce(recoveredSentence(name, (lastSuccess ?? Date.now()) - was.since));
      if (name === 'board-api') refreshAfter(was.since);
    }
  };
  bridge.on('health.changed', take);

  onConnectionInFront(store, (connectionId, isOther) => {
    if (isOther) set({ health: null });
    if (connectionId === null) return;
    void bridge.health.state({ connectionId }).then((state) => {
      // Health that can't be read stays unknown.
      if (state.ok) take(state.value);
    });
  });

  return {
    /** Null while there is no connection, and until main has answered. */
    health: null as Health | null,
    tryingHealth: false,
    /** Whether the popover with the health of each part is open. */
    healthOpen: false,

    setLightsOpen: (healthOpen: boolean) => set({ healthOpen }),

    /** Asks what is in trouble again, at once. */
    tryHealthNow: async () => {
      const connectionId = get().currentId;
      if (connectionId === null || get().tryingHealth) return;
      set({ tryingHealth: true });
      const tried = await bridge.health.tryNow({ connectionId });
      set({ tryingHealth: false });
      if (!tried.ok) return get().raise(tried.error);
      take(tried.value);
      if (tried.value.sentence !== '') get().announce(`Checked. ${tried.value.sentence}`);
    },
  };
}
