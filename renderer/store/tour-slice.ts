/** The tour of three steps, in practice only: a held delete, a visit, a key rotation. It follows what is really done. */
import { currentConnection } from './connections-slice.ts';
import { heldJobs, isDelete } from './job-facts.ts';
import type { AppState, SliceContext } from './store.ts';

/** What is to be done next: two for each step, `late` where a delete was sent before it was cancelled. */
export type TourStep = 'delete' | 'cancel' | 'late' | 'visit' | 'leave' | 'stage' | 'check' | 'end';

export interface Tour {
  readonly step: TourStep;
  /** Epoch ms when it began: deletes from before don't count. */
  readonly since: number;
}

/** Where the tour stands by what the person has done; null where practice is not in front any more. */
export function followed(tour: Tour, state: AppState): Tour | null {
  const connection = currentConnection(state);
  if (connection?.environment !== 'practice') return null;
  const step = nextStep(tour, state, connection.id);
  return step === tour.step ? tour : { ...tour, step };
}

function nextStep({ step, since }: Tour, state: AppState, id: string): TourStep {
  const visits = state.previews.some(({ connectionId }) => connectionId === id);
  const keys = state.keysById[id];
  const staged = keys?.keys.some(({ stage }) => stage === 'next') === true;
  switch (step) {
    case 'delete':
    case 'cancel':
    case 'late': {
      const deletes = state.jobs.filter(
        (job) => job.connectionId === id && isDelete(job) && job.createdAt >= since,
      );
      if (deletes.some((job) => job.state === 'cancelled')) return 'visit';
      if (heldJobs(deletes).length > 0) return 'cancel';
      return step === 'delete' ? 'delete' : 'late';
    }
    case 'visit':
      return visits ? 'leave' : 'visit';
    case 'leave':
      return visits ? 'leave' : 'stage';
    case 'stage':
      return staged ? 'check' : 'stage';
    case 'check': {
      const isChecked = keys?.rehearsal?.cells.some(
        (cell) => cell.stage === 'next' && ['good', 'refused', 'failed'].includes(cell.state),
      );
      if (isChecked === true) return 'end';
      return staged ? 'check' : 'stage';
    }
    case 'end':
      return 'end';
  }
}

export function createTourSlice({ set, get, store }: SliceContext) {
  store.subscribe((state) => {
    if (state.tour === null) return;
    const tour = followed(state.tour, state);
    if (tour !== state.tour) set({ tour });
  });
  return {
    /** Null unless somebody asked for it: it never begins by itself, and is not remembered. */
    tour: null as Tour | null,
    /** Goes to practice, and begins; not where practice does not start. */
    startTour: async () => {
      await get().practise();
      if (currentConnection(get())?.environment === 'practice')
        set({ tour: { step: 'delete', since: Date.now() } });
    },
    leaveTour: () => {
      if (get().tour === null) return;
      set({ tour: null });
      get().say('Tour ended.');
    },
  };
}
